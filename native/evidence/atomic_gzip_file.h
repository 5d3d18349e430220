#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heaptwin::evidence {

// A gzip file that appears under its name only when it is complete: it is written to `<path>.part`,
// synced, and renamed. Errors are one line with the failed step and errno's text. Not thread-safe.
class AtomicGzipFile {
 public:
  using Error = std::optional<std::string>;

  explicit AtomicGzipFile(std::string path);
  // Removes the part file unless Commit succeeded.
  ~AtomicGzipFile();
  AtomicGzipFile(const AtomicGzipFile&) = delete;
  AtomicGzipFile& operator=(const AtomicGzipFile&) = delete;

  Error Open();
  Error Write(std::string_view text);
  Error Commit();

 private:
  Error Failure(const char* step) const;
  void Close();

  std::string path_;
  std::string part_path_;
  int descriptor_ = -1;
  void* stream_ = nullptr;  // gzFile
  bool part_exists_ = false;
};

}  // namespace heaptwin::evidence

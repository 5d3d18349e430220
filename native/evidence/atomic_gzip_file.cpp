#include "evidence/atomic_gzip_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace heaptwin::evidence {
namespace {

// Low compression: this runs inside the profiled process.
constexpr const char* kMode = "wb2";
constexpr size_t kLargestWrite = 1 << 20;

}  // namespace

AtomicGzipFile::AtomicGzipFile(std::string path)
    : path_(std::move(path)), part_path_(path_ + ".part") {}

AtomicGzipFile::~AtomicGzipFile() {
  Close();
  if (part_exists_) unlink(part_path_.c_str());
}

void AtomicGzipFile::Close() {
  if (stream_ != nullptr) gzclose(static_cast<gzFile>(stream_));
  stream_ = nullptr;
  if (descriptor_ >= 0) close(descriptor_);
  descriptor_ = -1;
}

AtomicGzipFile::Error AtomicGzipFile::Failure(const char* step) const {
  const int error = errno;
  const std::string reason =
      error != 0 ? std::generic_category().message(error) : std::string("compression failed");
  return std::string("cannot ") + step + " " + part_path_ + ": " + reason;
}

AtomicGzipFile::Error AtomicGzipFile::Open() {
  // A left-over of a killed process, or something that somebody else put there: never follow it.
  unlink(part_path_.c_str());
  errno = 0;
  // Command lines can hold secrets, so the profile is its owner's alone.
  descriptor_ =
      open(part_path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (descriptor_ < 0) return Failure("create");
  part_exists_ = true;
  // zlib closes the descriptor it is given; ours is needed afterwards, for fsync.
  const int for_zlib = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (for_zlib < 0) return Failure("open");
  stream_ = gzdopen(for_zlib, kMode);
  if (stream_ == nullptr) {
    close(for_zlib);
    return Failure("open");
  }
  return std::nullopt;
}

AtomicGzipFile::Error AtomicGzipFile::Write(std::string_view text) {
  while (!text.empty()) {
    const size_t piece = std::min(text.size(), kLargestWrite);
    errno = 0;
    const int written =
        gzwrite(static_cast<gzFile>(stream_), text.data(), static_cast<unsigned>(piece));
    if (written <= 0) return Failure("write");
    text.remove_prefix(static_cast<size_t>(written));
  }
  return std::nullopt;
}

AtomicGzipFile::Error AtomicGzipFile::Commit() {
  errno = 0;
  if (gzclose(static_cast<gzFile>(std::exchange(stream_, nullptr))) != Z_OK) {
    return Failure("write");
  }
  if (fsync(descriptor_) != 0) return Failure("sync");
  if (rename(part_path_.c_str(), path_.c_str()) != 0) return Failure("rename");
  part_exists_ = false;
  // The new name is durable once its directory is; if that fails the file is still complete and in
  // place.
  const size_t slash = path_.find_last_of('/');
  const std::string directory = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
  const int directory_descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory_descriptor >= 0) {
    fsync(directory_descriptor);
    close(directory_descriptor);
  }
  return std::nullopt;
}

}  // namespace heaptwin::evidence

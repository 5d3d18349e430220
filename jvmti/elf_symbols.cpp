#include "elf_symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <span>

namespace heaptwin::agent {
namespace {

// A file mapped for reading, unmapped at the end.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    struct stat facts {};
    if (fstat(fd, &facts) == 0 && facts.st_size > 0) {
      size_ = static_cast<size_t>(facts.st_size);
      data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
      if (data_ == MAP_FAILED) size_ = 0;
    }
    close(fd);
  }
  ~MappedFile() {
    if (size_ != 0) munmap(data_, size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // `count` elements at `offset`; empty if the file does not hold them.
  template <typename T>
  std::span<const T> At(uint64_t offset, uint64_t count) const {
    if (offset > size_ || count > (size_ - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(static_cast<const char*>(data_) + offset), count};
  }

 private:
  void* data_ = nullptr;
  size_t size_ = 0;
};

const void* FindIn(const MappedFile& file, const Elf64_Shdr& table,
                   std::span<const Elf64_Shdr> sections, const char* base, std::string_view name) {
  if (table.sh_link >= sections.size()) return nullptr;
  const Elf64_Shdr& strings = sections[table.sh_link];
  const auto texts = file.At<char>(strings.sh_offset, strings.sh_size);
  for (const Elf64_Sym& symbol :
       file.At<Elf64_Sym>(table.sh_offset, table.sh_size / sizeof(Elf64_Sym))) {
    if (symbol.st_name >= texts.size() || symbol.st_shndx == SHN_UNDEF) continue;
    const auto rest = texts.subspan(symbol.st_name);
    if (rest.size() > name.size() && rest[name.size()] == '\0' &&
        std::memcmp(rest.data(), name.data(), name.size()) == 0) {
      return base + symbol.st_value;
    }
  }
  return nullptr;
}

}  // namespace

const void* FindLocalSymbol(const void* address_in_library, std::string_view name) {
  Dl_info info{};
  if (dladdr(address_in_library, &info) == 0 || info.dli_fname == nullptr) return nullptr;
  const MappedFile file(info.dli_fname);
  const auto header = file.At<Elf64_Ehdr>(0, 1);
  if (header.empty() || std::memcmp(header[0].e_ident, ELFMAG, SELFMAG) != 0) return nullptr;
  const auto sections = file.At<Elf64_Shdr>(header[0].e_shoff, header[0].e_shnum);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB) continue;
    return FindIn(file, section, sections, static_cast<const char*>(info.dli_fbase), name);
  }
  return nullptr;
}

}  // namespace heaptwin::agent

#include "data/folder/manifest.h"

#include <fcntl.h>

#include <optional>

#include "data/file/durable.h"
#include "data/file/io_error.h"
#include "data/folder/catalogue.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// The entry of a table, if it has the size of the file.
std::optional<FileSum> fitting_entry(const ChecksumList& list, const fs::path& folder,
                                     const TableId& id) {
  const auto entry = list.find(name(id));
  std::error_code failed;
  if (entry == list.end() || fs::file_size(table_path(folder, id), failed) != entry->second.bytes)
    return {};
  return entry->second;
}

}  // namespace

fs::path manifest_path(const fs::path& folder, Variant variant) {
  return folder / name(variant) / "checksums.txt";
}

Result<Manifest> Manifest::open(const fs::path& folder, Variant variant) {
  Manifest manifest{folder, variant};
  const auto tables = list_tables(folder, variant);
  if (!tables) return tables.error();
  const auto read = read_checksums(manifest_path(folder, variant));
  const ChecksumList before = read ? *read : ChecksumList{};
  for (const TableId& id : *tables) {
    auto sum = fitting_entry(before, folder, id);
    if (!sum) {
      const auto summed = sum_file(folder, id);
      if (!summed) return summed.error();
      sum = *summed;
    }
    manifest.list_.emplace(name(id), *sum);
  }
  const bool changed = !read || manifest.list_ != before;
  if (changed && !manifest.list_.empty())
    if (auto written = manifest.write(); !written) return written.error();
  return manifest;
}

Result<void> Manifest::add(std::span<const TableId> tables) {
  const auto sums = sum_files(folder_, tables);
  if (!sums) return sums.error();
  for (const auto& [file, sum] : *sums) list_.insert_or_assign(file, sum);
  return write();
}

// Not synced: what a loss of power takes of it is made again from the files.
Result<void> Manifest::write() const {
  const fs::path path = manifest_path(folder_, variant_);
  const fs::path part = path.parent_path() / ".checksums.txt.part";
  const FileDescriptor fd{
      ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666)};
  if (!fd) return io_error(part, "create");
  const std::string text = to_text(list_);
  if (auto done = write_at(fd, part, 0, std::as_bytes(std::span{text})); !done) {
    ::unlink(part.c_str());
    return done;
  }
  if (::rename(part.c_str(), path.c_str()) != 0) return io_error(path, "rename");
  return {};
}

}  // namespace damiera

#include "data/folder/manifest.h"

#include <optional>

#include "data/file/part_file.h"
#include "data/folder/catalogue.h"
#include "data/folder/folder_lock.h"
#include "data/folder/names_in.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// The entry of a table, if its size is the file's size.
std::optional<FileSum> fitting_entry(const ChecksumList& list, const fs::path& folder,
                                     const TableId& id) {
  const auto entry = list.find(name(id));
  std::error_code failed;
  if (entry == list.end() || fs::file_size(table_path(folder, id), failed) != entry->second.bytes)
    return {};
  return entry->second;
}

// The list is not synced: after a loss of power it is made again from the files.
Result<void> write(const ChecksumList& list, const fs::path& path) {
  auto part = PartFile::create(path);
  if (!part) return part.error();
  const std::string text = to_text(list);
  if (auto done = part->write(0, std::as_bytes(std::span{text})); !done) return done;
  return part->finish();
}

// The files of list_apart() in a game's folder; none if it cannot be read.
std::vector<fs::path> lists_apart(const fs::path& tables) {
  std::vector<fs::path> found;
  const auto names = names_in(tables);
  if (!names) return found;
  for (const std::string& file : *names)
    if (file.starts_with("checksums.") && file.ends_with(".txt") && file != "checksums.txt")
      found.push_back(tables / file);
  return found;
}

}  // namespace

fs::path manifest_path(const fs::path& folder, Variant variant) {
  return folder / name(variant) / "checksums.txt";
}

Result<void> list_apart(const fs::path& folder, Variant variant, const std::string& job,
                        std::span<const TableId> tables) {
  const fs::path path = folder / name(variant) / ("checksums." + job + ".txt");
  const auto sums = sum_files(folder, tables);
  if (!sums) return sums.error();
  return write(*sums, path);
}

Result<Manifest> Manifest::open(const fs::path& folder, Variant variant) {
  Manifest manifest{folder, variant};
  // The lists of jobs before the tables: so a table of each list that is removed below is seen.
  const auto parts = lists_apart(folder / name(variant));
  const auto tables = list_tables(folder, variant);
  if (!tables) return tables.error();
  const auto read = read_checksums(manifest_path(folder, variant));
  const ChecksumList before = read ? *read : ChecksumList{};
  ChecksumList known = before;
  for (const fs::path& part : parts)
    if (const auto list = read_checksums(part))
      for (const auto& [file, sum] : *list) known.insert_or_assign(file, sum);  // the newer ones
  for (const TableId& id : *tables) {
    auto sum = fitting_entry(known, folder, id);
    if (!sum) {
      const auto summed = sum_file(folder, id);
      if (!summed) return summed.error();
      sum = *summed;
    }
    manifest.list_.emplace(name(id), *sum);
  }
  const bool is_new = read ? manifest.list_ != before : !manifest.list_.empty();
  if (is_new) {
    const auto lock = FolderLock::take_list(folder, variant);
    if (!lock) return lock.error();
    manifest.add_what_others_listed(before);
    if (auto written = manifest.write(); !written) return written.error();
  }
  for (const fs::path& part : parts) ::unlink(part.c_str());
  return manifest;
}

Result<void> Manifest::add(std::span<const TableId> tables) {
  const auto sums = sum_files(folder_, tables);
  if (!sums) return sums.error();
  const auto lock = FolderLock::take_list(folder_, variant_);
  if (!lock) return lock.error();
  add_what_others_listed({});
  for (const auto& [file, sum] : *sums) list_.insert_or_assign(file, sum);
  return write();
}

Result<void> Manifest::remove(std::span<const TableId> tables) {
  const auto lock = FolderLock::take_list(folder_, variant_);
  if (!lock) return lock.error();
  add_what_others_listed({});
  for (const TableId& id : tables) list_.erase(name(id));
  return write();
}

void Manifest::add_what_others_listed(const ChecksumList& before) {
  const auto there = read_checksums(manifest_path(folder_, variant_));
  if (!there) return;
  for (const auto& [file, sum] : *there) {
    const auto old = before.find(file);
    if (old == before.end() || old->second != sum) list_.insert_or_assign(file, sum);
  }
}

Result<void> Manifest::write() const {
  return damiera::write(list_, manifest_path(folder_, variant_));
}

}  // namespace damiera

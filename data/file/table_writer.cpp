#include "data/file/table_writer.h"

#include <cassert>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/durable.h"
#include "data/file/header.h"
#include "data/file/part_file.h"

namespace damiera {

namespace fs = std::filesystem;

struct TableWriter::File {
  PartFile file;
  Header header;
  std::vector<std::byte> directory;  // entries of the model and of the blocks added so far
  std::uint64_t end;                 // the offset of the next block
};

TableWriter::TableWriter(std::unique_ptr<File> file) : file_{std::move(file)} {}
TableWriter::TableWriter(TableWriter&&) noexcept = default;
TableWriter& TableWriter::operator=(TableWriter&&) noexcept = default;
TableWriter::~TableWriter() = default;

Result<TableWriter> TableWriter::create(const fs::path& folder, const TableInfo& info,
                                        const TableForm& form) {
  const auto values = count_values(info.id, form.coding, form.layout);
  return create(folder, info, form, blocks_for(values, form.block_positions));
}

Result<TableWriter> TableWriter::create_without_blocks(const fs::path& folder,
                                                       const TableInfo& info) {
  assert(is_counted(info.id.metric));
  return create(folder, info, {}, 0);
}

Result<TableWriter> TableWriter::create_searched(const fs::path& folder, const TableInfo& info) {
  assert(!is_counted(info.id.metric) && info.id.material != info.id.material.flipped());
  return create(folder, info, {.coding = Coding::searched}, 0);
}

Result<TableWriter> TableWriter::create(const fs::path& folder, const TableInfo& info,
                                        const TableForm& form, std::uint64_t blocks) {
  const fs::path target = table_path(folder, info.id);
  if (auto made = make_folders(target.parent_path()); !made) return made.error();
  auto file = PartFile::create(target);
  if (!file) return file.error();
  const Header header{info,
                      form.coding,
                      form.layout,
                      form.block_positions,
                      static_cast<std::uint32_t>(blocks),
                      0,
                      0,
                      0};
  TableWriter writer{std::unique_ptr<File>{new File{std::move(*file), header, {}, header_bytes}}};
  if (auto added = writer.add(form.model); !added) return added.error();
  return writer;
}

const TableId& TableWriter::id() const { return file_->header.info.id; }

Result<void> TableWriter::add(std::span<const std::byte> block) {
  File& f = *file_;
  ByteWriter entry{f.directory};
  entry.put_varint(static_cast<std::uint32_t>(block.size()));
  if (!block.empty()) entry.put(static_cast<std::uint32_t>(checksum(block)));
  const std::uint64_t begin = f.end;
  f.end += block.size();
  return f.file.write(begin, block);
}

Result<void> TableWriter::finish() {
  File& f = *file_;
  f.header.directory_bytes = static_cast<std::uint32_t>(f.directory.size());
  f.header.file_bytes = f.end + f.directory.size();
  f.header.directory_checksum = checksum(f.directory);
  if (auto r = f.file.write(0, encode_header(f.header)); !r) return r;
  if (auto r = f.file.write(f.end, f.directory); !r) return r;
  return f.file.finish_for_good();
}

}  // namespace damiera

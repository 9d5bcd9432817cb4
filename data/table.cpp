#include "data/table.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "data/block_codec.h"
#include "data/bytes.h"
#include "data/catalogue.h"
#include "data/checksum.h"
#include "data/header.h"
#include "data/mapped_file.h"

namespace damiera {

struct Table::File {
  struct Block {
    std::span<const std::byte> bytes;
    std::uint64_t checksum;
  };

  std::filesystem::path path;
  MappedFile map;
  Header header;
  std::vector<Block> blocks;  // within the map

  Error corrupt(const std::string& what) const {
    return {Error::Code::corrupt, path.string() + ": " + what};
  }
  Result<void> read_directory();
  template <class T>
  Result<void> read(std::uint64_t n, std::span<T> out) const;
};

Result<void> Table::File::read_directory() {
  ByteReader rest{map.bytes().subspan(header_bytes)};
  const auto directory = rest.take(header.directory_bytes());
  if (checksum(directory) != header.directory_checksum)
    return corrupt("directory: checksum differs");
  blocks.reserve(header.block_count);
  for (ByteReader in{directory}; !in.at_end();) {
    const auto size = in.get<std::uint32_t>();
    blocks.push_back({rest.take(size), in.get<std::uint64_t>()});
    if (!rest.ok())
      return corrupt("directory: block " + std::to_string(blocks.size() - 1) +
                     " goes beyond the end of the file");
  }
  if (!rest.at_end()) return corrupt("directory: the last block ends before the file");
  return {};
}

template <class T>
Result<void> Table::File::read(std::uint64_t n, std::span<T> out) const {
  const Block& block = blocks[n];
  const auto failed = [&](const std::string& what) {
    return corrupt("block " + std::to_string(n) + ": " + what);
  };
  if (checksum(block.bytes) != block.checksum) return failed("checksum differs");
  if (auto decoded = decode_block(block.bytes, out); !decoded)
    return failed(decoded.error().message);
  return {};
}

Result<Table> Table::open(const std::filesystem::path& folder, const TableId& id) {
  const std::filesystem::path path = table_path(folder, id);
  auto map = MappedFile::open(path);
  if (!map) return map.error();
  auto header = decode_header(map->bytes(), id, path);
  if (!header) return header.error();
  const auto file = std::make_shared<File>(File{path, std::move(*map), *header, {}});
  if (auto read = file->read_directory(); !read) return read.error();
  return Table{file};
}

const TableInfo& Table::info() const { return file_->header.info; }
const std::filesystem::path& Table::path() const { return file_->path; }
std::uint64_t Table::bytes() const { return file_->header.file_bytes; }
std::uint64_t Table::blocks() const { return file_->header.block_count; }
std::uint32_t Table::block_positions() const { return file_->header.block_positions; }

std::uint32_t Table::positions_in(std::uint64_t n) const {
  assert(n < blocks());
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(block_positions(), info().positions - n * block_positions()));
}

Result<void> Table::read(std::uint64_t n, std::span<Value> out) const {
  assert(holds_values(info().id.metric) && out.size() == positions_in(n));
  return file_->read(n, out);
}

Result<void> Table::read(std::uint64_t n, std::span<std::uint16_t> out) const {
  assert(!holds_values(info().id.metric) && out.size() == positions_in(n));
  return file_->read(n, out);
}

Result<void> Table::check() const {
  std::vector<Value> values(block_positions());
  std::vector<std::uint16_t> plies(block_positions());
  for (std::uint64_t n = 0; n < blocks(); ++n) {
    const auto size = positions_in(n);
    if (auto done = holds_values(info().id.metric) ? read(n, std::span{values}.first(size))
                                                   : read(n, std::span{plies}.first(size));
        !done)
      return done;
  }
  return {};
}

}  // namespace damiera

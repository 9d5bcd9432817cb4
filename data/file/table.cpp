#include "data/file/table.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "data/file/block_codec.h"
#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/header.h"
#include "data/file/mapped_file.h"
#include "data/file/per_thread.h"
#include "data/file/slice_values.h"
#include "data/spans/span_reader.h"
#include "data/trees/tree_codec.h"

namespace damiera {

struct Table::File {
  std::filesystem::path path;
  MappedFile map;
  Header header;
  std::uint64_t values;                   // the number of values in the file
  std::vector<CheckedBytes> blocks = {};  // within the map; pages, if coded in spans
  std::optional<TreeCodec> tree = {};     // if coded along trees
  std::optional<SpanReader> spans = {};
  std::optional<Table> wdl = {};  // the values that distances coded along trees need

  Error corrupt(const std::string& what) const {
    return {Error::Code::corrupt, path.string() + ": " + what};
  }
  Result<void> read_directory();
  Result<void> take_model(std::span<const std::byte> model);
  Result<std::span<const std::byte>> take_order(std::span<const std::byte> model);
  std::uint64_t most_entries() const;
  int greatest_value() const {
    return holds_values(header.info.id.metric) ? 2 : header.info.longest_plies;
  }
  template <class T>
  Result<void> read(std::uint64_t n, std::span<T> out) const;

 private:
  Result<void> decode(std::uint64_t n, std::span<std::uint16_t> out) const;
  Result<void> read_values(std::uint64_t begin, std::span<std::uint16_t> out) const;
};

Result<void> Table::File::read_directory() {
  const std::uint64_t end = map.bytes().size() - header.directory_bytes;
  const auto directory = map.bytes().subspan(end);
  if (checksum(directory) != header.directory_checksum)
    return corrupt("directory: checksum differs");
  ByteReader rest{map.bytes().first(end).subspan(header_bytes)};
  for (ByteReader in{directory}; !in.at_end();) {
    const std::uint32_t size = in.get_varint();
    blocks.push_back({rest.take(size), size == 0 ? 0 : in.get<std::uint32_t>()});
    if (!in.ok()) return corrupt("directory: it ends within an entry");
    if (blocks.size() > most_entries())
      return corrupt("directory: expected at most " + std::to_string(most_entries()) + " entries");
    if (!rest.ok())
      return corrupt("directory: entry " + std::to_string(blocks.size() - 1) +
                     " goes beyond the end of the file");
  }
  if (!rest.at_end()) return corrupt("directory: the last block ends before the file");
  const CheckedBytes model = blocks.front();
  blocks.erase(blocks.begin());
  if (header.coding != Coding::spans && blocks.size() != header.block_count)
    return corrupt("directory: found " + std::to_string(blocks.size()) + " blocks, expected " +
                   std::to_string(header.block_count));
  if (!model.intact()) return corrupt("model: checksum differs");
  return take_model(model.bytes);
}

// The most entries of the block directory, the model's included. All pages but the last are full,
// so the size of the file bounds their number.
std::uint64_t Table::File::most_entries() const {
  if (header.coding != Coding::spans) return std::uint64_t{header.block_count} + 1;
  return header.file_bytes / SpanReader::page_bytes + 2;
}

Result<void> Table::File::take_model(std::span<const std::byte> model) {
  switch (header.coding) {
    case Coding::runs:
    case Coding::searched:
      if (!model.empty()) return corrupt("model: found one, expected none");
      return {};
    case Coding::tree: {
      auto parsed = parse_trees(model, TreeCodec::scores(header.info.id.metric));
      if (!parsed) return corrupt("model: not a list of trees");
      auto codec = TreeCodec::make(header.info.id, header.layout, *std::move(parsed),
                                   header.info.longest_plies);
      if (!codec) return corrupt(codec.error().message);
      tree.emplace(*std::move(codec));
      return {};
    }
    case Coding::spans: {
      const auto dictionary = take_order(model);
      if (!dictionary) return dictionary.error();
      auto parsed = PairCodes::parse(*dictionary);
      if (!parsed) return corrupt("model: not a dictionary");
      if (const int greatest = parsed->values().back(); greatest > greatest_value())
        return corrupt("model: found a value of " + std::to_string(greatest) +
                       ", expected at most " + std::to_string(greatest_value()));
      auto reader = SpanReader::make(std::move(blocks), *std::move(parsed), header.block_positions,
                                     header.block_count);
      if (!reader) return corrupt(reader.error().message);
      spans.emplace(*std::move(reader));
      return {};
    }
  }
  return {};
}

// Takes the learned order of the last groups from the model, if there is one. Returns the rest of
// the model.
Result<std::span<const std::byte>> Table::File::take_order(std::span<const std::byte> model) {
  CellLayout& layout = header.layout;
  if (layout.learned_groups == 0) return model;
  const TableId& id = header.info.id;
  const CellOrder order{rules_of(id.variant), id.material, layout};
  if (layout.learned_groups >= order.groups_of_pieces())
    return corrupt("learned groups: found " + std::to_string(layout.learned_groups) +
                   ", expected fewer than the " + std::to_string(order.groups_of_pieces()) +
                   " groups of the slice");
  const std::uint64_t size = order.last_cells(layout.learned_groups);
  if (size > LearnedOrder::max_size)
    return corrupt("learned groups: found " + std::to_string(size) + " choices, expected at most " +
                   std::to_string(LearnedOrder::max_size));
  const std::uint64_t bytes = std::min<std::uint64_t>(LearnedOrder::bytes(size), model.size());
  layout.learned = LearnedOrder::parse(model.first(bytes), size);
  if (!layout.learned)
    return corrupt("model: not an order of " + std::to_string(size) + " choices");
  return model.subspan(bytes);
}

// Decodes values of a packed table; don't-cares become arbitrary values.
Result<void> Table::File::decode(std::uint64_t n, std::span<std::uint16_t> out) const {
  if (spans) return spans->read(n, out);
  const std::uint64_t begin = n * header.block_positions;
  if (wdl)
    if (auto read = read_values(begin, out); !read) return read;
  tree->decode(blocks[n].bytes, begin, out);
  return {};
}

Result<void> Table::File::read_values(std::uint64_t begin, std::span<std::uint16_t> out) const {
  // The next block of distances usually needs the same block of values. The pointer is weak, so
  // that the file can be closed while the thread goes on.
  struct Last {
    std::weak_ptr<const File> file;
    HeldBlock block;
  };
  Last& last = per_thread<Last>();
  if (last.file.owner_before(wdl->file_) || wdl->file_.owner_before(last.file)) {
    last.block = {};
    last.file = wdl->file_;
  }
  return with_first_jumps(header.info.id.variant, [&]<Rules R>() {
    return read_cells<R>(*wdl, tree->order(), begin, out, last.block);
  });
}

template <class T>
Result<void> Table::File::read(std::uint64_t n, std::span<T> out) const {
  const auto failed = [&](const std::string& what) {
    return corrupt("block " + std::to_string(n) + ": " + what);
  };
  if (!spans && !blocks[n].intact()) return failed("checksum differs");
  if (header.coding == Coding::runs) {
    if (auto decoded = decode_block(blocks[n].bytes, out); !decoded)
      return failed(decoded.error().message);
    return {};
  }
  std::vector<std::uint16_t> stored(out.size());
  if (auto decoded = decode(n, stored); !decoded) return failed(decoded.error().message);
  if constexpr (std::is_same_v<T, Value>)
    std::ranges::transform(stored, out.begin(),
                           [](std::uint16_t v) { return decoded_value(std::min<unsigned>(v, 2)); });
  else
    std::ranges::copy(stored, out.begin());
  return {};
}

Result<Table> Table::open(const std::filesystem::path& folder, const TableId& id) {
  const std::filesystem::path path = table_path(folder, id);
  auto map = MappedFile::open(path);
  if (!map) return map.error();
  auto header = decode_header(map->bytes(), id, path);
  if (!header) return header.error();
  const auto file = std::make_shared<File>(
      File{path, std::move(*map), *header, count_values(id, header->coding, header->layout)});
  if (auto read = file->read_directory(); !read) return read.error();
  if (file->tree && !holds_values(id.metric)) {
    auto wdl = open(folder, wdl_beside(id));
    if (!wdl) return wdl.error();
    if (wdl->is_searched())
      return Error{Error::Code::missing_table,
                   path.string() + ": is read beside the values of its slice, and " +
                       wdl->path().string() + " stores none"};
    file->wdl.emplace(*std::move(wdl));
  }
  return Table{file};
}

const TableInfo& Table::info() const { return file_->header.info; }
const std::filesystem::path& Table::path() const { return file_->path; }
std::uint64_t Table::bytes() const { return file_->header.file_bytes; }
Coding Table::coding() const { return file_->header.coding; }
const CellLayout& Table::layout() const { return file_->header.layout; }
std::uint64_t Table::blocks() const { return file_->header.block_count; }
std::uint32_t Table::block_positions() const { return file_->header.block_positions; }

std::uint32_t Table::positions_in(std::uint64_t n) const {
  assert(n < blocks());
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(block_positions(), file_->values - n * block_positions()));
}

Result<unsigned> Table::value(std::uint64_t n) const {
  assert(coding() == Coding::spans && n < file_->values);
  auto value = file_->spans->value(n);
  if (!value) return file_->corrupt(value.error().message);
  return value;
}

bool Table::has_read(std::uint64_t n) const {
  assert(coding() == Coding::spans && n < file_->values);
  return file_->spans->has_read(n);
}

void Table::prefetch_place(std::uint64_t n) const {
  assert(coding() == Coding::spans && n < file_->values);
  file_->spans->prefetch_place(n);
}

void Table::prefetch(std::uint64_t n) const {
  assert(coding() == Coding::spans && n < file_->values);
  file_->spans->prefetch(n);
}

Result<void> Table::read_pages() const {
  assert(coding() == Coding::spans);
  if (auto read = file_->spans->read_pages(); !read) return file_->corrupt(read.error().message);
  return {};
}

Result<void> Table::read(std::uint64_t n, std::span<Value> out) const {
  assert(holds_values(info().id.metric) && out.size() == positions_in(n));
  return file_->read(n, out);
}

Result<void> Table::read(std::uint64_t n, std::span<std::uint16_t> out) const {
  assert(!holds_values(info().id.metric) && out.size() == positions_in(n));
  return file_->read(n, out);
}

Result<void> Table::check(std::uint64_t n) const {
  if (holds_values(info().id.metric)) {
    std::vector<Value> values(positions_in(n));
    return read(n, std::span{values});
  }
  std::vector<std::uint16_t> plies(positions_in(n));
  return read(n, std::span{plies});
}

Result<void> Table::check() const {
  for (std::uint64_t n = 0; n < blocks(); ++n)
    if (auto read = check(n); !read) return read;
  return {};
}

std::optional<Coding> coding_of(const std::filesystem::path& folder, const TableId& id) {
  const std::filesystem::path path = table_path(folder, id);
  const auto map = MappedFile::open(path);
  if (!map) return {};
  const auto header = decode_header(map->bytes(), id, path);
  if (!header) return {};
  return header->coding;
}

}  // namespace damiera

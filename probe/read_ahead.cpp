// The functions of Tablebase that read values before they are needed, or in a better order.

#include <algorithm>
#include <array>
#include <tuple>

#include "probe/prober.h"

namespace damiera {

namespace {

// The order of preloading: fewer kings first, then fewer pieces.
auto rank(const TableId& id) { return std::tuple{id.material.kings(), id.material.total(), id}; }

std::vector<TableId> tables_to_preload(const TableFolders& folders, const PreloadOptions& options) {
  std::vector<TableId> ids;
  for (const auto& [id, folder] : folders)
    if (id.material.total() <= options.pieces &&
        (id.metric == Metric::wdl || (id.metric == Metric::dtc && options.distances)))
      ids.push_back(id);
  std::ranges::sort(ids, {}, rank);
  return ids;
}

Result<Value> value_in(const Table& table, std::uint64_t number) {
  const auto stored = table.value(number);
  if (!stored) return stored.error();
  return decoded_value(*stored);
}

}  // namespace

std::vector<Result<Value>> Tablebase::wdl(std::span<const Position> positions) const {
  constexpr std::size_t at_once = 64;  // few enough for their fetched bytes to stay in the cache
  std::vector<Result<Value>> values(positions.size(), Value::draw);
  std::vector<std::pair<ValuePlace, std::size_t>> in_blocks;
  std::array<ValuePlace, at_once> places;
  for (std::size_t begin = 0; begin < positions.size(); begin += at_once) {
    const std::size_t size = std::min(at_once, positions.size() - begin);
    for (std::size_t i = 0; i < size; ++i) {
      places[i] = prober_->place(positions[begin + i]);
      if (places[i].read_in) continue;
      // Only positions for which a block must be decoded are sorted by block.
      auto value = wdl(positions[begin + i], Reading::in_memory);
      if (!value && value.error().code == Error::Code::not_in_memory)
        in_blocks.emplace_back(places[i], begin + i);
      else
        values[begin + i] = std::move(value);
    }
    for (const ValuePlace& place : std::span{places}.first(size))
      if (place.read_in) place.read_in->prefetch(place.number);
    for (std::size_t i = 0; i < size; ++i)
      if (const Table* table = places[i].read_in)
        values[begin + i] = value_in(*table, places[i].number);
  }
  std::ranges::sort(in_blocks);
  for (const auto& [place, i] : in_blocks) values[i] = wdl(positions[i]);
  return values;
}

bool Tablebase::prefetch(const Position& pos, bool distances) const {
  const auto is_there = [](const auto& found) {
    return found || found.error().code != Error::Code::not_in_memory;
  };
  if (distances ? is_there(probe(pos, Reading::in_memory)) : is_there(wdl(pos, Reading::in_memory)))
    return true;
  return prober_->read_soon({pos, distances});
}

Result<Preloaded> Tablebase::preload(const PreloadOptions& options) const {
  const TableSet& tables = prober_->set();
  Preloaded done;
  std::size_t decoded = 0;
  for (const TableId& id : tables_to_preload(tables.folders(), options)) {
    const auto table = tables.reader(id);
    if (!table) return table.error();
    const bool in_place = (*table)->table().coding() == Coding::spans;
    const std::uint64_t bytes = (*table)->bytes_in_memory();
    if (bytes > options.bytes - done.bytes ||
        (!in_place && bytes > tables.cache().bytes() - decoded)) {
      ++done.left_out;
      continue;
    }
    if (auto read = (*table)->preload(); !read) return read.error();
    if ((*table)->needs_index()) prober_->number(id.material);
    ++done.tables;
    done.bytes += bytes;
    if (!in_place) decoded += bytes;
  }
  return done;
}

std::uint64_t Tablebase::blocks_decoded() const { return prober_->set().cache().misses(); }

}  // namespace damiera

#include "probe/slice_reader.h"

namespace damiera {

namespace {

/// A value of the table needs 2^bits_log bits. The stored numbers of captures and draws may not
/// fit; no probe reads them.
unsigned bits_log(const TableInfo& info) {
  unsigned log = 1;  // three values of WDL
  if (holds_values(info.id.metric)) return log;
  const int longest = info.id.metric == Metric::dtw ? info.longest_plies / 2 : info.longest_plies;
  while (longest >> (1U << log) != 0) ++log;
  return log;
}

std::uint64_t code(Value v) { return static_cast<std::uint64_t>(static_cast<int>(v) + 1); }
std::uint64_t code(std::uint16_t plies) { return plies; }

/// Reads a block and packs its values into words, `bits` for each, from the lowest up.
template <class T>
Result<void> pack(const Table& table, std::uint64_t block, unsigned bits,
                  std::vector<std::uint64_t>& words) {
  std::vector<T> values(table.positions_in(block));
  if (auto read = table.read(block, std::span<T>{values}); !read) return read;
  const std::size_t per_word = 64 / bits;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::size_t i = 0; i < values.size(); ++i)
    words[i / per_word] |= (code(values[i]) & mask) << i % per_word * bits;
  return {};
}

}  // namespace

SliceReader::SliceReader(Table table, std::uint32_t number, PageCache& cache)
    : table_{std::move(table)},
      coding_{table_.coding()},
      order_{rules_of(table_.info().id.variant), table_.info().id.material, table_.layout()},
      cache_{&cache},
      number_{number},
      bits_log_{bits_log(table_.info())},
      block_positions_{table_.block_positions()} {
  const std::uint64_t page_positions = PageCache::page_words * 64 >> bits_log_;
  block_pages_ = (block_positions_ + page_positions - 1) / page_positions;
}

std::uint64_t SliceReader::bytes_in_memory() const {
  if (coding_ == Coding::spans) return table_.bytes();
  return table_.blocks() * block_pages_ * PageCache::page_words * sizeof(std::uint64_t);
}

Result<void> SliceReader::preload() const {
  if (coding_ == Coding::spans) return table_.read_pages();
  for (std::uint64_t block = 0; block < table_.blocks(); ++block)
    if (const auto decoded = decode_into_cache(block); !decoded) return decoded.error();
  return {};
}

Result<unsigned> SliceReader::load(const Place& at) const {
  const auto words = decode_into_cache(at.key.page / block_pages_);
  if (!words) return words.error();
  return value_in((*words)[at.key.page % block_pages_ * PageCache::page_words + at.word], at);
}

Result<SliceReader::Words> SliceReader::decode_into_cache(std::uint64_t block) const {
  auto words = decode(block);
  if (!words) return words;
  cache_->count_miss();
  const std::span all{*words};
  for (std::uint64_t page = 0; page < block_pages_; ++page)
    cache_->insert({number_, block * block_pages_ + page},
                   all.subspan(page * PageCache::page_words).first<PageCache::page_words>());
  return words;
}

Result<SliceReader::Words> SliceReader::decode(std::uint64_t block) const {
  Words words(block_pages_ * PageCache::page_words);
  const auto packed = holds_values(table_.info().id.metric)
                          ? pack<Value>(table_, block, 1U << bits_log_, words)
                          : pack<std::uint16_t>(table_, block, 1U << bits_log_, words);
  if (!packed) return packed.error();
  return words;
}

}  // namespace damiera

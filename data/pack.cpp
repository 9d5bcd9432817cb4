#include "data/pack.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

#include "data/code_trainer.h"
#include "data/header.h"
#include "data/slice_values.h"
#include "data/span_encoder.h"
#include "data/span_reader.h"
#include "data/table_writer.h"
#include "data/tree_trainer.h"

namespace damiera {

namespace {

using Values = std::vector<std::uint16_t>;

static_assert(SpanEncoder::any == dont_care);

// Samples of so many values are enough to grow trees; with many pieces, and so many features, those
// have to do whose answers take so many bytes. (A distance takes a few guesses, of which each is a
// sample.)
constexpr std::uint64_t enough_values = 1'000'000, most_answers = 1 << 29;

// Windows spread over the cells: where they begin. One somewhere in each of `most` equal parts:
// were they as far from each other, they could fall into step with the order of the cells.
std::vector<std::uint64_t> windows(std::uint64_t cells, std::uint64_t size, std::uint64_t most) {
  const std::uint64_t all = (cells + size - 1) / size, count = std::min(all, most);
  std::vector<std::uint64_t> begins;
  for (std::uint64_t n = 0; n < count; ++n) {
    constexpr std::uint64_t whole = 1 << 16, golden_section = 40503;  // of it
    const std::uint64_t place = n * whole + n * golden_section % whole;
    begins.push_back(all * place / (count * whole) * size);
  }
  return begins;
}

template <Rules R>
class Packer {
 public:
  Packer(const TableInfo& info, const SliceValues<R>& values, const PackProgress& progress)
      : info_{info}, values_{values}, progress_{progress} {}

  Result<void> write_small(const std::filesystem::path& folder) const {
    const CellLayout layout{};
    const CellOrder order{R, info_.id.material, layout};
    const std::uint32_t size = block_values(order.cells());
    ScoreTrees trees = train(order, layout, size);
    TableForm form{Coding::tree, layout, size, {}};
    append_trees(trees, TreeCodec::scores(info_.id.metric), form.model);
    const auto codec = TreeCodec::make(info_.id, layout, std::move(trees), info_.longest_plies);
    auto writer = TableWriter::create(folder, info_, form);
    if (!writer) return writer.error();
    std::vector<std::byte> bytes;
    for (std::uint64_t begin = 0; begin < order.cells(); begin += size) {
      Values block = cells(order, begin, size);
      bytes.clear();
      codec->encode(begin, block, bytes);
      if (auto added = writer->add(bytes); !added) return added;
      if (!goes_on(order, begin, size)) return {};
    }
    return writer->finish();
  }

  Result<void> write_fast(const std::filesystem::path& folder) const {
    const Values alphabet = this->alphabet();
    const CellLayout layout = best_layout(alphabet);
    const CellOrder order{R, info_.id.material, layout};
    const Dictionary made = dictionary(order, alphabet);
    const auto spans = encoded(order, made);
    if (!spans) return {};
    TableForm form{Coding::spans, layout, spans->span_values, {}};
    made.codes.append_to(form.model);
    auto writer = TableWriter::create(folder, info_, form);
    if (!writer) return writer.error();
    for (std::span rest = std::span<const std::byte>{spans->bytes}; !rest.empty();) {
      const auto page = rest.first(std::min(rest.size(), SpanReader::page_bytes));
      if (auto added = writer->add(page); !added) return added;
      rest = rest.subspan(page.size());
    }
    return writer->finish();
  }

 private:
  struct Dictionary {
    PairCodes codes;
    std::uint32_t span;  // values
  };

  Values cells(const CellOrder& order, std::uint64_t begin, std::uint64_t size) const {
    Values block(std::min(size, order.cells() - begin));
    values_.cells(order, begin, block);
    return block;
  }
  // As they stand in a fast table, which tells no wins from losses.
  Values plain(const CellOrder& order, std::uint64_t begin, std::uint64_t size) const {
    Values block = cells(order, begin, size);
    if (!holds_values(info_.id.metric))
      for (std::uint16_t& v : block) v = v == dont_care ? v : v >> 1;
    return block;
  }

  // Larger blocks take fewer bytes, since fewer cells have no neighbours in their block.
  std::uint32_t block_values(std::uint64_t cells) const {
    constexpr std::uint64_t least = 1 << 15;
    const std::uint64_t most = most_block_values(info_.id.metric);
    return static_cast<std::uint32_t>(
        std::clamp(std::bit_floor(cells / 16), std::min(least, most), most));
  }
  ScoreTrees train(const CellOrder& order, CellLayout layout, std::uint32_t size) const {
    const auto features = FeatureSet::candidates(order, TreeCodec::facts(info_.id.metric));
    ScoreTrees all{features, {}, {}};
    const auto codec = TreeCodec::make(info_.id, layout, std::move(all), info_.longest_plies);
    TreeTrainer trainer{features, holds_values(info_.id.metric)};
    const std::uint64_t enough = std::min(enough_values, most_answers / features.size());
    const std::uint64_t every = 1 + (info_.positions - info_.captures) / enough;
    for (std::uint64_t begin = 0; begin < order.cells(); begin += size) {
      Values block = cells(order, begin, size);
      codec->sample(begin, block, every, [&](const auto& sample) { trainer.add(sample); });
    }
    return trainer.train(every);
  }

  // Of those with the fewest runs, the one with the fewest codes in a sample.
  CellLayout best_layout(const Values& alphabet) const {
    constexpr std::size_t candidates = 8;
    std::vector<std::pair<std::uint64_t, CellLayout>> layouts;
    for (const auto squares : {CellLayout::Squares::by_row, CellLayout::Squares::snake})
      for (int groups = 0; groups < CellLayout::group_orders; ++groups) {
        const CellLayout layout{static_cast<std::uint8_t>(groups), squares};
        layouts.emplace_back(runs(layout), layout);
      }
    constexpr auto first = &std::pair<std::uint64_t, CellLayout>::first;
    std::ranges::stable_sort(layouts, {}, first);
    // Orders that differ in groups without pieces are one and the same.
    const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
    layouts.erase(std::unique(layouts.begin(), layouts.end(), same), layouts.end());
    layouts.resize(std::min(layouts.size(), candidates));
    for (auto& [count, layout] : layouts)
      count = codes_of_few(CellOrder{R, info_.id.material, layout}, alphabet);
    return std::ranges::min_element(layouts, {}, first)->second;
  }
  // In a sample; as if it were of all cells. What does not matter goes on with the run before.
  std::uint64_t runs(CellLayout layout) const {
    constexpr std::uint64_t size = 1 << 9, most = 512;
    const CellOrder order{R, info_.id.material, layout};
    std::uint64_t count = 0, seen = 0;
    for (const std::uint64_t begin : windows(order.cells(), size, most)) {
      const Values block = plain(order, begin, size);
      std::optional<std::uint16_t> last;
      for (const std::uint16_t v : block) {
        if (v == dont_care) continue;
        count += last.has_value() && v != last;
        last = v;
      }
      seen += block.size();
    }
    return count * order.cells() / seen;
  }

  // All values that matter, which are the same in any order; at least one value.
  Values alphabet() const {
    const CellOrder order{R, info_.id.material, {}};
    std::vector<bool> seen(dont_care);
    constexpr std::uint64_t size = 1 << 15;
    for (std::uint64_t begin = 0; begin < order.cells(); begin += size)
      for (const std::uint16_t v : plain(order, begin, size))
        if (v != dont_care) seen[v] = true;
    Values values;
    for (std::uint16_t v = 0; v < dont_care; ++v)
      if (seen[v]) values.push_back(v);
    if (values.empty()) values.push_back(0);
    return values;
  }

  // Spans are chosen to take up to so many bytes on average: less makes them faster to read, and
  // their beginnings, two bytes each, a larger part of the file.
  static constexpr std::uint64_t span_bytes = 64;

  // Many short windows: what suits one part of a slice does not suit another.
  static constexpr std::uint64_t short_window = 1 << 11;
  Windows sample(const CellOrder& order, std::uint64_t size, std::uint64_t most) const {
    Windows sample;
    for (const std::uint64_t begin : windows(order.cells(), size, most))
      sample.push_back(plain(order, begin, size));
    return sample;
  }

  // Codes that all cells would take, by samples.
  std::uint64_t codes_of_few(const CellOrder& order, const Values& alphabet) const {
    constexpr std::size_t most_strings = 256;
    const Windows few = sample(order, short_window, 1024);
    const PairCodes codes = join_pairs(alphabet, few, most_strings);
    return count_codes(codes, few) * order.cells() / count_values(few);
  }

  Dictionary dictionary(const CellOrder& order, const Values& alphabet) const {
    Windows windows = sample(order, short_window, 1536);
    // And a few long ones, for slices where nearly all values are alike.
    std::ranges::move(sample(order, PairCodes::max_length, 6), std::back_inserter(windows));
    PairCodes codes = train_codes(alphabet, windows);
    const std::uint64_t values = count_values(windows),
                        bytes = codes.code_bytes() * count_codes(codes, windows);
    std::uint32_t span = 64;
    while (span < PairCodes::max_length && 2 * span * bytes <= span_bytes * values) span *= 2;
    return {std::move(codes), span};
  }

  // Tells that the cells from `begin` on are packed: their share of the positions.
  bool goes_on(const CellOrder& order, std::uint64_t begin, std::uint64_t size) const {
    const auto positions_before = [&](std::uint64_t cell) {
      const double share = static_cast<double>(cell) / static_cast<double>(order.cells());
      return static_cast<std::uint64_t>(share * static_cast<double>(info_.positions));
    };
    const std::uint64_t end = std::min(begin + size, order.cells());
    return progress_(positions_before(end) - positions_before(begin));
  }

  // Nothing if told to stop.
  std::optional<EncodedSpans> encoded(const CellOrder& order, const Dictionary& d) const {
    constexpr std::uint64_t told_at_once = 1 << 18;  // cells; spans are far shorter
    std::uint64_t told = 0;
    const auto read = [&](std::uint64_t begin, std::uint64_t size) -> std::optional<Values> {
      if (begin >= told) {
        if (!goes_on(order, told, told_at_once)) return {};
        told += told_at_once;
      }
      return plain(order, begin, size);
    };
    return encode_spans(d.codes, order.cells(), d.span, read);
  }

  const TableInfo& info_;
  const SliceValues<R>& values_;
  const PackProgress& progress_;
};

template <Rules R>
Result<void> write(const TableInfo& info, const Result<SliceValues<R>>& values,
                   const std::filesystem::path& folder, Profile profile,
                   const PackProgress& progress) {
  if (!values) return values.error();
  const Packer<R> packer{info, *values, progress};
  return profile == Profile::small ? packer.write_small(folder) : packer.write_fast(folder);
}

}  // namespace

Result<void> pack_searched(const Table& table, const std::filesystem::path& folder) {
  auto writer = TableWriter::create_searched(folder, table.info());
  return writer ? writer->finish() : writer.error();
}

Result<void> pack_asked(const TableInfo& info, const StoredValue& value,
                        const std::filesystem::path& folder, Profile profile,
                        const PackProgress& progress) {
  return with_rules(info.id.variant, [&]<Rules R>() {
    return write<R>(info, SliceValues<R>::ask(info.id, value), folder, profile, progress);
  });
}

Result<void> pack(const Table& table, const Table& wdl, const std::filesystem::path& folder,
                  Profile profile, const PackProgress& progress) {
  assert(!table.is_searched() && !wdl.is_searched());
  if (table.is_as_without_count()) {
    auto writer = TableWriter::create_without_blocks(folder, table.info());
    return writer ? writer->finish() : writer.error();
  }
  return with_rules(table.info().id.variant, [&]<Rules R>() {
    return write<R>(table.info(), SliceValues<R>::read(table, wdl), folder, profile, progress);
  });
}

}  // namespace damiera

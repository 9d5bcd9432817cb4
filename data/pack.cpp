#include "data/pack.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <mutex>
#include <optional>

#include "data/file/durable.h"
#include "data/file/header.h"
#include "data/file/table_writer.h"
#include "data/folder/catalogue.h"
#include "data/lent.h"
#include "data/spans/span_encoder.h"
#include "data/spans/span_layout.h"
#include "data/spans/span_reader.h"
#include "data/trees/tree_trainer.h"

namespace damiera {

namespace fs = std::filesystem;

namespace {

using Values = std::vector<std::uint16_t>;

// The most bytes that the answers of all samples may take: with more features, fewer samples fit.
// (A distance takes a few guesses, and each guess is a sample.)
constexpr std::uint64_t most_answers = 1 << 29;

class Packer {
 public:
  Packer(const TableInfo& info, const CellValues& values, const PackProgress& progress,
         Effort effort, const Workers& workers)
      : info_{info}, values_{values}, progress_{progress}, effort_{effort}, workers_{workers} {}

  /// Writes the table to an unfinished file; nothing if the progress function says to stop.
  using Written = Result<std::optional<TableWriter>>;
  Written write(Profile profile, const fs::path& folder) const {
    return profile == Profile::small ? write_small(folder) : write_fast(folder);
  }

 private:
  Written write_small(const fs::path& folder) const {
    const Rules& rules = rules_of(info_.id.variant);
    CellLayout layout;
    // A run of a king changes few values, so cells that differ only in runs lie near each other.
    const bool has_runs = KingRuns{info_.id.material, rules.king_limit}.count() > 1;
    if (has_runs) layout.runs = CellLayout::Runs::before_last;
    const CellOrder order{rules, info_.id.material, layout};
    const std::uint32_t size = block_values(order.cells(), has_runs);
    ScoreTrees trees = train(order, layout, size);
    TableForm form{Coding::tree, layout, size, {}};
    append_trees(trees, TreeCodec::scores(info_.id.metric), form.model);
    const auto codec = TreeCodec::make(info_.id, layout, std::move(trees), info_.longest_plies);
    auto writer = TableWriter::create(folder, info_, form);
    if (!writer) return writer.error();
    const CellReader reader{values_, order};
    Lent<RowMoves> moves{[&] { return codec->row_moves(); }};
    Result<void> added;
    bool told_to_stop = false;
    in_order(
        workers_, blocks_for(order.cells(), size),
        [&](std::size_t n) {
          Values block = reader.cells(n * size, size);
          std::vector<std::byte> bytes;
          moves.with([&](RowMoves& m) { codec->encode(n * size, block, m, bytes); });
          return bytes;
        },
        [&](std::size_t n, const auto& bytes) {
          added = writer->add(bytes);
          told_to_stop = added && !goes_on(order, n * size, size);
          return added && !told_to_stop;
        });
    if (!added) return added.error();
    if (told_to_stop) return std::optional<TableWriter>{};
    return std::optional{*std::move(writer)};
  }

  Written write_fast(const fs::path& folder) const {
    const CellSamples samples{info_.id, values_};
    const Values alphabet = samples.alphabet();
    if (alphabet.size() > PairCodes::max_strings)
      return corrupt(name(info_.id) + ": found " + std::to_string(alphabet.size()) +
                     " different values, expected at most " +
                     std::to_string(PairCodes::max_strings));
    const SpanEffort effort = span_effort(effort_, samples.order({}).cells());
    const CellLayout layout = SpanLayout{samples, alphabet, effort, workers_}.best();
    const CellOrder order = samples.order(layout);
    const Dictionary made = dictionary(samples, order, alphabet, effort.training_beam);
    const auto spans = encoded(samples, order, made, effort.beam);
    if (!spans)
      return Error{spans.error().code, name(info_.id) + ": " + spans.error().message +
                                           "; the profile small has no such bound"};
    if (!*spans) return std::optional<TableWriter>{};
    TableForm form{Coding::spans, layout, (*spans)->span_values, {}};
    if (layout.learned) layout.learned->append_to(form.model);
    made.codes.append_to(form.model);
    auto writer = TableWriter::create(folder, info_, form);
    if (!writer) return writer.error();
    if (auto added = add_pages((*spans)->parts, *writer); !added) return added.error();
    return std::optional{*std::move(writer)};
  }

  static Result<void> add_pages(std::span<const std::vector<std::byte>> parts,
                                TableWriter& writer) {
    std::vector<std::byte> page;
    for (std::span<const std::byte> rest : parts)
      while (!rest.empty()) {
        const auto more = rest.first(std::min(rest.size(), SpanReader::page_bytes - page.size()));
        page.insert(page.end(), more.begin(), more.end());
        rest = rest.subspan(more.size());
        if (page.size() < SpanReader::page_bytes) continue;
        if (auto added = writer.add(page); !added) return added;
        page.clear();
      }
    return page.empty() ? Result<void>{} : writer.add(page);
  }

  struct Dictionary {
    PairCodes codes;
    std::uint32_t span;  // values
  };

  // Larger blocks take fewer bytes, since fewer cells have no neighbours in their block, and longer
  // to decode. Distances take several guesses each, but those of other runs are mostly the same.
  std::uint32_t block_values(std::uint64_t cells, bool has_runs) const {
    constexpr std::uint64_t least = 1 << 15;
    const bool largest = holds_values(info_.id.metric) || has_runs;
    const std::uint64_t most = largest ? most_block_values(info_.id.metric) : 1 << 14;
    return static_cast<std::uint32_t>(
        std::clamp(std::bit_floor(cells / 16), std::min(least, most), most));
  }
  ScoreTrees train(const CellOrder& order, CellLayout layout, std::uint32_t size) const {
    const auto features = FeatureSet::candidates(rules_of(info_.id.variant), order,
                                                 TreeCodec::facts(info_.id.metric));
    ScoreTrees all{features, {}, {}};
    const auto codec = TreeCodec::make(info_.id, layout, std::move(all), info_.longest_plies);
    TreeTrainer trainer{features, holds_values(info_.id.metric)};
    const TreeEffort effort = tree_effort(effort_, order.cells());
    const std::uint64_t enough = std::min(effort.samples, most_answers / features.size());
    SampleRate rate = SampleRate::at_most(enough, info_.positions - info_.captures);
    const CellReader reader{values_, order};
    const auto sample = [&](std::size_t n, const auto& visit) {
      Values block = reader.cells(n * size, size);
      codec->sample(n * size, block, rate.every, visit);
    };
    if (effort.guesses != 0 && !holds_values(info_.id.metric))
      rate = rate.reduced_to(effort.guesses, guesses(order.cells(), size, sample));
    trainer.reserve(rate.samples + rate.samples / 16);  // an estimate, and some more
    in_order(
        workers_, blocks_for(order.cells(), size),
        [&](std::size_t n) {
          TreeTrainer part{features, holds_values(info_.id.metric)};
          part.reserve(size / rate.every);
          sample(n, [&](const auto& s) { part.add(s); });
          return part;
        },
        [&](std::size_t, const TreeTrainer& part) {
          trainer.join(part);
          return true;
        });
    return trainer.train(rate.every, effort, workers_);
  }

  // The most bytes that a span takes on average. Shorter spans are faster to read, but the offset
  // of each span takes two bytes, which is a larger part of the file.
  static constexpr std::uint64_t span_bytes = 128;

  Dictionary dictionary(const CellSamples& samples, const CellOrder& order, const Values& alphabet,
                        std::size_t beam) const {
    // Many short windows are taken, because parts of a slice differ; and a few long ones, for
    // slices in which nearly all values are equal.
    Windows windows = samples.windows(order, 1 << 11, 1536);
    std::ranges::move(samples.windows(order, PairCodes::max_length, 6),
                      std::back_inserter(windows));
    PairCodes codes = train_codes(alphabet, windows, beam, workers_);
    const std::uint64_t values = count_values(windows),
                        bytes = codes.code_bytes() * count_codes(codes, windows, beam, workers_);
    std::uint32_t span = 64;
    while (span < PairCodes::max_length && 2 * span * bytes <= span_bytes * values) span *= 2;
    return {std::move(codes), span};
  }

  // The number of samples, estimated from a few of the blocks.
  template <class Sample>
  std::uint64_t guesses(std::uint64_t cells, std::uint32_t size, const Sample& sample) const {
    constexpr std::size_t step = 16;
    std::atomic<std::uint64_t> found = 0;  // sums are the same in any order
    workers_((blocks_for(cells, size) + step - 1) / step, [&](std::size_t n) {
      std::uint64_t of_block = 0;
      sample(n * step, [&](const auto&) { ++of_block; });
      found += of_block;
    });
    return found * step;
  }

  // Reports that `size` cells from `begin` on are packed, as their share of the positions.
  bool goes_on(const CellOrder& order, std::uint64_t begin, std::uint64_t size) const {
    const auto positions_before = [&](std::uint64_t cell) {
      const double share = static_cast<double>(cell) / static_cast<double>(order.cells());
      return static_cast<std::uint64_t>(share * static_cast<double>(info_.positions));
    };
    const std::uint64_t end = std::min(begin + size, order.cells());
    return progress_(positions_before(end) - positions_before(begin));
  }

  // As encode_spans(): nothing if the progress function says to stop.
  Result<std::optional<EncodedSpans>> encoded(const CellSamples& samples, const CellOrder& order,
                                              const Dictionary& d, std::size_t beam) const {
    constexpr std::uint64_t told_at_once = 1 << 18;  // cells; spans are far shorter
    std::mutex mutex;
    std::uint64_t told = 0;  // cells reported so far, in the first pass only
    const auto may_go_on = [&] {
      const std::scoped_lock lock{mutex};
      if (told >= order.cells()) return true;
      told += told_at_once;
      return goes_on(order, told - told_at_once, told_at_once);
    };
    const SpanEncoder encoder{d.codes, beam};
    const CellReader reader = samples.reader(order);
    const auto encode = [&](std::uint64_t begin, std::uint64_t size, std::vector<std::byte>& out) {
      if (begin % told_at_once == 0 && !may_go_on()) return false;
      if (holds_values(info_.id.metric))
        encoder.encode(reader.few(begin, size), out);
      else
        encoder.encode(samples.cells(reader, begin, size), out);
      return true;
    };
    return encode_spans(order.cells(), d.span, encode, workers_);
  }

  const TableInfo& info_;
  const CellValues& values_;
  const PackProgress& progress_;
  Effort effort_;
  const Workers& workers_;
};

// Packs the values that `read` puts into the memory that it is given. Values for which the memory
// does not suffice lie in a nameless file beside the table.
template <class Read>
Packer::Written write(const TableInfo& info, const Read& read, const fs::path& folder,
                      Profile profile, const PackProgress& progress, Effort effort,
                      const PackResources& resources) {
  const fs::path beside = table_path(folder, info.id).parent_path();
  if (auto made = make_folders(beside); !made) return made.error();
  Memory memory{resources.memory, beside};
  const Result<CellValues> values = read(memory);
  if (!values) return values.error();
  return Packer{info, *values, progress, effort, resources.workers}.write(profile, folder);
}

// Gives a table its name, if there is one.
Result<void> finish(Packer::Written&& written) {
  if (!written) return written.error();
  return *written ? (*written)->finish() : Result<void>{};
}

}  // namespace

Result<void> pack_searched(const Table& table, const fs::path& folder) {
  auto writer = TableWriter::create_searched(folder, table.info());
  return writer ? writer->finish() : writer.error();
}

Result<void> pack_asked(const TableInfo& info, const StoredValue& value, const fs::path& folder,
                        Profile profile, const PackProgress& progress, Effort effort,
                        const PackResources& resources) {
  const auto read = [&](Memory& memory) { return values_asked(info.id, value, memory); };
  return finish(write(info, read, folder, profile, progress, effort, resources));
}

Result<void> pack(const Table& table, const Table& wdl, const fs::path& folder, Profile profile,
                  const PackProgress& progress, Effort effort, const PackResources& resources) {
  assert(!table.is_searched() && !wdl.is_searched());
  if (table.is_as_without_count()) {
    auto writer = TableWriter::create_without_blocks(folder, table.info());
    return writer ? writer->finish() : writer.error();
  }
  const auto read = [&](Memory& memory) {
    return values_of_table(table, wdl, resources.workers, memory);
  };
  return finish(write(table.info(), read, folder, profile, progress, effort, resources));
}

Result<TableWriter> pack_solved(const TableInfo& info, const ReadOutcomes& read, const Table* wdl,
                                const fs::path& folder, Profile profile, Effort effort,
                                const PackResources& resources) {
  assert((info.id.metric == Metric::counted_dtc) == (wdl != nullptr));
  const auto values = [&](Memory& memory) {
    return values_solved(info.id, read, wdl, resources.workers, memory);
  };
  const PackProgress progress = pack_on;
  auto written = write(info, values, folder, profile, progress, effort, resources);
  if (!written) return written.error();
  return **std::move(written);
}

}  // namespace damiera

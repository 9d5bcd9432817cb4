// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include "data/effort.h"
#include "data/spans/cell_samples.h"
#include "data/spans/order_learner.h"
#include "data/workers.h"

namespace damiera {

/// An order of the cells, and what it was found to cost.
struct LayoutTrial {
  CellLayout layout;
  std::uint64_t cost;
};

/// Leaves at most `most` of the trials: those that cost least, in this order.
inline void keep_cheapest(std::vector<LayoutTrial>& trials, std::size_t most) {
  std::ranges::stable_sort(trials, {}, &LayoutTrial::cost);
  trials.resize(std::min(trials.size(), most));
}

/// Finds by samples an order of the cells in which a table coded in spans is small.
class SpanLayout {
 public:
  /// `alphabet`: all values of the samples. The result does not depend on the workers. All
  /// arguments must outlive this object.
  SpanLayout(const CellSamples& samples, const std::vector<std::uint16_t>& alphabet,
             const SpanEffort& effort, const Workers& workers)
      : samples_{samples}, alphabet_{alphabet}, effort_{effort}, workers_{workers} {}

  /// Compares the orders with the fewest runs by their bytes, first in a few short samples from all
  /// parts of the slice, and returns the best.
  CellLayout best() const {
    std::vector<Trial> trials = plain();
    keep_cheapest(trials, 6);
    std::ranges::move(learned(trials.front().cost), std::back_inserter(trials));
    each(trials, [&](Trial& t) { t.cost = bytes(t.layout, 1 << 9, 512); });
    keep_cheapest(trials, 4);
    each(trials, [&](Trial& t) { t.cost = bytes(t.layout, 1 << 11, 1024); });
    keep_cheapest(trials, 1);
    return trials.front().layout;
  }

 private:
  using Trial = LayoutTrial;
  using Kinds = std::vector<int>;  // of groups

  // Calls work for each of `things`, in parallel.
  template <class T, class Work>
  void each(std::vector<T>& things, const Work& work) const {
    workers_(things.size(), [&](std::size_t n) { work(things[n]); });
  }

  // The numbers of different orders of groups. Orders that differ only in groups without pieces are
  // equal.
  std::map<Kinds, std::uint8_t> group_orders() const {
    std::map<Kinds, std::uint8_t> numbers;
    for (std::uint8_t number = 0; number < CellLayout::group_orders; ++number) {
      const CellOrder order = samples_.order({.groups = number});
      Kinds kinds;
      for (const CellOrder::Group& g : order.groups())
        if (!g.is_of_runs()) kinds.push_back(g.kind);
      numbers.emplace(std::move(kinds), number);
    }
    return numbers;
  }

  // The orders without a learned order, with the numbers of their runs.
  std::vector<Trial> plain() const {
    // Runs of kings change few values: if they come last, most values are like the one before.
    const bool has_runs = samples_.order({}).runs().count() > 1;
    std::vector<Trial> trials;
    for (const auto squares : {CellLayout::Squares::by_row, CellLayout::Squares::snake})
      for (const auto& [kinds, number] : group_orders()) {
        CellLayout layout{.groups = number, .squares = squares};
        trials.push_back({layout, 0});
        layout.runs = CellLayout::Runs::last;
        if (has_runs) trials.push_back({layout, 0});
      }
    each(trials, [&](Trial& t) { t.cost = runs(t.layout); });
    return trials;
  }

  // The orders with a learned order of the last groups, for a few sets of last groups. The groups
  // before them are in the order that gives the fewest runs.
  std::vector<Trial> learned(std::uint64_t plain_runs) const {
    std::map<Kinds, std::vector<CellLayout>> layouts;  // by the last groups
    for (const auto& [kinds, number] : group_orders())
      for (std::size_t last = 1; last < kinds.size(); ++last) {
        const Kinds last_kinds(kinds.end() - static_cast<std::ptrdiff_t>(last), kinds.end());
        if (!std::ranges::is_sorted(last_kinds)) continue;  // the learned order replaces theirs
        layouts[last_kinds].push_back({.groups = number,
                                       .squares = CellLayout::Squares::snake,
                                       .learned_groups = static_cast<std::uint8_t>(last)});
      }
    std::vector<std::vector<CellLayout>> alike;
    for (const auto& [kinds, same_last] : layouts) alike.push_back(same_last);
    std::vector<std::optional<Trial>> best(alike.size());
    workers_(alike.size(), [&](std::size_t n) { best[n] = best_learned(alike[n], plain_runs); });
    std::vector<Trial> trials;
    for (const auto& trial : best)
      if (trial) trials.push_back(*trial);
    drop_long(trials, plain_runs);
    keep_cheapest(trials, 4);
    each(trials, [&](Trial& t) {
      if (const std::uint64_t choices = t.layout.learned->size();
          rows(choices, effort_.many_words) > rows(choices, effort_.few_words))
        t.layout.learned = order_of_last(t.layout, plain_runs, effort_.many_words);
    });
    return trials;
  }
  // The best of layouts with the same last groups. Their order is learned from the first layout
  // that allows it.
  std::optional<Trial> best_learned(const std::vector<CellLayout>& layouts,
                                    std::uint64_t plain_runs) const {
    std::optional<Trial> best;
    for (CellLayout layout : layouts) {
      layout.learned =
          best ? best->layout.learned : order_of_last(layout, plain_runs, effort_.few_words);
      if (!layout.learned) continue;
      const Trial trial{layout, runs(layout)};
      if (!best || trial.cost < best->cost) best = trial;
    }
    return best;
  }
  // A long learned order takes time and bytes, so it must save enough.
  static bool is_long(const Trial& t) { return t.layout.learned->size() > 1 << 11; }
  static void drop_long(std::vector<Trial>& trials, std::uint64_t least) {
    for (const Trial& t : trials)
      if (!is_long(t)) least = std::min(least, t.cost);
    std::erase_if(trials, [&](const Trial& t) { return is_long(t) && 10 * t.cost > 9 * least; });
  }

  // Learns an order of the joint choices of the last groups, with at most `words` comparisons of 64
  // values. Null if the order would be a large part of the file, or if there are too few rows to
  // learn from.
  std::shared_ptr<const LearnedOrder> order_of_last(CellLayout layout, std::uint64_t plain_runs,
                                                    std::uint64_t words) const {
    constexpr std::uint64_t most_choices = 1 << 14, least_rows = 64;
    layout.learned.reset();
    const CellOrder order = samples_.order(layout);
    const std::uint64_t choices = order.last_cells(layout.learned_groups);
    // Each run takes about half a byte.
    if (choices > most_choices || 8 * LearnedOrder::bytes(choices) > plain_runs) return {};
    const std::uint64_t most = rows(choices, words);
    if (most < least_rows) return {};
    return std::make_shared<const LearnedOrder>(
        learn_order(samples_.windows(order, choices, most), effort_.kicks));
  }
  // How many rows an order of `choices` is learned from.
  std::uint64_t rows(std::uint64_t choices, std::uint64_t words) const {
    constexpr std::uint64_t most = 1 << 12;
    const std::uint64_t all = samples_.order({}).cells() / choices;  // cells: the same in any order
    return std::min({most, 64 * (words / (choices * choices)), all});
  }

  // The number of runs, estimated for all cells from a sample. A don't-care continues the run
  // before it.
  std::uint64_t runs(const CellLayout& layout) const {
    constexpr std::uint64_t size = 1 << 9, most = 512;
    const CellOrder order = samples_.order(layout);
    const Windows windows = samples_.windows(order, size, most);
    std::uint64_t count = 0;
    for (const auto& window : windows) {
      std::optional<std::uint16_t> last;
      for (const std::uint16_t v : window) {
        if (v == dont_care) continue;
        count += last.has_value() && v != last;
        last = v;
      }
    }
    return count * order.cells() / count_values(windows);
  }

  // An estimate, from `most` windows of `size` cells, of the bytes that the codes and the learned
  // order would take.
  std::uint64_t bytes(const CellLayout& layout, std::uint64_t size, std::uint64_t most) const {
    constexpr std::size_t most_strings = 256;
    const CellOrder order = samples_.order(layout);
    const Windows windows = samples_.windows(order, size, most);
    const PairCodes codes = join_pairs(alphabet_, windows, most_strings);
    return codes.code_bytes() * count_codes(codes, windows, effort_.training_beam) * order.cells() /
               count_values(windows) +
           (layout.learned ? LearnedOrder::bytes(layout.learned->size()) : 0);
  }

  const CellSamples& samples_;
  const std::vector<std::uint16_t>& alphabet_;
  const SpanEffort effort_;
  const Workers& workers_;
};

}  // namespace damiera

#include "data/spans/code_trainer.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "data/spans/span_encoder.h"

namespace damiera {

namespace {

using Text = std::vector<std::uint16_t>;

struct PairCount {
  PairCodes::Pair pair;
  std::uint32_t count;
};

// Counts neighbours in texts of strings below `most`.
class PairCounts {
 public:
  explicit PairCounts(std::size_t most) : most_{most}, counts_(most * most), rows_(most) {}

  void add(const Text& text) {
    each_pair(text, [](std::uint32_t& count) { ++count; });
  }
  void subtract(const Text& text) {
    each_pair(text, [](std::uint32_t& count) { --count; });
  }
  /// The most frequent pair that may be joined; the first of several. Every call needs the same
  /// `may`.
  template <class May>
  PairCount best(const May& may) {
    PairCount found{{0, 0}, 0};
    for (std::size_t left = 0; left < most_; ++left) {
      Row& row = rows_[left];
      if (row.has_changed) row = {best_of_row(left, may), false};
      if (row.best.count > found.count) found = row.best;
    }
    return found;
  }

 private:
  // The pairs that have one left string in common.
  struct Row {
    PairCount best{{0, 0}, 0};
    bool has_changed = false;
  };

  template <class Change>
  void each_pair(const Text& text, const Change& change) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      change(counts_[text[i] * most_ + text[i + 1]]);
      rows_[text[i]].has_changed = true;
      // Of three alike only the first two can be joined.
      if (i + 2 < text.size() && text[i] == text[i + 1] && text[i] == text[i + 2]) ++i;
    }
  }
  template <class May>
  PairCount best_of_row(std::size_t left, const May& may) const {
    PairCount found{{0, 0}, 0};
    for (std::size_t right = 0; right < most_; ++right) {
      const std::uint32_t count = counts_[left * most_ + right];
      if (count <= found.count) continue;
      const PairCodes::Pair pair{static_cast<std::uint16_t>(left),
                                 static_cast<std::uint16_t>(right)};
      if (may(pair)) found = {pair, count};
    }
    return found;
  }

  std::size_t most_;
  std::vector<std::uint32_t> counts_;
  std::vector<Row> rows_;
};

bool has(const Text& text, PairCodes::Pair pair) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == pair.left && text[i + 1] == pair.right) return true;
  return false;
}

// Replaces each occurrence of the pair, from the left.
void replace(Text& text, PairCodes::Pair pair, std::uint16_t by) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool joined = i + 1 < text.size() && text[i] == pair.left && text[i + 1] == pair.right;
    text[end++] = joined ? by : text[i];
    i += joined;
  }
  text.resize(end);
}

// Replaces don't-cares by the value before them, at the beginning by the next one.
void fill(Text& values, std::uint16_t otherwise) {
  const auto first = std::ranges::find_if(values, [](auto v) { return v != SpanEncoder::any; });
  std::uint16_t last = first == values.end() ? otherwise : *first;
  for (std::uint16_t& v : values) last = v = v == SpanEncoder::any ? last : v;
}

// The windows with their don't-cares replaced by the values that take the fewest codes.
Windows fitted(const PairCodes& codes, const Windows& windows, std::size_t beam,
               const Workers& workers) {
  const SpanEncoder encoder{codes, beam};
  Windows made = windows;
  workers(made.size(), [&](std::size_t n) {
    std::vector<std::byte> bytes;
    encoder.encode(made[n], bytes);
    codes.decode(bytes, made[n]);
  });
  return made;
}

// The number of times that the windows use each code.
std::vector<std::uint64_t> uses(const PairCodes& codes, const Windows& windows, std::size_t beam,
                                const Workers& workers) {
  const SpanEncoder encoder{codes, beam};
  std::vector<std::uint64_t> count(codes.size());
  in_order(
      workers, windows.size(), [&](std::size_t n) { return encoder.codes(windows[n]); },
      [&](std::size_t, const auto& found) {
        for (const std::uint16_t code : found) ++count[code];
        return true;
      });
  return count;
}

// Drops the least used codes until `most` are left. Drops a few at a time, because the uses of the
// other codes then change.
PairCodes with_most_used(PairCodes codes, const Windows& windows, std::size_t most,
                         std::size_t beam, const Workers& workers) {
  while (codes.size() > most) {
    const auto count = uses(codes, windows, beam, workers);
    std::vector<std::size_t> by_use;  // single values are needed, whatever their use
    for (std::size_t code = codes.values().size(); code < codes.size(); ++code)
      by_use.push_back(code);
    std::ranges::stable_sort(by_use, {}, [&](std::size_t code) { return count[code]; });
    by_use.resize(codes.size() - std::max(most, codes.size() * 3 / 4));
    std::vector<bool> kept(codes.size(), true);
    for (const std::size_t code : by_use) kept[code] = false;
    codes = codes.with_codes(kept);
  }
  return codes;
}

Windows every(const Windows& windows, std::size_t n) {
  Windows some;
  for (std::size_t i = 0; i < windows.size(); i += n) some.push_back(windows[i]);
  return some;
}

// The bytes of the dictionary and of the coded windows.
std::uint64_t bytes(const PairCodes& codes, const Windows& windows, std::size_t beam,
                    const Workers& workers) {
  std::vector<std::byte> model;
  codes.append_to(model);
  return model.size() + codes.code_bytes() * count_codes(codes, windows, beam, workers);
}

}  // namespace

std::uint64_t count_values(const Windows& windows) {
  std::uint64_t count = 0;
  for (const Text& window : windows) count += window.size();
  return count;
}

std::uint64_t count_codes(const PairCodes& codes, const Windows& windows, std::size_t beam,
                          const Workers& workers) {
  const SpanEncoder encoder{codes, beam};
  std::vector<std::uint64_t> counts(windows.size());
  workers(windows.size(), [&](std::size_t n) { counts[n] = encoder.codes(windows[n]).size(); });
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

PairCodes join_pairs(const Text& values, const Windows& windows, std::size_t most) {
  assert(!values.empty() && values.size() <= PairCodes::max_strings);
  std::vector<Text> texts = windows;
  for (Text& text : texts) {
    fill(text, values.front());
    for (std::uint16_t& v : text)
      v = static_cast<std::uint16_t>(std::ranges::lower_bound(values, v) - values.begin());
  }
  std::vector<PairCodes::Shape> strings;
  for (const std::uint16_t v : values) strings.push_back(PairCodes::Shape::of(v));
  const auto joined = [&](const PairCodes::Pair& pair) {
    return PairCodes::Shape::joined(strings[pair.left], strings[pair.right]);
  };
  constexpr std::uint32_t least_count = 4;  // two bytes in the file, and a byte saved for each
  std::vector<PairCodes::Pair> pairs;
  const std::size_t limit = std::min(most, PairCodes::max_strings);
  PairCounts counts{std::max(limit, strings.size())};
  for (const Text& text : texts) counts.add(text);
  while (strings.size() < limit) {
    const PairCount best = counts.best([&](const auto& pair) { return joined(pair).has_value(); });
    if (best.count < least_count) break;
    for (Text& text : texts) {
      if (!has(text, best.pair)) continue;
      counts.subtract(text);
      replace(text, best.pair, static_cast<std::uint16_t>(strings.size()));
      counts.add(text);
    }
    strings.push_back(*joined(best.pair));
    pairs.push_back(best.pair);
  }
  return *PairCodes::make(values, pairs);
}

PairCodes train_codes(const Text& values, const Windows& windows, std::size_t beam,
                      const Workers& workers) {
  constexpr std::size_t one_byte = 256;
  // If single values take most of the 256 codes of a byte, no codes are left for pairs.
  if (values.size() > 160) {
    const std::size_t most = 4 * values.size();
    const PairCodes first = join_pairs(values, windows, most);
    return join_pairs(values, fitted(first, windows, beam, workers), most);
  }
  const PairCodes first = join_pairs(values, windows, one_byte);
  const Windows better = fitted(first, windows, beam, workers);
  PairCodes few = join_pairs(values, better, one_byte);
  // In few values no more strings are worth a code than these.
  const std::size_t rich = std::min<std::uint64_t>(1024, count_values(windows) / 256);
  if (rich <= one_byte) return few;
  const Windows sample = every(windows, 4);
  PairCodes best =
      with_most_used(join_pairs(values, better, rich), sample, one_byte, beam, workers);
  return bytes(best, sample, beam, workers) < bytes(few, sample, beam, workers) ? best : few;
}

}  // namespace damiera

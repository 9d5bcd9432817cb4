#include "data/spans/code_trainer.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "data/spans/span_encoder.h"

namespace damiera {

namespace {

using Text = std::vector<std::uint16_t>;

// A symbol that is repeated `length` times. Neighbouring pieces of a text differ.
struct Piece {
  std::uint16_t symbol;
  std::uint32_t length;
};
using Pieces = std::vector<Piece>;

void append(Pieces& pieces, const Piece& piece) {
  if (piece.length == 0) return;
  if (!pieces.empty() && pieces.back().symbol == piece.symbol)
    pieces.back().length += piece.length;
  else
    pieces.push_back(piece);
}

struct PairCount {
  PairCodes::Pair pair;
  std::uint32_t count;
};

// Counts neighbours in texts of symbols below `most`.
class PairCounts {
 public:
  explicit PairCounts(std::size_t most) : most_{most}, counts_(most * most), rows_(most) {}

  // Adds the pairs of pieces `begin` to `end` - 1, and each pair of one of them and its neighbour.
  void add(const Pieces& pieces, std::size_t begin, std::size_t end) {
    each_pair(pieces, begin, end,
              [this](std::uint16_t left, std::uint16_t right, std::uint32_t times) {
                const std::uint32_t count = counts_[left * most_ + right] += times;
                const PairCount& best = rows_[left].best;
                if (count > best.count || (count == best.count && right < best.pair.right))
                  rows_[left].has_changed = true;
              });
  }
  void subtract(const Pieces& pieces, std::size_t begin, std::size_t end) {
    each_pair(pieces, begin, end,
              [this](std::uint16_t left, std::uint16_t right, std::uint32_t times) {
                counts_[left * most_ + right] -= times;
                if (right == rows_[left].best.pair.right) rows_[left].has_changed = true;
              });
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
    bool has_changed = false;  // then another pair may be the best
  };

  template <class Change>
  void each_pair(const Pieces& pieces, std::size_t begin, std::size_t end, const Change& change) {
    if (begin > 0) change(pieces[begin - 1].symbol, pieces[begin].symbol, 1);
    for (std::size_t i = begin; i < end; ++i) {
      const auto [symbol, length] = pieces[i];
      // Of three alike only the first two can be joined.
      if (length > 1) change(symbol, symbol, length / 2);
      if (i + 1 < pieces.size()) change(symbol, pieces[i + 1].symbol, 1);
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

// A text of symbols in which pairs are joined.
class JoinedText {
 public:
  explicit JoinedText(const Text& symbols) {
    for (const std::uint16_t symbol : symbols) append(pieces_, {symbol, 1});
    note_symbols();
  }

  void add_to(PairCounts& counts) const {
    if (!pieces_.empty()) counts.add(pieces_, 0, pieces_.size());
  }
  // Replaces each occurrence of the pair, from the left, and keeps `counts` up to date. Returns
  // whether there was one.
  bool join(PairCodes::Pair pair, std::uint16_t by, PairCounts& counts) {
    std::size_t i = first_change(pair);
    if (i == pieces_.size()) return false;
    Pieces made(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(i));
    std::vector<std::pair<std::size_t, std::size_t>> changes;  // in `made`
    while (i < pieces_.size()) {
      const std::size_t end = end_of_change(pair, i), begin = made.size();
      if (end == i) {
        made.push_back(pieces_[i++]);
        continue;
      }
      counts.subtract(pieces_, i, end);
      if (pair.left == pair.right) {
        append(made, {by, pieces_[i].length / 2});
        append(made, {pair.left, pieces_[i].length % 2});
      } else {
        for (std::size_t n = i; n < end; n += 2) {
          append(made, {pair.left, pieces_[n].length - 1});
          append(made, {by, 1});
          append(made, {pair.right, pieces_[n + 1].length - 1});
        }
      }
      i = end;
      changes.emplace_back(begin, made.size());
    }
    pieces_ = std::move(made);
    note_symbols();
    for (const auto& [begin, end] : changes) counts.add(pieces_, begin, end);
    return true;
  }

 private:
  void note_symbols() {
    symbols_.resize(pieces_.size());
    std::ranges::transform(pieces_, symbols_.begin(), &Piece::symbol);
  }
  // The first piece that changes if the pair is joined; the number of pieces if none does. Most
  // texts do not have the pair, so many pieces are compared before the first branch.
  std::size_t first_change(PairCodes::Pair pair) const {
    constexpr std::size_t at_once = 64;
    const std::size_t apart = pair.left == pair.right ? 0 : 1;  // of left and right
    std::size_t i = 0;
    for (; i + at_once + apart <= symbols_.size(); i += at_once) {
      std::uint16_t found = 0;
      for (std::size_t k = i; k < i + at_once; ++k)
        found |= std::uint16_t{symbols_[k] == pair.left} &
                 std::uint16_t{symbols_[k + apart] == pair.right};
      if (found == 0) continue;
      for (std::size_t k = i; k < i + at_once; ++k)
        if (end_of_change(pair, k) != k) return k;
    }
    while (i < pieces_.size() && end_of_change(pair, i) == i) ++i;
    return i;
  }
  // The end of the pieces from number `i` on that change together if the pair is joined; `i` if
  // none changes.
  std::size_t end_of_change(PairCodes::Pair pair, std::size_t i) const {
    if (pair.left == pair.right)
      return i + (pieces_[i].symbol == pair.left && pieces_[i].length > 1 ? 1 : 0);
    while (i + 1 < pieces_.size() && pieces_[i].symbol == pair.left &&
           pieces_[i + 1].symbol == pair.right)
      i += 2;
    return i;
  }

  Pieces pieces_;
  Text symbols_;  // of the pieces
};

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
  Text numbers(values.back() + 1U);  // by value
  for (std::size_t n = 0; n < values.size(); ++n)
    numbers[values[n]] = static_cast<std::uint16_t>(n);
  std::vector<JoinedText> texts;
  std::vector<std::vector<std::uint32_t>> texts_of(
      values.size());  // by symbol: texts that had it once
  for (Text text : windows) {
    fill(text, values.front());
    std::vector<bool> has(values.size());
    for (std::uint16_t& v : text) {
      v = numbers[v];
      has[v] = true;
    }
    for (std::size_t v = 0; v < values.size(); ++v)
      if (has[v]) texts_of[v].push_back(static_cast<std::uint32_t>(texts.size()));
    texts.emplace_back(text);
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
  for (const JoinedText& text : texts) text.add_to(counts);
  while (strings.size() < limit) {
    const PairCount best = counts.best([&](const auto& pair) { return joined(pair).has_value(); });
    if (best.count < least_count) break;
    const auto symbol = static_cast<std::uint16_t>(strings.size());
    const auto &of_left = texts_of[best.pair.left], &of_right = texts_of[best.pair.right];
    std::vector<std::uint32_t> of_both;
    for (const std::uint32_t n : of_left.size() < of_right.size() ? of_left : of_right)
      if (texts[n].join(best.pair, symbol, counts)) of_both.push_back(n);
    texts_of.push_back(std::move(of_both));
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

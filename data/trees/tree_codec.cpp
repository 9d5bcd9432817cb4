#include "data/trees/tree_codec.h"

#include <algorithm>
#include <utility>

#include "data/trees/word_scores.h"
#include "rules/moves.h"

namespace damiera {

namespace {

using Capture = bool (*)(const Position&);

Capture capture_test(Variant variant) {
  return with_first_jumps(variant, []<Rules R>() -> Capture { return &has_capture<R>; });
}

// The three values in the order in which they are guessed, and how likely the first two guesses are
// wrong.
class ValueGuesses {
 public:
  explicit ValueGuesses(const Scores& scores) {
    const std::array<int, 3> score{scores[0], 0, scores[1]};
    const auto swap_if_better = [&](std::uint16_t& a, std::uint16_t& b) {
      if (score[b] > score[a]) std::swap(a, b);
    };
    swap_if_better(order_[0], order_[1]);
    swap_if_better(order_[1], order_[2]);
    swap_if_better(order_[0], order_[1]);
    second_ = weight(score[order_[0]] - score[order_[1]]);
    third_ = weight(score[order_[0]] - score[order_[2]]);
  }
  std::uint16_t value(std::size_t guess) const { return order_[guess]; }
  std::uint32_t first_miss() const {
    const std::uint32_t others = second_ + third_;
    return static_cast<std::uint32_t>((std::uint64_t{others} << 16) / ((1U << 16) + others));
  }
  std::uint32_t second_miss() const {
    return static_cast<std::uint32_t>((std::uint64_t{third_} << 16) / (second_ + third_));
  }

 private:
  std::array<std::uint16_t, 3> order_{0, 1, 2};
  std::uint32_t second_, third_;  // how likely these values are, measured by the first
};

// How likely the likelier answer is wrong.
std::uint32_t answer_miss(const Scores& scores) {
  const std::uint32_t w = weight(std::abs(scores[0]));
  return static_cast<std::uint32_t>((std::uint64_t{w} << 16) / ((1U << 16) + w));
}

// The answers of features for a cell of a WDL table: the values of its neighbours.
struct ValueAnswers {
  Neighbours& neighbours;
  const FeatureSet& features;
  std::size_t offset;
  std::uint16_t last;  // the last value coded

  unsigned operator()(std::size_t f) const {
    const FeatureSet::Item& item = features.items()[f];
    if (item.first < 0) return last;
    return std::min<unsigned>(neighbours.value(item, offset), 3);
  }
};

// The steps in which a distance is guessed, starting from the one before.
enum class Phase : std::uint8_t { same = 0, greater = 1, up = 2, down = 3 };

// The answers of features for a guess `t` at a distance: no distance known, less, equal or greater.
struct GuessAnswers {
  Neighbours& neighbours;
  const FeatureSet& features;
  std::size_t offset;
  bool won;
  int last;  // the last distance coded: of a win if `won`, else of a loss
  Phase phase = Phase::same;
  int t = 0;

  unsigned operator()(std::size_t f) const {
    const FeatureSet::Item& item = features.items()[f];
    if (item.first < 0) return fact(item.second);
    const std::uint16_t entry = neighbours.value(item, offset);
    if (entry == Neighbours::unknown || (entry & 1) != int{won}) return 0;
    const int v = entry >> 1;
    return v < t ? 1 : v == t ? 2 : 3;
  }
  unsigned fact(int number) const {
    if (number == 0) return static_cast<unsigned>(phase);
    if (number == 1) return static_cast<unsigned>(t % 2 + (t > 1 ? 2 : 0));
    if (number == 2) return static_cast<unsigned>(std::min(3, std::abs(t - last)));
    return won ? 2 : 0;
  }
};

void put_value(RangeEncoder& out, const Scores& scores, std::uint16_t value) {
  const ValueGuesses guesses{scores};
  out.put(value != guesses.value(0), guesses.first_miss());
  if (value != guesses.value(0)) out.put(value != guesses.value(1), guesses.second_miss());
}

// The distances before a cell, in the form in which trees ask for them: those of losses and those
// of wins apart.
class DistancesBefore {
 public:
  explicit DistancesBefore(std::size_t cells)
      : cells_{cells}, of_{{Entries(cells + 1 + facts), Entries(cells + 1 + facts)}} {}

  // The answers for a guess: 0 if there is no distance, or if it is less, equal or greater 1 to 3.
  auto answers(const GuessAnswers& guess) {
    const std::uint16_t t = entry(guess.t);
    Entries& entries = of_[guess.won];
    for (int k = 0; k < facts; ++k) {
      const unsigned answer = guess.fact(k);
      entries[cells_ + 1 + static_cast<std::size_t>(k)] =
          static_cast<std::uint16_t>(answer < 2 ? answer : t + answer - 2);
    }
    return [from = entries.data(), t](std::size_t n) {
      const std::uint16_t e = from[n];
      return unsigned{e > 0} + unsigned{e >= t} + unsigned{e > t};
    };
  }
  void set(std::size_t cell, bool won, int distance) { of_[won][cell] = entry(distance); }

 private:
  static constexpr int facts = 4;
  // An entry is a distance plus 2, so that 1 is less than any of them; 0 if there is none.
  using Entries = std::vector<std::uint16_t>;
  static std::uint16_t entry(int distance) { return static_cast<std::uint16_t>(distance + 2); }

  std::size_t cells_;
  std::array<Entries, 2> of_;  // by cell, then 0, then the facts
};

// The scores of guesses at the distances of a block.
class GuessScores {
 public:
  GuessScores(const QuickTrees& trees, const Neighbours& neighbours, std::size_t cells)
      : trees_{trees}, shifts_{neighbours.shifts().data()}, cells_{cells}, before_{cells} {}

  Scores of(const GuessAnswers& guess) {
    return trees_.scores({shifts_, guess.offset, cells_}, before_.answers(guess), lead_of_answer);
  }
  void set(std::size_t cell, bool won, int distance) { before_.set(cell, won, distance); }

 private:
  const QuickTrees& trees_;
  const std::int64_t* shifts_;
  std::size_t cells_;
  DistancesBefore before_;
};

// Encodes distances. Values are encoded elsewhere, many at a time.
class Encoding {
 public:
  static constexpr bool is_told = true;  // which values there are

  Encoding(const QuickTrees& trees, std::vector<std::byte>& out) : trees_{trees}, out_{out} {}

  GuessScores scores(const Neighbours& neighbours, std::size_t cells) const {
    return {trees_, neighbours, cells};
  }
  bool yes(GuessScores& scores, const GuessAnswers& guess, bool truth) {
    const Scores found = scores.of(guess);
    out_.put(truth != (found[0] >= 0), answer_miss(found));
    return truth;
  }
  // Until a distance is coded, the cell has its entry: see TreeCodec::encode().
  static bool has_distance(std::uint16_t cell) { return cell != dont_care; }
  static bool won(std::uint16_t cell) { return (cell & 1) != 0; }
  bool skips(std::uint64_t) const { return false; }
  void finish() { out_.finish(); }

 private:
  const QuickTrees& trees_;
  RangeEncoder out_;
};

// Decodes distances.
class Decoding {
 public:
  static constexpr bool is_told = false;  // which values there are

  Decoding(const QuickTrees& trees, std::span<const std::byte> in) : trees_{trees}, in_{in} {}

  GuessScores scores(const Neighbours& neighbours, std::size_t cells) const {
    return {trees_, neighbours, cells};
  }
  bool yes(GuessScores& scores, const GuessAnswers& guess, bool) {
    const Scores found = scores.of(guess);
    return in_.get(answer_miss(found)) != (found[0] >= 0);
  }
  // Until a distance is decoded, the cell has the value of the position.
  static bool has_distance(std::uint16_t cell) { return cell == 0 || cell == 2; }
  static bool won(std::uint16_t cell) { return cell == 2; }
  bool skips(std::uint64_t) const { return false; }

 private:
  const QuickTrees& trees_;
  RangeDecoder in_;
};

class Sampling {
 public:
  static constexpr bool is_told = true;  // which values there are

  Sampling(std::size_t features, std::uint64_t every,
           const std::function<void(const TreeCodec::Sample&)>& visit)
      : features_{features}, is_one_{every}, visit_{visit}, packed_((features + 3) / 4) {}
  bool skips(std::uint64_t cell) const { return !is_one_(cell); }
  void value(const ValueAnswers& answers, std::uint16_t value) { add(answers, value); }
  struct NoScores {
    void set(std::size_t, bool, int) {}
  };
  NoScores scores(const Neighbours&, std::size_t) const { return {}; }
  bool yes(NoScores&, const GuessAnswers& answers, bool truth) {
    add(answers, truth);
    return truth;
  }
  static bool has_distance(std::uint16_t cell) { return Encoding::has_distance(cell); }
  static bool won(std::uint16_t cell) { return Encoding::won(cell); }

 private:
  template <class Answers>
  void add(const Answers& answers, int label) {
    for (std::size_t b = 0; b < packed_.size(); ++b)
      packed_[b] = four_answers(4 * b, features_, answers);
    visit_({packed_, static_cast<std::uint8_t>(label)});
  }

  std::size_t features_;
  OneIn is_one_;
  const std::function<void(const TreeCodec::Sample&)>& visit_;
  std::vector<std::uint8_t> packed_;
};

// Codes a distance of at most `greatest` as guesses, and returns it. An encoder takes it from
// `wanted`; a decoder ignores `wanted`.
template <class Coder, class GuessScores>
int code_distance(GuessAnswers answers, int greatest, int wanted, GuessScores& scores,
                  Coder& coder) {
  const int last = answers.last;
  const auto ask = [&](Phase phase, int t, bool truth) {
    answers.phase = phase;
    answers.t = t;
    return coder.yes(scores, answers, truth);
  };
  if (greatest == 0 || ask(Phase::same, last, wanted == last)) return last;
  const bool up = last == 0 || (last != greatest && ask(Phase::greater, last, wanted > last));
  const int end = up ? greatest : 0, step = up ? 1 : -1;
  int t = last + step;
  while (t != end && !ask(up ? Phase::up : Phase::down, t, wanted == t)) t += step;
  return t;
}

}  // namespace

Result<TreeCodec> TreeCodec::make(const TableId& id, const CellLayout& layout, ScoreTrees trees,
                                  int greatest) {
  const Rules& rules = rules_of(id.variant);
  CellOrder order{rules, id.material, layout};
  const auto beyond = [&](const Feature& f) {
    return f.first == Feature::fact && f.second >= facts(id.metric);
  };
  auto features = FeatureSet::make(rules, order, trees.features);
  if (!features || std::ranges::any_of(trees.features, beyond))
    return Error{Error::Code::corrupt, "model: a feature that there is not"};
  return TreeCodec{id,       std::move(order),        std::move(trees), *std::move(features),
                   greatest, capture_test(id.variant)};
}

template <class Coder>
void TreeCodec::sample_values(std::uint64_t begin, std::span<std::uint16_t> cells,
                              Coder& sampling) const {
  CellCursor cursor{order_, begin};
  Neighbours neighbours{order_, features_, cursor, cells};
  std::uint16_t last = 1;
  std::size_t at = 0;  // where the cursor stands
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == dont_care) continue;
    if (!sampling.skips(begin + i)) {
      at = go_to(cursor, begin, at, i);
      neighbours.follow();
      sampling.value({neighbours, features_, i, last}, cells[i]);
    }
    last = cells[i];
  }
}

// Moves the cursor from cell number `at` of a block to cell number `to`, which is not before it.
std::size_t TreeCodec::go_to(CellCursor& cursor, std::uint64_t begin, std::size_t at,
                             std::size_t to) const {
  constexpr std::size_t few = 16;  // steps take less time than finding the cell
  if (to - at > few)
    cursor = CellCursor{order_, begin + to};
  else
    for (; at < to; ++at) cursor.next();
  return to;
}

template <class Coder>
void TreeCodec::code_distances(std::uint64_t begin, std::span<std::uint16_t> cells,
                               Coder& coder) const {
  CellCursor cursor{order_, begin};
  Neighbours neighbours{order_, features_, cursor, cells};
  auto scores = coder.scores(neighbours, cells.size());
  std::array last{0, 0};  // of losses, of wins
  for (std::size_t i = 0; i < cells.size(); ++i, cursor.next()) {
    if (!has_value<Coder>(cursor, cells[i]) || !coder.has_distance(cells[i])) {
      cells[i] = dont_care;
      continue;
    }
    const bool won = coder.won(cells[i]);
    int& before = last[won];
    if (coder.skips(begin + i)) {
      before = cells[i] >> 1;
    } else {
      neighbours.follow();
      before = code_distance({neighbours, features_, i, won, before}, greatest_, cells[i] >> 1,
                             scores, coder);
    }
    scores.set(i, won, before);
    cells[i] = cell_of(before, won);  // that of a win is no measure for that of a loss
  }
}

// Since all values are known, many cells are scored at once; the bytes are the same as for one cell
// after the other.
template <class W>
void TreeCodec::encode_values(std::uint64_t begin, std::span<const std::uint16_t> cells,
                              RowMoves& moves, std::vector<std::byte>& out) const {
  RangeEncoder coder{out};
  WordFeatures<W> features{order_, features_, moves, begin, cells};
  const WordTrees trees{trees_};
  WordScores<W> scores;
  while (features.next()) {
    scores.find(trees, features);
    for (std::size_t lane = 0; lane < W::lanes; ++lane)
      for (std::uint64_t rest = features.matter(lane); rest != 0; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        put_value(coder, scores.of(lane, bit),
                  cells[static_cast<std::size_t>(features.begin(lane) + bit)]);
      }
  }
  coder.finish();
}

void TreeCodec::encode(std::uint64_t begin, std::span<std::uint16_t> cells, RowMoves& moves,
                       std::vector<std::byte>& out) const {
  if (holds_values(metric_))
    return prefers_wide_words() ? encode_values<Word<8>>(begin, cells, moves, out)
                                : encode_values<Word<4>>(begin, cells, moves, out);
  Encoding coder{quick_trees_, out};
  code_distances(begin, cells, coder);
  coder.finish();
}

// Values take a byte each while they are decoded, so that most of a block is near the processor.
void TreeCodec::decode_values(std::span<const std::byte> block, std::uint64_t begin,
                              std::span<std::uint16_t> cells) const {
  CellCursor cursor{order_, begin};
  Neighbours neighbours{order_, features_, cursor, cells};
  RangeDecoder in{block};
  std::vector<std::uint8_t> values(cells.size() + 2, no_value);
  std::uint8_t& last = values.back();  // the value that was decoded before
  last = 1;
  std::ranges::fill(cells, dont_care);
  for (std::size_t i = 0; i < cells.size(); ++i, cursor.next()) {
    if (!cursor.is_position() || has_capture_(cursor.position())) continue;
    neighbours.follow();
    const ValueGuesses guesses{quick_trees_.scores(
        {neighbours.shifts().data(), i, cells.size()},
        [&](std::size_t n) { return unsigned{values[n]}; }, lead_of_value)};
    cells[i] = guesses.value(!in.get(guesses.first_miss())   ? 0
                             : in.get(guesses.second_miss()) ? 2
                                                             : 1);
    last = values[i] = static_cast<std::uint8_t>(cells[i]);
  }
}

void TreeCodec::decode(std::span<const std::byte> block, std::uint64_t begin,
                       std::span<std::uint16_t> cells) const {
  if (holds_values(metric_)) return decode_values(block, begin, cells);
  Decoding coder{quick_trees_, block};
  code_distances(begin, cells, coder);
  for (std::uint16_t& cell : cells) cell = cell == dont_care ? cell : cell >> 1;
}

void TreeCodec::sample(std::uint64_t begin, std::span<std::uint16_t> cells, std::uint64_t every,
                       const std::function<void(const Sample&)>& visit) const {
  Sampling coder{trees_.features.size(), every, visit};
  holds_values(metric_) ? sample_values(begin, cells, coder) : code_distances(begin, cells, coder);
}

}  // namespace damiera

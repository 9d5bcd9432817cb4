#include "data/pair_codes.h"

#include <algorithm>
#include <limits>

#include "data/bytes.h"

namespace damiera {

namespace {

using Text = std::vector<std::uint16_t>;

struct Pair {
  std::uint16_t left, right;
  std::uint32_t count;
};

// Counts neighbours in texts of symbols below `symbols`.
class PairCounts {
 public:
  explicit PairCounts(std::size_t symbols) : symbols_{symbols}, counts_(symbols * symbols) {}

  void add(const Text& text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      ++counts_[text[i] * symbols_ + text[i + 1]];
      // Of three alike only the first two can be joined.
      if (i + 2 < text.size() && text[i] == text[i + 1] && text[i] == text[i + 2]) ++i;
    }
  }
  /// The most frequent pair that may be joined; the first of those.
  template <class May>
  Pair best(const May& may) const {
    Pair found{0, 0, 0};
    for (std::size_t n = 0; n < counts_.size(); ++n) {
      const Pair pair{static_cast<std::uint16_t>(n / symbols_),
                      static_cast<std::uint16_t>(n % symbols_), counts_[n]};
      if (pair.count > found.count && may(pair)) found = pair;
    }
    return found;
  }

 private:
  std::size_t symbols_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace

// Replaces each occurrence of a symbol's two parts, from the left.
void PairCodes::replace(Text& text, std::size_t symbol) const {
  const Symbol& s = symbols_[symbol];
  std::size_t end = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool joined = i + 1 < text.size() && text[i] == s.left && text[i + 1] == s.right;
    text[end++] = joined ? static_cast<std::uint16_t>(symbol) : text[i];
    i += joined;
  }
  text.resize(end);
}

PairCodes PairCodes::train(const Text& values, const std::vector<Text>& spans) {
  PairCodes codes;
  for (const std::uint16_t v : values) codes.add_value(v);
  codes.values_ = codes.symbols_.size();
  std::vector<Text> texts = spans;
  for (Text& text : texts)
    for (std::uint16_t& v : text)
      v = static_cast<std::uint16_t>(std::ranges::lower_bound(values, v) - values.begin());
  // Codes of one byte leave room for pairs unless there are many values.
  const std::size_t most = codes.values_ <= 160 ? 256 : 4 * codes.values_;
  constexpr std::uint32_t least_count = 4;  // two bytes in the file, and a byte saved for each
  while (codes.symbols_.size() < std::min(most, max_symbols)) {
    PairCounts counts{codes.symbols_.size()};
    for (const Text& text : texts) counts.add(text);
    const Pair best = counts.best([&](const Pair& p) {
      return codes.symbols_[p.left].length + codes.symbols_[p.right].length <= max_length;
    });
    if (best.count < least_count) break;
    codes.join(best.left, best.right);
    for (Text& text : texts) codes.replace(text, codes.symbols_.size() - 1);
  }
  codes.finish();
  return codes;
}

void PairCodes::append_to(std::vector<std::byte>& out) const {
  ByteWriter writer{out};
  writer.put_varint(static_cast<std::uint32_t>(values_));
  for (std::size_t n = 0; n < values_; ++n) writer.put_varint(symbols_[n].left);
  writer.put_varint(static_cast<std::uint32_t>(symbols_.size() - values_));
  for (std::size_t n = values_; n < symbols_.size(); ++n) {
    writer.put_varint(symbols_[n].left);
    writer.put_varint(symbols_[n].right);
  }
}

std::optional<PairCodes> PairCodes::parse(std::span<const std::byte> bytes) {
  PairCodes codes;
  ByteReader in{bytes};
  codes.values_ = in.get_varint();
  if (codes.values_ == 0 || codes.values_ > max_symbols) return {};
  for (std::size_t n = 0; n < codes.values_; ++n) {
    const std::uint32_t v = in.get_varint();
    if (v >= std::numeric_limits<std::uint16_t>::max()) return {};
    codes.add_value(static_cast<std::uint16_t>(v));
  }
  const std::uint32_t pairs = in.get_varint();
  if (pairs > max_symbols - codes.values_) return {};
  for (std::uint32_t n = 0; n < pairs; ++n) {
    const std::uint32_t left = in.get_varint(), right = in.get_varint();
    if (left >= codes.symbols_.size() || right >= codes.symbols_.size()) return {};
    codes.join(static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(right));
    if (codes.symbols_.back().length > max_length) return {};
  }
  if (!in.ok() || !in.at_end()) return {};
  codes.finish();
  return codes;
}

std::uint16_t PairCodes::greatest() const {
  return std::ranges::max(std::span{symbols_}.first(values_), {}, &Symbol::left).left;
}

std::vector<std::uint16_t> PairCodes::values() const {
  std::vector<std::uint16_t> all(values_);
  std::ranges::transform(std::span{symbols_}.first(values_), all.begin(), &Symbol::left);
  return all;
}

void PairCodes::add_runs(std::size_t symbol, std::vector<Run>& runs) const {
  const Symbol& s = symbols_[symbol];
  if (!s.constant) {
    add_runs(s.left, runs);
    add_runs(s.right, runs);
  } else if (!runs.empty() && runs.back().value == s.value) {
    runs.back().length += s.length;
  } else {
    runs.push_back({s.value, s.length});
  }
}

std::vector<PairCodes::Run> PairCodes::runs(std::size_t string) const {
  std::vector<Run> found;
  add_runs(string, found);
  return found;
}

void PairCodes::encode(std::span<const std::uint16_t> values, std::vector<std::byte>& out) const {
  Text text(values.size());
  const auto end = symbols_.begin() + static_cast<std::ptrdiff_t>(values_);
  std::ranges::transform(values, text.begin(), [&](std::uint16_t v) {
    return static_cast<std::uint16_t>(
        std::ranges::lower_bound(symbols_.begin(), end, v, {}, &Symbol::left) - symbols_.begin());
  });
  for (std::size_t n = values_; n < symbols_.size(); ++n) replace(text, n);
  append(text, out);
}

void PairCodes::append(std::span<const std::uint16_t> strings, std::vector<std::byte>& out) const {
  for (const std::uint16_t code : strings) {
    out.push_back(static_cast<std::byte>(code));
    if (code_bytes() == 2) out.push_back(static_cast<std::byte>(code >> 8));
  }
}

std::uint16_t PairCodes::value_in(std::size_t symbol, std::uint32_t offset) const {
  while (!symbols_[symbol].constant) {
    const Symbol& s = symbols_[symbol];
    const std::uint32_t left = lengths_[s.left];
    symbol = offset < left ? s.left : s.right;
    offset -= offset < left ? 0 : left;
  }
  return symbols_[symbol].value;
}

std::optional<std::uint16_t> PairCodes::value(std::span<const std::byte> codes,
                                              std::uint32_t offset) const {
  const std::uint32_t* lengths = lengths_.data();
  if (code_bytes() == 1) {
    for (const std::byte byte : codes) {
      const auto code = std::to_integer<std::size_t>(byte);
      if (offset < lengths[code]) return value_in(code, offset);
      offset -= lengths[code];
    }
    return {};
  }
  for (std::size_t i = 0; i + 2 <= codes.size(); i += 2) {
    const std::size_t code = code_at(codes, i);
    if (offset < lengths[code]) return value_in(code, offset);
    offset -= lengths[code];
  }
  return {};
}

bool PairCodes::decode(std::span<const std::byte> codes, std::span<std::uint16_t> values) const {
  std::vector<std::size_t> open;  // symbols still to be written, the next one last
  std::size_t done = 0;
  const std::size_t step = code_bytes();
  if (codes.size() % step != 0) return false;
  for (std::size_t i = 0; i < codes.size(); i += step) {
    open.push_back(code_at(codes, i));
    if (open.back() >= symbols_.size()) return false;
    if (symbols_[open.back()].length > values.size() - done) return false;
    while (!open.empty()) {
      const std::size_t symbol = open.back();
      open.pop_back();
      if (symbol < values_) {
        values[done++] = symbols_[symbol].left;
      } else {
        open.push_back(symbols_[symbol].right);
        open.push_back(symbols_[symbol].left);
      }
    }
  }
  return done == values.size();
}

}  // namespace damiera

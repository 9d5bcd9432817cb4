#include "data/spans/pair_codes.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "data/file/bytes.h"

namespace damiera {

std::optional<PairCodes::Shape> PairCodes::Shape::joined(const Shape& left, const Shape& right) {
  const Shape both{left.length + right.length, left.runs + right.runs - (left.last == right.first),
                   left.first, right.last};
  if (both.length > max_length || both.runs > max_runs) return {};
  return both;
}

bool PairCodes::add_strings(const std::vector<std::uint16_t>& values,
                            const std::vector<Pair>& pairs) {
  if (values.size() > max_strings || pairs.size() > max_strings - values.size()) return false;
  for (const std::uint16_t v : values) {
    if (!strings_.empty() && v <= strings_.back().shape.first) return false;
    strings_.push_back({{0, 0}, Shape::of(v)});
  }
  values_ = values.size();
  for (const Pair& pair : pairs) {
    if (std::max(pair.left, pair.right) >= strings_.size()) return false;
    const auto shape = Shape::joined(strings_[pair.left].shape, strings_[pair.right].shape);
    if (!shape) return false;
    strings_.push_back({pair, *shape});
  }
  return true;
}

void PairCodes::add_code(std::size_t string) {
  strings_of_.push_back(static_cast<std::uint16_t>(string));
  std::uint32_t end = 0;
  for (const Run& run : runs(size() - 1)) runs_.push_back((end += run.length) << 16 | run.value);
  first_run_.push_back(static_cast<std::uint32_t>(runs_.size()));
}

std::optional<PairCodes> PairCodes::make(const std::vector<std::uint16_t>& values,
                                         const std::vector<Pair>& pairs,
                                         const std::vector<bool>& has_code) {
  PairCodes made;
  if (!made.add_strings(values, pairs)) return {};
  made.first_run_.push_back(0);
  for (std::size_t n = 0; n < made.strings_.size(); ++n)
    if (has_code[n]) made.add_code(n);
  if (made.size() == 0) return {};
  made.lengths_.assign(made.code_bytes() == 1 ? 256 : max_strings, 0);
  for (std::size_t code = 0; code < made.size(); ++code)
    made.lengths_[code] =
        static_cast<std::uint16_t>(made.strings_[made.strings_of_[code]].shape.length);
  return made;
}

std::optional<PairCodes> PairCodes::make(const std::vector<std::uint16_t>& values,
                                         const std::vector<Pair>& pairs) {
  return make(values, pairs, std::vector<bool>(values.size() + pairs.size(), true));
}

PairCodes PairCodes::with_codes(const std::vector<bool>& marked) const {
  assert(marked.size() == size());
  std::vector<bool> has_code(strings_.size());
  for (std::size_t code = 0; code < size(); ++code) has_code[strings_of_[code]] = marked[code];
  std::vector<bool> used = has_code;
  for (std::size_t n = strings_.size(); n-- > values_;)
    if (used[n]) used[strings_[n].parts.left] = used[strings_[n].parts.right] = true;
  std::vector<Pair> pairs;
  std::vector<bool> codes;                          // of what is kept
  std::vector<std::uint16_t> now(strings_.size());  // its numbers
  for (std::size_t n = 0; n < strings_.size(); ++n) {
    if (n >= values_ && !used[n]) continue;
    now[n] = static_cast<std::uint16_t>(codes.size());
    codes.push_back(has_code[n]);
    const Pair parts = strings_[n].parts;
    if (n >= values_) pairs.push_back({now[parts.left], now[parts.right]});
  }
  return *make(values(), pairs, codes);
}

void PairCodes::append_to(std::vector<std::byte>& out) const {
  ByteWriter writer{out};
  writer.put_varint(static_cast<std::uint32_t>(values_));
  for (std::size_t n = 0; n < values_; ++n) writer.put_varint(strings_[n].shape.first);
  writer.put_varint(static_cast<std::uint32_t>(strings_.size() - values_));
  for (std::size_t n = values_; n < strings_.size(); ++n) {
    writer.put_varint(strings_[n].parts.left);
    writer.put_varint(strings_[n].parts.right);
  }
  std::vector<std::byte> marks((strings_.size() + 7) / 8);
  for (const std::uint16_t n : strings_of_) marks[n / 8] |= std::byte{1} << n % 8;
  out.insert(out.end(), marks.begin(), marks.end());
}

std::optional<PairCodes> PairCodes::parse(std::span<const std::byte> bytes) {
  ByteReader in{bytes};
  // No string has a greater number than this, and a greater value would be a don't-care.
  constexpr std::uint32_t most = std::numeric_limits<std::uint16_t>::max() - 1;
  bool fits = true;
  const auto number = [&] {
    const std::uint32_t n = in.get_varint();
    fits &= n <= most;
    return static_cast<std::uint16_t>(n);
  };
  std::vector<std::uint16_t> values(std::min<std::size_t>(in.get_varint(), max_strings + 1));
  for (std::uint16_t& v : values) v = number();
  std::vector<Pair> pairs(std::min<std::size_t>(in.get_varint(), max_strings + 1));
  for (Pair& pair : pairs) pair = {number(), number()};
  const std::size_t strings = values.size() + pairs.size();
  const auto marks = in.take((strings + 7) / 8);
  if (!in.ok() || !in.at_end() || !fits) return {};
  std::vector<bool> has_code;
  for (std::size_t n = 0; n < 8 * marks.size(); ++n)
    has_code.push_back((marks[n / 8] >> n % 8 & std::byte{1}) != std::byte{0});
  if (std::find(has_code.begin() + static_cast<std::ptrdiff_t>(strings), has_code.end(), true) !=
      has_code.end())
    return {};
  return make(values, pairs, has_code);
}

std::vector<std::uint16_t> PairCodes::values() const {
  std::vector<std::uint16_t> all(values_);
  std::ranges::transform(std::span{strings_}.first(values_), all.begin(),
                         [](const String& s) { return s.shape.first; });
  return all;
}

void PairCodes::add_runs(std::size_t string, std::vector<Run>& runs) const {
  const String& s = strings_[string];
  if (s.shape.runs > 1) {
    add_runs(s.parts.left, runs);
    add_runs(s.parts.right, runs);
  } else if (!runs.empty() && runs.back().value == s.shape.first) {
    runs.back().length += s.shape.length;
  } else {
    runs.push_back({s.shape.first, s.shape.length});
  }
}

std::vector<PairCodes::Run> PairCodes::runs(std::size_t code) const {
  std::vector<Run> found;
  add_runs(strings_of_[code], found);
  return found;
}

void PairCodes::append(std::span<const std::uint16_t> codes, std::vector<std::byte>& out) const {
  for (const std::uint16_t code : codes) {
    out.push_back(static_cast<std::byte>(code));
    if (code_bytes() == 2) out.push_back(static_cast<std::byte>(code >> 8));
  }
}

// The value of the first run that ends after `offset`, found without a branch that depends on it.
std::uint16_t PairCodes::value_in(std::size_t code, std::uint32_t offset) const {
  const std::uint32_t* run = runs_.data() + first_run_[code];
  for (std::uint32_t left = first_run_[code + 1] - first_run_[code]; left > 1;) {
    const std::uint32_t half = left / 2;
    run += run[half - 1] >> 16 <= offset ? half : 0;
    left -= half;
  }
  return static_cast<std::uint16_t>(*run);
}

std::optional<std::uint16_t> PairCodes::value(std::span<const std::byte> codes,
                                              std::uint32_t offset) const {
  const std::uint16_t* lengths = lengths_.data();
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
    if (code >= size()) return {};
    if (offset < lengths[code]) return value_in(code, offset);
    offset -= lengths[code];
  }
  return {};
}

std::optional<std::uint16_t> PairCodes::value_from_end(std::span<const std::byte> codes,
                                                       std::uint32_t behind) const {
  const std::uint16_t* lengths = lengths_.data();
  const std::size_t step = code_bytes();
  for (std::size_t i = codes.size(); i >= step; i -= step) {
    const std::size_t code = code_at(codes, i - step);
    if (step > 1 && code >= size()) return {};
    if (behind < lengths[code]) return value_in(code, lengths[code] - 1 - behind);
    behind -= lengths[code];
  }
  return {};
}

bool PairCodes::decode(std::span<const std::byte> codes, std::span<std::uint16_t> values) const {
  std::size_t done = 0;
  const std::size_t step = code_bytes();
  if (codes.size() % step != 0) return false;
  for (std::size_t i = 0; i < codes.size(); i += step) {
    const std::size_t code = code_at(codes, i);
    if (code >= size() || lengths_[code] > values.size() - done) return false;
    const std::size_t begin = done;
    for (std::uint32_t n = first_run_[code]; n < first_run_[code + 1]; ++n)
      for (const std::size_t end = begin + (runs_[n] >> 16); done < end; ++done)
        values[done] = static_cast<std::uint16_t>(runs_[n]);
  }
  return done == values.size();
}

}  // namespace damiera

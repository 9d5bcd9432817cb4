#include "data/pair_codes.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "data/bytes.h"

namespace damiera {

std::optional<PairCodes::Shape> PairCodes::Shape::joined(const Shape& left, const Shape& right) {
  const Shape both{left.length + right.length, left.runs + right.runs - (left.last == right.first),
                   left.first, right.last};
  if (both.length > max_length || both.runs > max_runs) return {};
  return both;
}

bool PairCodes::add_value(std::uint16_t value) {
  if (!strings_.empty() && value <= strings_.back().shape.first) return false;
  strings_.push_back({{0, 0}, Shape::of(value)});
  values_ = strings_.size();
  return true;
}

bool PairCodes::join(Pair parts) {
  if (std::max(parts.left, parts.right) >= strings_.size()) return false;
  const auto shape = Shape::joined(strings_[parts.left].shape, strings_[parts.right].shape);
  if (shape) strings_.push_back({parts, *shape});
  return shape.has_value();
}

bool PairCodes::give_codes(const std::vector<bool>& to) {
  for (std::size_t n = 0; n < strings_.size(); ++n)
    if (to[n]) strings_of_.push_back(static_cast<std::uint16_t>(n));
  if (strings_of_.empty()) return false;
  lengths_.assign(code_bytes() == 1 ? 256 : max_strings, 0);
  for (std::size_t code = 0; code < size(); ++code) {
    lengths_[code] = strings_[strings_of_[code]].shape.length;
    first_run_.push_back(static_cast<std::uint32_t>(runs_.size()));
    std::uint32_t end = 0;
    for (const Run& run : this->runs(code)) runs_.push_back((end += run.length) << 16 | run.value);
  }
  first_run_.push_back(static_cast<std::uint32_t>(runs_.size()));
  return true;
}

std::optional<PairCodes> PairCodes::make(const std::vector<std::uint16_t>& values,
                                         const std::vector<Pair>& pairs) {
  if (values.size() > max_strings || pairs.size() > max_strings - values.size()) return {};
  PairCodes made;
  for (const std::uint16_t v : values)
    if (!made.add_value(v)) return {};
  for (const Pair& pair : pairs)
    if (!made.join(pair)) return {};
  if (!made.give_codes(std::vector<bool>(made.strings_.size(), true))) return {};
  return made;
}

PairCodes PairCodes::with_codes(const std::vector<bool>& marked) const {
  assert(marked.size() == size());
  std::vector<bool> has_code(strings_.size()), used(strings_.size());
  for (std::size_t code = 0; code < size(); ++code)
    used[strings_of_[code]] = has_code[strings_of_[code]] = marked[code];
  for (std::size_t n = strings_.size(); n-- > values_;)
    if (used[n]) used[strings_[n].parts.left] = used[strings_[n].parts.right] = true;
  PairCodes made;
  std::vector<std::uint16_t> now(strings_.size());  // numbers of what is kept
  std::vector<bool> codes;
  for (std::size_t n = 0; n < strings_.size(); ++n) {
    if (n >= values_ && !used[n]) continue;
    now[n] = static_cast<std::uint16_t>(made.strings_.size());
    codes.push_back(has_code[n]);
    const String& s = strings_[n];
    if (n < values_)
      made.add_value(s.shape.first);
    else
      made.join({now[s.parts.left], now[s.parts.right]});
  }
  made.give_codes(codes);
  return made;
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
  PairCodes codes;
  ByteReader in{bytes};
  const std::uint32_t values = in.get_varint();
  if (values > max_strings) return {};
  for (std::uint32_t n = 0; n < values; ++n) {
    const std::uint32_t v = in.get_varint();
    if (v >= std::numeric_limits<std::uint16_t>::max()) return {};
    if (!codes.add_value(static_cast<std::uint16_t>(v))) return {};
  }
  const std::uint32_t pairs = in.get_varint();
  if (pairs > max_strings - values) return {};
  for (std::uint32_t n = 0; n < pairs; ++n) {
    const std::uint32_t left = in.get_varint(), right = in.get_varint();
    if (std::max(left, right) >= codes.strings_.size()) return {};
    if (!codes.join({static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(right)}))
      return {};
  }
  const auto marks = in.take((codes.strings_.size() + 7) / 8);
  if (!in.ok() || !in.at_end()) return {};
  std::vector<bool> marked;
  for (std::size_t n = 0; n < 8 * marks.size(); ++n)
    marked.push_back((marks[n / 8] >> n % 8 & std::byte{1}) != std::byte{0});
  if (std::find(marked.begin() + static_cast<std::ptrdiff_t>(codes.strings_.size()), marked.end(),
                true) != marked.end())
    return {};
  if (!codes.give_codes(marked)) return {};
  return codes;
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

// The first run that ends behind `offset`, found without a branch that depends on it.
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
    if (code >= size()) return {};
    if (offset < lengths[code]) return value_in(code, offset);
    offset -= lengths[code];
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

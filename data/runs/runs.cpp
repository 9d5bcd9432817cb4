#include "data/runs/runs.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "data/file/bytes.h"
#include "data/file/table_info.h"

namespace damiera {

namespace {

// The number stored for a position; `any_value` stands for a don't-care.
using Stored = std::uint16_t;
constexpr Stored any_value = 0xffff;
constexpr Stored unless(bool does_not_matter, int value) {
  return static_cast<Stored>(value | -int{does_not_matter});
}

// A run, and where it begins.
struct Run {
  std::uint32_t begin;
  Stored value;
};

// How many marks are looked at together. A mark is a byte, 0 or 1.
constexpr std::size_t marks_together = 64;

// The marks as bits, the first one lowest.
std::uint64_t bits_of_marks(const std::uint8_t* marks) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < marks_together; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, marks + i, sizeof eight);
    bits |= (eight * 0x0102040810204080 >> 56) << i;  // the product gathers them in the top byte
  }
  return bits;
}

// The runs of the block, in order, and one more that begins at its end. stored(outcome) gives the
// number that is stored. Don't-cares join the run before them; at the beginning of the block they
// join the first run. If all are don't-cares, there is one run of `any_value`. The result is valid
// until the thread's next call. Branches on outcomes are few, as a processor cannot predict the
// ends of runs; compilers vectorize the first loop, which marks values that differ from their
// neighbours'.
template <class StoredOf>
std::span<const Run> find_runs(std::span<const Outcome> outcomes, const StoredOf& stored) {
  const std::size_t size = outcomes.size();
  thread_local std::vector<std::uint8_t> differs;
  thread_local std::vector<std::uint32_t> places;
  thread_local std::vector<Run> runs;
  differs.assign((size + marks_together - 1) / marks_together * marks_together, 0);
  places.resize(size);
  runs.resize(size + 2);
  std::uint8_t* const marks = differs.data();
  marks[0] = stored(outcomes[0]) != any_value;
  for (std::size_t i = 1; i < size; ++i) {
    const Stored here = stored(outcomes[i]);
    marks[i] = (here != any_value) & (here != stored(outcomes[i - 1]));
  }
  std::uint32_t* place = places.data();
  for (std::size_t i = 0; i < size; i += marks_together)
    for (std::uint64_t bits = bits_of_marks(marks + i); bits != 0; bits &= bits - 1)
      *place++ = static_cast<std::uint32_t>(i + std::countr_zero(bits));
  Run* end = runs.data();
  Stored before = any_value;
  for (const std::uint32_t i : std::span{places.data(), place}) {
    const Stored here = stored(outcomes[i]);
    *end = {i, here};
    end += here != before;
    before = here;
  }
  if (end == runs.data()) (end++)->value = any_value;
  runs[0].begin = 0;
  *end = {static_cast<std::uint32_t>(size), any_value};
  return {runs.data(), end + 1};
}

// Writes runs one after the other and keeps track of the room left.
template <class T>
class RunFiller {
 public:
  explicit RunFiller(std::span<T> out) : rest_{out} {}

  // Returns false if this would leave no room for the last run.
  bool fill(T value, std::size_t length) {
    if (length >= rest_.size()) return false;
    std::ranges::fill(rest_.first(length), value);
    rest_ = rest_.subspan(length);
    return true;
  }
  void fill_rest(T value) { std::ranges::fill(rest_, value); }

 private:
  std::span<T> rest_;
};

// A byte of the DTC runs holds a value and a length if they are below these.
constexpr unsigned long_value = 31, long_length = 7;

}  // namespace

void append_wdl_runs(std::span<const Outcome> outcomes, std::vector<std::byte>& out) {
  const auto runs = find_runs(
      outcomes, [](Outcome o) { return unless(o.is_capture(), static_cast<int>(o.value()) + 1); });
  const std::size_t more = runs.size() - 2;
  const unsigned first = runs[0].value == any_value ? 1u : runs[0].value;
  ByteWriter writer{out};
  writer.put_varint(static_cast<std::uint32_t>(3 * more + first));
  const std::size_t turns = out.size();
  out.resize(turns + (more + 7) / 8);
  for (std::size_t i = 0; i < more; ++i) {
    const unsigned turn = (runs[i + 1].value + 2u - runs[i].value) % 3;
    out[turns + i / 8] |= std::byte(turn << i % 8);
  }
  for (std::size_t i = 0; i < more; ++i) writer.put_varint(runs[i + 1].begin - runs[i].begin - 1);
}

Result<void> decode_wdl_runs(std::span<const std::byte> runs, std::span<Value> out) {
  ByteReader reader{runs};
  const std::uint32_t start = reader.get_varint();
  const std::uint32_t more = start / 3;
  unsigned value = start % 3;
  const auto turns = reader.take(more / 8 + (more % 8 != 0));
  if (!reader.ok() || more >= out.size()) return corrupt("runs: their number");
  RunFiller filler{out};
  for (std::uint32_t i = 0; i < more; ++i) {
    const std::size_t length = std::size_t{reader.get_varint()} + 1;
    if (!reader.ok() || !filler.fill(decoded_value(value), length))
      return corrupt("runs: a length");
    value = (value + 1 + (std::to_integer<unsigned>(turns[i / 8]) >> i % 8 & 1)) % 3;
  }
  if (!reader.at_end()) return corrupt("runs: bytes left over");
  filler.fill_rest(decoded_value(value));
  return {};
}

void append_dtc_runs(std::span<const Outcome> outcomes, std::vector<std::byte>& out) {
  const auto runs = find_runs(outcomes, [](Outcome o) {
    const bool capture = o.is_capture(), draw = o.value() == Value::draw;
    return unless(capture | draw, o.plies());
  });
  const std::size_t last = runs.size() - 2;
  ByteWriter writer{out};
  for (std::size_t i = 0; i <= last; ++i) {
    const unsigned plies = runs[i].value == any_value ? 0u : runs[i].value;
    const std::uint32_t more = i == last ? 0 : runs[i + 1].begin - runs[i].begin - 1;
    const unsigned low = std::min(plies, long_value), high = std::min(more, long_length);
    writer.put(static_cast<std::uint8_t>(high << 5 | low));
    if (low == long_value) writer.put_varint(plies - long_value);
    if (high == long_length) writer.put_varint(more - long_length);
  }
}

Result<void> decode_dtc_runs(std::span<const std::byte> runs, std::span<std::uint16_t> out) {
  ByteReader reader{runs};
  RunFiller filler{out};
  for (;;) {
    const auto byte = reader.get<std::uint8_t>();
    std::uint64_t value = byte & long_value, more = byte >> 5;
    if (value == long_value) value += reader.get_varint();
    if (more == long_length) more += reader.get_varint();
    if (!reader.ok()) return corrupt("runs: they end within a run");
    if (value > std::numeric_limits<std::uint16_t>::max()) return corrupt("runs: a value");
    const auto plies = static_cast<std::uint16_t>(value);
    if (reader.at_end()) {
      if (more != 0) return corrupt("runs: length of the last");
      filler.fill_rest(plies);
      return {};
    }
    if (!filler.fill(plies, more + 1)) return corrupt("runs: a length");
  }
}

}  // namespace damiera

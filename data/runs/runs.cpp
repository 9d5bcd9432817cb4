#include "data/runs/runs.h"

#include <algorithm>
#include <limits>

#include "data/file/bytes.h"
#include "data/file/table_info.h"

namespace damiera {

namespace {

// Calls run(value, length) for each run of the block, in order. value(outcome) is what is stored,
// or `any` where that does not matter; such positions join the run before them.
constexpr int any = -1;
template <class ValueOf, class Run>
void for_each_run(std::span<const Outcome> outcomes, const ValueOf& value, const Run& run) {
  int current = any;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const int v = value(outcomes[i]);
    if (v == current || v == any) continue;
    if (current != any) {
      run(current, static_cast<std::uint32_t>(i - begin));
      begin = i;
    }
    current = v;
  }
  run(current, static_cast<std::uint32_t>(outcomes.size() - begin));
}

// Writes runs one after the other and keeps count of the room left.
template <class T>
class RunFiller {
 public:
  explicit RunFiller(std::span<T> out) : rest_{out} {}

  // False if that leaves nothing for the last run.
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
  thread_local std::vector<std::byte> turns, lengths;
  turns.clear();
  lengths.clear();
  unsigned first = 0, before = 0, count = 0;
  std::uint32_t length_before = 0;
  const auto value = [](Outcome o) {
    return o.is_capture() ? any : static_cast<int>(o.value()) + 1;
  };
  for_each_run(outcomes, value, [&](int v, std::uint32_t length) {
    const unsigned now = v == any ? 1u : static_cast<unsigned>(v);
    if (count == 0) {
      first = now;
    } else {
      if (count % 8 == 1) turns.push_back({});
      turns.back() |= std::byte((now + 2 - before) % 3 << (count - 1) % 8);
      ByteWriter{lengths}.put_varint(length_before - 1);
    }
    before = now;
    length_before = length;
    ++count;
  });
  ByteWriter{out}.put_varint(3 * (count - 1) + first);
  out.insert(out.end(), turns.begin(), turns.end());
  out.insert(out.end(), lengths.begin(), lengths.end());
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
  ByteWriter writer{out};
  const auto value = [](Outcome o) {
    return o.is_capture() || o.value() == Value::draw ? any : o.plies();
  };
  std::size_t left = outcomes.size();
  for_each_run(outcomes, value, [&](int v, std::uint32_t length) {
    const unsigned plies = v == any ? 0u : static_cast<unsigned>(v);
    left -= length;
    const std::uint32_t more = left == 0 ? 0 : length - 1;
    const unsigned low = std::min(plies, long_value), high = std::min(more, long_length);
    writer.put(static_cast<std::uint8_t>(high << 5 | low));
    if (low == long_value) writer.put_varint(plies - long_value);
    if (high == long_length) writer.put_varint(more - long_length);
  });
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

#include "data/spans/span_encoder.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <tuple>
#include <utility>

#include "data/spans/span_reader.h"

namespace damiera {

namespace {

auto key(const PairCodes::Run& run) { return std::tuple{run.value, run.length}; }

}  // namespace

// For each value and place: where a run of the value may begin, and how far it may go.
class SpanEncoder::Fit {
 public:
  Fit(const std::vector<std::uint16_t>& alphabet, std::span<const std::uint16_t> values)
      : values_{values}, stride_{values.size() + 1}, ends_(alphabet.size() * stride_) {
    for (std::size_t v = 0; v < alphabet.size(); ++v) {
      std::uint32_t* end = &ends_[v * stride_];
      end[values.size()] = static_cast<std::uint32_t>(values.size());
      for (std::size_t i = values.size(); i-- > 0;)
        end[i] = values[i] == any || values[i] == alphabet[v] ? end[i + 1]
                                                              : static_cast<std::uint32_t>(i);
    }
  }
  /// The end of the longest run of value number `v` that begins at place `i`.
  std::uint32_t end(std::size_t v, std::size_t i) const { return ends_[v * stride_ + i]; }
  /// True if a run of a value other than number `v` may begin at place `i`.
  bool may_change(std::size_t v, std::size_t i) const {
    return i < values_.size() && (values_[i] == any || end(v, i) == i);
  }

 private:
  std::span<const std::uint16_t> values_;
  std::size_t stride_;
  std::vector<std::uint32_t> ends_;
};

// The places of a span reached so far, each by its fewest codes, with the last of these codes.
class SpanEncoder::Path {
 public:
  explicit Path(std::size_t size) : steps_(size + 1), open_(size + 2), end_(size) {
    std::iota(open_.begin(), open_.end(), 0);
    reach(0, 0, no_code);
  }

  /// The first place from `place` on that is not reached yet; the end + 1 if there is none.
  std::uint32_t open(std::uint32_t place) {
    while (open_[place] != place) place = open_[place] = open_[open_[place]];
    return place;
  }
  /// Reaches `to` from `from` by a code. Later calls for the same place change nothing: the first
  /// call has the fewest codes.
  void reach(std::uint32_t from, std::uint32_t to, std::uint16_t code) {
    if (open_[to] != to) return;
    steps_[to] = {from, code};
    open_[to] = to + 1;
    reached_.push_back(to);
  }
  bool is_at_end() const { return open_[end_] != end_; }
  /// The places reached since the last call, ascending. Requires that there is one.
  std::vector<std::uint32_t> take_reached() {
    assert(!reached_.empty());
    std::ranges::sort(reached_);
    return std::exchange(reached_, {});
  }
  std::vector<std::uint16_t> codes() const {
    std::vector<std::uint16_t> found;
    for (std::size_t i = end_; i > 0; i = steps_[i].from) found.push_back(steps_[i].code);
    std::ranges::reverse(found);
    return found;
  }

 private:
  struct Step {
    std::uint32_t from;
    std::uint16_t code;
  };
  std::vector<Step> steps_;
  std::vector<std::uint32_t> open_;  // a place that was reached leads on towards one that was not
  std::vector<std::uint32_t> reached_;
  std::size_t end_;
};

SpanEncoder::SpanEncoder(const PairCodes& codes, std::size_t beam)
    : codes_{codes}, beam_{beam}, alphabet_{codes.values()}, numbers_(alphabet_.back() + 1U) {
  for (std::size_t n = 0; n < alphabet_.size(); ++n)
    numbers_[alphabet_[n]] = static_cast<std::uint16_t>(n);
  if (beam_ != widest) {
    strings_.emplace(codes, alphabet_);
    return;
  }
  std::vector<Spelling> strings;
  for (std::size_t code = 0; code < codes.size(); ++code) {
    strings.push_back({codes.runs(code), static_cast<std::uint16_t>(code)});
    for (Run& run : strings.back().runs) run.value = numbers_[run.value];
  }
  std::ranges::stable_sort(strings, [](const Spelling& a, const Spelling& b) {
    return std::ranges::lexicographical_compare(a.runs, b.runs, {}, key, key);
  });
  roots_ = add_nodes(strings, 0);
}

// Adds nodes for the runs after the first `depth` runs, which all these strings have in common.
SpanEncoder::Nodes SpanEncoder::add_nodes(std::span<const Spelling> strings, std::size_t depth) {
  const auto begin = static_cast<std::uint32_t>(nodes_.size());
  std::vector<std::span<const Spelling>> parts;
  while (!strings.empty()) {
    const Run run = strings.front().runs[depth];
    const auto other = std::ranges::find_if(
        strings, [&](const Spelling& s) { return key(s.runs[depth]) != key(run); });
    parts.push_back(strings.first(static_cast<std::size_t>(other - strings.begin())));
    strings = strings.subspan(parts.back().size());
    nodes_.push_back({run, no_code, 0, 0, {}});
  }
  const auto end = static_cast<std::uint32_t>(nodes_.size());
  for (std::uint32_t n = end; n-- > begin;) {
    const bool goes_on = n + 1 < end && nodes_[n + 1].run.value == nodes_[n].run.value;
    nodes_[n].next_value = goes_on ? nodes_[n + 1].next_value : n + 1;
  }
  for (std::uint32_t n = begin; n < end; ++n) {
    auto part = parts[n - begin];
    // Two strings may be spelled alike; either will do.
    for (; !part.empty() && part.front().runs.size() == depth + 1; part = part.subspan(1))
      nodes_[n].code = part.front().code;
    const Nodes below = add_nodes(part, depth + 1);
    nodes_[n].below = below;
    for (std::uint32_t b = below.begin; b < below.end; ++b)
      nodes_[n].longest = std::max(nodes_[n].longest, nodes_[b].longest);
    nodes_[n].longest += nodes_[n].run.length;
  }
  return {begin, end};
}

// Follows strings that begin at place `from` and whose runs fit up to place `at`; `nodes` are the
// runs that may come next. Reaches the end of each string that fits. Skips nodes whose strings all
// end at places that are reached already.
void SpanEncoder::follow(Nodes nodes, std::uint32_t from, std::uint32_t at, const Fit& fit,
                         Path& path) const {
  const std::uint32_t open = path.open(at + 1);
  for (std::uint32_t n = nodes.begin; n < nodes.end;) {
    const Node& node = nodes_[n];
    const std::uint32_t to = at + node.run.length;
    if (to > fit.end(node.run.value, at)) {
      n = node.next_value;  // the next nodes of this value have longer runs
      continue;
    }
    ++n;
    // The second test would suffice, but the first one costs less.
    if (open > at + node.longest || path.open(to) > at + node.longest) continue;
    if (node.code != no_code) path.reach(from, to, node.code);
    if (fit.may_change(node.run.value, to)) follow(node.below, from, to, fit, path);
  }
}

// Goes level by level: first the places that need n codes, then the places that need n + 1.
std::vector<std::uint16_t> SpanEncoder::fewest(std::span<const std::uint16_t> values) const {
  const Fit fit{alphabet_, values};
  Path path{values.size()};
  while (!path.is_at_end())
    for (const std::uint32_t from : path.take_reached()) follow(roots_, from, from, fit, path);
  return path.codes();
}

std::vector<std::uint16_t> SpanEncoder::few(const SpanPlanes& span) const {
  Beam beam{beam_};
  while (beam.level().front().place < span.size()) {
    for (std::uint32_t n = 0; n < beam.level().size(); ++n) {
      const std::uint32_t from = beam.level()[n].place;
      strings_->each_that_fits(
          span, from, [&] { return beam.least() > from ? beam.least() - from : 0; },
          [&](std::uint32_t length, std::uint16_t code) { beam.reach(from + length, n, code); });
    }
    beam.advance();
  }
  return beam.codes();
}

std::vector<std::uint16_t> SpanEncoder::codes(std::span<const std::uint16_t> values) const {
  if (beam_ == widest) return fewest(values);
  std::vector<std::uint16_t> numbers(values.size());
  std::ranges::transform(values, numbers.begin(),
                         [&](std::uint16_t v) { return v == any ? any : numbers_[v]; });
  return few({numbers, alphabet_.size(), any});
}

std::vector<std::uint16_t> SpanEncoder::codes(const FewValues& values) const {
  if (beam_ != widest) return few({values, alphabet_});
  std::vector<std::uint16_t> all(values.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = values.value(i) == 3 ? any : static_cast<std::uint16_t>(values.value(i));
  return fewest(all);
}

Result<std::optional<EncodedSpans>> encode_spans(std::uint64_t count, std::uint32_t span_values,
                                                 const EncodeSpan& encode, const Workers& workers,
                                                 std::uint64_t most) {
  // Spans that one worker encodes one after the other.
  struct Part {
    std::vector<std::uint32_t> sizes;
    std::vector<std::byte> bytes;
  };
  constexpr std::uint64_t part_values = 1 << 18;
  static_assert(part_values % PairCodes::max_length == 0);
  for (;; span_values /= 2) {
    const auto encoded = [&](std::uint64_t begin, std::uint64_t end) -> std::optional<Part> {
      Part part;
      for (; begin < end; begin += span_values) {
        const std::size_t before = part.bytes.size();
        if (!encode(begin, std::min<std::uint64_t>(span_values, end - begin), part.bytes))
          return {};
        part.sizes.push_back(static_cast<std::uint32_t>(part.bytes.size() - before));
      }
      part.bytes.shrink_to_fit();  // all parts are held until the last one is there
      return part;
    };
    std::vector<std::uint32_t> begins{0};
    std::vector<std::vector<std::byte>> parts(1);  // the first is for the places
    std::uint64_t bytes = 0;
    bool goes_on = true, fits = true;
    in_order(
        workers, (count + part_values - 1) / part_values,
        [&](std::size_t n) {
          return encoded(n * part_values, std::min(count, (n + 1) * part_values));
        },
        [&](std::size_t, std::optional<Part>& part) {
          if (!part) return goes_on = false;
          bytes += part->bytes.size();
          fits = bytes <= most;
          if (!fits) return false;
          for (const std::uint32_t size : part->sizes) begins.push_back(begins.back() + size);
          parts.push_back(std::move(part->bytes));
          return true;
        });
    if (!goes_on) return std::optional<EncodedSpans>{};
    if (!fits)
      return Error{Error::Code::io, "spans take more than " + std::to_string(most) +
                                        " bytes: a file cannot tell where the next one begins"};
    auto places = span_places(begins);
    if (!places) continue;
    parts.front() = *std::move(places);
    return std::optional{EncodedSpans{span_values, std::move(parts)}};
  }
}

}  // namespace damiera

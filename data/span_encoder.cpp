#include "data/span_encoder.h"

#include <algorithm>
#include <limits>

namespace damiera {

// Where runs of a value may begin, and how far they may go.
class SpanEncoder::Fit {
 public:
  Fit(const std::vector<std::uint16_t>& alphabet, std::span<const std::uint16_t> values)
      : stride_{values.size() + 1}, ends_(alphabet.size() * stride_) {
    for (std::size_t v = 0; v < alphabet.size(); ++v) {
      std::uint32_t* end = &ends_[v * stride_];
      end[values.size()] = static_cast<std::uint32_t>(values.size());
      for (std::size_t i = values.size(); i-- > 0;)
        end[i] = values[i] == any || values[i] == alphabet[v] ? end[i + 1]
                                                              : static_cast<std::uint32_t>(i);
    }
  }
  /// Behind the last place of a run of value number `v` from place `i` on.
  std::uint32_t end(std::size_t v, std::size_t i) const { return ends_[v * stride_ + i]; }
  bool fits(const String& s, std::uint32_t at) const {
    return std::ranges::all_of(s.runs, [&](const Run& run) {
      const std::uint32_t begin = at;
      at += run.length;
      return end(run.value, begin) >= at;
    });
  }

 private:
  std::size_t stride_;
  std::vector<std::uint32_t> ends_;
};

// The fewest codes to each place of a span, and the last of them.
class SpanEncoder::Path {
 public:
  explicit Path(std::size_t size) : steps_(size + 1, Step{far, 0, 0}) { steps_[0].codes = 0; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(steps_.size()) - 1; }
  bool is_better(std::uint32_t from, const String& s) const {
    return s.length <= size() - from && steps_[from].codes + 1 < steps_[from + s.length].codes;
  }
  void go(std::uint32_t from, const String& s) {
    steps_[from + s.length] = {steps_[from].codes + 1, s.length, s.code};
  }
  std::vector<std::uint16_t> codes() const {
    std::vector<std::uint16_t> found;
    for (std::uint32_t i = size(); i > 0; i -= steps_[i].length) found.push_back(steps_[i].code);
    std::ranges::reverse(found);
    return found;
  }

 private:
  static constexpr std::uint32_t far = std::numeric_limits<std::uint32_t>::max() - 1;
  struct Step {
    std::uint32_t codes, length;
    std::uint16_t code;
  };
  std::vector<Step> steps_;
};

SpanEncoder::SpanEncoder(const PairCodes& codes)
    : codes_{codes}, alphabet_{codes.values()}, strings_(alphabet_.size()) {
  for (std::size_t n = 0; n < codes.size(); ++n) {
    String s{static_cast<std::uint16_t>(n), 0, codes.runs(n)};
    for (Run& run : s.runs) {
      s.length += run.length;
      run.value = static_cast<std::uint16_t>(std::ranges::lower_bound(alphabet_, run.value) -
                                             alphabet_.begin());
    }
    strings_[s.runs.front().value].push_back(std::move(s));
  }
}

void SpanEncoder::encode(std::span<const std::uint16_t> values, std::vector<std::byte>& out) const {
  const Fit fit{alphabet_, values};
  Path path{values.size()};
  for (std::uint32_t i = 0; i < values.size(); ++i)
    for (std::size_t v = 0; v < alphabet_.size(); ++v) {
      if (fit.end(v, i) == i) continue;
      for (const String& s : strings_[v])
        if (path.is_better(i, s) && fit.fits(s, i)) path.go(i, s);
    }
  codes_.append(path.codes(), out);
}

}  // namespace damiera

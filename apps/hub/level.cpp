#include "apps/hub/level.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace damiera {

namespace {

template <class Number>
std::optional<Number> number(const HubLine& line, std::string_view name) {
  const auto text = line.value(name);
  if (!text) return {};
  Number n{};
  const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), n);
  if (failed != std::errc{} || end != text->data() + text->size()) return {};
  return n;
}

std::optional<double> seconds(const HubLine& line, std::string_view name) {
  const auto found = number<double>(line, name);
  if (!found || !std::isfinite(*found)) return {};
  return std::max(*found, 0.0);
}

}  // namespace

double share_of_clock(double left, int moves, double increment) {
  const double now = left + increment;
  const double share = left / (moves > 0 ? std::min(moves, 30) : 30) + 0.8 * increment;
  // Leaves a reserve for delays that cannot be foreseen.
  return std::max(0.01, std::min(share, 0.5 * now) - 0.02);
}

Level parse_level(const HubLine& line) {
  Level level;
  const auto depth = number<int>(line, "depth");
  const auto nodes = number<std::uint64_t>(line, "nodes");
  if (depth) level.depth = std::clamp(*depth, 1, 200);
  if (nodes) level.nodes = *nodes;
  if (const auto move_time = seconds(line, "move-time"))
    level.seconds = std::max(0.01, *move_time - 0.02);
  else if (const auto left = seconds(line, "time"))
    level.seconds = share_of_clock(*left, number<int>(line, "moves").value_or(0),
                                   seconds(line, "inc").value_or(0));
  else if (depth || nodes || line.has("infinite"))
    level.seconds.reset();
  return level;
}

}  // namespace damiera

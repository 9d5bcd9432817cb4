#include "rules/notation/move_notation.h"

#include <algorithm>
#include <span>
#include <vector>

#include "rules/notation/square_name.h"

namespace damiera {

namespace {

using Path = std::vector<Square>;  // from the first square to the last, as White sees them

/// A legal move with one of the paths that it may take.
struct Line {
  Move move;
  Path path;
};

template <Rules R>
Path absolute(Square from, std::span<const Square> landings, Color to_move) {
  Path path{from};
  path.insert(path.end(), landings.begin(), landings.end());
  if (to_move == Color::black)
    for (Square& sq : path) sq = Board<R>::turned(sq);
  return path;
}

/// Every legal move; a capture appears once for each of its paths.
template <Rules R>
std::vector<Line> lines(const Setup& setup) {
  std::vector<Line> all;
  const bool capture = visit_captures<R>(setup.pos, [&](const CaptureLine& c) {
    all.push_back({c.move, absolute<R>(c.move.from, c.path, setup.to_move)});
  });
  if (capture) return all;
  for (const Move& m : legal_moves<R>(setup.pos))
    all.push_back({m, absolute<R>(m.from, std::span{&m.to, 1}, setup.to_move)});
  return all;
}

std::string joined(const Rules& rules, const Path& path, char separator) {
  std::string text = square_name(rules, path.front());
  for (Square sq : std::span{path}.subspan(1)) text += separator + square_name(rules, sq);
  return text;
}

template <Rules R>
std::string capture_text(const Rules& rules, const Setup& setup, const Move& move) {
  Path best;
  bool ambiguous = false;
  for (const Line& line : lines<R>(setup)) {
    if (line.move.from != move.from || line.move.to != move.to) continue;
    if (line.move != move)
      ambiguous = true;
    else if (best.empty() || line.path < best)
      best = line.path;
  }
  if (!ambiguous) best = {best.front(), best.back()};
  return joined(rules, best, 'x');
}

Error unreadable(std::string_view text, std::size_t column, const std::string& why) {
  return {Error::Code::bad_notation, "move '" + std::string{text.substr(0, 40)} + "', column " +
                                         std::to_string(column + 1) + ": " + why};
}

/// The squares of a move's text.
Result<Path> parse_path(const Rules& rules, std::string_view text) {
  Path path;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("-xX:", begin), text.size());
    const auto sq = parse_square(rules, text.substr(begin, end - begin));
    if (!sq) return unreadable(text, begin, "expected " + expected_square(rules));
    path.push_back(*sq);
    begin = end + 1;
  }
  if (path.size() < 2) return unreadable(text, text.size(), "expected '-' or 'x' and a square");
  return path;
}

/// Whether `given` names the ends of `path` and, in order, any of the squares between.
bool fits(const Path& given, const Path& path) {
  if (given.front() != path.front() || given.back() != path.back()) return false;
  auto at = path.begin();
  for (Square sq : given) {
    at = std::find(at, path.end(), sq);
    if (at == path.end()) return false;
    ++at;
  }
  return true;
}

}  // namespace

std::string move_text(Variant variant, const Setup& setup, const Move& move) {
  const Rules& rules = rules_of(variant);
  return with_moves(variant, [&]<Rules R>() {
    if (move.is_capture()) return capture_text<R>(rules, setup, move);
    return joined(rules, absolute<R>(move.from, std::span{&move.to, 1}, setup.to_move), '-');
  });
}

Result<Move> parse_move(Variant variant, const Setup& setup, std::string_view text) {
  const auto given = parse_path(rules_of(variant), text);
  if (!given) return given.error();
  const auto all = with_moves(variant, [&]<Rules R>() { return lines<R>(setup); });
  Moves fitting;
  for (const Line& line : all) {
    if (line.path == *given) return line.move;  // complete, so it can mean nothing else
    if (fits(*given, line.path) && std::ranges::find(fitting, line.move) == fitting.end())
      fitting.push_back(line.move);
  }
  if (fitting.size() == 1) return fitting.front();
  return unreadable(
      text, 0,
      fitting.empty() ? "expected a legal move" : "expected the squares between, for several fit");
}

Setup after(Variant variant, const Setup& setup, const Move& move) {
  return with_moves(variant, [&]<Rules R>() {
    return Setup{after<R>(setup.pos, move), opponent(setup.to_move)};
  });
}

Moves legal_moves(Variant variant, const Setup& setup) {
  return with_moves(variant, [&]<Rules R>() { return legal_moves<R>(setup.pos); });
}

}  // namespace damiera

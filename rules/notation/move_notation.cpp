#include "rules/notation/move_notation.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "rules/notation/square_name.h"
#include "rules/notation/utf8.h"

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

bool have_same_ends(const Move& a, const Move& b) { return a.from == b.from && a.to == b.to; }

Error unreadable(std::string_view text, std::size_t column, const std::string& why) {
  return {Error::Code::bad_notation,
          "move " + quoted(text) + ", column " + std::to_string(column + 1) + ": " + why};
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

MoveTexts::MoveTexts(Variant variant, const Setup& setup)
    : variant_{variant}, to_move_{setup.to_move} {
  with_moves(variant, [&]<Rules R>() {
    visit_captures<R>(setup.pos, [&](const CaptureLine& c) {
      Path path = absolute<R>(c.move.from, c.path, to_move_);
      Path& best = captures_[c.move];
      if (best.empty() || path < best) best = std::move(path);
    });
  });
}

std::vector<Square> MoveTexts::path(const Move& move) const {
  if (move.is_capture()) return captures_.at(move);
  return with_moves(variant_, [&]<Rules R>() {
    return absolute<R>(move.from, std::span{&move.to, 1}, to_move_);
  });
}

std::string MoveTexts::text(const Move& move) const {
  const Rules& rules = rules_of(variant_);
  const Path path = this->path(move);
  if (!move.is_capture()) return joined(rules, path, '-');
  // Moves with the same ends stand next to each other.
  const auto it = captures_.find(move);
  const bool is_ambiguous =
      (it != captures_.begin() && have_same_ends(std::prev(it)->first, move)) ||
      (std::next(it) != captures_.end() && have_same_ends(std::next(it)->first, move));
  return joined(rules, is_ambiguous ? path : Path{path.front(), path.back()}, 'x');
}

std::string move_text(Variant variant, const Setup& setup, const Move& move) {
  return MoveTexts{variant, setup}.text(move);
}

std::vector<std::string> line_texts(Variant variant, Setup setup, std::span<const Move> line) {
  std::vector<std::string> texts;
  for (const Move& move : line) {
    texts.push_back(move_text(variant, setup, move));
    setup = after(variant, setup, move);
  }
  return texts;
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

Setup after_line(Variant variant, Setup setup, std::span<const Move> line) {
  for (const Move& move : line) setup = after(variant, setup, move);
  return setup;
}

Moves legal_moves(Variant variant, const Setup& setup) {
  return with_moves(variant, [&]<Rules R>() { return legal_moves<R>(setup.pos); });
}

}  // namespace damiera

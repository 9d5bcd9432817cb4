#include "answers/analyse/analysis_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "answers/board_svg.h"
#include "answers/claim/claim_page.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

// Lengths in units of the picture.
constexpr int width = 960, height = 240, left_edge = 96, right_edge = 16, top_edge = 34,
              step_down = 70;

constexpr const char* style = R"(
body { font: 11pt/1.4 sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #000; background: #fff }
section { margin-bottom: 2rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem; margin-bottom: 0 }
.graph { overflow-x: auto }
.graph svg { width: 100%; min-width: 40rem; height: auto }
ol { padding: 0; list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem }
li .board { width: 100%; max-width: 15rem; print-color-adjust: exact; -webkit-print-color-adjust: exact }
)";

/// A value as White sees it: 1, 0 or -1.
int for_white(Value value, Color to_move) {
  const int v = static_cast<int>(value);
  return to_move == Color::white ? v : -v;
}

/// Draws the values of a game.
class Graph {
 public:
  Graph(const AnalysedGame& analysed, Text& out)
      : game_{analysed.read.game},
        analysis_{analysed.analysis},
        out_{out},
        step_{static_cast<double>(width - left_edge - right_edge) /
              static_cast<double>(analysis_.positions.size())} {}

  void draw() {
    write(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" )"
          R"(width="{0}" height="{1}" font-family="sans-serif" font-size="12" role="img" )"
          R"(aria-label="Value of each position">)",
          width, height);
    write(R"(<rect width="{}" height="{}" fill="#fff"/>)", width, height);
    axes();
    for (std::size_t i = 0; i < analysis_.positions.size(); ++i) position(i);
    for (const Mistake& m : analysis_.mistakes) mark(m);
    append(out_, "</svg>\n");
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    append(out_, "\n");
  }
  double x(std::size_t i) const { return left_edge + step_ * static_cast<double>(i); }
  static int y(int value) { return top_edge + step_down * (1 - value); }
  Color to_move(std::size_t i) const {
    return i % 2 == 0 ? game_.start.to_move : opponent(game_.start.to_move);
  }

  void axes() {
    for (const auto& [value, label] :
         {std::pair{1, "White wins"}, {0, "draw"}, {-1, "Black wins"}}) {
      write(R"(<path d="M{} {}H{}" stroke="#ccc"/>)", left_edge, y(value), width - right_edge);
      write(R"(<text x="{}" y="{}" text-anchor="end">{}</text>)", left_edge - 8, y(value) + 4,
            label);
    }
    const std::size_t every = game_.moves.size() / 16 + 1;
    for (std::size_t i = 0; i < game_.moves.size(); i += every)
      write(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)", x(i) + step_ / 2,
            height - 22, text(game_.moves[i].number));
  }
  void position(std::size_t i) {
    const Bounds& bounds = analysis_.positions[i].bounds;
    const int a = for_white(bounds.lo, to_move(i)), b = for_white(bounds.hi, to_move(i));
    if (a != b) {
      write(R"(<rect x="{:.1f}" y="{}" width="{:.1f}" height="{}" fill="#ddd"/>)", x(i),
            y(std::max(a, b)), step_, y(std::min(a, b)) - y(std::max(a, b)));
      last_.reset();
      return;
    }
    if (last_ && *last_ != a)
      write(R"(<path d="M{0:.1f} {1}V{2}" stroke="#0072b2" stroke-width="2"/>)", x(i), y(*last_),
            y(a));
    write(R"(<path d="M{:.1f} {}h{:.1f}" stroke="#0072b2" stroke-width="4"/>)", x(i), y(a), step_);
    last_ = a;
  }
  void mark(const Mistake& m) {
    const int level = for_white(m.left, to_move(m.move));
    const double at = x(m.move + 1);
    const bool low = level < 0;
    write(R"(<circle cx="{:.1f}" cy="{}" r="6" fill="#d55e00"/>)", at, y(level));
    write(R"(<text x="{:.1f}" y="{}" font-weight="bold">{}</text>)", at + 6,
          y(level) + (low ? 20 : -9), text(game_.moves[m.move].number));
  }

  const Game& game_;
  const GameAnalysis& analysis_;
  Text& out_;
  double step_;
  std::optional<int> last_;  // the position before, if it is known
};

/// The game, and where and when it was played, as far as the file says it.
std::string occasion(const PdnGame& read) {
  std::string text = read.has_variant ? std::string{name(read.game.variant)} : "";
  for (const char* tag : {"Event", "Round", "Site", "Date"}) {
    const auto value = read.game.tag(tag).value_or("");
    if (value.empty() || value.find_first_not_of("?.") == value.npos) continue;
    if (!text.empty()) text += ", ";
    if (tag == std::string_view{"Round"}) text += "round ";
    text += value;
  }
  return text;
}

void append_mistakes(const AnalysedGame& analysed, Text& out) {
  const Game& game = analysed.read.game;
  append(out, "<ol>\n");
  for (const Mistake& m : analysed.analysis.mistakes) {
    const Setup& before = analysed.analysis.setups[m.move];
    fmt::format_to(std::back_inserter(out), "<li>{}<p><b>{} {}</b> {}.</p></li>\n",
                   board_svg(game.variant, before), text(game.moves[m.move].number),
                   html_escaped(move_text(game.variant, before, game.moves[m.move].move)),
                   html_escaped(in_words(game, analysed.analysis, m, SIZE_MAX)));
  }
  append(out, "</ol>\n");
}

}  // namespace

std::string analysis_svg(const AnalysedGame& analysed) {
  Text out;
  Graph{analysed, out}.draw();
  return fmt::to_string(out);
}

void append_analysis_page_start(Text& out) {
  fmt::format_to(std::back_inserter(out),
                 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<title>Games, analysed</title>\n<style>{}</style>\n</head>\n<body>\n",
                 style);
}

void append_analysis(const AnalysedGame& analysed, Text& out) {
  const Game& game = analysed.read.game;
  const auto paragraph = [&](std::string_view text) {
    fmt::format_to(std::back_inserter(out), "<p>{}</p>\n", html_escaped(text));
  };
  fmt::format_to(std::back_inserter(out), "<section>\n<h1>Game {}: {} - {}, {}</h1>\n",
                 analysed.read.number, html_escaped(game.filled_tag("White").value_or("White")),
                 html_escaped(game.filled_tag("Black").value_or("Black")),
                 html_escaped(game.result));
  if (const std::string where = occasion(analysed.read); !where.empty()) paragraph(where);
  if (analysed.read.error) {
    paragraph("This game cannot be read: " + analysed.read.error->message + ".");
    append(out, "</section>\n");
    return;
  }
  for (const std::string& note : analysed.read.notes) paragraph("Note: " + note + ".");
  paragraph(known_in_words(analysed));
  append(out, "<div class=\"graph\">\n" + analysis_svg(analysed) + "</div>\n");
  if (std::ranges::any_of(analysed.analysis.positions,
                          [](const KnownPosition& p) { return !p.bounds.is_exact(); }))
    paragraph("Grey: the value is not known, only that it lies in this range.");
  if (analysed.analysis.mistakes.empty())
    paragraph("No move is known to have thrown anything away.");
  else
    append_mistakes(analysed, out);
  append(out, "</section>\n");
}

void append_analysis_page_end(Text& out) { append(out, "</body>\n</html>\n"); }

}  // namespace damiera

#include "apps/serve/page_answer.h"

#include <fmt/format.h>

#include <cctype>

#include "answers/text.h"
#include "apps/serve/page.h"
#include "apps/serve/position_json.h"
#include "rules/notation/board_picture.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

/// The words of the answer in one language.
struct Words {
  std::array<const char*, 5> values;   ///< for the side to move, from -2, lost, to 2, won
  std::array<const char*, 5> letters;  ///< of the same
  const char *white, *black, *move, *grade, *conversion, *end, *over, *position, *counted, *look,
      *game;
};

constexpr Words english_words{{"loses", "loses, but draws by the count", "draws",
                               "wins, but only draws by the count", "wins"},
                              {"L", "D", "D", "D", "W"},
                              "White",
                              "Black",
                              "Move",
                              "Grade",
                              "Conversion",
                              "End",
                              "The game is over.",
                              "Position",
                              "Moves counted",
                              "Look up",
                              "Game"};
constexpr Words italian_words{{"perde", "perde, ma pareggia per il conteggio", "pareggia",
                               "vince, ma per il conteggio è patta", "vince"},
                              {"S", "P", "P", "P", "V"},
                              "Il Bianco",
                              "Il Nero",
                              "Mossa",
                              "Voto",
                              "Conversione",
                              "Fine",
                              "La partita è finita.",
                              "Posizione",
                              "Mosse contate",
                              "Cerca",
                              "Gioco"};

std::size_t place_of(const Evaluation& e) {
  const int wdl =
      e.counted ? static_cast<int>(e.counted->value) : 2 * static_cast<int>(e.probe.value);
  return static_cast<std::size_t>(wdl + 2);
}

/// Percent-encodes characters that have a meaning in an address, such as '+', which stands for a
/// space.
std::string in_address(std::string_view text) {
  std::string address;
  for (const unsigned char c : text) {
    const bool is_plain =
        std::isalnum(c) != 0 ||
        std::string_view{":,.-()"}.find(static_cast<char>(c)) != std::string_view::npos;
    address += is_plain ? std::string(1, static_cast<char>(c)) : fmt::format("%{:02X}", c);
  }
  return address;
}

/// The draw count as part of an address: its number of moves, if that is not the usual one, and how
/// many were played.
std::string in_address(Variant variant, const Count& count) {
  std::string text;
  const auto usual = usual_count(variant);
  if (!usual || count.moves != usual->moves) text += fmt::format("&amp;count={}", count.moves);
  if (count.plies > 0)
    text += fmt::format("&amp;counted={}{}", count.plies / 2, count.plies % 2 != 0 ? ".5" : "");
  return text;
}

std::string plies(std::optional<int> number) {
  return number ? std::to_string(*number) : std::string{"-"};
}

/// `is_counted`: values under the count are known.
void append_move(Variant variant, const AskedPosition& asked, bool is_counted,
                 const MoveTexts& texts, const EvaluatedMove& m, const Words& words,
                 bool in_italian, Text& out) {
  const std::size_t grade = place_of(m.worth);
  const AskedPosition next = after_move(asked, m);
  fmt::format_to(
      std::back_inserter(out),
      "<tr class=\"grade{}\"><td><a href=\"/?variant={}&amp;lang={}&amp;fen={}{}\">{}</a></td>"
      "<td>{}</td><td>{}</td><td>{}</td></tr>\n",
      grade, name(variant), in_italian ? "it" : "en", in_address(fen(variant, next.setup)),
      is_counted ? in_address(variant, *next.count) : "", escaped(texts.text(m.move)),
      words.letters[grade], plies(m.worth.probe.dtc), plies(m.worth.dtw));
}

}  // namespace

std::string answer_html(Variant variant, const AskedPosition& asked, const PositionAnswer& answer,
                        bool in_italian) {
  const Words& words = in_italian ? italian_words : english_words;
  Text out;
  fmt::format_to(std::back_inserter(out),
                 "<pre class=\"picture\">{}</pre>\n<p><code>{}</code></p>\n"
                 "<p class=\"value\"><strong>{} {}.</strong></p>\n",
                 escaped(board_rows(variant, asked.setup)), escaped(fen(variant, asked.setup)),
                 asked.setup.to_move == Color::white ? words.white : words.black,
                 words.values[place_of(answer.here)]);
  if (answer.moves.empty()) {
    append(out, words.over);
    return fmt::to_string(out);
  }
  fmt::format_to(std::back_inserter(out),
                 "<table class=\"moves\"><thead><tr><th>{}</th><th>{}</th><th>{}</th><th>{}</th>"
                 "</tr></thead><tbody>\n",
                 words.move, words.grade, words.conversion, words.end);
  const MoveTexts texts{variant, asked.setup};
  for (const EvaluatedMove& m : answer.moves)
    append_move(variant, asked, answer.here.counted.has_value(), texts, m, words, in_italian, out);
  append(out, "</tbody></table>\n");
  return fmt::to_string(out);
}

std::string error_html(const Error& error) {
  return "<p class=\"error\">" + escaped(error.message) + "</p>";
}

std::string question_html(Variant variant, const PositionText& asked, bool in_italian) {
  const Words& words = in_italian ? italian_words : english_words;
  Text out;
  const auto write = [&]<class... T>(fmt::format_string<T...> format, T&&... values) {
    fmt::format_to(std::back_inserter(out), format, std::forward<T>(values)...);
  };
  write("<form method=\"get\" action=\"/\"><label>{} <input name=\"fen\" value=\"{}\"></label> ",
        words.position, escaped(asked.fen));
  if (usual_count(variant))
    write("<label>{} <input name=\"counted\" size=\"4\" value=\"{}\"></label> ", words.counted,
          escaped(asked.counted.value_or("")));
  if (asked.count)
    write("<input type=\"hidden\" name=\"count\" value=\"{}\">", escaped(*asked.count));
  write("<select name=\"variant\" aria-label=\"{}\">", words.game);
  for (const Variant v : all_variants)
    write("<option{}>{}</option>", v == variant ? " selected" : "", name(v));
  write("</select> <input type=\"hidden\" name=\"lang\" value=\"{}\"><button>{}</button></form>\n",
        in_italian ? "it" : "en", words.look);
  return fmt::to_string(out);
}

}  // namespace damiera

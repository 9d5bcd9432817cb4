#include "answers/analyse/analysis_text.h"

#include <fmt/format.h>

#include "answers/values.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr std::size_t plies_in_comment = 16;

/// The value that the mistake threw away, and the value that is left.
std::string loss_in_words(const Mistake& m) {
  const char* what = m.had == Value::win ? "the win" : "the draw";
  const char* rest = m.left == Value::loss ? "loses" : "does not win";
  return fmt::format("throws away {}, {}", what, m.left == Value::draw ? "at most draws" : rest);
}

/// "White wins, the end in 41 plies". `known` is seen from the side to move, `to_move`.
std::string in_words(const KnownPosition& known, Color to_move) {
  if (!known.bounds.is_exact()) return "not known";
  const Value value = known.bounds.lo;
  if (value == Value::draw) return "a draw";
  const auto side = name(value == Value::win ? to_move : opponent(to_move));
  if (known.dtw) return fmt::format("{} wins, the end in {}", side, plies_in_words(*known.dtw));
  if (known.dtc) return fmt::format("{} wins, conversion in {}", side, plies_in_words(*known.dtc));
  return fmt::format("{} wins", side);
}

Color side_of(const Game& game, std::size_t ply) {
  return ply % 2 == 0 ? game.start.to_move : opponent(game.start.to_move);
}

std::string_view text_of(KnownBy by) {
  switch (by) {
    case KnownBy::nothing:
      return {};
    case KnownBy::moves:
      return "moves";
    case KnownBy::tables:
      return "tables";
    case KnownBy::search:
      return "search";
  }
  return {};
}

Json positions_json(const AnalysedGame& analysed) {
  const Game& game = analysed.read.game;
  const auto& setups = analysed.analysis.setups;
  Json list = Json::array();
  for (std::size_t i = 0; i < setups.size(); ++i) {
    const KnownPosition& known = analysed.analysis.positions[i];
    const bool any = known.by != KnownBy::nothing;
    list.push_back(
        {{"fen", fen(game.variant, setups[i])},
         {"move", i < game.moves.size() ? Json(text(game.moves[i].number)) : Json(nullptr)},
         {"at_least", name(known.bounds.lo)},
         {"at_most", name(known.bounds.hi)},
         {"by", any ? Json(text_of(known.by)) : Json(nullptr)},
         {"dtc", or_null(known.dtc)},
         {"dtw", or_null(known.dtw)}});
  }
  return list;
}

Json mistakes_json(const AnalysedGame& analysed) {
  const Game& game = analysed.read.game;
  Json list = Json::array();
  for (const Mistake& m : analysed.analysis.mistakes) {
    const Setup& before = analysed.analysis.setups[m.move];
    list.push_back({{"ply", m.move},
                    {"move", text(game.moves[m.move].number)},
                    {"played", move_text(game.variant, before, game.moves[m.move].move)},
                    {"had", name(m.had)},
                    {"left", name(m.left)},
                    {"better", line_texts(game.variant, before, m.better)}});
  }
  return list;
}

Json to_json(const ThrownAway& thrown) { return {{"wins", thrown.wins}, {"draws", thrown.draws}}; }

}  // namespace

std::string known_in_words(const AnalysedGame& analysed) {
  const Game& game = analysed.read.game;
  const auto from = analysed.analysis.known_from();
  if (!from) return "No position at the end of the game is known.";
  const std::string there = in_words(analysed.analysis.positions[*from], side_of(game, *from));
  if (game.moves.empty()) return fmt::format("The position is known: {}.", there);
  const std::string place = *from < game.moves.size()
                                ? "From " + text(game.moves[*from].number) + " on"
                                : std::string{"At the end of the game"};
  return fmt::format("{} every position is known; there: {}.", place, there);
}

std::string in_words(const Game& game, const GameAnalysis& analysis, const Mistake& mistake,
                     std::size_t plies) {
  std::string words = loss_in_words(mistake);
  if (mistake.better.empty()) return words;
  const auto texts = line_texts(game.variant, analysis.setups[mistake.move], mistake.better);
  const KnownPosition& before = analysis.positions[mistake.move];
  words += fmt::format(": {} {}", texts.front(), mistake.had == Value::win ? "wins" : "draws");
  if (mistake.had == Value::win && before.dtw)
    words += fmt::format(" in {}", plies_in_words(*before.dtw));
  if (texts.size() == 1) return words;
  const std::size_t shown = std::min(plies, texts.size());
  words +=
      fmt::format(": {}", fmt::join(texts.begin(), texts.begin() + static_cast<int>(shown), " "));
  if (shown < texts.size()) words += " ...";
  return words;
}

ThrownAway thrown_away(const AnalysedGame& analysed, Color side) {
  ThrownAway thrown;
  for (const Mistake& m : analysed.analysis.mistakes)
    if (side_of(analysed.read.game, m.move) == side)
      ++(m.had == Value::win ? thrown.wins : thrown.draws);
  return thrown;
}

void append_text(const AnalysedGame& analysed, Text& out) {
  if (analysed.read.error) return;
  const Game& game = analysed.read.game;
  const GameAnalysis& analysis = analysed.analysis;
  const auto write = [&](const std::string& text) { append(out, text); };
  write(fmt::format("Game {}: {} - {}, {}, {}, {}\n", analysed.read.number,
                    game.filled_tag("White").value_or("White"),
                    game.filled_tag("Black").value_or("Black"), name(game.variant),
                    plies_in_words(static_cast<int>(game.moves.size())), game.result));
  for (const std::string& note : analysed.read.notes) write("  Note: " + note + ".\n");
  write("  " + known_in_words(analysed) + "\n");
  for (const Mistake& m : analysis.mistakes)
    write(fmt::format("  {} {} {}.\n", text(game.moves[m.move].number),
                      move_text(game.variant, analysis.setups[m.move], game.moves[m.move].move),
                      in_words(game, analysis, m, plies_in_comment)));
  for (const Color side : {Color::white, Color::black}) {
    const auto thrown = thrown_away(analysed, side);
    if (thrown.wins + thrown.draws > 0)
      write(fmt::format("  {} threw away {} and {}.\n", name(side), in_number(thrown.wins, "win"),
                        in_number(thrown.draws, "draw")));
  }
}

std::string annotated_pdn(const AnalysedGame& analysed) {
  const Game& game = analysed.read.game;
  std::vector<std::string> comments(game.moves.size());
  const auto from = analysed.analysis.known_from();
  if (from && *from > 0)
    comments[*from - 1] =
        "known from here on: " + in_words(analysed.analysis.positions[*from], side_of(game, *from));
  for (const Mistake& m : analysed.analysis.mistakes) {
    std::string& comment = comments[m.move];
    const std::string words = in_words(game, analysed.analysis, m, plies_in_comment);
    comment = comment.empty() ? words : words + "; " + comment;
  }
  return with_comments(analysed.read, comments);
}

Json to_json(const AnalysedGame& analysed) {
  const Game& game = analysed.read.game;
  Json object{{"game", analysed.read.number},
              {"variant", variant_json(analysed.read)},
              {"white_player", or_null(game.filled_tag("White"))},
              {"black_player", or_null(game.filled_tag("Black"))},
              {"plies", game.moves.size()},
              {"result", game.result}};
  if (analysed.read.error) {
    object["error"] = analysed.read.error->message;
    return object;
  }
  object["notes"] = analysed.read.notes;
  const auto from = analysed.analysis.known_from();
  object["known_from"] = or_null(from);
  object["positions"] = positions_json(analysed);
  object["mistakes"] = mistakes_json(analysed);
  object["white"] = to_json(thrown_away(analysed, Color::white));
  object["black"] = to_json(thrown_away(analysed, Color::black));
  return object;
}

}  // namespace damiera

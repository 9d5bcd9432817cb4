#include "apps/hub/hub_search.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/hub/hub_line.h"
#include "apps/hub/hub_notation.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

/// A line of moves, each written in the notation of its position.
std::vector<std::string> texts(const GameRecord& game, const std::vector<Move>& line) {
  std::vector<std::string> all;
  Setup setup = game.now();
  for (const Move& move : line) {
    all.push_back(hub_move(game.variant(), setup, move));
    setup = after(game.variant(), setup, move);
  }
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// What the tables say, as arguments of our own: "value=win dtw=17 dtc=3".
std::string table_words(const Evaluation& worth) {
  std::string value{worth.counted ? name(worth.counted->value) : name(worth.probe.value)};
  std::ranges::replace(value, ' ', '-');
  std::string text = " " + hub_word("value", value);
  if (worth.dtw) text += fmt::format(" dtw={}", *worth.dtw);
  if (worth.probe.dtc) text += fmt::format(" dtc={}", *worth.probe.dtc);
  return text;
}

/// In this order, which lidraughts' client relies on; our own keys come last.
std::string info_line(const GameRecord& game, const Thought& thought, double seconds) {
  const double millions = static_cast<double>(thought.nodes) / 1e6;
  std::string line = fmt::format("info depth={} mean-depth={}.0", thought.depth, thought.depth);
  if (thought.score) line += " score=" + score_text(*thought.score);
  line += fmt::format(" nodes={} time={:.3f} nps={:.3f} pv=\"{}\"", thought.nodes, seconds,
                      millions / std::max(seconds, 0.001), joined(texts(game, thought.line)));
  if (thought.worth) line += table_words(*thought.worth);
  if (!thought.note.empty()) line += " " + hub_word("note", thought.note);
  return line;
}

std::string done_line(const GameRecord& game, const Thought& thought) {
  const auto words = texts(game, thought.line);
  std::string line = "done " + hub_word("move", hub_move(game.variant(), game.now(), thought.move));
  if (words.size() > 1) line += " " + hub_word("ponder", words[1]);
  return line;
}

}  // namespace

void HubSearch::run(const std::function<void(const std::string&)>& say) const {
  int said_depth = 0;
  const auto watch = [&](const Thought& thought) {
    if (thought.depth > said_depth) say(info_line(game, thought, control->seconds()));
    said_depth = std::max(said_depth, thought.depth);
    return control->goes_on(level.seconds);
  };
  const Thought thought = mover->choose(game, level, watch);
  say(info_line(game, thought, control->seconds()));
  say(done_line(game, thought));
}

}  // namespace damiera

#include "apps/cli/claim_report.h"

#include <algorithm>

#include "answers/values.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

/// The moves of a game and their texts, for both reports.
class Sheet {
 public:
  explicit Sheet(const Game& game) : game_{game}, setups_{game.setups()} {}

  const Game& game() const { return game_; }
  const Setup& before(std::size_t i) const { return setups_[i]; }
  std::string number(std::size_t i) const {
    return text(i < game_.moves.size() ? game_.moves[i].number : game_.following());
  }
  std::string move(std::size_t i) const { return move(i, game_.moves[i].move); }
  std::string move(std::size_t i, const Move& move) const {
    return move_text(game_.variant, setups_[i], move);
  }
  /// "31w 9-5"
  std::string both(std::size_t i) const { return number(i) + " " + move(i); }

 private:
  const Game& game_;
  std::vector<Setup> setups_;
};

const char* kind(const Move& move) {
  if (move.is_capture()) return "a capture";
  return move.crowned ? "a man crowned" : "a man move";
}

std::string stand(const CountRun& run, const Game& game) {
  const auto [white, black] = run.moves(game);
  return fmt::format("{} of White and {} of Black", white, black);
}

std::string in_words(const CountRun& run, const Sheet& sheet) {
  const std::string from = sheet.number(run.from);
  switch (run.verdict) {
    case Verdict::granted:
      return fmt::format("granted: counted from {}, complete with {}", from,
                         sheet.both(run.to - 1));
    case Verdict::not_yet:
      return fmt::format("not yet: counted from {}, {} stand", from, stand(run, sheet.game()));
    case Verdict::annulled:
      return fmt::format("annulled by {}, {}: counted from {}, {} stood", sheet.both(run.to),
                         kind(sheet.game().moves[run.to].move), from, stand(run, sheet.game()));
    case Verdict::not_admissible:
      return fmt::format("not admissible at {}: {}", from, run.why);
  }
  return {};
}

std::string moves_text(int moves) {
  return fmt::format("{} {}", moves, moves == 1 ? "move" : "moves");
}

/// "wins, 12 moves to the next conversion at best"
std::string value_in_words(const ClaimValue& value) {
  if (value.without == Value::draw) return "draws";
  const bool wins = value.without == Value::win;
  if (!value.dtc) return wins ? "wins" : "loses";
  if (*value.dtc == 0) return wins ? "has won" : "has lost";
  return fmt::format("{}: conversion in {} of the winner, {} {}", wins ? "wins" : "loses",
                     moves_text(moves_needed(value)), *value.dtc,
                     *value.dtc == 1 ? "ply" : "plies");
}

const char* counted_in_words(const ClaimValue& value) {
  if (!value.with) return "; under the count: not known";
  return value.with == value.without ? "; under the count too"
                                     : "; too long for the count, under it a draw";
}

/// "win (draw under the count)"
std::string brief(const ClaimValue& value) {
  if (value.with == value.without) return std::string{name(value.without)};
  return fmt::format("{} ({} under the count)", name(value.without),
                     value.with ? name(*value.with) : "not known");
}

void append_truth(const JudgedClaim& judged, const Sheet& sheet, Text& out) {
  const ClaimTruth& truth = judged.truth;
  const auto line = std::back_inserter(out);
  if (!truth.not_covered.empty()) {
    fmt::format_to(line, "  The tables cannot tell: {}.\n", truth.not_covered);
    return;
  }
  const std::size_t from = judged.claim.run.from;
  const bool counted = judged.claim.run.verdict != Verdict::not_admissible;
  fmt::format_to(line, "  The tables: at {} {} {}{}.\n", sheet.number(from),
                 name(sheet.before(from).to_move), value_in_words(truth.at_request),
                 counted ? counted_in_words(truth.at_request) : "");
  for (const ValueChange& change : truth.changes)
    fmt::format_to(line, "    {}: from {} to {}; better {}: {}.\n", sheet.both(change.move),
                   brief(change.before), brief(change.after),
                   sheet.move(change.move, change.better), brief(change.kept));
}

void append_claim(const JudgedClaim& judged, const Sheet& sheet, Text& out) {
  const Claim& claim = judged.claim;
  const auto line = std::back_inserter(out);
  fmt::format_to(line, "{}, {} of each player\n  {}.\n", claim.count.article,
                 moves_text(claim.count.moves), in_words(claim.run, sheet));
  constexpr std::size_t shown = 3;
  const std::size_t hidden = claim.others.size() - std::min(shown, claim.others.size());
  if (hidden > 0) fmt::format_to(line, "  And {} counts more, then:\n", hidden);
  for (std::size_t i = hidden; i < claim.others.size(); ++i)
    fmt::format_to(line, "  And {}.\n", in_words(claim.others[i], sheet));
  append_truth(judged, sheet, out);
}

Json to_json(const ClaimValue& value) {
  Json object{{"wdl", name(value.without)}, {"dtc", nullptr}, {"counted", nullptr}};
  if (value.dtc) object["dtc"] = *value.dtc;
  if (value.with) object["counted"] = name(*value.with);
  return object;
}

Json to_json(const CountRun& run, const Sheet& sheet) {
  const auto [white, black] = run.moves(sheet.game());
  Json object{{"verdict", name(run.verdict)},
              {"from", sheet.number(run.from)},
              {"last", nullptr},
              {"counted", {{"white", white}, {"black", black}}},
              {"annulled_by", nullptr},
              {"reason", nullptr}};
  if (run.plies() > 0) object["last"] = sheet.number(run.to - 1);
  if (run.annulled_by())
    object["annulled_by"] = {{"number", sheet.number(run.to)},
                             {"move", sheet.move(run.to)},
                             {"kind", kind(sheet.game().moves[run.to].move)}};
  if (!run.why.empty()) object["reason"] = run.why;
  return object;
}

Json truth_json(const JudgedClaim& judged, const Sheet& sheet) {
  const ClaimTruth& truth = judged.truth;
  if (!truth.not_covered.empty()) return {{"covered", false}, {"reason", truth.not_covered}};
  Json object{{"covered", true},
              {"to_move", name(sheet.before(judged.claim.run.from).to_move)},
              {"value", to_json(truth.at_request)},
              {"moves_needed", moves_needed(truth.at_request)},
              {"plies_left", truth.plies_left},
              {"changes", Json::array()}};
  for (const ValueChange& change : truth.changes)
    object["changes"].push_back({{"number", sheet.number(change.move)},
                                 {"move", sheet.move(change.move)},
                                 {"before", to_json(change.before)},
                                 {"after", to_json(change.after)},
                                 {"better", sheet.move(change.move, change.better)},
                                 {"kept", to_json(change.kept)}});
  return object;
}

Json to_json(const JudgedClaim& judged, const Sheet& sheet) {
  const Claim& claim = judged.claim;
  Json object{{"article", claim.count.article}, {"moves", claim.count.moves}};
  object.update(to_json(claim.run, sheet));
  object["fen"] = fen(sheet.game().variant, sheet.before(claim.run.from));
  object["others"] = Json::array();
  for (const CountRun& run : claim.others) object["others"].push_back(to_json(run, sheet));
  object["truth"] = truth_json(judged, sheet);
  return object;
}

Json tag_json(const Game& game, std::string_view name) {
  const auto value = game.tag(name);
  return value ? Json(*value) : Json(nullptr);
}

}  // namespace

bool is_drawn(const JudgedGame& judged) {
  return std::ranges::any_of(
      judged.claims, [](const JudgedClaim& c) { return c.claim.run.verdict == Verdict::granted; });
}

void append_text(const JudgedGame& judged, Text& out) {
  if (judged.read.error) return;
  const Game& game = judged.read.game;
  fmt::format_to(std::back_inserter(out), "Game {}: {} - {}, {}, {} plies, {}\n",
                 judged.read.number, game.tag("White").value_or("White"),
                 game.tag("Black").value_or("Black"), name(game.variant), game.moves.size(),
                 game.result);
  const Sheet sheet{game};
  for (const JudgedClaim& claim : judged.claims) append_claim(claim, sheet, out);
}

Json to_json(const JudgedGame& judged) {
  const Game& game = judged.read.game;
  Json object{{"game", judged.read.number},
              {"variant", name(game.variant)},
              {"white", tag_json(game, "White")},
              {"black", tag_json(game, "Black")},
              {"result", game.result},
              {"plies", game.moves.size()}};
  if (judged.read.error) {
    object["error"] = judged.read.error->message;
    return object;
  }
  const Sheet sheet{game};
  object["drawn"] = is_drawn(judged);
  object["claims"] = Json::array();
  for (const JudgedClaim& claim : judged.claims) object["claims"].push_back(to_json(claim, sheet));
  return object;
}

}  // namespace damiera

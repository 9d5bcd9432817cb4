#include "answers/claim/claim_text.h"

#include <iterator>

#include "answers/claim/claim_names.h"
#include "answers/claim/claim_sentences.h"

namespace damiera {

namespace {

void append_line(Text& out, std::string_view indent, std::string_view text,
                 std::string_view end = "") {
  fmt::format_to(std::back_inserter(out), "{}{}{}\n", indent, text, end);
}

void append_claim(const JudgedClaim& judged, const ClaimSentences& sentences, Text& out) {
  append_line(out, "", sentences.title(judged.claim));
  append_line(out, "  ", sentences.verdict(judged.claim), ".");
  for (const std::string& other : sentences.others(judged.claim))
    append_line(out, "  ", other, ".");
  const auto truth = sentences.truth(judged);
  for (const std::string& line : truth)
    append_line(out, &line == truth.data() ? "  " : "    ", line);
}

}  // namespace

std::string headline(const JudgedGame& judged, const ClaimPhrases& phrases) {
  return ClaimSentences{judged, phrases}.headline();
}

std::string game_line(const JudgedGame& judged, const ClaimPhrases& phrases) {
  const Game& game = judged.read.game;
  return say(phrases.game_line, fmt::arg("number", judged.read.number),
             fmt::arg("white", game.filled_tag("White").value_or(phrases.white)),
             fmt::arg("black", game.filled_tag("Black").value_or(phrases.black)),
             fmt::arg("game", game_name(game.variant, phrases)),
             fmt::arg("plies", ClaimWords{phrases}.plies(static_cast<int>(game.moves.size()))),
             fmt::arg("result", game.result));
}

void append_text(const JudgedGame& judged, Text& out, const ClaimPhrases& phrases) {
  if (judged.read.error) return;
  const ClaimSentences sentences{judged, phrases};
  append_line(out, "", sentences.headline());
  append_line(out, "", game_line(judged, phrases));
  for (const std::string& note : judged.read.notes)
    append_line(out, "  ", say(phrases.note, fmt::arg("note", note_text(note, phrases))));
  for (const JudgedClaim& claim : judged.claims) append_claim(claim, sentences, out);
}

}  // namespace damiera

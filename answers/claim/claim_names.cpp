#include "answers/claim/claim_names.h"

#include <algorithm>
#include <array>
#include <optional>

#include "rules/notation/ascii.h"

namespace damiera {

namespace {

bool is_italian(const ClaimPhrases& phrases) { return &phrases == &italian_phrases(); }

struct GameName {
  Variant variant;
  std::string_view italian;
};

constexpr std::array game_names{GameName{Variant::italian, "dama italiana"},
                                GameName{Variant::english, "dama inglese"},
                                GameName{Variant::international, "dama internazionale"},
                                GameName{Variant::russian, "dama russa"},
                                GameName{Variant::brazilian, "dama brasiliana"},
                                GameName{Variant::spanish, "dama spagnola"},
                                GameName{Variant::portuguese, "dama portoghese"},
                                GameName{Variant::czech, "dama ceca"},
                                GameName{Variant::pool, "dama pool"},
                                GameName{Variant::thai, "dama tailandese"},
                                GameName{Variant::killer, "dama killer"},
                                GameName{Variant::breakthrough, "dama breakthrough"},
                                GameName{Variant::antidraughts, "vinciperdi internazionale"},
                                GameName{Variant::frisian, "dama frisona"},
                                GameName{Variant::frysk, "dama frisona Frysk!"},
                                GameName{Variant::russian_giveaway, "vinciperdi russo"},
                                GameName{Variant::english_giveaway, "vinciperdi inglese"},
                                GameName{Variant::brazilian_giveaway, "vinciperdi brasiliano"},
                                GameName{Variant::jamaican, "dama giamaicana"},
                                GameName{Variant::filipino, "dama filippina"},
                                GameName{Variant::ivorian, "dama ivoriana"}};
static_assert(std::ranges::equal(game_names, all_variants, {}, &GameName::variant),
              "every game of the list has its name here, in the same order");

/// An article whose name is not the same everywhere.
struct ArticleName {
  std::string_view article, in_sentence, italian;
};

constexpr std::array article_names{
    ArticleName{"FID, English draughts", "the FID's rules of English draughts",
                "FID, dama inglese"},
    ArticleName{"WCDF, definition of a draw", "the WCDF's definition of a draw",
                "WCDF, definizione di patta"},
    ArticleName{"FMJD, Czech draughts", "the FMJD's rules of Czech draughts", "FMJD, dama ceca"},
    ArticleName{"draughts-64, 7.2.4", "draughts-64 7.2.4", "draughts-64, 7.2.4"},
    ArticleName{"draughts-64, 7.2.5", "draughts-64 7.2.5", "draughts-64, 7.2.5"},
    ArticleName{"draughts-64, 7.2.6, 4 and 5 pieces", "draughts-64 7.2.6 (4 and 5 pieces)",
                "draughts-64, 7.2.6, 4 e 5 pezzi"},
    ArticleName{"draughts-64, 7.2.6, 6 and 7 pieces", "draughts-64 7.2.6 (6 and 7 pieces)",
                "draughts-64, 7.2.6, 6 e 7 pezzi"},
    ArticleName{"draughts-64, 7.2.7", "draughts-64 7.2.7", "draughts-64, 7.2.7"},
    ArticleName{"draughts-64, 7.2.8", "draughts-64 7.2.8", "draughts-64, 7.2.8"}};

/// A part of a note, as the reader of PDN and the reader of moves write it.
struct NotePart {
  std::string_view english, italian;
};

// A longer part stands before the parts of itself.
constexpr std::array note_parts{
    NotePart{"line ", "riga "},
    NotePart{"game ", "partita "},
    NotePart{"variation: move ", "variante: mossa "},
    NotePart{"variation: ", "variante: "},
    NotePart{"move number ", "numero di mossa "},
    NotePart{"move ", "mossa "},
    NotePart{"column ", "colonna "},
    NotePart{"FEN", "FEN"},
    NotePart{"result ", "risultato "},
    NotePart{"tag Result", "tag Result"},
    NotePart{"tag ", "tag "},
    NotePart{"GameType", "GameType"},
    NotePart{"nothing says which game this is: ", "niente dice quale gioco sia: "},
    NotePart{" for Italian draughts, or the game's name from the caller, as by --game italian",
             " per la dama italiana, oppure il nome del gioco, come con --game italian"},
    NotePart{"[GameType \"22\"]", "[GameType \"22\"]"},
    NotePart{"[White \"Rossi\"]", "[White \"Rossi\"]"},
    NotePart{"a second ", "un secondo "},
    NotePart{"the game has no move ", "la partita non ha la mossa "},
    NotePart{"the game has two moves ", "la partita ha due mosse "},
    NotePart{", which would come next", ", che sarebbe la prossima"},
    NotePart{"expected that of the tag Result", "atteso quello del tag Result"},
    NotePart{"expected the same result as before, ", "atteso lo stesso risultato di prima, "},
    NotePart{"expected a result, such as ", "atteso un risultato, come "},
    NotePart{"expected a tag, such as ", "atteso un tag, come "},
    NotePart{"expected one of ", "atteso uno tra "},
    NotePart{"expected one", "atteso uno solo"},
    NotePart{"expected a legal move", "attesa una mossa legale"},
    NotePart{"expected a move number from 1 to ", "atteso un numero di mossa da 1 a "},
    NotePart{"expected a move: no variation is open",
             "attesa una mossa: non ci sono varianti aperte"},
    NotePart{"expected a move: no position can be set up within a game",
             "attesa una mossa: dentro una partita non si dispone una posizione"},
    NotePart{"expected a move", "attesa una mossa"},
    NotePart{"expected no second position", "attesa una sola posizione"},
    NotePart{"expected the squares between, for several fit",
             "attese le caselle intermedie, perché le mosse possibili sono più d'una"},
    NotePart{"expected '-' or 'x' and a square", "attesi '-' o 'x' e una casella"},
    NotePart{"counted ", "mosse contate "},
    NotePart{"count ", "conteggio "},
    NotePart{"expected moves by each side, such as ", "attese le mosse di ciascuno, come "},
    NotePart{"expected nothing: this game has no draw count that every conversion begins anew",
             "atteso niente: questo gioco non ha un conteggio che ogni conversione ricomincia"},
    NotePart{" moves by each side", " mosse di ciascuno"},
    NotePart{"expected a square from 1 to ", "attesa una casella da 1 a "},
    NotePart{"expected the side to move, W or B", "atteso chi muove, W o B"},
    NotePart{"expected a side, W or B", "attesa una parte, W o B"},
    NotePart{"expected the other side", "attesa l'altra parte"},
    NotePart{"expected a range that ascends", "atteso un intervallo crescente"},
    NotePart{"expected each field once", "atteso ogni campo una volta sola"},
    NotePart{"expected the field H (plies counted) or F (number of the next move)",
             "atteso il campo H (semimosse contate) o F (numero della prossima mossa)"},
    NotePart{"expected the moves of a king of Black's, then of White's, from 0 to ",
             "attese le mosse di una dama del Nero, poi del Bianco, da 0 a "},
    NotePart{", each with the square where it stands: ", ", ognuna con la casella in cui sta: "},
    NotePart{"kings: expected none of the side to move and at most one of the opponent, as the "
             "first king wins",
             "dame: attesa nessuna di chi muove e al più una dell'avversario, perché la prima dama "
             "vince"},
    NotePart{"expected ", "atteso "},
    NotePart{", or one such as ", ", oppure come "},
    NotePart{" and a square, or the end", " e una casella, o la fine"},
    NotePart{" and a square, or ", " e una casella, oppure "},
    NotePart{" and the other side", " e l'altra parte"},
    NotePart{" and a side, W or B", " e una parte, W o B"},
    NotePart{" and a number from ", " e un numero da "},
    NotePart{"square ", "casella "},
    NotePart{" is taken already", " è già occupata"},
    NotePart{" is on the promotion row: expected a king there",
             " è sulla riga di promozione: lì attesa una dama"},
    NotePart{"the end", "la fine"},
    NotePart{" to end the comment", " per chiudere il commento"},
    NotePart{" to end the variation", " per chiudere la variante"},
    NotePart{" to end the tag", " per chiudere il tag"},
    NotePart{" to end the position", " per chiudere la posizione"},
    NotePart{" to end the range", " per chiudere l'intervallo"},
    NotePart{"more than ", "più di "},
    NotePart{" variations are open", " varianti aperte"},
    NotePart{" variations more that cannot be played",
             " altre varianti che non si possono giocare"},
    NotePart{"and ", "e "},
    NotePart{" or ", " o "},
    NotePart{", or ", ", oppure "},
    NotePart{" to ", " a "}};

/// The part of a note with which this text begins, if there is one.
std::optional<NotePart> part_at(std::string_view text) {
  const auto found = std::ranges::find_if(
      note_parts, [&](const NotePart& part) { return text.starts_with(part.english); });
  if (found != note_parts.end()) return *found;
  // Users type the names of games, so these stay as they are.
  const std::string_view word =
      text.substr(0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
  const auto game = std::ranges::find(all_variants, word, [](Variant v) { return name(v); });
  if (game != all_variants.end()) return NotePart{word, word};
  return {};
}

/// Whether a quotation mark before `rest` ends a quoted text. Else it is an apostrophe within it.
bool ends_quote(std::string_view rest) {
  return rest.empty() || std::string_view{":,) "}.find(rest.front()) != std::string_view::npos;
}

}  // namespace

std::string_view game_name(Variant variant, const ClaimPhrases& phrases) {
  return is_italian(phrases) ? game_names[place_of(variant)].italian : name(variant);
}

std::string_view article_name(std::string_view article, const ClaimPhrases& phrases) {
  const auto found = std::ranges::find(article_names, article, &ArticleName::article);
  return is_italian(phrases) && found != article_names.end() ? found->italian : article;
}

std::string_view article_in_sentence(std::string_view article, const ClaimPhrases& phrases) {
  if (is_italian(phrases)) return article_name(article, phrases);
  const auto found = std::ranges::find(article_names, article, &ArticleName::article);
  return found == article_names.end() ? article : found->in_sentence;
}

std::string note_text(std::string_view note, const ClaimPhrases& phrases) {
  if (!is_italian(phrases)) return std::string{note};
  constexpr std::size_t longest_sign = 2;  // "w" of a move, "a1"; longer words are English
  std::string text;
  bool is_quoted = false;  // what stands in the file is not translated
  std::size_t letters = 0;
  for (std::string_view rest = note; !rest.empty();) {
    const bool is_within = is_quoted || (letters > 0 && is_letter(rest.front()));
    const auto part = is_within ? std::nullopt : part_at(rest);
    if (part) {
      text += part->italian;
      rest.remove_prefix(part->english.size());
      letters = 0;
      continue;
    }
    if (rest.front() == '\'' && (!is_quoted || ends_quote(rest.substr(1)))) is_quoted = !is_quoted;
    letters = is_letter(rest.front()) && !is_quoted ? letters + 1 : 0;
    if (letters > longest_sign) return std::string{note};
    text += rest.front();
    rest.remove_prefix(1);
  }
  return text;
}

}  // namespace damiera

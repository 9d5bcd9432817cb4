#include "answers/claim_names.h"

#include <algorithm>
#include <array>

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
    NotePart{"expected that of the tag Result", "atteso quello del tag Result"},
    NotePart{"expected a result, such as ", "atteso un risultato, come "},
    NotePart{"expected a legal move", "attesa una mossa legale"},
    NotePart{"expected a move", "attesa una mossa"},
    NotePart{"expected the squares between, for several fit",
             "attese le caselle intermedie, perché le mosse possibili sono più d'una"},
    NotePart{"expected '-' or 'x' and a square", "attesi '-' o 'x' e una casella"},
    NotePart{"expected a square from 1 to ", "attesa una casella da 1 a "},
    NotePart{", or one such as ", ", oppure come "},
    NotePart{"expected ", "atteso "},
    NotePart{" variations more that cannot be played",
             " altre varianti che non si possono giocare"},
    NotePart{"and ", "e "}};

/// The part of a note with which this text begins; null if there is none.
const NotePart* part_at(std::string_view text) {
  const auto found = std::ranges::find_if(
      note_parts, [&](const NotePart& part) { return text.starts_with(part.english); });
  return found == note_parts.end() ? nullptr : &*found;
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
    const NotePart* part = is_quoted || letters > 0 ? nullptr : part_at(rest);
    if (part) {
      text += part->italian;
      rest.remove_prefix(part->english.size());
      continue;
    }
    is_quoted ^= rest.front() == '\'';
    letters = is_letter(rest.front()) && !is_quoted ? letters + 1 : 0;
    if (letters > longest_sign) return std::string{note};
    text += rest.front();
    rest.remove_prefix(1);
  }
  return text;
}

}  // namespace damiera

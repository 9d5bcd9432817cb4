#include "answers/claim/claim_names.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "rules/counts/draw_count.h"
#include "rules/notation/pdn.h"

namespace damiera {
namespace {

TEST(ClaimNames, AreThoseOfTheGamesInItalian) {
  std::set<std::string_view> names;
  for (Variant v : all_variants) {
    EXPECT_EQ(game_name(v, english_phrases()), name(v));
    names.insert(game_name(v, italian_phrases()));
  }
  EXPECT_EQ(names.size(), all_variants.size());
  EXPECT_EQ(game_name(Variant::italian, italian_phrases()), "dama italiana");
  EXPECT_EQ(game_name(Variant::ivorian, italian_phrases()), "dama ivoriana");
}

// In a sentence a name with a comma would break it.
TEST(ClaimNames, OfArticlesStandInSentences) {
  for (Variant v : all_variants)
    for (const DrawCount& count : draw_counts(v)) {
      const auto in_sentence = article_in_sentence(count.article, english_phrases());
      EXPECT_EQ(in_sentence.find(','), std::string_view::npos) << in_sentence;
      EXPECT_EQ(article_name(count.article, english_phrases()), count.article);
      const auto italian = article_name(count.article, italian_phrases());
      for (const char* english : {" and ", "pieces", "English", "definition"})
        EXPECT_EQ(italian.find(english), std::string_view::npos) << italian;
    }
}

TEST(ClaimNames, OfFaultsAreTranslated) {
  const std::string_view text = "1. 23-19 10-14 (1... 10-99) (1... 1-2) (1... 10) 3. 19x10 5x14 *";
  PdnReader reader{text, {Variant::italian, {}}};
  const auto read = reader.next();
  std::string notes;
  for (const std::string& note : read->notes) {
    EXPECT_EQ(note_text(note, english_phrases()), note);
    notes += note_text(note, italian_phrases()) + "\n";
  }
  EXPECT_EQ(notes,
            "riga 1: variante: mossa '10-99', colonna 4: attesa una casella da 1 a 32\n"
            "riga 1: variante: mossa '1-2', colonna 1: attesa una mossa legale\n"
            "riga 1: variante: mossa '10', colonna 3: attesi '-' o 'x' e una casella\n"
            "riga 1: numero di mossa 3: atteso 2\n");
  EXPECT_EQ(note_text("game 2, move 49b, line 7: move '1-9', column 1: expected a legal move",
                      italian_phrases()),
            "partita 2, mossa 49b, riga 7: mossa '1-9', colonna 1: attesa una mossa legale");
  const std::string_view untranslated = "game 2, line 1: GameType '99': unheard of";
  EXPECT_EQ(note_text(untranslated, italian_phrases()), untranslated) << "all, or nothing";
  EXPECT_EQ(note_text("and 3 variations more that cannot be played", italian_phrases()),
            "e 3 altre varianti che non si possono giocare");
}

// What readers of PDN say, with every kind of error in a tag, a position and a move.
TEST(ClaimNames, ErrorsAreTranslated) {
  const std::string game = "[GameType \"22\"]\n", frisian = "[GameType \"40\"]\n";
  for (const std::string& text : {
           std::string{"1. 23-19 *"},
           std::string{"[White \"Rossi\n1. 23-19 *"},
           std::string{"[White Rossi]\n1. 23-19 *"},
           std::string{"[Event \"Coppa dell'Adda]\n1. 23-19 *"},
           std::string{"[GameType \"99\"]\n*"},
           std::string{"[GameType \"22,B,8,8,N2,1\"]\n*"},
           game + game + "*",
           game + "[FEN \"W:WK1:BK2\"]\n[FEN \"W:WK1:BK2\"]\n*",
           game + "[FEN \"X:WK1:BK2\"]\n*",
           game + "[FEN \"W:WK3,3:BK31\"]\n*",
           game + "[FEN \"W:W3:BK31\"]\n*",
           game + "[FEN \"W:WK3:BK33\"]\n*",
           game + "[FEN \"W:WK3:BK31-\"]\n*",
           game + "[FEN \"W:WK3:B12-9\"]\n*",
           game + "[FEN \"W:WK3:WK9\"]\n*",
           game + "[FEN \"W:WK3 BK9\"]\n*",
           game + "[FEN \"W:XK3:BK9\"]\n*",
           game + "[FEN \"W\"]\n*",
           game + "[FEN \"W:WK3:BK9;\"]\n*",
           game + "[FEN \"W:WK3:BK9:Hx\"]\n*",
           game + "[FEN \"W:WK3:BK9:F0\"]\n*",
           game + "[FEN \"W:WK3:BK9:Q1\"]\n*",
           game + "[FEN \"W:WK3:BK9:H1:H1\"]\n*",
           frisian + "[FEN \"W:WK3:BK9:+9+9\"]\n*",
           std::string{"[GameType \"96\"]\n[FEN \"W:WK3:B9\"]\n*"},
           std::string{"[GameType \"25\"]\n[FEN \"W:Wz9:Ba3\"]\n*"},
           game + "1. 23-19 {never",
           game + "1. 23-19 (1. 22-18",
           game + "1. 23-19 ) 10-14 *",
           game + "0. 23-19 *",
           game + "1. 23-19 /W:WK1:BK2/ *",
           game + "/W:WK1:BK2",
           game + "/W:WK1:BK77/ *",
           game + "[FEN \"W:WK1:BK2\"]\n/W:WK1:BK2/ *",
           game + "1. 23-<19 *",
           game + "1. 23-19 " + std::string(200, '(') + "*",
           game + "1. 1-2 *",
       }) {
    PdnReader reader{text, {}};
    const auto read = reader.next();
    ASSERT_TRUE(read && read->error) << text;
    const std::string italian = note_text(read->error->message, italian_phrases());
    EXPECT_NE(italian, read->error->message) << text;
    EXPECT_EQ(italian.find("expected"), std::string::npos) << italian;
  }
  EXPECT_EQ(note_text("tag Result: 'dell'expected the end': expected a result, such as 1-0",
                      italian_phrases()),
            "tag Result: 'dell'expected the end': atteso un risultato, come 1-0");
  Game played;
  played.variant = Variant::italian;
  played.start = initial_setup(Variant::italian);
  const std::string none = played.find(*parse_asked_move("9w")).error().message;
  EXPECT_EQ(note_text(none, italian_phrases()),
            "la partita non ha la mossa 9w: atteso 1w, che sarebbe la prossima");
}

}  // namespace
}  // namespace damiera

#include "answers/claim/claim_words.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <regex>
#include <set>
#include <string>

#include "tests/support/positions.h"

namespace damiera {
namespace {

using Phrases = std::array<const char*, sizeof(ClaimPhrases) / sizeof(const char*)>;

Phrases all_of(const ClaimPhrases& phrases) { return std::bit_cast<Phrases>(phrases); }

/// "{n}", "{article}", ...
std::set<std::string> gaps(const std::string& phrase) {
  static const std::regex gap{R"(\{[^{}]*\})"};
  std::set<std::string> found;
  for (std::sregex_iterator i{phrase.begin(), phrase.end(), gap}, end; i != end; ++i)
    found.insert(i->str());
  return found;
}

// A missing phrase, or one with other gaps than the English phrase, would fail only when a report
// uses it.
TEST(ClaimPhrases, FillTheSameGapsInEveryLanguage) {
  const Phrases english = all_of(english_phrases()), italian = all_of(italian_phrases());
  for (std::size_t i = 0; i < english.size(); ++i) {
    ASSERT_NE(english[i], nullptr) << "after " << english[i - 1];
    ASSERT_NE(italian[i], nullptr) << english[i];
    EXPECT_EQ(gaps(italian[i]), gaps(english[i])) << italian[i];
  }
}

TEST(ClaimPhrases, AreFoundByTheirLanguage) {
  EXPECT_EQ(find_phrases("en"), &english_phrases());
  EXPECT_EQ(find_phrases("it"), &italian_phrases());
  for (const char* other : {"", "e", "eng", "de", "IT"})
    EXPECT_EQ(find_phrases(other), nullptr) << other;
}

class ClaimWordsTest : public testing::TestWithParam<Variant> {};

TEST_P(ClaimWordsTest, SayWhatStandsInTheWayOfACount) {
  std::mt19937_64 random{1};
  std::set<std::string> reasons;
  const ClaimWords english{english_phrases()}, italian{italian_phrases()};
  for (int i = 0; i < 2000; ++i) {
    const damiera::Setup setup{
        with_moves(GetParam(),
                   [&]<Rules R>() { return test::random_position<R>(random, 2 + i % 6); }),
        Color(i % 2)};
    for (const DrawCount& count : draw_counts(GetParam())) {
      if (!obstacle(count, setup)) continue;
      const std::string reason = english.not_admissible(count, setup, setup);
      ASSERT_NE(reason, "");
      ASSERT_NE(italian.not_admissible(count, setup, setup), reason);
      reasons.insert(reason);
    }
  }
  EXPECT_GE(reasons.size(), 1U);
}

TEST(ClaimWords, SayWhyACountIsNotAdmissible) {
  const ClaimWords words{english_phrases()};
  const auto why = [&](Variant variant, std::size_t i, const char* text) {
    const auto setup = *parse_fen(variant, text);
    return words.not_admissible(draw_counts(variant)[i], setup, setup);
  };
  EXPECT_EQ(why(Variant::italian, 0, "W:WK1:B5"), "Black has no king");
  EXPECT_EQ(why(Variant::italian, 0, "B:W30:BK5"), "White has no king");
  EXPECT_EQ(why(Variant::international, 1, "W:WK1,K2:BK5,K6"),
            "no side has a king and nothing else");
  EXPECT_EQ(why(Variant::international, 1, "W:WK1,K2:BK5"), "there are 3 pieces: expected 4");
  EXPECT_EQ(why(Variant::international, 2, "W:WK1,K2,K3:BK5"),
            "there are 4 pieces: expected 2 to 3");
  EXPECT_EQ(why(Variant::russian, 1, "W:WKa1,c1,Ke1:BKh8"), "there are men on the board");
  EXPECT_EQ(why(Variant::russian, 1, "W:WKa1,Kc1:BKh8"), "there are 3 pieces: expected 4 or more");
  EXPECT_EQ(why(Variant::russian, 4, "W:WKc1,Kb6,Kf8:BKh2"),
            "the lone king does not hold the long diagonal");
  // Of four neighbouring squares of a row none or one is on the long diagonal.
  const std::string none = why(Variant::portuguese, 1, "W:WK1,K2,K3:BK20"),
                    other = why(Variant::portuguese, 1, "W:WK2,K3,K4:BK20");
  EXPECT_NE(none, other);
  EXPECT_EQ(std::max(none, other), "no king of the three is on the long diagonal");
}

TEST_P(ClaimWordsTest, TellEachRuleInASentence) {
  for (const DrawCount& count : draw_counts(GetParam()))
    for (const ClaimPhrases* phrases : {&english_phrases(), &italian_phrases()}) {
      const std::string rule = ClaimWords{*phrases}.rule(count);
      EXPECT_NE(rule.find(std::to_string(count.moves)), std::string::npos) << rule;
      EXPECT_EQ(rule.find('{'), std::string::npos) << rule;
      EXPECT_EQ(rule.back(), '.') << rule;
    }
}

/// Games whose counts need certain pieces.
INSTANTIATE_TEST_SUITE_P(Variants, ClaimWordsTest,
                         testing::Values(Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::pool),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

TEST(ClaimWords, ParaphraseTheArticles) {
  const ClaimWords words{english_phrases()};
  EXPECT_EQ(words.rule(draw_counts(Variant::italian)[0]),
            "A player may ask for this count where each side has a king; the game is drawn when "
            "each player has made 40 moves, of kings only: a man move or a capture makes it void, "
            "and it may begin again.");
  EXPECT_EQ(words.rule(draw_counts(Variant::international)[2]),
            "This count begins by itself where one side has a king and nothing else, the other a "
            "king at least, and there are 2 to 3 pieces in all; the game is drawn when each player "
            "has made 5 moves: once a side has only men it is void, and it may begin again.");
  EXPECT_TRUE(
      words.rule(draw_counts(Variant::frisian)[0]).ends_with(", and no move makes it void."));
}

/// A change of value, as the side that moves sees it: without the count and with it.
std::string changed(ClaimValue before, ClaimValue after, ClaimValue kept) {
  const ValueChange change{0, before, after, {}, kept};
  return ClaimWords{english_phrases()}.change(change, "30w 1-5", "1-6", Color::white);
}

TEST(ClaimWords, SayWhatAMoveCost) {
  const ClaimValue win{Value::win, 5, Value::win}, late{Value::win, 5, Value::draw},
      draw{Value::draw, {}, Value::draw}, loss{Value::loss, 4, Value::loss},
      saved{Value::loss, 4, Value::draw}, unknown{Value::win, 5, {}};
  EXPECT_EQ(changed(win, draw, win), "30w 1-5 throws the win of White away; 1-6 wins in time");
  EXPECT_EQ(changed(unknown, draw, unknown),
            "30w 1-5 throws the win of White away; 1-6 keeps the win");
  EXPECT_EQ(changed(late, draw, late),
            "30w 1-5 throws the win of White away; 1-6 keeps the win with unlimited moves, though "
            "the count makes the game a draw before it");
  EXPECT_EQ(changed(win, loss, win),
            "30w 1-5 turns the win of White into a loss; 1-6 wins in time");
  EXPECT_EQ(changed(draw, loss, draw), "30w 1-5 loses a game that White could draw; 1-6 draws");
  EXPECT_EQ(changed(win, late, win),
            "after 30w 1-5, White wins with unlimited moves only: the count makes the game a draw "
            "before the win; 1-6 wins in time");
  EXPECT_EQ(changed(saved, loss, saved),
            "White loses with unlimited moves; the count would have saved the draw, but after 30w "
            "1-5 it no longer does; 1-6 draws by the count");
}

}  // namespace
}  // namespace damiera

#include "rules/rules.h"

#include <gtest/gtest.h>

#include <map>

namespace damiera {
namespace {

TEST(RulesOfGames, NamesAreReadBack) {
  for (Variant v : all_variants) {
    const auto read = parse_variant(name(v));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, v);
    EXPECT_EQ(rules_of(v).id, v);
    EXPECT_TRUE(is_variant(static_cast<int>(v)));
  }
}

TEST(RulesOfGames, HaveOtherNamesWithoutRegardToCase) {
  const std::pair<const char*, Variant> cases[]{
      {"Italian", Variant::italian},     {"DAMA", Variant::italian},
      {"it", Variant::italian},          {"22", Variant::italian},
      {"american", Variant::english},    {"Checkers", Variant::english},
      {"21", Variant::english},          {"standard", Variant::international},
      {"10X10", Variant::international}, {"20", Variant::international},
      {"Shashki", Variant::russian},     {"25", Variant::russian},
      {"BRAZILIAN", Variant::brazilian}, {"26", Variant::brazilian}};
  for (const auto& [text, variant] : cases) {
    const auto read = parse_variant(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, variant) << text;
  }
}

TEST(RulesOfGames, NoNameIsThatOfTwoGames) {
  std::map<std::string_view, Variant> owners;
  for (Variant v : all_variants) {
    EXPECT_TRUE(owners.emplace(name(v), v).second) << name(v);
    for (const auto other : other_names(v)) EXPECT_TRUE(owners.emplace(other, v).second) << other;
  }
}

TEST(RulesOfGames, NamesOfNoGameAreRefused) {
  for (const char* text : {"", "english ", "no game", "0", "022", "22,W"}) {
    const auto read = parse_variant(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Error::Code::bad_notation);
    EXPECT_NE(read.error().message.find("brazilian"), std::string::npos);
    EXPECT_NE(read.error().message.find("thai"), std::string::npos);
  }
  EXPECT_FALSE(is_variant(0));
  EXPECT_FALSE(is_variant(27));
}

TEST(RulesOfGames, ThatArePlayedAlikeShareTables) {
  EXPECT_EQ(tables_of(Variant::portuguese), Variant::spanish);
  EXPECT_EQ(rules_of(Variant::portuguese).id, Variant::portuguese);
  const std::map<Variant, Variant> shared{{Variant::portuguese, Variant::spanish},
                                          {Variant::jamaican, Variant::pool},
                                          {Variant::frysk, Variant::frisian},
                                          {Variant::filipino, Variant::brazilian},
                                          {Variant::ivorian, Variant::international}};
  for (Variant v : all_variants) {
    const auto other = shared.find(v);
    const Variant owner = other == shared.end() ? v : other->second;
    EXPECT_EQ(tables_of(v), owner) << name(v);
  }
}

TEST(RulesOfGames, WithTheSameMovesDifferInTheGoalAlone) {
  const std::map<Variant, Variant> shared{{Variant::english_giveaway, Variant::english},
                                          {Variant::russian_giveaway, Variant::russian},
                                          {Variant::brazilian_giveaway, Variant::brazilian},
                                          {Variant::antidraughts, Variant::international}};
  for (Variant v : all_variants) {
    const auto other = shared.find(tables_of(v));
    const Variant owner = other == shared.end() ? tables_of(v) : other->second;
    EXPECT_EQ(with_moves(v, []<Rules R>() { return R.id; }), owner) << name(v);
    Rules rules = rules_of(tables_of(v));
    if (rules.goal == Goal::no_move_wins) rules.goal = Goal::no_move_loses;
    EXPECT_TRUE(with_moves(v, [&]<Rules R>() { return same_play(R, rules); })) << name(v);
  }
}

// Code that is compiled for the first of several games with the same first jumps fits all of them.
TEST(RulesOfGames, WithTheSameFirstJumpsHaveOneBoard) {
  for (Variant v : all_variants)
    with_first_jumps(v, [&]<Rules R>() {
      EXPECT_EQ(R.width, rules_of(v).width);
      EXPECT_EQ(R.flying_kings, rules_of(v).flying_kings);
    });
}

}  // namespace
}  // namespace damiera

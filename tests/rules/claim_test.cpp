#include "rules/counts/claim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "rules/notation/pdn.h"
#include "tests/support/random_games.h"

namespace damiera {
namespace {

/// The games with a count that small random games often come to.
std::vector<Variant> counted_games() {
  std::vector<Variant> games;
  for (Variant v : all_variants)
    if (const auto counts = draw_counts(v); !counts.empty() && !counts[0].forces.lone_king)
      games.push_back(v);
  return games;
}

class ClaimLaws : public testing::TestWithParam<Variant> {};

/// Calls f(game, count) for many short games and every count of the variant, shortened to a few
/// moves so that all verdicts occur.
template <class F>
void for_each_case(Variant variant, F f) {
  std::mt19937_64 random{1};
  for (int i = 0; i < 1500; ++i) {
    const Game game = test::random_game(variant, 2 + i % 7, 40, random);
    for (DrawCount count : draw_counts(variant)) {
      count.moves = 1 + static_cast<int>(random() % 5);
      f(game, count);
    }
  }
}

/// The rule itself, read off every window of the game: whether a count from `from` is complete.
bool is_complete(const Game& game, const DrawCount& count, std::size_t from) {
  const auto setups = game.setups();
  const std::size_t to = from + 2 * static_cast<std::size_t>(count.moves);
  if (to > game.moves.size() || obstacle(count, setups[from])) return false;
  for (std::size_t i = from; i < to; ++i)
    if (annuls(count, game.moves[i].move, setups[i + 1])) return false;
  // The game may be won by the last move.
  return to < game.moves.size() || !legal_moves(game.variant, setups[to]).empty();
}

TEST_P(ClaimLaws, TheFirstCompleteCountDecides) {
  int granted = 0;
  for_each_case(GetParam(), [&](const Game& game, const DrawCount& count) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < game.moves.size() && !first; ++i)
      if (is_complete(game, count, i)) first = i;
    const Claim claim = *judge(game, count);
    // It was not claimed if the game went on to a win.
    const Verdict verdict = claim.run.verdict;
    const bool complete = verdict == Verdict::granted || verdict == Verdict::not_claimed;
    ASSERT_EQ(complete, first.has_value()) << pdn(game);
    if (!first) return;
    ++granted;
    ASSERT_EQ(claim.run.from, *first) << pdn(game);
    ASSERT_EQ(claim.run.moves(game), (std::array{count.moves, count.moves}));
  });
  EXPECT_GT(granted, 100);
}

/// The move that annuls a count from `from` before it is complete; nothing if none does.
std::optional<std::size_t> annulling_move(const Game& game, const DrawCount& count,
                                          std::size_t from) {
  const auto setups = game.setups();
  if (obstacle(count, setups[from])) return {};
  const std::size_t complete = from + 2 * static_cast<std::size_t>(count.moves);
  for (std::size_t i = from; i < std::min(complete, game.moves.size()); ++i)
    if (annuls(count, game.moves[i].move, setups[i + 1])) return i;
  return {};
}

/// Where the first complete count begins: the count requested at `from`, or a count that began
/// again after it was annulled.
std::optional<std::size_t> complete_since(const Game& game, const DrawCount& count,
                                          std::size_t from) {
  if (is_complete(game, count, from)) return from;
  const auto annulled = annulling_move(game, count, from);
  for (std::size_t i = annulled.value_or(game.moves.size()); i < game.moves.size(); ++i)
    if (is_complete(game, count, i)) return i;
  return {};
}

void expect_consistent(const Game& game, const DrawCount& count, const CountRun& run) {
  const auto [white, black] = run.moves(game);
  ASSERT_LE(std::abs(white - black), 1);
  const auto setups = game.setups();
  const auto is_annulled_by = [&](std::size_t move) {
    return annuls(count, game.moves[move].move, setups[move + 1]);
  };
  for (std::size_t i = run.from; i < run.to; ++i) ASSERT_FALSE(is_annulled_by(i));
  switch (run.verdict) {
    case Verdict::annulled:
      ASSERT_EQ(run.annulled_by(), run.to);
      ASSERT_TRUE(is_annulled_by(run.to));
      break;
    case Verdict::not_yet:
      ASSERT_EQ(run.to, game.moves.size());
      ASSERT_LT(run.plies(), 2 * static_cast<std::size_t>(count.moves));
      break;
    case Verdict::not_admissible:
      ASSERT_TRUE(obstacle(count, game.setups()[run.from]) ||
                  legal_moves(game.variant, game.setups().back()).empty());
      break;
    case Verdict::granted:
      ASSERT_TRUE(is_complete(game, count, run.from));
      break;
    case Verdict::not_claimed:
      FAIL() << "the game has no winner by its result";
  }
}

// The count that is requested, or a count that begins again after it was annulled.
TEST_P(ClaimLaws, ARequestIsJudgedByWhatFollowsIt) {
  std::array<int, 4> seen{};
  int begun_again = 0;
  for_each_case(GetParam(), [&](const Game& game, DrawCount count) {
    count.looks_back = false;
    for (std::size_t from = 0; from <= game.moves.size(); from += 3) {
      const MoveNumber number =
          from < game.moves.size() ? game.moves[from].number : game.following();
      const Claim claim = *judge(game, count, {.from = number, .at = {}, .moves = {}});
      const CountRun& run = claim.run;
      ++seen[static_cast<std::size_t>(run.verdict)];
      const auto complete = complete_since(game, count, from);
      ASSERT_EQ(run.verdict == Verdict::granted, complete.has_value()) << pdn(game) << from;
      ASSERT_EQ(run.from, complete.value_or(from)) << pdn(game) << from;
      expect_consistent(game, count, run);
      begun_again += run.from > from;
      if (run.from > from) {
        ASSERT_EQ(claim.others.front().from, from);
      }
    }
  });
  for (int n : seen) EXPECT_GT(n, 10);
  if (draw_counts(GetParam())[0].annulled.by_capture) {
    EXPECT_GT(begun_again, 10);
  }
}

/// Whether a move from place `begin` on, before place `end`, annuls the count.
bool is_annulled_between(const Game& game, const DrawCount& count, std::size_t begin,
                         std::size_t end) {
  const auto setups = game.setups();
  for (std::size_t i = begin; i < end; ++i)
    if (annuls(count, game.moves[i].move, setups[i + 1])) return true;
  return false;
}

// What was complete before the claim; a count that a player has to show must stand at the claim.
TEST_P(ClaimLaws, AClaimIsJudgedByTheMovesBeforeIt) {
  int granted = 0, annulled_since = 0;
  for_each_case(GetParam(), [&](const Game& game, DrawCount count) {
    count.looks_back = true;
    for (std::size_t claimed = 0; claimed < game.moves.size(); claimed += 3) {
      Game played = game;
      played.moves.resize(claimed);
      const auto length = 2 * static_cast<std::size_t>(count.moves);
      std::optional<std::size_t> first, standing;
      for (std::size_t i = 0; i < claimed; ++i) {
        if (!is_complete(played, count, i)) continue;
        if (!first) first = i;
        if (!standing && !is_annulled_between(played, count, i + length, claimed)) standing = i;
      }
      for (const bool on_request : {false, true}) {
        count.on_request = on_request;
        const auto expected = on_request ? standing : first;
        const Claim claim = *judge(game, count, {game.moves[claimed].number, {}, {}});
        ASSERT_EQ(claim.run.verdict == Verdict::granted, expected.has_value()) << pdn(played);
        ASSERT_LE(claim.run.to, claimed);
        if (expected) {
          ASSERT_EQ(claim.run.from, *expected) << pdn(played);
          ASSERT_EQ(claim.run.plies(), length);
        }
      }
      granted += standing.has_value();
      annulled_since += first && !standing;
    }
  });
  EXPECT_GT(granted, 100);
  EXPECT_GT(annulled_since, 10);
}

// What was played later cannot change what stood at a move.
TEST_P(ClaimLaws, AtAMoveTheRestOfTheGameIsUnknown) {
  for_each_case(GetParam(), [&](const Game& game, const DrawCount& count) {
    if (game.moves.size() < 9) return;
    Game half = game;
    half.moves.resize(game.moves.size() / 2);
    const Claim at = *judge(game, count, {.from = {}, .at = half.moves.back().number, .moves = {}});
    const Claim alone = *judge(half, count);
    ASSERT_EQ(at.run.verdict, alone.run.verdict) << pdn(half);
    ASSERT_EQ(at.run.from, alone.run.from);
    ASSERT_EQ(at.run.to, alone.run.to);
    ASSERT_EQ(at.others.size(), alone.others.size());
  });
}

// Every count that has begun is reported, in order, and all except the last are annulled.
TEST_P(ClaimLaws, NoCountIsForgotten) {
  for_each_case(GetParam(), [&](const Game& game, const DrawCount& count) {
    const Claim claim = *judge(game, count);
    std::size_t end = 0;
    for (const CountRun& run : claim.others) {
      ASSERT_EQ(run.verdict, Verdict::annulled);
      ASSERT_GE(run.from, end);
      end = run.to;
    }
    ASSERT_TRUE(claim.run.plies() == 0 || claim.run.from >= end);
    const auto setups = game.setups();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (obstacle(claim.count, setups[i]) ||
          annuls(claim.count, game.moves[i].move, setups[i + 1]))
        continue;
      const auto holds = [&](const CountRun& run) { return run.from <= i && i < run.to; };
      ASSERT_TRUE(std::ranges::any_of(claim.others, holds) || holds(claim.run) || i >= claim.run.to)
          << pdn(game) << i;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Variants, ClaimLaws, testing::ValuesIn(counted_games()),
                         [](const auto& suite) { return std::string{name(suite.param)}; });

TEST(Claim, AsksForMovesOfTheGame) {
  std::mt19937_64 random{1};
  const Game game = test::random_game(Variant::italian, 6, 10, random);
  const DrawCount& count = draw_counts(Variant::italian)[0];
  const MoveNumber beyond{99, Color::white};
  for (const ClaimRequest& request :
       {ClaimRequest{beyond, {}, {}}, ClaimRequest{{}, beyond, {}},
        ClaimRequest{game.moves.back().number, game.moves.front().number, {}},
        ClaimRequest{{}, game.following(), {}}}) {
    const auto claim = judge(game, count, request);
    ASSERT_FALSE(claim);
    EXPECT_EQ(claim.error().code, Error::Code::bad_notation);
    EXPECT_NE(claim.error().message.find("expected "), std::string::npos);
  }
}

/// A king of each side goes to and fro, 60 times, in a game with this result.
Game shuffled(Variant variant, const char* result) {
  Game game{.variant = variant,
            .start = *parse_fen(variant, "W:WK29:BK4"),
            .tags = {},
            .moves = {},
            .result = result};
  Setup at = game.start;
  constexpr std::array to_and_fro{"29-25", "4-8", "25-29", "8-4"};
  for (std::size_t ply = 0; ply < 120; ++ply) {
    const Move move = *parse_move(variant, at, to_and_fro[ply % 4]);
    game.moves.push_back({move, {static_cast<int>(ply / 2) + 1, at.to_move}});
    at = after(variant, at, move);
  }
  return game;
}

Verdict verdict(const Game& game, const ClaimRequest& request = {}) {
  return judge(game, draw_counts(game.variant)[0], request)->run.verdict;
}

// A count on request needs a player's request; the file of a game that was won has none.
TEST(Claim, IsToldApartFromACountThatNobodyAskedFor) {
  const MoveNumber first{1, Color::white};
  for (const char* result : {"1-0", "0-1", "2-0", "0-2"}) {
    EXPECT_EQ(verdict(shuffled(Variant::italian, result)), Verdict::not_claimed) << result;
    EXPECT_EQ(verdict(shuffled(Variant::english, result)), Verdict::not_claimed) << result;
    EXPECT_EQ(verdict(shuffled(Variant::italian, result), {first, {}, {}}), Verdict::granted);
    EXPECT_EQ(verdict(shuffled(Variant::italian, result), {{}, MoveNumber{50, Color::black}, {}}),
              Verdict::granted);  // what was known then
  }
  for (const char* result : {"1/2-1/2", "1-1", "0-0", "*"})
    EXPECT_EQ(verdict(shuffled(Variant::italian, result)), Verdict::granted) << result;
}

/// Kings go to and fro for 20 moves; then White takes the last piece.
Game won_on_the_board(const char* result) {
  Game game{.variant = Variant::italian,
            .start = *parse_fen(Variant::italian, "W:WK29,K16:BK4"),
            .tags = {},
            .moves = {},
            .result = result};
  Setup at = game.start;
  const auto play = [&](const char* text) {
    const Move move = *parse_move(Variant::italian, at, text);
    game.moves.push_back({move, {static_cast<int>(game.moves.size() / 2) + 1, at.to_move}});
    at = after(Variant::italian, at, move);
  };
  for (int i = 0; i < 10; ++i)
    for (const char* move : {"29-25", "4-8", "25-29", "8-4"}) play(move);
  for (const char* move : {"29-25", "4-8", "25-29", "8-12", "16x7"}) play(move);
  return game;
}

// A file without a result does not say that a game was won; the board does.
TEST(Claim, KnowsAWinOnTheBoard) {
  EXPECT_EQ(winner_on_board(won_on_the_board("*")), Color::white);
  EXPECT_EQ(winner_on_board(shuffled(Variant::italian, "1-0")), std::nullopt);
  for (const char* none : {"*", "", "?", "1-0F"})
    EXPECT_EQ(verdict(won_on_the_board(none), {{}, {}, 20}), Verdict::not_claimed) << none;
  EXPECT_EQ(verdict(won_on_the_board("*"), {{}, MoveNumber{23, Color::white}, 20}),
            Verdict::not_claimed)
      << "the last move";
  EXPECT_EQ(verdict(won_on_the_board("1/2-1/2"), {{}, {}, 20}), Verdict::granted);
  EXPECT_EQ(verdict(won_on_the_board("*"), {{}, MoveNumber{20, Color::black}, 20}),
            Verdict::granted);
}

TEST(Claim, KnowsWhoHasWonInEachGame) {
  const auto winner = [](Variant variant, const char* text) {
    return winner_on_board(
        {.variant = variant, .start = *parse_fen(variant, text), .tags = {}, .moves = {}});
  };
  EXPECT_EQ(winner(Variant::english, "B:WK1:B"), Color::white);
  EXPECT_EQ(winner(Variant::english_giveaway, "B:WK1:B"), Color::black);
  EXPECT_EQ(winner(Variant::breakthrough, "B:WK1:B45"), Color::white);
  EXPECT_EQ(winner(Variant::international, "B:WK1:B45"), std::nullopt);
}

// WCDF: each player's own previous 40 moves.
TEST(Claim, LooksBackOnTheFortyMovesOfTheWcdf) {
  const Game game = shuffled(Variant::english, "*");
  const DrawCount& wcdf = draw_counts(Variant::english)[1];
  const auto run = [&](int number, Color color) {
    return judge(game, wcdf, {MoveNumber{number, color}, {}, {}})->run;
  };
  EXPECT_EQ(run(41, Color::white).verdict, Verdict::granted);
  EXPECT_EQ(run(41, Color::white).from, 0U);
  EXPECT_EQ(run(60, Color::black).verdict, Verdict::granted);
  EXPECT_EQ(run(40, Color::black).verdict, Verdict::not_yet);
  EXPECT_EQ(run(40, Color::black).plies(), 79U);
}

// WFD Art. 18: two kings win with their seventh move or not at all, whoever moves first.
TEST(Claim, EndsWithTheSeventhMoveOfTheTwoKings) {
  const auto verdict = [](const std::string& begin, const std::string& moves) {
    const std::string text = "[GameType \"40\"] [FEN \"" + begin + "\"] " + moves + " *";
    PdnReader reader{text};
    const auto read = reader.next();
    EXPECT_TRUE(read && !read->error) << moves;
    return judge(read->game, draw_counts(Variant::frisian)[0])->run.verdict;
  };
  const std::string two = "W:WK2,K4:BK23",
                    moves = "2-8 23-46 4-18 46-14 8-3 14-46 18-1 46-5 3-17 5-46 17-8 46-41";
  EXPECT_EQ(verdict(two, moves), Verdict::not_yet);
  EXPECT_EQ(verdict(two, moves + " 8-21"), Verdict::granted);
  const std::string one = "B:WK8,K4:BK23",
                    after = "23-46 4-18 46-14 8-3 14-46 18-1 46-5 3-17 5-46 17-8 46-41 8-2 41-46";
  EXPECT_EQ(verdict(one, after), Verdict::not_yet);
  EXPECT_EQ(verdict(one, after + " 2-8"), Verdict::granted);
}

/// The verdict of the count of this article about a game that is read.
Verdict verdict_by(std::string_view article, const std::string& text) {
  PdnReader reader{text};
  const auto read = reader.next();
  EXPECT_TRUE(read && !read->error) << text;
  const auto counts = draw_counts(read->game.variant);
  const auto count = std::ranges::find(counts, article, &DrawCount::article);
  return judge(read->game, *count)->run.verdict;
}

// The lone king captures the other king: a man alone cannot win by the moves of kings.
TEST(Claim, EndsWithTheLastKingOfTheOtherSide) {
  EXPECT_EQ(verdict_by("FMJD Art. 6.4",
                       "[GameType \"20\"] [FEN \"W:WK47,46:BK14\"] 1. 47-20 14x25 "
                       "2. 46-41 25-48 3. 41-36 48-43 4. 36-31 43-49 5. 31-26 49-44 *"),
            Verdict::annulled);
  EXPECT_EQ(verdict_by("draughts-64, 7.2.8",
                       "[GameType \"25\"] [FEN \"W:WKc1,a1:BKc5\"] 1. c1-e3 c5xg1 2. a1-b2 g1-h2 "
                       "3. b2-a3 h2-g1 4. a3-b4 g1-h2 5. b4-a5 h2-g1 *"),
            Verdict::annulled);
  // A king that is left goes on with the count.
  EXPECT_EQ(
      verdict_by("FMJD Art. 6.4",
                 "[GameType \"20\"] [FEN \"W:WK1:BK45\"] 1. 1-6 45-50 2. 6-1 50-45 3. 1-6 45-50 "
                 "4. 6-1 50-45 5. 1-6 45-50 *"),
      Verdict::granted);
}

TEST(Claim, ReadsARequest) {
  const auto request = claim_request("47w", "86", 20);
  ASSERT_TRUE(request);
  EXPECT_EQ(text(*request->from), "47w");
  EXPECT_EQ(text(*request->at), "86");
  EXPECT_EQ(request->moves, 20);
  EXPECT_TRUE(claim_request("47x", {}, {}).error().message.starts_with("from: move number '47x'"));
  EXPECT_TRUE(claim_request({}, "", {}).error().message.starts_with("at: move number ''"));
}

// FMJD 6.2 asks nobody to claim.
TEST(Claim, IsNotNeededWhereACountBeginsByItself) {
  DrawCount count = draw_counts(Variant::italian)[0];
  count.on_request = false;
  EXPECT_EQ(judge(shuffled(Variant::italian, "0-1"), count)->run.verdict, Verdict::granted);
}

TEST(Claim, OfFewerMovesNamesTheArticleThatReducesThem) {
  const Game game = shuffled(Variant::italian, "*");
  const DrawCount& count = draw_counts(Variant::italian)[0];
  EXPECT_EQ(judge(game, count, {{}, {}, 20})->reduced_by, "FID Art. 11");
  EXPECT_EQ(judge(game, count, {{}, {}, 40})->reduced_by, "");
  EXPECT_EQ(judge(game, count)->reduced_by, "");
}

TEST(Claim, CountsWhatTheRulesAdmit) {
  const auto articles = [](Variant variant, std::optional<int> moves) {
    std::string all;
    const auto counts = requested_counts(variant, {.from = {}, .at = {}, .moves = moves});
    if (!counts) return counts.error().message;
    for (const DrawCount& count : *counts) all += std::string{count.article} + ";";
    return all;
  };
  EXPECT_EQ(articles(Variant::italian, {}), "FID Art. 10;");
  EXPECT_EQ(articles(Variant::italian, 10), "FID Art. 10;");
  EXPECT_EQ(articles(Variant::italian, 9), "a count of 9 moves: expected 10 to 40 (FID Art. 10)");
  EXPECT_EQ(articles(Variant::italian, 41), "a count of 41 moves: expected 10 to 40 (FID Art. 10)");
  EXPECT_EQ(articles(Variant::english, {}), "FID, English draughts;");
  EXPECT_EQ(articles(Variant::english, 40), "WCDF, definition of a draw;");
  EXPECT_EQ(articles(Variant::international, {}), "FMJD Art. 6.2;FMJD Art. 6.3;FMJD Art. 6.4;");
  EXPECT_EQ(articles(Variant::international, 16), "FMJD Art. 6.3;");
  EXPECT_EQ(articles(Variant::spanish, {}), "");
  EXPECT_EQ(articles(Variant::spanish, 5), "this game knows no draw by a count of moves");
}

}  // namespace
}  // namespace damiera

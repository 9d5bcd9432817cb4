#include "apps/hub/dxp_player.h"

#include <gtest/gtest.h>

#include <deque>

#include "apps/hub/hub_notation.h"
#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

std::unique_ptr<Mover> mover(Variant variant) { return *Mover::open({.variant = variant}); }

using Lines = std::vector<std::string>;

/// One side with what it says and the games that ended.
struct Side {
  std::unique_ptr<Mover> moves;
  std::vector<DxpResult> results;
  DxpPlayer player;

  Side(Variant variant, const DxpOptions& options)
      : moves{mover(variant)}, player{*moves, options, [this](const DxpResult& r) {
                                        results.push_back(r);
                                      }} {}
};

/// What a side says to a message: its answers, and then its move.
Lines received(DxpPlayer& player, std::string_view message) {
  Lines said = player.receive(message);
  if (auto move = player.play()) said.push_back(*std::move(move));
  return said;
}

/// Carries messages both ways until nobody says anything more.
void connect(Side& initiator, Side& follower) {
  std::deque<std::pair<Side*, std::string>> on_the_way;
  for (const auto& m : initiator.player.begin()) on_the_way.emplace_back(&follower, m);
  while (!on_the_way.empty()) {
    const auto [to, message] = on_the_way.front();
    on_the_way.pop_front();
    Side& other = to == &initiator ? follower : initiator;
    for (const auto& m : received(to->player, message)) on_the_way.emplace_back(&other, m);
  }
}

Setup setup(Variant variant, const char* fen) { return *parse_fen(variant, fen); }

TEST(DxpPlayer, PlaysGamesWithChangingSides) {
  const Variant variant = Variant::international;
  const auto won = setup(variant, "W:WK28,K33:BK5");
  const auto ending = *Tablebase::open(variant, {})->ending(won.pos);
  Side initiator{variant, {.initiator = true, .games = 2, .start = won, .move_seconds = 0.02}};
  Side follower{variant, {.move_seconds = 0.02}};
  connect(initiator, follower);
  EXPECT_TRUE(initiator.player.finished());
  EXPECT_TRUE(follower.player.finished());
  ASSERT_EQ(initiator.results.size(), 2U);
  ASSERT_EQ(follower.results.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const DxpResult &a = initiator.results[i], &b = follower.results[i];
    EXPECT_EQ(a.opponent, "Damiera");
    EXPECT_EQ(a.began, i == 0);
    EXPECT_EQ(b.began, i == 1);
    EXPECT_EQ(*a.value, i == 0 ? ending.value : -ending.value);
    EXPECT_EQ(*b.value, -*a.value);
    EXPECT_EQ(a.plies, b.plies);
    if (ending.value != Value::draw) {
      EXPECT_EQ(a.plies, static_cast<std::size_t>(ending.plies));
    }
  }
}

TEST(DxpPlayer, DeclaresADrawAfterTheThirdRepetition) {
  const Variant variant = Variant::international;
  const DxpOptions asks{
      .initiator = true, .start = setup(variant, "W:WK47:BK5"), .move_seconds = 0.02};
  Side initiator{variant, asks}, follower{variant, {}};
  connect(initiator, follower);
  ASSERT_EQ(initiator.results.size(), 1U);
  EXPECT_EQ(initiator.results[0].value, Value::draw);
  EXPECT_EQ(follower.results[0].value, Value::draw);
  EXPECT_LE(initiator.results[0].plies, 50U);
}

// The count of the mover is the one of the game.
TEST(DxpPlayer, DeclaresADrawWhenTheCountIsComplete) {
  const Variant variant = Variant::english;
  const auto moves = *Mover::open({.variant = variant, .count_moves = 2});
  std::vector<DxpResult> results;
  DxpPlayer player{
      *moves, {.move_seconds = 0.02}, [&](const DxpResult& r) { results.push_back(r); }};
  const std::string position = hub_position(variant, setup(variant, "B:WK29,K32:BK1,K4"));
  const auto begun = received(
      player, encode(DxpRequest{
                  .initiator = "test", .follower_side = 'W', .minutes = 1, .position = position}));
  ASSERT_EQ(begun.size(), 2U);
  GameRecord game{variant, setup(variant, "B:WK29,K32:BK1,K4")};
  for (std::string said = begun.back(); said.front() == 'M';) {
    const auto theirs = std::get<DxpMove>(*decode_dxp(said));
    game.play(*move_of_hub_squares(variant, game.now(), theirs.squares));
    const Move ours = legal_moves(variant, game.now()).front();
    const DxpMove reply{0, hub_squares(variant, game.now(), ours)};
    game.play(ours);
    said = received(player, encode(reply)).back();
  }
  EXPECT_EQ(game.quiet_plies(), 4);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].value, Value::draw);
}

class FollowerTest : public testing::Test {
 protected:
  Side side{Variant::international, {.move_seconds = 0.02}};
  std::string position =
      hub_position(Variant::international, setup(Variant::international, "W:WK28,K33:BK5"));

  Lines say(const DxpMessage& message) { return received(side.player, encode(message)); }
  DxpRequest request(char follower_side) const {
    return {
        .initiator = "test", .follower_side = follower_side, .minutes = 1, .position = position};
  }
};

TEST_F(FollowerTest, AcceptsAndMovesFirstIfItBegins) {
  const auto answers = say(request('W'));
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0][0], 'A');
  EXPECT_EQ(answers[0].size(), 34U);
  EXPECT_EQ(answers[0].back(), '0');
  EXPECT_EQ(answers[1][0], 'M');
  EXPECT_EQ(say(request('W')).at(0).back(), '3');  // while a game is played
}

// The other program need not wait for the acceptance until a move is found.
TEST_F(FollowerTest, AcceptsBeforeItThinks) {
  EXPECT_EQ(side.player.receive(encode(request('W'))).size(), 1U);
  const auto move = side.player.play();
  ASSERT_TRUE(move);
  EXPECT_EQ(move->front(), 'M');
  EXPECT_FALSE(side.player.play()) << "it is not its turn";
}

TEST_F(FollowerTest, NamesTheOpponentInPlainLetters) {
  std::string asked = encode(request('Z'));
  asked.replace(asked.find("test"), 8, "\x1b[2J\n\xc8 x");  // encode() would not write this
  received(side.player, asked);
  say(DxpEnd{'0', '0'});
  ASSERT_EQ(side.results.size(), 1U);
  EXPECT_EQ(side.results[0].opponent, "?[2J?? x");
}

TEST_F(FollowerTest, RefusesAnotherVersionAndAnotherBoard) {
  auto other = request('W');
  other.version = 2;
  EXPECT_EQ(say(other).at(0).back(), '1');
  other = request('W');
  other.position = 'W' + std::string(32, 'e');
  EXPECT_EQ(say(other).at(0).back(), '2');
  EXPECT_EQ(say(request('Z')).at(0).back(), '0');
}

TEST_F(FollowerTest, AnIllegalMoveEndsIt) {
  say(request('Z'));
  const auto answers = say(DxpMove{1, {28, 29}});
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0][0], 'C');
  EXPECT_EQ(answers[1], "E01");
  EXPECT_TRUE(side.player.finished());
  EXPECT_FALSE(side.player.complaint().empty());
}

TEST_F(FollowerTest, AMoveThatCannotBeReadEndsIt) {
  for (const std::string move : {"M0001202402", "M00012024", "Mxxxx202400"}) {
    Side other{Variant::international, {}};
    received(other.player, encode(request('Z')));
    const auto answers = received(other.player, move);
    ASSERT_EQ(answers.size(), 2U) << move;
    EXPECT_EQ(answers[1], "E01");
    EXPECT_TRUE(other.player.finished());
    EXPECT_NE(other.player.complaint().find(move), std::string::npos);
    ASSERT_EQ(other.results.size(), 1U);
    EXPECT_FALSE(other.results[0].value);
  }
}

TEST_F(FollowerTest, SaysInWhichGameTheConnectionWasClosed) {
  const std::string begin = "the other side closed the connection ";
  EXPECT_EQ(side.player.closed().error().message, begin + "before game 1");
  say(request('Z'));
  say(DxpEnd{'1', '0'});
  EXPECT_TRUE(side.player.closed());  // another game may follow, but need not
  say(request('Z'));
  const auto closed = side.player.closed();
  EXPECT_EQ(closed.error().message, begin + "in game 2");
  EXPECT_EQ(closed.error().code, Error::Code::try_again);
  ASSERT_EQ(side.results.size(), 2U);
  EXPECT_FALSE(side.results[1].value);
}

TEST_F(FollowerTest, ConfirmsAnEndAndTakesAnotherGame) {
  say(request('Z'));
  EXPECT_EQ(say(DxpEnd{'1', '0'}), Lines{"E30"});
  ASSERT_EQ(side.results.size(), 1U);
  EXPECT_EQ(side.results[0].value, Value::win);
  EXPECT_FALSE(side.player.finished());
  EXPECT_EQ(say(request('Z')).at(0).back(), '0');
  EXPECT_EQ(say(DxpEnd{'0', '1'}), Lines{"E01"});
  EXPECT_TRUE(side.player.finished());
  EXPECT_FALSE(side.results[1].value);
}

TEST_F(FollowerTest, GoesBackOnRequest) {
  say(request('Z'));
  ASSERT_EQ(say(DxpMove{1, {33, 38}}).at(0)[0], 'M');
  EXPECT_EQ(say(DxpBack{9, 'W'}), Lines{"K1"});
  EXPECT_EQ(say(DxpBack{1, 'W'}), Lines{"K0"});
  EXPECT_EQ(say(DxpMove{1, {33, 39}}).at(0)[0], 'M');
  const auto answers = say(DxpBack{1, 'Z'});  // to where it moves itself
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0], "K0");
  EXPECT_EQ(answers[1][0], 'M');
}

TEST_F(FollowerTest, IgnoresChatAndWhatItCannotRead) {
  EXPECT_TRUE(received(side.player, "Chello").empty());
  EXPECT_TRUE(received(side.player, "").empty());
  EXPECT_TRUE(received(side.player, "?").empty());
  EXPECT_TRUE(received(side.player, "M0001").empty());
  EXPECT_TRUE(say(DxpMove{1, {33, 38}}).empty());  // before a game
  EXPECT_TRUE(say(DxpEnd{'2', '0'}).empty());
}

TEST_F(FollowerTest, EndsWhenTheAgreedMovesArePlayed) {
  const Variant variant = Variant::international;
  auto asked = request('W');
  asked.moves = 1;
  const auto first = std::get<DxpMove>(*decode_dxp(say(asked).at(1)));
  GameRecord game{variant, *parse_hub_position(variant, position)};
  game.play(*move_of_hub_squares(variant, game.now(), first.squares));
  const auto reply = legal_moves(variant, game.now()).front();
  EXPECT_EQ(say(DxpMove{1, hub_squares(variant, game.now(), reply)}), Lines{"E00"});
}

// The specification has 50 squares only; programs send 32 for 8x8.
TEST(DxpPlayer, PlaysOn32Squares) {
  const DxpOptions asks{
      .initiator = true, .start = setup(Variant::english, "B:WK32:BK1,K2"), .move_seconds = 0.02};
  Side initiator{Variant::english, asks}, follower{Variant::english, {.move_seconds = 0.02}};
  connect(initiator, follower);
  ASSERT_EQ(follower.results.size(), 1U);
  EXPECT_TRUE(initiator.results[0].began);
}

TEST(DxpPlayer, AsksForAllGamesBeforeTheConnectionIsClosed) {
  Side initiator{Variant::international, {.initiator = true, .games = 3, .move_seconds = 0.02}};
  initiator.player.begin();
  received(initiator.player, encode(DxpAnswer{"other", '0'}));
  received(initiator.player, encode(DxpEnd{'1', '0'}));
  const auto closed = initiator.player.closed();
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().message, "the other side closed the connection before game 2");
}

TEST(DxpPlayer, SaysThatItWasRefused) {
  Side initiator{Variant::international, {.initiator = true}};
  initiator.player.begin();
  EXPECT_TRUE(received(initiator.player, encode(DxpAnswer{"other", '3'})).empty());
  EXPECT_TRUE(initiator.player.finished());
  EXPECT_FALSE(initiator.player.complaint().empty());
}

}  // namespace
}  // namespace damiera

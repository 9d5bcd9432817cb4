// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace damiera {

/// The variants. Table headers hold these numbers: never renumber. They are GameType numbers: most
/// come from PDN 3.0, and 96 to 98 from lidraughts. Those from 128 on are our own, for variants
/// without a number elsewhere.
enum class Variant : std::uint8_t {
  international = 20,
  english = 21,
  italian = 22,
  pool = 23,
  spanish = 24,
  russian = 25,
  brazilian = 26,
  portuguese = 28,
  czech = 29,
  thai = 31,
  frisian = 40,
  breakthrough = 96,
  frysk = 97,
  antidraughts = 98,
  killer = 128,
  english_giveaway = 129,
  russian_giveaway = 130,
  brazilian_giveaway = 131,
  jamaican = 132,  // PDN gives it number 23 as well, but other squares
  filipino = 133,
  ivorian = 134,
};

enum class Color : std::uint8_t { white, black };
constexpr Color opponent(Color c) { return c == Color::white ? Color::black : Color::white; }
/// The letter that FEN and PDN write for a colour.
constexpr char letter(Color c) { return c == Color::white ? 'W' : 'B'; }

/// A property by which captures are compared; only the captures with the largest value are legal.
enum class Prefer : std::uint8_t {
  nothing,      ///< all captures are equal
  most_pieces,  ///< the number of pieces taken
  most_value,   ///< the value of the pieces taken: a king is worth a little less than two men
  with_king,    ///< the capturing piece is a king
  most_kings,   ///< the number of kings taken
  kings_first,  ///< king before man at the first place where the sequences differ
};

/// What happens to a man that reaches the last row in the middle of a capture.
enum class Crowning : std::uint8_t {
  if_it_stops,  ///< it goes on as a man while it can, and promotes only if it ends there
  goes_on,      ///< it promotes at once and goes on capturing as a king
};

/// Where a flying king may land behind a piece that it jumps.
enum class KingLanding : std::uint8_t {
  anywhere,          ///< on any empty square of the line, up to the next piece
  next_square,       ///< directly behind the piece
  behind_last_king,  ///< anywhere; but directly behind a king if the capture ends there
};

/// When the pieces that are jumped leave the board.
enum class Removal : std::uint8_t {
  at_the_end,  ///< after the whole capture; until then they block, and none may be jumped twice
  at_once,     ///< when jumped: the square is empty for the rest of the capture
};

/// How a game ends.
enum class Goal : std::uint8_t {
  no_move_loses,    ///< a side without a legal move, or without pieces, has lost
  no_move_wins,     ///< a side without a legal move, or without pieces, has won
  first_king_wins,  ///< the first side with a king has won; a side without a legal move has lost
};

/// How squares are written.
enum class Squares : std::uint8_t {
  numeric,             ///< counted from White's top left, row by row
  numeric_from_white,  ///< counted from White's bottom right: numeric with the board turned
  algebraic,
  algebraic_upward,  ///< letters for rows from White's side, numbers for columns from its right
};

constexpr bool is_algebraic(Squares s) {
  return s == Squares::algebraic || s == Squares::algebraic_upward;
}

/// One game's rules; a structural type, so that a game can be a template argument.
struct Rules {
  Variant id;
  int width;              ///< the board is width x width
  int rows_of_men;        ///< of each side in the initial position
  bool top_left_is_dark;  ///< as White sees it: the top left corner is a playing square
  Squares squares;        ///< notation
  Color first_to_move;    ///< in the initial position
  bool flying_kings;      ///< kings move any distance, and capture from any distance
  bool men_capture_backward;
  bool men_capture_kings;
  bool captures_orthogonally = false;  ///< along rows and columns too, over squares of one colour
  Crowning crowning;
  KingLanding landing = KingLanding::anywhere;  ///< of flying kings
  Removal removal = Removal::at_the_end;
  Goal goal = Goal::no_move_loses;
  std::array<Prefer, 4> prefer = {};  ///< only captures best by [0], then by [1], ... are legal

  /// Players see the mirror image of the board that all other fields describe: their left is our
  /// right. Only notation looks at this.
  bool mirrored = false;

  /// How many moves without capture a side with men and kings may make in a row with one king. Then
  /// this king must rest or capture. 0: any number.
  int king_limit = 0;

  bool operator==(const Rules&) const = default;
  /// True if a game goes on after a promotion, so that there are tables with kings.
  constexpr bool kings_play() const { return goal != Goal::first_king_wins; }
  constexpr int row_squares() const { return width / 2; }
  constexpr int squares_total() const { return width * row_squares(); }
};

/// The rules of `game` as far as quiet moves and the order of positions depend on them; the other
/// fields are the same for every game. Code that needs only these is compiled once for several
/// games: English, English giveaway, ...
constexpr Rules quiet_rules(const Rules& game) {
  return {.id = Variant::international,
          .width = game.width,
          .rows_of_men = 0,
          .top_left_is_dark = game.top_left_is_dark,
          .squares = Squares::numeric,
          .first_to_move = Color::white,
          .flying_kings = game.flying_kings,
          .men_capture_backward = false,
          .men_capture_kings = false,
          .crowning = Crowning::if_it_stops,
          .king_limit = game.king_limit};
}

/// The rules of `game` under another name.
constexpr Rules renamed(Variant id, Rules game) {
  game.id = id;
  return game;
}

/// The rules of `game` on its board seen in a mirror.
constexpr Rules mirror_image(Rules game, Squares squares) {
  game.mirrored = true;
  game.squares = squares;
  return game;
}

/// The rules of `game`, except that a side without a move wins.
constexpr Rules giveaway(Variant id, Rules game) {
  game.id = id;
  game.goal = Goal::no_move_wins;
  return game;
}

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/moves.h"
#include "rules/notation/fen.h"
#include "rules/result.h"

namespace damiera {

/// The name of a move on a score sheet: its number, and the side that made it.
struct MoveNumber {
  int number;
  Color color;

  auto operator<=>(const MoveNumber&) const = default;
};

/// "47w", "12b".
std::string text(const MoveNumber& number);

/// The inverse of text(); the letter may be upper case. Error bad_notation.
Result<MoveNumber> parse_move_number(std::string_view text);

/// A move as a user names it: "47w", or "47" where only one side's move can be meant.
struct AskedMove {
  int number = 1;
  std::optional<Color> color;

  AskedMove() = default;
  AskedMove(const MoveNumber& move) : number{move.number}, color{move.color} {}  // NOLINT: the same
};

/// "47w", "47".
std::string text(const AskedMove& asked);

/// The inverse of text(); the letter may be upper case. Error bad_notation.
Result<AskedMove> parse_asked_move(std::string_view text);

/// The number of the first move if the game does not give one: 1, and the side to move.
MoveNumber first_number(const Setup& start);

/// The number of the move after `previous`. Each number stands for a move of `first` and then one
/// of the opponent. The largest number is followed by itself.
MoveNumber next_number(const MoveNumber& previous, Color first);

/// A move number has at most six digits.
inline constexpr int largest_move_number = 999'999;

/// A move of a game, with its place on the score sheet.
struct PlayedMove {
  Move move;
  MoveNumber number;
};

/// A tag of a game: [White "Rossi, M."].
struct Tag {
  std::string name, value;

  bool operator==(const Tag&) const = default;
};

/// A game, or a part of one: where it starts and its moves, each legal where it is made.
struct Game {
  Variant variant;
  Setup start;
  std::vector<Tag> tags;
  std::vector<PlayedMove> moves;
  std::string result = "*";  ///< as it was written; "*" if there is none
  /// The side that makes the first move of each number; nothing: as in the game's rules, unless the
  /// numbers of the moves tell.
  std::optional<Color> opens = {};
  int first_number = 1;  ///< of the first move, while there is none

  /// The place in `tags`, from `begin` on, of the first tag of that name; tags.size() if there is
  /// none. Some programs write names in other capitals, so capitals make no difference.
  std::size_t place_of_tag(std::string_view name, std::size_t begin = 0) const;
  /// The value of the first tag of that name; nothing if there is none. See place_of_tag().
  std::optional<std::string_view> tag(std::string_view name) const;
  /// The same, but nothing for an empty value: a program wrote the tag without knowing it.
  std::optional<std::string_view> filled_tag(std::string_view name) const;
  /// The winner by the result; nothing for a draw and for results that name no winner.
  std::optional<Color> winner() const;
  /// False if the result is "*" or cannot be read.
  bool has_result() const;
  /// The setup before each move, and the setup after the last: one more than there are moves.
  std::vector<Setup> setups() const;
  /// The place of a move in `moves`, or moves.size() for the move that would come next. The next
  /// move is meant only if no played move fits. Error bad_notation, which names what was expected,
  /// if no move fits, or two do: both sides' moves of that number, or two with the same name.
  Result<std::size_t> find(const AskedMove& asked) const;
  /// The number of the move that would come next.
  MoveNumber following() const;
};

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/game.h"
#include "rules/notation/pdn_lexer.h"

namespace damiera {

/// What a reader assumes where a file is silent.
struct PdnDefaults {
  std::optional<Variant> variant;  ///< of games without a GameType tag; others must agree with it
  std::optional<Setup> start;      ///< of games without a FEN tag; else the initial position
};

/// One game of a file.
struct PdnGame {
  int number;                  ///< in the file, from 1
  Game game;                   ///< with an error, as far as it could be replayed
  std::optional<Error> error;  ///< names game, move and line, and what was expected there
  /// What is wrong with the file but changes nothing in the game: the first move number that does
  /// not follow from those before it, and variations that cannot be played. Each names its place.
  std::vector<std::string> notes;
};

/// Reads the games of a PDN text one after the other, and replays each by the rules of its game.
/// What is wrong with one game leaves the others as they are. Variations are replayed as well, from
/// the position before the move that they stand behind; what is wrong with one of them becomes a
/// note and leaves the game as it is. A game ends with its result, or where the tags of the next
/// one begin. Tags that are not UTF-8 are read as Latin-1.
/// The text must outlive the reader. Time and memory are linear in its length, whatever it says.
/// Source: Portable Draughts Notation 3.0.
class PdnReader {
 public:
  explicit PdnReader(std::string_view text, PdnDefaults defaults = {});
  /// A temporary would not outlive the reader.
  explicit PdnReader(std::string&& text, PdnDefaults defaults = {}) = delete;

  /// The next game; nothing at the end. An error is bad_notation for what cannot be read, for no
  /// known game and for moves that are illegal or ambiguous; bad_position for such a set-up.
  std::optional<PdnGame> next();

 private:
  void read_tags(PdnGame& read);
  void read_moves(PdnGame& read);
  bool skip_separators();

  PdnDefaults defaults_;
  PdnLexer lexer_;
  PdnToken token_;                   // the next one
  std::optional<int> first_number_;  // of the game's first move, where its FEN tells it
  int games_ = 0;
};

/// The game in PDN 3.0: its tags, with GameType, FEN and Result put right, and its moves, captures
/// joined by ':' where the game's players write them so, in lines
/// of at most 79 bytes where no tag is longer; ended by "*", as PDN 3.0 separates games.
std::string pdn(const Game& game);
/// The same with a comment behind each move that has one: those that are empty or too many are left
/// out.
std::string pdn(const Game& game, const std::vector<std::string>& comments);

}  // namespace damiera

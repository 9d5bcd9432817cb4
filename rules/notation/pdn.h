// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/game.h"
#include "rules/notation/pdn_lexer.h"

namespace damiera {

/// What a PdnReader assumes if a game lacks a tag.
struct PdnDefaults {
  std::optional<Variant> variant;  ///< for games without a GameType tag; a GameType tag must agree
  std::optional<FenRecord> start;  ///< for games without a FEN tag; else the initial position
};

/// One game of a file.
struct PdnGame {
  int number;                  ///< in the file, from 1
  bool has_variant;            ///< false: nothing says which game it is, and it has an error
  Game game;                   ///< with an error, as far as it could be replayed
  std::optional<Error> error;  ///< names game, move and line, and what was expected there
  /// Faults of the file that change nothing in the game: the first move number that does not follow
  /// from the numbers before it, and variations that cannot be played. Each names its place.
  std::vector<std::string> notes;
  /// The text of the file from this game to the next one. The first game also has the text before
  /// it, so that the texts of all games, joined in order, are the file.
  std::string_view text;
  std::vector<std::size_t> move_ends;  ///< where each move ends in `text`, with marks such as "!"
};

/// Reads the games of a PDN text one after the other, and replays each by the rules of its game.
/// An error in one game does not affect the others. Variations are replayed as well, from the
/// position before the move that they follow; an error in a variation becomes a note and does not
/// affect the game. A game ends with its result, or where the tags of the next one begin. Tags that
/// are not UTF-8 are read as Latin-1.
/// The text must outlive the reader, and PdnGame::text of its games, which is a view of it. Time
/// and memory are linear in its length for any text.
/// Source: Portable Draughts Notation 3.0.
class PdnReader {
 public:
  explicit PdnReader(std::string_view text, PdnDefaults defaults = {});
  /// A temporary would not outlive the reader.
  explicit PdnReader(std::string&& text, PdnDefaults defaults = {}) = delete;

  /// The next game; nothing at the end of the text. The game's error is bad_notation for text that
  /// cannot be read, an unknown game, and illegal or ambiguous moves; bad_position for an
  /// impossible set-up.
  std::optional<PdnGame> next();

 private:
  void read_tags(PdnGame& read);
  void read_moves(PdnGame& read);
  void skip_separators();
  void skip_results(PdnGame& read);
  void cut_text(PdnGame& read);

  PdnDefaults defaults_;
  std::string_view text_;
  std::size_t begin_ = 0;  // where the next game begins in text_
  PdnLexer lexer_;
  PdnToken token_;                   // the next one
  std::optional<int> first_number_;  // of the game's first move, if its FEN has a number
  int games_ = 0;
};

/// The game in PDN 3.0: its tags, with correct GameType, FEN and Result, and its moves with the
/// game's capture_sign(). Lines have at most 79 bytes unless a tag is longer. The game is ended by
/// "*", by which PDN 3.0 separates games.
std::string pdn(const Game& game);
/// The game's text with comments added and nothing else changed: comments[i] follows move i and its
/// marks, before comments that were there. Braces in a comment become parentheses. An empty comment
/// is left out, and so is one that follows the move already. Requires no more comments than moves.
std::string with_comments(const PdnGame& read, const std::vector<std::string>& comments);

}  // namespace damiera

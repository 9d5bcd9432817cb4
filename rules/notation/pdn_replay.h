// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/notation/pdn.h"

namespace damiera {

/// Replays the moves of one game and of its variations, token by token. Requires that the game has
/// its variant and start, or an error.
class PdnReplay {
 public:
  /// `number`: the number of the first move, if the FEN gives one.
  PdnReplay(PdnGame& read, std::optional<int> number);

  void take(const PdnToken& token);
  /// True if `token` ends the game. A result within a variation does not.
  bool ends_with(const PdnToken& token) const;
  /// Ends the game before `token`, which may be its result.
  void finish(const PdnToken& token);

 private:
  /// The game, or a variation of it.
  struct Line {
    Setup before, at;  ///< before and after its last move
    bool broken;       ///< a move could not be played, so the rest of the line is skipped
  };

  void set_result(const PdnToken& token);
  bool in_variation() const { return lines_.size() > 1; }
  void open(const PdnToken& token);
  void close(const PdnToken& token);
  void take_in_variation(const PdnToken& token);
  void give_up(const PdnToken& token, const std::string& why);
  void take_in_line(const PdnToken& token);
  void number(const PdnToken& token);
  void play(const PdnToken& token);
  void advance(const Move& move);
  void set_up(const PdnToken& token);
  void fail(const PdnToken& token, std::string_view what, const std::string& why);

  PdnGame& read_;
  Game& game_;
  Color first_;                 // the side that makes the first move of each number
  MoveNumber next_;             // the number of the next move
  std::vector<Line> lines_;     // the game, and the variations that are open, one within the other
  std::size_t unplayable_ = 0;  // the number of variations with a move that cannot be played
  bool misnumbered_ = false;
  bool has_fen_;
};

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/hub/dxp_message.h"
#include "apps/hub/mover.h"

namespace damiera {

/// How games by DXP are played. The initiator sets the times and the position.
struct DxpOptions {
  bool initiator = false;                   ///< requests games; else it waits for requests
  int games = 1;                            ///< as initiator, with changing sides
  int minutes = 10;                         ///< as initiator: for `moves` moves
  int moves = 0;                            ///< as initiator: 0 for all
  std::optional<Setup> start = {};          ///< as initiator; nothing: the game's initial position
  std::optional<double> move_seconds = {};  ///< for each move, whatever the clock says
};

/// A game that has ended.
struct DxpResult {
  std::string opponent;
  bool began;                  ///< we had the first move of the game, as the protocol's W
  std::optional<Value> value;  ///< for us; nothing: it was broken off
  std::size_t plies;
};

/// One side of a DXP connection as a state machine: messages in, messages out. It thinks within
/// play() alone. One thread at a time.
///
/// The side to move declares a draw when a position occurs for the third time, and when the draw
/// count of the mover is complete; without one, after 100 moves by each side without a conversion.
/// It declares an unknown result when the agreed number of moves has been played.
class DxpPlayer {
 public:
  using OnResult = std::function<void(const DxpResult&)>;

  /// `mover` must outlive this.
  DxpPlayer(Mover& mover, const DxpOptions& options, OnResult on_result);

  /// The messages to send when the connection is made.
  std::vector<std::string> begin();
  /// The messages to send in answer to a message. A move that cannot be read ends the connection as
  /// an illegal one does; any other message that cannot be read is ignored.
  std::vector<std::string> receive(std::string_view text);
  /// To be called when the answers of begin() or receive() are sent: our move, or the end of the
  /// game that we declare in its place. Nothing if it is not our turn.
  std::optional<std::string> play();
  /// To be called once when the other side has closed the connection. A game that is not over is
  /// broken off. Error try_again if there was one, if no game was played at all, or if we asked for
  /// more games than were played.
  Result<void> closed();
  /// True once no further game will follow: the connection may be closed.
  bool finished() const { return finished_; }
  /// What went wrong, if no game could be had, or if the opponent's move was illegal or could not
  /// be read.
  const std::string& complaint() const { return complaint_; }

 private:
  using Messages = std::vector<DxpMessage>;

  Messages answer(const DxpRequest& request);
  Messages answer(const DxpAnswer& accepted);
  Messages answer(const DxpMove& move);
  Messages answer(const DxpEnd& end);
  Messages answer(const DxpChat& chat);
  Messages answer(const DxpBack& back);
  Messages answer(const DxpBackAnswer& answer);

  DxpRequest next_request() const;
  void start(const DxpRequest& request, bool we_begin);
  DxpMessage own_move();
  bool awaits_move() const;
  Messages refuse_move(std::string complaint);
  DxpEnd end_of_game(std::optional<Value> value);
  std::optional<Value> decided() const;
  Level level() const;
  void note_result(std::optional<Value> value);
  Messages after_game(char stop);
  bool is_last_game() const { return options_.initiator && games_ + 1 >= options_.games; }
  char stop_code() const { return is_last_game() ? '1' : '0'; }

  Mover& mover_;
  DxpOptions options_;
  OnResult on_result_;
  DxpRequest request_;              // of this game
  std::optional<GameRecord> game_;  // while a game is played
  std::string opponent_ = "unknown";
  Color ours_ = Color::white;
  bool we_begin_ = true;
  bool end_sent_ = false;  // but not yet confirmed
  bool finished_ = false;
  double seconds_left_ = 0;
  int games_ = 0;  // ended
  std::string complaint_;
};

}  // namespace damiera

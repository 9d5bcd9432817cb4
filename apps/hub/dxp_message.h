// SPDX-License-Identifier: MIT
// Messages of the DamExchange Protocol (DXP) by which draughts programs play each other over TCP.
// A message is 1 to 127 bytes of ASCII and a zero byte, which is not part of the texts here.
// Sources: DXP 1.0, mesander.nl; and messages that programs send.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/result.h"

namespace damiera {

/// 'W' is the side that begins the game, 'Z' the other.
struct DxpRequest {
  int version = 1;
  std::string initiator;
  char follower_side = 'W';
  int minutes = 0;  ///< for `moves` moves
  int moves = 0;    ///< 0: for all
  /// The position to start from, as hub_position() writes it; nothing: the initial position. The
  /// specification knows boards of 10x10 only; the shorter text for 8x8 is an extension.
  std::optional<std::string> position = {};

  bool operator==(const DxpRequest&) const = default;
};

struct DxpAnswer {
  std::string follower;
  /// '0' accepted, '1' another version, '2' not this game but perhaps another, '3' no game at all.
  char code = '0';

  bool operator==(const DxpAnswer&) const = default;
};

struct DxpMove {
  int seconds = 0;
  std::vector<int> squares;  ///< from, to, and what is taken, in any order

  bool operator==(const DxpMove&) const = default;
};

struct DxpEnd {
  char reason = '0';  ///< '0' not known, '1' the sender lost, '2' a draw, '3' the sender won
  char stop = '0';    ///< '0' another game may follow, '1' none will

  bool operator==(const DxpEnd&) const = default;
};

struct DxpChat {
  std::string text;

  bool operator==(const DxpChat&) const = default;
};

/// A request to go back to the position in which this side made its move with this number.
struct DxpBack {
  int number = 1;
  char side = 'W';

  bool operator==(const DxpBack&) const = default;
};

struct DxpBackAnswer {
  char code = '0';  ///< '0' yes, '1' no, '2' go on

  bool operator==(const DxpBackAnswer&) const = default;
};

using DxpMessage =
    std::variant<DxpRequest, DxpAnswer, DxpMove, DxpEnd, DxpChat, DxpBack, DxpBackAnswer>;

/// The text of a message; names and chat are cut to what fits, and what is not ASCII is replaced.
std::string encode(const DxpMessage& message);

/// The inverse of encode(). Error bad_notation.
Result<DxpMessage> decode_dxp(std::string_view text);

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace damiera {

/// The value of a position for the side to move, with unlimited moves.
enum class Value : std::int8_t { loss = -1, draw = 0, win = 1 };

/// The same value as the opponent sees it.
constexpr Value operator-(Value v) { return Value(-static_cast<int>(v)); }

constexpr std::string_view name(Value v) {
  return v == Value::win ? "win" : v == Value::loss ? "loss" : "draw";
}

/// The value of a position for the side to move under a draw count.
enum class RuleValue : std::int8_t {
  loss = -2,
  blessed_loss = -1,  ///< lost with unlimited moves, but the count ends first: a draw
  draw = 0,
  cursed_win = 1,  ///< won with unlimited moves, but the count ends first: a draw
  win = 2,
};

/// The same value as the opponent sees it.
constexpr RuleValue operator-(RuleValue v) { return RuleValue(-static_cast<int>(v)); }

/// Joins the value under the count (`within`) and the value with unlimited moves: a draw under the
/// count and a win with unlimited moves make a cursed win.
constexpr RuleValue rule_value(Value within, Value unlimited) {
  return RuleValue(static_cast<int>(within) + static_cast<int>(unlimited));
}

constexpr std::string_view name(RuleValue v) {
  switch (v) {
    case RuleValue::loss:
      return "loss";
    case RuleValue::blessed_loss:
      return "blessed loss";
    case RuleValue::draw:
      return "draw";
    case RuleValue::cursed_win:
      return "cursed win";
    case RuleValue::win:
      return "win";
  }
  return {};
}

}  // namespace damiera

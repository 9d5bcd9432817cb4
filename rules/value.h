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
enum class CountedValue : std::int8_t {
  loss = -2,
  blessed_loss = -1,  ///< lost with unlimited moves, but the count ends first: a draw
  draw = 0,
  cursed_win = 1,  ///< won with unlimited moves, but the count ends first: a draw
  win = 2,
};

/// The same value as the opponent sees it.
constexpr CountedValue operator-(CountedValue v) { return CountedValue(-static_cast<int>(v)); }

/// From the value under the count and that with unlimited moves, which is as good or better for
/// the side that wins.
constexpr CountedValue counted_value(Value within, Value unlimited) {
  return CountedValue(static_cast<int>(within) + static_cast<int>(unlimited));
}

constexpr std::string_view name(CountedValue v) {
  switch (v) {
    case CountedValue::loss:
      return "loss";
    case CountedValue::blessed_loss:
      return "blessed loss";
    case CountedValue::draw:
      return "draw";
    case CountedValue::cursed_win:
      return "cursed win";
    case CountedValue::win:
      return "win";
  }
  return {};
}

}  // namespace damiera

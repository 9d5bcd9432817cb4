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

}  // namespace damiera

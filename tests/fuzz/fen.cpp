#include "rules/notation/fen.h"

#include "rules/notation/move_notation.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

bool is_possible(Variant variant, const Setup& setup) {
  return with_moves(variant, [&]<Rules R>() { return is_valid<R>(setup.pos); });
}

// A move is what its text says, and leads to a position.
void check_move(Variant variant, const Setup& setup, const Move& move) {
  const std::string text = move_text(variant, setup, move);
  const auto read = parse_move(variant, setup, text);
  require(read && *read == move, "a move is read as it is written: " + text);
  require(is_possible(variant, after(variant, setup, move)), "a move leads to a position");
}

void check(Variant variant, std::string_view text) {
  const auto setup = parse_fen(variant, text);
  if (!setup) return require_readable(setup.error());
  require(is_possible(variant, *setup), "what is read is a position");
  const std::string written = damiera::fen(variant, *setup);
  const auto again = parse_fen(variant, written);
  require(again && *again == *setup, "a position is read as it is written: " + written);
  constexpr std::size_t enough = 8;
  const Moves moves = legal_moves(variant, *setup);
  for (const Move& move : std::span{moves}.first(std::min(moves.size(), enough)))
    check_move(variant, *setup, move);
}

}  // namespace

void fen(Input input) {
  for (const Variant variant : all_variants) check(variant, text_of(input));
}

}  // namespace damiera::fuzz

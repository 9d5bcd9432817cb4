// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "rules/result.h"

namespace damiera {

/// The games. The numbers are those of the PDN 3.0 GameType tag and stand in table headers:
/// never renumber.
enum class Variant : std::uint8_t {
  international = 20,
  english = 21,
  italian = 22,
  russian = 25,
  brazilian = 26,
};

enum class Color : std::uint8_t { white, black };
constexpr Color opponent(Color c) { return c == Color::white ? Color::black : Color::white; }
/// As FEN and PDN write it.
constexpr char letter(Color c) { return c == Color::white ? 'W' : 'B'; }

/// A property by which captures are compared; the larger is the legal one.
enum class Prefer : std::uint8_t {
  nothing,      ///< all captures are equal
  most_pieces,  ///< the number of pieces taken
  with_king,    ///< the capturing piece is a king
  most_kings,   ///< the number of kings taken
  kings_first,  ///< king before man at the first place where the sequences differ
};

/// What becomes of a man that reaches the last row in the middle of a capture.
enum class Crowning : std::uint8_t {
  if_it_stops,  ///< it goes on as a man while it can, and is crowned only if it ends there
  goes_on,      ///< it is crowned at once and goes on capturing as a king
};

/// How squares are written.
enum class Squares : std::uint8_t { numeric, algebraic };

/// One game's rules; a structural type, so that a game can be a template argument.
struct Rules {
  Variant id;
  int width;              ///< the board is width x width
  bool top_left_is_dark;  ///< as White sees it: the top left corner is a playing square
  Squares squares;        ///< notation
  Color first_to_move;    ///< in the initial position
  bool flying_kings;      ///< kings move any distance, and capture from any distance
  bool men_capture_backward;
  bool men_capture_kings;
  Crowning crowning;
  std::array<Prefer, 4> prefer;  ///< only captures best by [0], then by [1], ... are legal

  constexpr int row_squares() const { return width / 2; }
  constexpr int squares_total() const { return width * row_squares(); }
};

/// Federazione Italiana Dama (FID), Regolamento Tecnico, Capo I.
inline constexpr Rules italian{
    .id = Variant::italian,
    .width = 8,                         // Art. 2.1
    .top_left_is_dark = true,           // Art. 2.3: dark at each player's near right
    .squares = Squares::numeric,        // Art. 2.4
    .first_to_move = Color::white,      // on the conduct of the game: White begins
    .flying_kings = false,              // Art. 4.7
    .men_capture_backward = false,      // Art. 5.3(a)
    .men_capture_kings = false,         // Art. 5.3(b)
    .crowning = Crowning::if_it_stops,  // Art. 5.3(a): a man on its last row cannot go on
    .prefer = {Prefer::most_pieces, Prefer::with_king, Prefer::most_kings,
               Prefer::kings_first}};  // Art. 6.6 - 6.9

/// World Checkers/Draughts Federation (WCDF), Rules of Draughts (Checkers), section one: by number,
/// and by subject in quotes.
inline constexpr Rules english{
    .id = Variant::english,
    .width = 8,                         // 1.1
    .top_left_is_dark = false,          // 1.4: dark at each player's near left
    .squares = Squares::numeric,        // 1.5
    .first_to_move = Color::black,      // "Order of play": the darker pieces begin
    .flying_kings = false,              // "Ordinary move of a king": to a neighbouring square
    .men_capture_backward = false,      // "Capturing move of a man": forward
    .men_capture_kings = true,          // "Capturing move of a man": over any piece
    .crowning = Crowning::if_it_stops,  // "Capturing move of a man": the king-row ends the move
    .prefer = {Prefer::nothing, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // "Capturing moves in general": any may be chosen

/// Federation Mondiale du Jeu de Dames (FMJD), Annex 1: rules for international draughts.
inline constexpr Rules international{
    .id = Variant::international,
    .width = 10,                        // Art. 2.1
    .top_left_is_dark = false,          // Art. 2.4: dark at each player's near left
    .squares = Squares::numeric,        // Art. 2.6
    .first_to_move = Color::white,      // section 3, on the pieces and their moves
    .flying_kings = true,               // Art. 4.3, and section 3
    .men_capture_backward = true,       // Art. 4.1
    .men_capture_kings = true,          // Art. 4.2: any piece of the opponent
    .crowning = Crowning::if_it_stops,  // Art. 4.15
    .prefer = {Prefer::most_pieces, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // Art. 4.13

/// Russian draughts: the Russian code, section I, and the official rules of draughts-64, Russian
/// version; cited by subject.
inline constexpr Rules russian{
    .id = Variant::russian,
    .width = 8,                     // 1.1, the board
    .top_left_is_dark = false,      // 1.1: dark at each player's near left
    .squares = Squares::algebraic,  // on notation
    .first_to_move = Color::white,  // on the first move
    .flying_kings = true,           // on the moves of a king
    .men_capture_backward = true,   // on captures: forward and backward
    .men_capture_kings = true,      // on captures: men and kings alike
    .crowning = Crowning::goes_on,  // on captures: a man on the last row goes on as a king
    .prefer = {Prefer::nothing, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // on captures: free choice, without regard to number

/// Brazilian draughts: official rules of draughts-64, Brazilian version: those of FMJD Annex 1
/// on the board of 64 squares; the articles are that annex's.
inline constexpr Rules brazilian{
    .id = Variant::brazilian,
    .width = 8,                         // what sets it apart from the international game
    .top_left_is_dark = false,          // as Art. 2.4
    .squares = Squares::algebraic,      // on notation in draughts-64
    .first_to_move = Color::white,      // as section 3
    .flying_kings = true,               // as Art. 4.3
    .men_capture_backward = true,       // as Art. 4.1
    .men_capture_kings = true,          // as Art. 4.2
    .crowning = Crowning::if_it_stops,  // as Art. 4.15
    .prefer = {Prefer::most_pieces, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // as Art. 4.13

inline constexpr std::array all_variants{Variant::italian, Variant::english, Variant::international,
                                         Variant::russian, Variant::brazilian};

/// True if `number` is one of the games above.
constexpr bool is_variant(int number) {
  for (Variant v : all_variants)
    if (static_cast<int>(v) == number) return true;
  return false;
}

/// Calls f.operator()<R>() for the game with this id: the only switch over games.
template <class F>
decltype(auto) with_rules(Variant id, F&& f) {
  switch (id) {
    case Variant::italian:
      return f.template operator()<italian>();
    case Variant::english:
      return f.template operator()<english>();
    case Variant::international:
      return f.template operator()<international>();
    case Variant::russian:
      return f.template operator()<russian>();
    case Variant::brazilian:
      return f.template operator()<brazilian>();
  }
  std::abort();  // unreachable: names and headers admit no other id
}

/// The rules of a game as a run-time value.
inline const Rules& rules_of(Variant id) {
  return with_rules(id, []<Rules R>() -> const Rules& {
    static constexpr Rules rules = R;
    return rules;
  });
}

/// The name a user types: "italian", "english", "international", "russian", "brazilian".
constexpr std::string_view name(Variant id) {
  switch (id) {
    case Variant::italian:
      return "italian";
    case Variant::english:
      return "english";
    case Variant::international:
      return "international";
    case Variant::russian:
      return "russian";
    case Variant::brazilian:
      return "brazilian";
  }
  return {};
}

/// Other usual names of a game, in lower case: "american", "checkers". Its GameType number is a
/// name as well, but not among these.
std::span<const std::string_view> other_names(Variant id);

/// The game that is called so, without regard to case: by name(), by another of its names, or by
/// its GameType number. Error bad_notation, which lists the names, for any other text.
Result<Variant> parse_variant(std::string_view text);

}  // namespace damiera

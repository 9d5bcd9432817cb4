// SPDX-License-Identifier: MIT
#pragma once

#include "rules/game_rules.h"

namespace damiera {

/// Federation Mondiale du Jeu de Dames (FMJD), Annex 1: rules for international draughts.
inline constexpr Rules international{
    .id = Variant::international,
    .width = 10,                        // Art. 2.1
    .rows_of_men = 4,                   // the initial position
    .top_left_is_dark = false,          // Art. 2.4: dark at each player's near left
    .squares = Squares::numeric,        // Art. 2.6
    .first_to_move = Color::white,      // section 3, on the pieces and their moves
    .flying_kings = true,               // Art. 4.3, and section 3
    .men_capture_backward = true,       // Art. 4.1
    .men_capture_kings = true,          // Art. 4.2: any piece of the opponent
    .crowning = Crowning::if_it_stops,  // Art. 4.15
    .prefer = {Prefer::most_pieces, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // Art. 4.13

/// Killer draughts: the international game, except that a king whose last victim is a king stops
/// directly behind it, also in a capture of one piece. Source: mindsports.nl, "Killer Draughts".
inline constexpr Rules killer = [] {
  Rules rules = international;
  rules.id = Variant::killer;
  rules.landing = KingLanding::behind_last_king;
  return rules;
}();

/// Breakthrough draughts: the international game, won by the first side with a king. Source:
/// lidraughts, variant Breakthrough.
inline constexpr Rules breakthrough = [] {
  Rules rules = international;
  rules.id = Variant::breakthrough;
  rules.goal = Goal::first_king_wins;
  return rules;
}();

/// The losing international game. Source: lidraughts, variant Antidraughts.
inline constexpr Rules antidraughts = giveaway(Variant::antidraughts, international);

/// Frisian draughts: Official Rules for Frisian Draughts (2011).
inline constexpr Rules frisian = [] {
  Rules rules = international;  // Art. 1 to 6, the board and the start
  rules.id = Variant::frisian;
  rules.captures_orthogonally = true;  // Art. 7, 9: eight directions
  rules.prefer = {Prefer::most_value,  // Art. 11
                  Prefer::with_king};  // Art. 12
  rules.king_limit = 3;                // Art. 17
  return rules;
}();

/// Frysk!: Frisian draughts with five men on the back row. Source: lidraughts, variant Frysk.
inline constexpr Rules frisian_with_five_men = [] {
  Rules rules = frisian;
  rules.rows_of_men = 1;
  return rules;
}();

/// Ivorian draughts, played in Paraguay too: the international game with the playing corner at the
/// right.
inline constexpr Rules mirrored_international = mirror_image(international, Squares::numeric);

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include "rules/game_rules.h"

namespace damiera {

/// Federazione Italiana Dama (FID), Regolamento Tecnico, Capo I.
inline constexpr Rules italian{
    .id = Variant::italian,
    .width = 8,                         // Art. 2.1
    .rows_of_men = 3,                   // the initial position
    .top_left_is_dark = true,           // Art. 2.3: dark at each player's near right
    .squares = Squares::numeric,        // Art. 2.4
    .first_to_move = Color::white,      // on the conduct of the game: White begins
    .flying_kings = false,              // Art. 4.7
    .men_capture_backward = false,      // Art. 5.3(a)
    .men_capture_kings = false,         // Art. 5.3(b)
    .crowning = Crowning::if_it_stops,  // Art. 5.3(a): a man on its last row cannot go on
    .prefer = {Prefer::most_pieces, Prefer::with_king, Prefer::most_kings,
               Prefer::kings_first}};  // Art. 6.6 - 6.9

/// World Checkers/Draughts Federation (WCDF), Rules of Draughts (Checkers), section one. Rules are
/// cited by number, or by subject in quotes.
inline constexpr Rules english{
    .id = Variant::english,
    .width = 8,                         // 1.1
    .rows_of_men = 3,                   // the initial position
    .top_left_is_dark = false,          // 1.4: dark at each player's near left
    .squares = Squares::numeric,        // 1.5
    .first_to_move = Color::black,      // "Order of play": the darker pieces begin
    .flying_kings = false,              // "Ordinary move of a king": to a neighbouring square
    .men_capture_backward = false,      // "Capturing move of a man": forward
    .men_capture_kings = true,          // "Capturing move of a man": over any piece
    .crowning = Crowning::if_it_stops,  // "Capturing move of a man": the king-row ends the move
    .prefer = {Prefer::nothing, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // "Capturing moves in general": any may be chosen

/// Russian draughts: the Russian code, section I, and the official rules of draughts-64, Russian
/// version; cited by subject.
inline constexpr Rules russian{
    .id = Variant::russian,
    .width = 8,                     // 1.1, the board
    .rows_of_men = 3,               // the initial position
    .top_left_is_dark = false,      // 1.1: dark at each player's near left
    .squares = Squares::algebraic,  // on notation
    .first_to_move = Color::white,  // on the first move
    .flying_kings = true,           // on the moves of a king
    .men_capture_backward = true,   // on captures: forward and backward
    .men_capture_kings = true,      // on captures: men and kings alike
    .crowning = Crowning::goes_on,  // on captures: a man on the last row goes on as a king
    .prefer = {Prefer::nothing, Prefer::nothing, Prefer::nothing,
               Prefer::nothing}};  // on captures: free choice, without regard to number

/// Brazilian draughts: official rules of draughts-64, Brazilian version. They are the rules of FMJD
/// Annex 1 on the board of 64 squares; the articles are of that annex.
inline constexpr Rules brazilian{.id = Variant::brazilian,
                                 .width = 8,                         // not as in FMJD Annex 1
                                 .rows_of_men = 3,                   // the initial position
                                 .top_left_is_dark = false,          // as Art. 2.4
                                 .squares = Squares::algebraic,      // on notation in draughts-64
                                 .first_to_move = Color::white,      // as section 3
                                 .flying_kings = true,               // as Art. 4.3
                                 .men_capture_backward = true,       // as Art. 4.1
                                 .men_capture_kings = true,          // as Art. 4.2
                                 .crowning = Crowning::if_it_stops,  // as Art. 4.15
                                 .prefer = {Prefer::most_pieces}};   // as Art. 4.13

/// Spanish draughts: "Juego clasico espanol de damas", cited by subject. Portuguese draughts has
/// the same rules: Federacao Portuguesa de Damas (FPD), Regras do Jogo de Damas Classicas (2013),
/// 3.1 on captures.
inline constexpr Rules spanish{
    .id = Variant::spanish,
    .width = 8,
    .rows_of_men = 3,                        // the initial position
    .top_left_is_dark = true,                // the playing corner is at the right
    .squares = Squares::numeric_from_white,  // PDN 3.0: GameType 24, N1
    .first_to_move = Color::white,           // White begins
    .flying_kings = true,                    // on the king's moves
    .men_capture_backward = false,           // a man captures forward
    .men_capture_kings = true,               // any piece of the opponent
    .crowning = Crowning::if_it_stops,       // a man on its last row cannot go on
    .prefer = {Prefer::most_pieces,          // the law of quantity
               Prefer::most_kings}};         // the law of quality

/// Czech draughts: rules of the Czech federation (CFD), by subject.
inline constexpr Rules czech{
    .id = Variant::czech,
    .width = 8,
    .rows_of_men = 3,                   // the initial position
    .top_left_is_dark = false,          // dark at each player's near left
    .squares = Squares::algebraic,      // PDN 3.0: GameType 29, A0
    .first_to_move = Color::white,      // White begins
    .flying_kings = true,               // on the king's moves
    .men_capture_backward = false,      // a man captures forward
    .men_capture_kings = true,          // men and kings alike
    .crowning = Crowning::if_it_stops,  // a man on its last row cannot go on
    .prefer = {Prefer::with_king}};     // a king captures before a man; else free choice

/// American pool checkers: American Pool Checkers Association (APCA), Tournament Rules of Play.
inline constexpr Rules pool{
    .id = Variant::pool,
    .width = 8,
    .rows_of_men = 3,                   // the initial position
    .top_left_is_dark = false,          // dark at each player's near left
    .squares = Squares::numeric,        // PDN 3.0: GameType 23, Black begins, N1
    .first_to_move = Color::black,      // rule 7
    .flying_kings = true,               // rules 17 to 20
    .men_capture_backward = true,       // rules 14 to 16
    .men_capture_kings = true,          // rules 14 to 16
    .crowning = Crowning::if_it_stops,  // rules 22 and 23: crowned only if it stops there
    .prefer = {}};                      // free choice

/// Thai draughts, makhos: mindsports.nl "Thai", coldmoon "Makhos" and dctl's rules/thai.hpp. Where
/// they differ, we let a king turn back in a capture and lift pieces at once.
inline constexpr Rules thai{
    .id = Variant::thai,
    .width = 8,
    .rows_of_men = 2,                        // eight men
    .top_left_is_dark = false,               // PDN 3.0: GameType 31
    .squares = Squares::numeric_from_white,  // PDN 3.0: Black begins, N2
    .first_to_move = Color::black,           // PDN 3.0: Black begins
    .flying_kings = true,                    // a king moves any distance
    .men_capture_backward = false,           // a man captures forward
    .men_capture_kings = true,               // any piece of the opponent
    .crowning = Crowning::if_it_stops,       // a man on its last row cannot go on
    .landing = KingLanding::next_square,     // a king lands directly behind
    .removal = Removal::at_once,             // so that it may turn back over the same line
    .prefer = {}};                           // free choice

/// Jamaican draughts: pool checkers with the playing corner at the right. White begins. Square a1
/// is at White's bottom right, and the letters run up the board from there. Source: PDN 3.0,
/// GameType 23.
inline constexpr Rules mirrored_pool = [] {
  Rules rules = mirror_image(pool, Squares::algebraic_upward);
  rules.first_to_move = Color::white;
  return rules;
}();

/// Filipino draughts: the Brazilian game with the playing corner at the right.
inline constexpr Rules mirrored_brazilian = mirror_image(brazilian, Squares::algebraic);

/// The losing games: the goal alone differs from the game itself.
inline constexpr Rules english_giveaway = giveaway(Variant::english_giveaway, english);
/// Poddavki. Source: shashki.ru, "Obratnye shashki".
inline constexpr Rules russian_giveaway = giveaway(Variant::russian_giveaway, russian);
inline constexpr Rules brazilian_giveaway = giveaway(Variant::brazilian_giveaway, brazilian);

}  // namespace damiera

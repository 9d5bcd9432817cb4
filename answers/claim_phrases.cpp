#include "answers/claim_phrases.h"

namespace damiera {

namespace {

constexpr ClaimPhrases in_english{
    .white = "White",
    .black = "Black",
    .move_of_white = "White's move {number}",
    .move_of_black = "Black's move {number}",
    .one_move = "{n} move",
    .moves = "{n} moves",
    .one_ply = "{n} ply",
    .plies = "{n} plies",
    .man_move = "a man move",
    .capture = "a capture",
    .crowned = "a man crowned",
    .reduced = "{article} (reduced by {by})",

    .drawn = "Drawn by count: the {n} moves of {article} are complete, from {first} to {last}.",
    .against_result = " The file has the result {result}.",
    .not_claimed =
        "No draw by count: the {n} moves of {article} were complete, from {first} to {last}, "
        "but nobody is known to have claimed the draw, and the game ended {result}.",
    .running =
        "No draw by count: of the {n} moves of {article}, White has made {white} and Black "
        "{black}, counted from {first}.",
    .nothing_counted = "No draw by count: none of the {n} moves of {article} has been made.",
    .annulled =
        "No draw by count: {last}, {move}, was {kind} and annulled the count of {article}, which "
        "stood at {white} of White and {black} of Black.",
    .begun_again =
        " It began again with {first} and has come to {white} of White and {black} of "
        "Black.",
    .cannot_be_counted = "No draw by count: {article} does not apply at {first}, as {why}.",

    .title = "{article}, {moves} of each player",
    .title_reduced = "{article}, reduced by {by} to {moves} of each player",
    .count_granted = "granted: counted from {from}, complete with {to}",
    .count_not_yet = "not yet: counted from {from}, {white} of White and {black} of Black stand",
    .count_annulled =
        "annulled by {to}, {kind}: counted from {from}, {white} of White and {black} "
        "of Black stood",
    .count_not_admissible = "not admissible at {from}: {why}",
    .count_not_claimed =
        "not claimed: counted from {from}, complete with {to}, but a player has "
        "to ask for this count, and the game ended {result} (--from {from} "
        "judges it as if White or Black had asked there)",
    .before = "Before that, {count}",
    .after = "Begun again: {count}",
    .earlier = "Earlier, {n} counts more were annulled",

    .not_covered = "The tables cannot tell: {why}.",
    .wins = "The tables: at {from} {mover} wins with unlimited moves",
    .loses = "The tables: at {from} {mover} loses with unlimited moves",
    .draws = "The tables: at {from} {mover} draws with unlimited moves",
    .has_lost = "The tables: at {from} {mover} has lost",
    .distance = "; the winner needs {moves} ({plies}) to the next capture or man move",
    .in_time = "; the count leaves time to win",
    .too_late = "; the count does not leave time for it and makes the game a draw",
    .time_unknown = "; whether the count leaves time for it is not known",

    .win_to_draw = "{move} throws the win of {mover} away",
    .win_to_loss = "{move} turns the win of {mover} into a loss",
    .draw_to_loss = "{move} loses a game that {mover} could draw",
    .win_too_late =
        "after {move}, {mover} wins with unlimited moves only: the count makes the "
        "game a draw before the win",
    .draw_by_count_lost =
        "{mover} loses with unlimited moves; the count would have saved the "
        "draw, but after {move} it no longer does",
    .better_wins = "; {better} keeps the win",
    .better_wins_in_time = "; {better} wins in time",
    .better_wins_too_late =
        "; {better} keeps the win with unlimited moves, though the count makes "
        "the game a draw before it",
    .better_draws = "; {better} draws",
    .better_draws_by_count = "; {better} draws by the count"};

}  // namespace

const ClaimPhrases& english_phrases() { return in_english; }

}  // namespace damiera

#include "answers/claim/claim_phrases.h"

namespace damiera {

namespace {

constexpr ClaimPhrases in_english{
    .language = "en",
    .white = "White",
    .black = "Black",
    .move_of_white = "White's move {number}",
    .move_of_black = "Black's move {number}",
    .short_of_white = "{number}w",
    .short_of_black = "{number}b",
    .move_with_number = "{number} {move}",
    .one_move = "{n} move",
    .moves = "{n} moves",
    .one_ply = "{n} ply",
    .plies = "{n} plies",
    .man_move = "a man move",
    .capture = "a capture",
    .crowned = "a man crowned",
    .left_line = "a move that gives up the long diagonal",
    .reduced = "{article} (reduced by {by})",
    .game_line = "Game {number}: {white} - {black}, {game}, {plies}, {result}",
    .note = "Note: {note}.",

    .drawn = "Drawn by count: the {n} moves of {article} are complete, from {first} to {last}.",
    .against_result = " The file has the result {result}.",
    .not_claimed =
        "No draw by count: the {n} moves of {article} were complete, from {first} to "
        "{last}, but nobody is known to have claimed the draw, and the game ended "
        "{result}.",
    .running =
        "No draw by count: of the {n} moves of {article}, White has made {white} and Black "
        "{black}, counted from {first}.",
    .nothing_counted = "No draw by count: none of the {n} moves of {article} has been made.",
    .annulled =
        "No draw by count: {last}, {move}, was {kind} and annulled the count of "
        "{article}, which stood at {white} of White and {black} of Black.",
    .begun_again =
        " It began again with {first} and has come to {white} of White and {black} of "
        "Black.",
    .cannot_be_counted = "No draw by count: {article} cannot be applied at {first}, as {why}.",
    .repeated =
        " The position before {third} stood for the third time, after those before "
        "{first} and {second} ({article}).",
    .repeated_by =
        " The position before {third} stood for the third time, after those before "
        "{first} and {second}; no article of this game is known by which that is a draw.",
    .no_count = "No draw by count: the rules of this game know no draw by a count of moves.",
    .won = " {winner} has won: {why}.",
    .no_piece_left = "{side} has no piece left",
    .no_legal_move = "{side} has no legal move",
    .king_made = "a man of {side} has become a king",
    .played_on = " It was played on until {winner} had won on the board.",

    .title = "{article}, {moves} of each player",
    .title_stronger = "{article}, {moves} of the stronger side",
    .title_reduced = "{article}, reduced by {by} to {moves} of each player",
    .count_granted = "granted: counted from {from}, complete with {to}",
    .count_not_yet = "not yet: counted from {from}, {white} of White and {black} of Black stand",
    .count_annulled =
        "annulled by {to}, {kind}: counted from {from}, {white} of White and {black} "
        "of Black stood",
    .count_not_admissible = "not admissible at {from}: {why}",
    .count_not_claimed =
        "not claimed: counted from {from}, complete with {to}, but a player has "
        "to ask for this count, and the game ended {result} (--from {option} "
        "judges it as if a player had asked there)",
    .before = "Earlier, {count}",
    .after = "Begun again: {count}",
    .one_earlier = "Earlier, {n} more count was annulled",
    .earlier = "Earlier, {n} more counts were annulled",

    .no_king = "{side} has no king",
    .men_on_board = "there are men on the board",
    .no_lone_king = "no side has a king and nothing else",
    .wrong_pieces = "there are {pieces} pieces: expected {expected}",
    .line_not_held = "the lone king does not hold the long diagonal",
    .line_not_taken = "no king of the three is on the long diagonal",
    .or_more = "{least} or more",
    .from_to = "{least} to {most}",
    .lost_last_piece = "{side} lost the last piece before the count was complete",
    .had_no_move = "{side} had no move before the count was complete",

    .on_request = "A player may ask for this count",
    .by_itself = "This count begins by itself",
    .if_kings = " where each side has a king",
    .if_kings_among = " where each side has a king and there are {pieces} pieces in all",
    .if_lone_king =
        " where one side has a king and nothing else, the other a king at least, and "
        "there are {pieces} pieces in all",
    .if_only_kings =
        " where one side has a king and nothing else, the other only kings, and there "
        "are {pieces} pieces in all",
    .if_line_held = ", and the lone king alone stands on the long diagonal",
    .if_line_taken = ", and a king of that other side stands on the long diagonal",
    .draws_after = "; the game is drawn when each player has made {n} moves",
    .draws_after_stronger = "; the game is drawn when the stronger side has made {n} moves",
    .void_by_conversion =
        ", of kings only: a man move or a capture makes it void, and it may "
        "begin again.",
    .void_by_capture = ": a capture makes it void, and it may begin again.",
    .void_by_capture_or_king = ": a capture or a new king makes it void, and it may begin again.",
    .void_by_leaving =
        ": a capture, or a move that gives up the long diagonal, makes it void, and it may "
        "begin again.",
    .void_by_last_king = ": once a side has only men it is void, and it may begin again.",
    .void_by_nothing = ", and no move makes it void.",

    .not_covered = "The tables cannot tell: {why}.",
    .no_table = "The tables cannot tell: there is no {table}.",
    .wins = "The tables: at {from} {mover} wins with unlimited moves",
    .loses = "The tables: at {from} {mover} loses with unlimited moves",
    .draws = "The tables: at {from} {mover} draws with unlimited moves",
    .has_won = "The tables: at {from} {mover} has won",
    .has_lost = "The tables: at {from} {mover} has lost",
    .distance = "; the winner needs {moves} ({plies}) to the next capture or man move",
    .distance_to_end = "; the winner needs {moves} ({plies}) to the end of the game",
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
    .better_draws_by_count = "; {better} draws by the count",

    .page_title = "Report on a draw by count",
    .event = "Event",
    .date = "Date",
    .place = "Place",
    .round = "Round",
    .game = "Game",
    .result = "Result",
    .verdict = "Verdict",
    .rule = "The rule",
    .where_begun = "Where the count begins: before {move}",
    .where_ended = "Where it ends: before {move}",
    .to_move = "{side} to move",
    .last_position = "The last position: before {move}",
    .position_before = "The position before {move}",
    .counter = "The count, move by move",
    .annuls = "annuls the count",
    .tables_title = "What endgame tables say",
    .tables_note =
        "This is no part of the verdict: the rules count moves, whatever the position "
        "is worth.",
    .arbiter = "Arbiter",
    .director = "Tournament director",
    .made_by = "Made by Damiera.",

    .summary =
        "Games: {games}. Drawn by count: {drawn}. Others: {not_drawn}, of which with a complete "
        "count that nobody claimed: {not_claimed}. With a position that stood three times: "
        "{repeated}. Not read: {unread}."};

}  // namespace

const ClaimPhrases& english_phrases() { return in_english; }

}  // namespace damiera

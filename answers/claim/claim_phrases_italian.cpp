#include "answers/claim/claim_phrases.h"

namespace damiera {

namespace {

// "Conteggio", "patta", "dama", "pedina", "presa", "direttore di gara": as the Regolamento Tecnico
// of the FID has them.
constexpr ClaimPhrases in_italian{
    .language = "it",
    .white = "Bianco",
    .black = "Nero",
    .move_of_white = "mossa {number} del Bianco",
    .move_of_black = "mossa {number} del Nero",
    .short_of_white = "mossa {number} del Bianco",
    .short_of_black = "mossa {number} del Nero",
    .move_with_number = "{move} ({number})",
    .one_move = "{n} mossa",
    .moves = "{n} mosse",
    .one_ply = "{n} semimossa",
    .plies = "{n} semimosse",
    .man_move = "una mossa di pedina",
    .capture = "una presa",
    .crowned = "una promozione a dama",
    .left_line = "una mossa che abbandona la diagonale maggiore",
    .reduced = "{article}, ridotto secondo {by}",
    .game_line = "Partita {number}: {white} - {black}, {game}, {plies}, {result}",
    .note = "Nota: {note}.",

    .drawn = "Patta: conteggio di {n} mosse ({article}) completo, dalla {first} alla {last}.",
    .against_result = " Il file riporta il risultato {result}.",
    .not_claimed =
        "Non patta per conteggio: il conteggio di {n} mosse ({article}) era completo, "
        "dalla {first} alla {last}, ma non risulta che qualcuno abbia chiesto la patta, "
        "e la partita è finita {result}.",
    .running =
        "Non patta per conteggio: delle {n} mosse ({article}) il Bianco ne ha fatte {white} "
        "e il Nero {black}, contate dalla {first}.",
    .nothing_counted =
        "Non patta per conteggio: nessuna delle {n} mosse ({article}) è stata fatta.",
    .annulled =
        "Non patta per conteggio: la {last}, {move}, {kind}, ha annullato il conteggio "
        "({article}), arrivato a {white} del Bianco e {black} del Nero.",
    .begun_again =
        " È ripreso da capo dalla {first} ed è arrivato a {white} del Bianco e {black} "
        "del Nero.",
    .cannot_be_counted =
        "Non patta per conteggio: {article} non si applica alla {first}, perché "
        "{why}.",
    .repeated =
        " La posizione prima della {third} si è presentata per la terza volta, dopo che si era già "
        "presentata prima della {first} e della {second} ({article}).",
    .repeated_by =
        " La posizione prima della {third} si è presentata per la terza volta, dopo "
        "che si era già presentata prima della {first} e della {second}; non è noto un articolo "
        "di questo gioco che la renda patta.",
    .no_count =
        "Non patta per conteggio: il regolamento di questo gioco non conosce la patta per "
        "conteggio delle mosse.",
    .won = " Il {winner} ha vinto: {why}.",
    .no_piece_left = "il {side} non ha più pezzi",
    .no_legal_move = "il {side} non ha mosse legali",
    .king_made = "una pedina del {side} è diventata dama",
    .played_on = " La partita è proseguita finché il {winner} ha vinto sulla damiera.",

    .title = "{article}, {moves} per giocatore",
    .title_stronger = "{article}, {moves} della parte più forte",
    .title_reduced = "{article}, conteggio ridotto secondo {by} a {moves} per giocatore",
    .count_granted = "patta: conteggio dalla {from}, completo con {to}",
    .count_not_yet = "non ancora: conteggio dalla {from}, {white} del Bianco e {black} del Nero",
    .count_annulled =
        "annullato da {to}, {kind}: conteggio dalla {from}, {white} del Bianco e "
        "{black} del Nero",
    .count_not_admissible = "non ammissibile alla {from}: {why}",
    .count_not_claimed =
        "non richiesto: conteggio dalla {from}, completo con {to}, ma deve "
        "chiederlo un giocatore, e la partita è finita {result} (--from {option} lo "
        "giudica come se fosse stato chiesto allora)",
    .before = "Prima, {count}",
    .after = "Ripreso da capo: {count}",
    .one_earlier = "In precedenza è stato annullato un altro conteggio ({n})",
    .earlier = "In precedenza sono stati annullati altri {n} conteggi",

    .no_king = "il {side} non ha dame",
    .men_on_board = "ci sono pedine sulla damiera",
    .no_lone_king = "nessuno dei due ha una sola dama e nient'altro",
    .wrong_pieces = "i pezzi sono {pieces}, ma ne occorrono {expected}",
    .line_not_held = "la dama sola non tiene la diagonale maggiore",
    .line_not_taken = "nessuna delle tre dame è sulla diagonale maggiore",
    .or_more = "{least} o più",
    .from_to = "da {least} a {most}",
    .lost_last_piece = "il {side} ha perso l'ultimo pezzo prima che il conteggio fosse completo",
    .had_no_move = "il {side} è rimasto senza mosse prima che il conteggio fosse completo",

    .on_request = "Un giocatore può chiedere il conteggio",
    .by_itself = "Il conteggio comincia da sé",
    .if_kings = " se entrambi i giocatori hanno almeno una dama",
    .if_kings_among =
        " se entrambi i giocatori hanno almeno una dama e i pezzi in tutto sono {pieces}",
    .if_lone_king =
        " se un giocatore ha una sola dama e nient'altro, l'altro almeno una dama, e i "
        "pezzi in tutto sono {pieces}",
    .if_only_kings =
        " se un giocatore ha una sola dama e nient'altro, l'altro solo dame, e i "
        "pezzi in tutto sono {pieces}",
    .if_line_held = ", e sulla diagonale maggiore c'è la dama sola e nessun altro pezzo",
    .if_line_taken = ", e una dama di quest'altro è sulla diagonale maggiore",
    .draws_after = "; la partita è patta quando ciascuno ha fatto {n} mosse",
    .draws_after_stronger = "; la partita è patta quando la parte più forte ha fatto {n} mosse",
    .void_by_conversion =
        ", solo di dama: una mossa di pedina o una presa annulla il conteggio, "
        "che può ricominciare.",
    .void_by_capture = ": una presa annulla il conteggio, che può ricominciare.",
    .void_by_capture_or_king =
        ": una presa o una nuova dama annulla il conteggio, che può "
        "ricominciare.",
    .void_by_leaving =
        ": una presa o una mossa che abbandona la diagonale maggiore annulla il conteggio, "
        "che può ricominciare.",
    .void_by_last_king =
        ": il conteggio è annullato se una parte resta con sole pedine, e può ricominciare.",
    .void_by_nothing = ", e nessuna mossa lo annulla.",

    .not_covered = "Le tabelle dei finali non lo dicono: {why}.",
    .no_table = "Le tabelle dei finali non lo dicono: manca {table}.",
    .wins = "Le tabelle dei finali: alla {from} il {mover} vince, senza limite di mosse",
    .loses = "Le tabelle dei finali: alla {from} il {mover} perde, senza limite di mosse",
    .draws = "Le tabelle dei finali: alla {from} il {mover} patta, senza limite di mosse",
    .has_won = "Le tabelle dei finali: alla {from} il {mover} ha vinto",
    .has_lost = "Le tabelle dei finali: alla {from} il {mover} ha perso",
    .distance =
        "; chi vince ha bisogno di {moves} ({plies}) fino alla prossima presa o mossa di "
        "pedina",
    .distance_to_end = "; chi vince ha bisogno di {moves} ({plies}) fino alla fine della partita",
    .in_time = "; il conteggio lascia il tempo di vincere",
    .too_late = "; il conteggio non ne lascia il tempo, e la partita è patta",
    .time_unknown = "; se il conteggio ne lasci il tempo non si sa",

    .win_to_draw = "con {move} il {mover} si lascia sfuggire la vittoria",
    .win_to_loss = "{move} trasforma la vittoria del {mover} in sconfitta",
    .draw_to_loss = "{move} perde una partita che il {mover} poteva pattare",
    .win_too_late =
        "dopo {move} il {mover} vince solo senza limite di mosse: il conteggio rende "
        "patta la partita prima della vittoria",
    .draw_by_count_lost =
        "il {mover} perde, senza limite di mosse; il conteggio avrebbe salvato "
        "la patta, ma dopo {move} non più",
    .better_wins = "; {better} conserva la vittoria",
    .better_wins_in_time = "; {better} vince in tempo",
    .better_wins_too_late =
        "; {better} conserva la vittoria senza limite di mosse, anche se il "
        "conteggio rende patta la partita prima",
    .better_draws = "; {better} patta",
    .better_draws_by_count = "; {better} patta per conteggio",

    .page_title = "Verbale del conteggio delle mosse",
    .event = "Gara",
    .date = "Data",
    .place = "Luogo",
    .round = "Turno",
    .game = "Gioco",
    .result = "Risultato",
    .verdict = "Verdetto",
    .rule = "La norma",
    .where_begun = "Inizio del conteggio: prima della {move}",
    .where_ended = "Fine del conteggio: prima della {move}",
    .to_move = "muove il {side}",
    .last_position = "L'ultima posizione: prima della {move}",
    .position_before = "La posizione prima della {move}",
    .counter = "Il conteggio, mossa per mossa",
    .annuls = "annulla il conteggio",
    .tables_title = "Che cosa dicono le tabelle dei finali",
    .tables_note =
        "Non fa parte del verdetto: il regolamento conta le mosse, qualunque sia il "
        "valore della posizione.",
    .arbiter = "L'arbitro",
    .director = "Il direttore di gara",
    .made_by = "Redatto con Damiera.",

    .summary =
        "Partite: {games}. Patte per conteggio: {drawn}. Altre: {not_drawn}, di cui con un "
        "conteggio completo che nessuno ha chiesto: {not_claimed}. Con una posizione presentatasi "
        "tre volte: {repeated}. Non lette: {unread}."};

}  // namespace

const ClaimPhrases& italian_phrases() { return in_italian; }

}  // namespace damiera

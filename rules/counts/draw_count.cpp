#include "rules/counts/draw_count.h"

#include <algorithm>
#include <array>

namespace damiera {

namespace {

constexpr Annulments by_conversion{.by_man_move = true, .by_capture = true};
/// For counts of some pieces against a lone king. A capture does not end such a count, but it ends
/// when a side has only men left. The rules do not say so; lidraughts does the same.
constexpr Annulments by_last_king{.by_last_king = true};

/// A count that begins by itself and is never reduced.
constexpr DrawCount by_itself(std::string_view article, int moves, const Forces& forces,
                              const Annulments& annulled) {
  return {.article = article,
          .moves = moves,
          .least = moves,
          .usual = true,
          .on_request = false,
          .looks_back = true,
          .forces = forces,
          .annulled = annulled};
}

/// The same count, of which only the moves of the stronger side are counted.
constexpr DrawCount of_the_stronger(DrawCount count) {
  count.of_the_stronger = true;
  return count;
}

/// A king on each side, and least_pieces to most_pieces in all.
constexpr Forces kings_among(int least_pieces, int most_pieces) {
  return {.king_each_side = true,
          .lone_king = false,
          .kings_only = false,
          .least_pieces = least_pieces,
          .most_pieces = most_pieces};
}

/// The forces of kings_among() where one side has a king and nothing else.
constexpr Forces lone_king(int least_pieces, int most_pieces) {
  Forces forces = kings_among(least_pieces, most_pieces);
  forces.lone_king = true;
  return forces;
}

/// The long diagonal, the main road, of a board: the same squares for both sides.
template <Rules R>
constexpr Bitboard long_diagonal() {
  using B = Board<R>;
  Bitboard line;
  for (Square sq : B::all) {
    const int row = B::row(sq), column = B::column(sq);
    if (column == row || column == R.width - 1 - row) line = line.with(sq);
  }
  return line;
}
static_assert(long_diagonal<russian>().count() == 8 &&
              Board<russian>::turned(long_diagonal<russian>()) == long_diagonal<russian>());

/// Federazione Italiana Dama (FID), Regolamento Tecnico, Capo I.
constexpr std::array italian_counts{
    DrawCount{.article = "FID Art. 10",
              .moves = 40,  // Art. 10.4: king moves by each player
              .least = 10,  // Art. 11: it may be reduced
              .usual = true,
              .on_request = true,                  // Art. 10.3: from the player to move then
              .looks_back = false,                 // Art. 10.3: counted from the request on
              .forces = {.king_each_side = true},  // Art. 10.1
              .annulled = by_conversion,           // Art. 10.5: man move, number of pieces
              .reduced_by = "FID Art. 11"}};

/// The English game: what the FID and the World Checkers/Draughts Federation count.
constexpr std::array english_counts{
    DrawCount{.article = "FID, English draughts",
              .moves = 50,
              .least = 50,
              .usual = true,
              .on_request = true,
              .looks_back = false,                 // as in Art. 10.3
              .forces = {.king_each_side = true},  // Art. 10.1
              .annulled = by_conversion},
    DrawCount{.article = "WCDF, definition of a draw",
              .moves = 40,  // each player's own previous 40 moves
              .least = 40,
              .usual = false,
              .on_request = true,  // a player shows it to the referee
              .looks_back = true,
              .forces = {},
              .annulled = by_conversion}};  // a man advanced, a piece removed

/// Federation Mondiale du Jeu de Dames (FMJD), Annex 1.
constexpr std::array international_counts{
    // Only king moves, without a man's move or a capture.
    by_itself("FMJD Art. 6.2", 25, {}, by_conversion),
    // Three pieces, at least one of them a king, against a king. A capture does not prolong it.
    by_itself("FMJD Art. 6.3", 16, lone_king(4, 4), by_last_king),
    // Two pieces, at least one of them a king, or one king, against a king.
    by_itself("FMJD Art. 6.4", 5, lone_king(2, 3), by_last_king)};

/// Official rules of draughts-64, for both of its versions, the Russian and the Brazilian.
constexpr std::array draughts_64_counts{
    // Only king moves, without a man's move or a capture.
    by_itself("draughts-64, 7.2.5", 15, {}, by_conversion),
    // Three kings or more against a king, from when these forces are established.
    by_itself("draughts-64, 7.2.4", 15,
              {.king_each_side = true, .lone_king = true, .kings_only = true, .least_pieces = 4},
              {.by_capture = true}),
    // Both have kings, and the balance of forces does not change: no capture, no new king.
    by_itself("draughts-64, 7.2.6, 4 and 5 pieces", 30, kings_among(4, 5),
              {.by_capture = true, .by_crowning = true}),
    by_itself("draughts-64, 7.2.6, 6 and 7 pieces", 60, kings_among(6, 7),
              {.by_capture = true, .by_crowning = true}),
    // Three pieces, at least one of them a king, against a king on the long diagonal. The rules do
    // not say what ends the count; as lidraughts does, it goes on while the king holds the diagonal
    // alone, also when a man is crowned.
    by_itself("draughts-64, 7.2.7", 5,
              {.king_each_side = true,
               .lone_king = true,
               .least_pieces = 4,
               .most_pieces = 4,
               .line = long_diagonal<russian>(),
               .lone_king_holds = true},
              {.by_leaving = true}),
    // Two pieces, at least one of them a king, or one king, against a king.
    by_itself("draughts-64, 7.2.8", 5, lone_king(2, 3), by_last_king)};
static_assert(russian.top_left_is_dark == brazilian.top_left_is_dark &&
              russian.top_left_is_dark == russian_giveaway.top_left_is_dark);

/// FMJD, Brief Rules of Czech Draughts: no capture and no man's move within 15 moves.
constexpr std::array czech_counts{by_itself("FMJD, Czech draughts", 15, {}, by_conversion)};

/// Portuguese draughts: Federacao Portuguesa de Damas, Regras do Jogo de Damas Classicas, 3.2.
constexpr std::array portuguese_counts{
    // Without a capture or a promotion: a man's move does not end it.
    by_itself("FPD 3.2(a)", 20, {}, {.by_capture = true, .by_crowning = true}),
    // Three kings against one, from when the three hold the long diagonal (the river). That the
    // count ends where they leave it is a choice: the rule does not say.
    by_itself("FPD 3.2(b)", 12,
              {.king_each_side = true,
               .lone_king = true,
               .kings_only = true,
               .least_pieces = 4,
               .most_pieces = 4,
               .line = long_diagonal<spanish>()},
              {.by_leaving = true})};

/// American Pool Checkers Association (APCA), Tournament Rules of Play.
constexpr std::array pool_counts{// Three kings against one.
                                 by_itself("APCA 26", 13,
                                           {.king_each_side = true,
                                            .lone_king = true,
                                            .kings_only = true,
                                            .least_pieces = 4,
                                            .most_pieces = 4},
                                           {.by_capture = true})};

/// Official Rules for Frisian Draughts (2011).
constexpr std::array frisian_counts{
    // Two kings against one: the seventh move of the two must win.
    of_the_stronger(by_itself("WFD Art. 18", 7,
                              {.king_each_side = true,
                               .lone_king = true,
                               .kings_only = true,
                               .least_pieces = 3,
                               .most_pieces = 3},
                              {})),
    // King against king is drawn at once, unless one of them is lost by force. As lidraughts does,
    // two moves by each are given to show that.
    by_itself("WFD Art. 21.1", 2,
              {.king_each_side = true,
               .lone_king = true,
               .kings_only = true,
               .least_pieces = 2,
               .most_pieces = 2},
              {})};

struct CountsOf {
  Variant variant;
  std::span<const DrawCount> counts;
};

constexpr std::array all_counts{CountsOf{Variant::italian, italian_counts},
                                CountsOf{Variant::english, english_counts},
                                CountsOf{Variant::international, international_counts},
                                CountsOf{Variant::russian, draughts_64_counts},
                                CountsOf{Variant::brazilian, draughts_64_counts},
                                CountsOf{Variant::spanish, {}},  // drawn by agreement alone
                                CountsOf{Variant::portuguese, portuguese_counts},
                                CountsOf{Variant::czech, czech_counts},
                                CountsOf{Variant::pool, pool_counts},
                                CountsOf{Variant::thai, {}},  // no count found in its rules
                                CountsOf{Variant::killer, international_counts},
                                CountsOf{Variant::breakthrough, {}},  // no game is drawn
                                CountsOf{Variant::antidraughts, {}},  // by repetition alone
                                CountsOf{Variant::frisian, frisian_counts},
                                CountsOf{Variant::frysk, frisian_counts},
                                CountsOf{Variant::russian_giveaway, draughts_64_counts},
                                CountsOf{Variant::english_giveaway, {}},
                                CountsOf{Variant::brazilian_giveaway, {}},
                                CountsOf{Variant::jamaican, {}},
                                CountsOf{Variant::filipino, {}},
                                CountsOf{Variant::ivorian, {}}};
static_assert(std::ranges::equal(all_counts, all_variants, {}, &CountsOf::variant),
              "every game of the list has its counts here, in the same order");

}  // namespace

std::span<const DrawCount> draw_counts(Variant variant) {
  return std::ranges::find(all_counts, variant, &CountsOf::variant)->counts;
}

const DrawCount* count_by_conversions(Variant variant) {
  for (const DrawCount& count : draw_counts(variant))
    if (count.usual && !count.forces.lone_king && count.annulled.by_man_move &&
        count.annulled.by_capture)
      return &count;
  return nullptr;
}

bool annuls(const DrawCount& count, const Move& move, const Setup& after) {
  const auto has_men_alone = [](Bitboard men, Bitboard kings) {
    return men.any() && kings.empty();
  };
  const Position& pos = after.pos;
  return annuls(count, move) || (count.annulled.by_leaving && obstacle(count, after)) ||
         (count.annulled.by_last_king && (has_men_alone(pos.my_men, pos.my_kings) ||
                                          has_men_alone(pos.their_men, pos.their_kings)));
}

bool holds_line(const Forces& forces, const Position& pos) {
  if (forces.line.empty()) return true;
  const bool mine_is_lone = pos.mine() == pos.my_kings && pos.mine().count() == 1;
  const Bitboard lone = mine_is_lone ? pos.mine() : pos.theirs();
  const Bitboard others = mine_is_lone ? pos.their_kings : pos.my_kings;
  if (forces.lone_king_holds) return (pos.occupied() & forces.line) == lone;
  return (others & forces.line).any();
}

int plies_of(const DrawCount& count, const Setup& begin) {
  const bool stronger_begins = begin.pos.mine().count() > begin.pos.theirs().count();
  return 2 * count.moves - (count.of_the_stronger && stronger_begins ? 1 : 0);
}

std::optional<Obstacle> obstacle(const DrawCount& count, const Setup& setup) {
  const Position& pos = setup.pos;
  const Forces& needed = count.forces;
  const auto is_lone_king = [](Bitboard all, Bitboard kings) {
    return all == kings && kings.count() == 1;
  };
  if (needed.king_each_side && pos.my_kings.empty()) return Obstacle::mover_without_king;
  if (needed.king_each_side && pos.their_kings.empty()) return Obstacle::opponent_without_king;
  if (needed.kings_only && pos.men().any()) return Obstacle::men_on_board;
  if (needed.lone_king && !is_lone_king(pos.mine(), pos.my_kings) &&
      !is_lone_king(pos.theirs(), pos.their_kings))
    return Obstacle::no_lone_king;
  const int pieces = pos.occupied().count();
  if (pieces < needed.least_pieces || pieces > needed.most_pieces) return Obstacle::wrong_pieces;
  if (holds_line(needed, pos)) return {};
  return needed.lone_king_holds ? Obstacle::line_not_held : Obstacle::line_not_taken;
}

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <span>

#include "rules/value_at_end.h"
#include "search/evaluation.h"
#include "search/leaves.h"
#include "search/player.h"
#include "search/transposition_table.h"
#include "search/zobrist.h"

namespace damiera {

/// One thread's alpha-beta search (negamax with null windows) from one position.
template <Rules R>
class AlphaBeta {
 public:
  /// All arguments must outlive this. `stop` ends the searches of all threads. With
  /// `beyond_decided`, wins and losses of the tables are leaves only where the depth ends, so that
  /// the search sees what becomes of them. This is for positions that the tables hold themselves.
  AlphaBeta(const Tablebase& tables, TranspositionTable& memory, std::atomic<bool>& stop,
            std::span<const Position> played, bool beyond_decided)
      : leaves_{tables, most_pieces},
        memory_{memory},
        stop_{stop},
        beyond_decided_{beyond_decided},
        at_end_{value_at(tables.variant())} {
    for (const Position& pos : played) path_.push_back(zobrist.key(pos));
  }

  /// Called every 8 nodes: one that reads a block for the first time may take milliseconds.
  std::function<void()> tick = [] {};
  std::uint64_t nodes() const { return nodes_; }
  const std::optional<Error>& error() const { return leaves_.error(); }

  /// The score of a move from `pos` if it is greater than `alpha`; else some score up to `alpha`.
  int score(const Position& pos, const Move& move, int depth, int alpha) {
    path_.push_back(zobrist.key(pos));
    const int found = -search(after<R>(pos, move), depth - 1, -infinite, -alpha, 1);
    path_.pop_back();
    return found;
  }

  /// The expected play after `move`.
  std::vector<Move> line(Position pos, const Move& move) const {
    std::vector<Move> line{move};
    pos = after<R>(pos, move);
    while (line.size() < 20) {
      const auto found = memory_.find(zobrist.key(pos));
      const auto moves = MoveList::of<R>(pos);
      if (!found || found->move >= moves.size()) break;
      line.push_back(moves[found->move]);
      pos = after<R>(pos, line.back());
    }
    return line;
  }

 private:
  static constexpr int infinite = 32000, most_pieces = 64, deepest = 250;

  int search(const Position& pos, int depth, int alpha, int beta, int ply) {
    if (++nodes_ % 8 == 0) tick();  // a table that has to be read takes milliseconds
    if (stop_) return 0;
    const bool captures = has_capture<R>(pos);
    const bool is_end = (depth <= 0 && !captures) || ply == deepest;
    if (const auto known = known_score(pos, ply, is_end)) return *known;
    if (is_end) return evaluate<R>(pos, at_end_);
    const std::uint64_t key = zobrist.key(pos);
    auto found = memory_.find(key);
    if (found) found->score = moved(found->score, -ply);
    if (found && found->depth >= depth && decides(*found, alpha, beta)) return found->score;
    path_.push_back(key);
    const int best = search_moves(pos, found, depth, alpha, beta, ply);
    path_.pop_back();
    return best;
  }

  /// The score of a finished game, of a repeated position, or of a position in the tables.
  std::optional<int> known_score(const Position& pos, int ply, bool is_end) {
    if (const auto value = leaves_.finished(pos))
      return static_cast<int>(*value) * (Choice::end_of_game - ply);
    const std::uint64_t key = zobrist.key(pos);
    for (std::size_t i = path_.size(); i-- > 0;)
      if (path_[i] == key) return 0;
    if (!leaves_.holds(material_of(pos))) return {};
    const Value value = leaves_.bounds(pos).lo;
    if (beyond_decided_ && !is_end && value != Value::draw) return {};
    return table_score(pos, value, ply);
  }

  /// Prefers, among won positions, fewer pieces, a greater lead and fewer plies.
  int table_score(const Position& pos, Value value, int ply) {
    if (value == Value::draw) return std::clamp(evaluate<R>(pos, at_end_) / 64, -20, 20);
    const int lead = std::clamp(evaluate<R>(pos, at_end_) / 8, -300, 300);
    const int progress = 3000 - 100 * pos.occupied().count() - 2 * ply;
    return value == Value::win ? Choice::least_win + progress + lead
                               : -Choice::least_win - progress + lead;
  }

  /// A score that depends on the plies from the root, as it is with a root `plies` further on. So
  /// the memory can be used at any ply, and in later searches of the game.
  static std::int16_t moved(int score, int plies) {
    constexpr int plies_at_most = 1000;
    const int size = std::abs(score), sign = score < 0 ? -1 : 1;
    if (size < Choice::least_win) return static_cast<std::int16_t>(score);
    const int each = size > Choice::end_of_game - plies_at_most ? 1 : 2;
    return static_cast<std::int16_t>(score + sign * each * plies);
  }

  static bool decides(const SearchResult& f, int alpha, int beta) {
    return f.kind == SearchResult::Kind::exact ||
           (f.kind == SearchResult::Kind::at_least && f.score >= beta) ||
           (f.kind == SearchResult::Kind::at_most && f.score <= alpha);
  }

  int search_moves(const Position& pos, const std::optional<SearchResult>& found, int depth,
                   int alpha, int beta, int ply) {
    const auto moves = MoveList::of<R>(pos);
    const std::size_t first = found && found->move < moves.size() ? found->move : 0;
    // A forced capture costs no depth; this ends, since captures take pieces.
    const int left = moves.size() == 1 && moves[0].is_capture() ? depth : depth - 1;
    int best = -infinite, low = alpha;
    std::size_t best_move = first;
    for (std::size_t i = 0; i < moves.size() && best < beta && !stop_; ++i) {
      const std::size_t number = i == 0 ? first : i <= first ? i - 1 : i;
      const int score = try_move(after<R>(pos, moves[number]), left, low, beta, ply, i == 0);
      if (score > best) {
        best = score;
        best_move = number;
      }
      low = std::max(low, best);
    }
    if (!stop_ && best_move < 256) remember(pos, best, best_move, depth, alpha, beta, ply);
    return best;
  }

  /// Searches a move. Moves after the first are tried with a null window first.
  int try_move(const Position& next, int depth, int alpha, int beta, int ply, bool first) {
    if (!first) {
      const int score = -search(next, depth, -alpha - 1, -alpha, ply + 1);
      if (score <= alpha || score >= beta) return score;
    }
    return -search(next, depth, -beta, -alpha, ply + 1);
  }

  void remember(const Position& pos, int score, std::size_t move, int depth, int alpha, int beta,
                int ply) {
    const auto kind = score >= beta    ? SearchResult::Kind::at_least
                      : score <= alpha ? SearchResult::Kind::at_most
                                       : SearchResult::Kind::exact;
    memory_.store(zobrist.key(pos),
                  {moved(score, ply), static_cast<std::uint8_t>(std::max(depth, 0)),
                   static_cast<std::uint8_t>(move), kind});
  }

  Leaves<R> leaves_;
  TranspositionTable& memory_;
  std::atomic<bool>& stop_;
  bool beyond_decided_;
  Value at_end_;                     // of a position without a move
  std::vector<std::uint64_t> path_;  // keys of the game's positions and of the moves being searched
  std::uint64_t nodes_ = 0;
};

}  // namespace damiera

#include "search/player.h"

#include <new>
#include <thread>

#include "probe/worth.h"
#include "search/alpha_beta.h"

namespace damiera {

struct Player::Memory {
  TranspositionTable table;
};

Player::Player(const Tablebase& tables, std::size_t bytes)
    : tables_{tables}, memory_{new Memory{TranspositionTable{bytes}}} {}
Player::~Player() = default;

namespace {

/// Deepens the search of one position, with helpers that fill the same transposition table.
template <Rules R>
class Thought {
 public:
  Thought(const Tablebase& tables, TranspositionTable& memory, const Position& pos,
          std::span<const Position> played, const PlayLimits& limits, const PlayWatch& watch)
      : tables_{tables},
        memory_{memory},
        pos_{pos},
        played_{played},
        known_{tables.is_covered(material_of(pos), Metric::wdl) ? value_of(tables, pos)
                                                                : std::nullopt},
        limits_{limits},
        watch_{watch} {}

  /// `moves` are those to choose from, at least one.
  Result<Choice> choose(std::vector<Move> moves) {
    best_.move = moves.front();
    best_.line = {moves.front()};
    if (moves.size() == 1) return best_;
    if (const auto error = deepen_with_helpers(std::move(moves))) return *error;
    return best_;
  }

 private:
  /// Tells the helpers to stop, however the search ends.
  struct StopAtEnd {
    std::atomic<bool>& stop;
    ~StopAtEnd() { stop = true; }
  };

  std::optional<Error> deepen_with_helpers(std::vector<Move> moves) {
    std::vector<std::jthread> helpers;  // joined after they are told to stop
    const StopAtEnd stop_at_end{stop_};
    for (int i = 1; i < limits_.threads; ++i)
      helpers.emplace_back([this, moves, i] { help(moves, i); });
    return deepen(std::move(moves));
  }

  /// Searches like deepen(), at a slightly different depth, to fill the transposition table. Where
  /// memory is short, it ends.
  void help(std::vector<Move> moves, int number) try {
    AlphaBeta<R> search{tables_, memory_, stop_, played_, known_.has_value()};
    for (int depth = 1 + number % 2; depth <= limits_.depth && !stop_; ++depth)
      search_depth(search, moves, depth, [](const Move&, int) {});
  } catch (const std::bad_alloc&) {
  }

  std::optional<Error> deepen(std::vector<Move> moves) {
    AlphaBeta<R> search{tables_, memory_, stop_, played_, known_.has_value()};
    search.tick = [&] {
      best_.nodes = search.nodes();
      if (search.nodes() >= limits_.nodes || !watch_(best_)) stop_ = true;
    };
    for (int depth = 1; depth <= limits_.depth && !stop_; ++depth) {
      search_depth(search, moves, depth, [&](const Move& move, int score) {
        best_.move = move;
        best_.score = as_known(score);
        best_.line = search.line(pos_, move);
      });
      best_.nodes = search.nodes();
      if (stop_) break;
      best_.depth = depth;
      if (!watch_(best_) || std::abs(best_.score) > Choice::end_of_game - depth) break;
    }
    return search.error();
  }

  static std::optional<Value> value_of(const Tablebase& tables, const Position& pos) {
    const auto value = tables.wdl(pos);
    return value ? std::optional{*value} : std::nullopt;
  }

  /// A score that does not contradict the tables: a position that was there before counts as a
  /// draw, but may be lost all the same.
  int as_known(int score) const {
    if (known_ == Value::win) return std::max(score, int{Choice::least_win});
    if (known_ == Value::loss) return std::min(score, -int{Choice::least_win});
    return score;
  }

  /// Searches the moves to a depth, and puts the best one first. Calls better(move, score) for
  /// each that is better than those before it.
  template <class Better>
  void search_depth(AlphaBeta<R>& search, std::vector<Move>& moves, int depth,
                    const Better& better) {
    int alpha = -Choice::end_of_game - 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const int score = search.score(pos_, moves[i], depth, alpha);
      if (stop_) return;
      if (score <= alpha) continue;
      alpha = score;
      better(moves[i], score);
      std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                  moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }

  const Tablebase& tables_;
  TranspositionTable& memory_;
  const Position& pos_;
  std::span<const Position> played_;
  std::optional<Value> known_;  // by the tables
  const PlayLimits& limits_;
  const PlayWatch& watch_;
  std::atomic<bool> stop_ = false;
  Choice best_;
};

/// The legal moves without those that the tables know to be worse than another. Those that seem
/// safest come first. Once `goes_on` returns false, the tables are not asked about the moves that
/// are left.
template <Rules R>
Result<std::vector<Move>> sensible_moves(const Tablebase& tables, const Position& pos,
                                         const std::function<bool()>& goes_on) {
  Leaves<R> leaves{tables, 64};
  std::vector<std::pair<Bounds, Move>> all;
  Value sure = Value::loss;
  for (const Move& m : legal_moves<R>(pos)) {
    const bool asks = !goes_on || goes_on();
    all.emplace_back(asks ? -leaves.bounds(after<R>(pos, m)) : Bounds{}, m);
    sure = std::max(sure, all.back().first.lo);
  }
  if (leaves.error()) return *leaves.error();
  std::erase_if(all, [&](const auto& m) { return m.first.lo < sure && m.first.hi <= sure; });
  std::ranges::stable_sort(all, std::greater{}, [](const auto& m) { return m.first.lo; });
  std::vector<Move> moves;
  for (const auto& [bounds, move] : all) moves.push_back(move);
  return moves;
}

/// The move that the tables choose where they know distances. Each such move comes nearer to the
/// win.
template <Rules R>
std::optional<Choice> table_choice(const Tablebase& tables, const Position& pos) {
  const Material m = material_of(pos);
  if (!tables.is_covered(m, Metric::wdl) || !tables.is_covered(m, Metric::dtc)) return {};
  const auto moves = tables.moves(pos);
  if (!moves || moves->empty()) return {};
  const auto worth = [](const ProbedMove& move) { return worth_of(move.move, move.probe); };
  const auto is_worse = [](const Probe& a, const Probe& b) { return better(b, a); };
  const auto best = std::ranges::max_element(*moves, is_worse, worth);
  const Probe chosen = worth(*best);
  if (!chosen.dtc) return {};  // a draw
  const int score = Choice::least_win + 3000 - *chosen.dtc;
  return Choice{
      .move = best->move, .score = static_cast<int>(chosen.value) * score, .line = {best->move}};
}

}  // namespace

Result<Choice> Player::choose(const Position& pos, std::span<const Position> played,
                              const PlayLimits& limits, const PlayWatch& watch) {
  return with_moves(tables_.variant(), [&]<Rules R>() -> Result<Choice> {
    if (!is_valid<R>(pos) || legal_moves<R>(pos).empty())
      return Error{Error::Code::bad_position, "no position of this game with a legal move"};
    std::vector<Move> moves{limits.among.begin(), limits.among.end()};
    if (moves.empty()) {
      if (auto choice = table_choice<R>(tables_, pos)) return *std::move(choice);
      auto sensible = sensible_moves<R>(tables_, pos, limits.goes_on);
      if (!sensible) return sensible.error();
      moves = *std::move(sensible);
    }
    return Thought<R>{tables_, memory_->table, pos, played, limits, watch}.choose(std::move(moves));
  });
}

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "data/file/table_info.h"
#include "probe/reading.h"
#include "rules/ending.h"
#include "rules/moves.h"
#include "rules/result.h"
#include "rules/value.h"

namespace damiera {

/// The value and distance of a position by the tables, for its side to move.
struct Probe {
  Value value;
  std::optional<int> dtc;  ///< distance to conversion in plies; none for draws, and see
                           ///< TablebaseOptions::dtc_required

  bool operator==(const Probe&) const = default;
};

/// A legal move, with the position after it and the tables' values of it, as the opponent sees it.
struct ProbedMove {
  Move move;
  Position position;  ///< after the move
  Probe probe;        ///< of that position, for the opponent: a loss there is a win for the mover
};

/// A draw count in a game: after `moves` moves by each side without a conversion the game is drawn.
struct Count {
  int moves;
  int plies = 0;  ///< already played, of 2 * moves

  int plies_left() const { return 2 * moves - plies; }
  /// This count with `counted` plies played, as a game says. More than it has are a complete count:
  /// some counts end a game only when a player claims the draw.
  Count with_plies(int counted) const { return {moves, std::min(counted, 2 * moves)}; }
};

/// The value and distance of a position under a draw count, for its side to move.
struct CountedProbe {
  RuleValue value;         ///< with the plies of the count that have been played
  std::optional<int> dtc;  ///< rule-aware distance to conversion in plies, if the position is won
                           ///< or lost with the count at zero; a draw if it exceeds the plies left

  bool operator==(const CountedProbe&) const = default;
};

/// A legal move, with the position after it and the tables' values of it under the count, as the
/// opponent sees it. A conversion resets the count.
struct CountedMove {
  Move move;
  Position position;   ///< after the move
  CountedProbe probe;  ///< of that position, for the side then to move
};

/// How a tablebase is opened.
struct TablebaseOptions {
  std::size_t cache_bytes = std::size_t{256} << 20;  ///< most bytes of cached values: at least 16
                                                     ///< KiB, less if the system gives less
                                                     ///< memory
  bool shipped = true;                               ///< look into shipped_tables() as well
  bool dtc_required = true;  ///< if false, a probe that finds no DTC table looks most_ahead plies
                             ///< ahead, and leaves dtc empty if it finds no distance
};

/// The plies that a probe without a DTC table looks ahead: probe() finds every distance up to this,
/// moves() every distance up to one ply less. Probes with Reading::in_memory do not look ahead.
inline constexpr int most_ahead = 3;

/// The tables to read ahead.
struct PreloadOptions {
  int pieces;              ///< only tables of at most this many pieces
  std::size_t bytes;       ///< of memory at most; decoded values also fit into the cache at most
  bool distances = false;  ///< distances to conversion as well as values
};

/// The tables that were read ahead.
struct Preloaded {
  std::size_t tables = 0;
  std::size_t left_out = 0;  ///< tables that did not fit
  std::size_t bytes = 0;     ///< of memory

  bool operator==(const Preloaded&) const = default;
};

class AnyProber;
class Table;

/// The tables of one game, from any number of folders. A table is opened at its first use; a
/// damaged table is an error only then, and the others stay usable. Copies share everything.
/// Thread-safe: any number of threads may probe, and reading a cached value takes no lock.
class Tablebase {
 public:
  /// Lists the tables in `folders` and then the shipped tables. If a table is in two folders, the
  /// first is used. Opens no table. Errors: io, for a folder that cannot be read.
  static Result<Tablebase> open(Variant variant, const std::vector<std::filesystem::path>& folders,
                                const TablebaseOptions& options = {});

  Variant variant() const;

  /// All tables that were found, damaged ones included, in ascending order.
  std::vector<TableId> tables() const;
  /// The folder that a table is read from; nothing if there is no such table.
  std::optional<std::filesystem::path> folder_of(const TableId& id) const;
  /// A table; opens it if it is not open yet. Errors: missing_table; as for opening it.
  Result<Table> table(const TableId& id) const;
  /// The same, but opens the file anew: it is closed with the result.
  Result<Table> open_table(const TableId& id) const;
  /// The number of a position in its slice, in the order of tables, captures included. It does not
  /// depend on which colour is to move. The first call builds a SliceIndex, which takes much memory
  /// if the slice has many men. Errors: bad_position; missing_table, if the slice has no table.
  Result<Index> index(const Position& pos) const;
  /// The inverse of index(). Requires a number of the slice. Error missing_table.
  Result<Position> position(const Material& material, Index index) const;
  /// True if a probe for this metric finds all tables that it reads, for every position with these
  /// pieces: the table of the slice, the tables that captures lead to (DTC needs only WDL there),
  /// and, if the slice's values are derived from moves, the tables of the flipped slice and of the
  /// slices that promotions lead to. True if a side has no pieces. Opens these tables: one that
  /// cannot be opened covers nothing. `count` is used for counted metrics only.
  bool is_covered(const Material& material, Metric metric, int count = 0) const;
  /// The largest n such that all positions of at most n pieces are covered. It is 1 if there are no
  /// tables: a single piece has won. Opens the tables of at most n pieces.
  int max_pieces(Metric metric, int count = 0) const;

  /// The value of any valid position, captures included; needs WDL tables only. Reads at most one
  /// block of each table that the captures lead to. Errors: bad_position; missing_table (names
  /// it); foreign_table; corrupt (names file and block); io; not_in_memory, with
  /// Reading::in_memory.
  Result<Value> wdl(const Position& pos, Reading reading = Reading::any) const;
  /// The value and the distance to conversion in plies: 1 for a win or loss with a capture, 0 if
  /// the side to move cannot move. Errors as for wdl(); missing_table also if there is no DTC table
  /// for a quiet win or loss.
  Result<Probe> probe(const Position& pos, Reading reading = Reading::any) const;
  /// All legal moves with the values of the positions after them. Errors as for probe().
  Result<std::vector<ProbedMove>> moves(const Position& pos) const;

  /// wdl() of each position, in the order given. Positions are looked up block by block: each block
  /// is decoded once if the cache holds two blocks and the positions have no captures. For tables
  /// read in place, memory is fetched for many positions at a time.
  std::vector<Result<Value>> wdl(std::span<const Position> positions) const;

  /// Lets a thread of this tablebase probe the position, so that a later probe finds its values in
  /// memory. Returns at once, and does nothing if they are in memory already. Positions wait in a
  /// queue, which is dropped with the last copy of this tablebase. Errors are not reported; the
  /// later probe meets them. Returns false if the queue is full (Prefetcher::most_waiting): then
  /// nothing is read. Do not use it in a process made by fork().
  bool prefetch(const Position& pos, bool distances = false) const;
  /// Reads whole tables ahead until no further one fits: those with fewer kings first, as games
  /// mostly have men, then those with fewer pieces. Decoded pages compete for places in the cache:
  /// in a cache half full about one page in 40 is lost, in a cache a quarter full one in 400. Takes
  /// as long as reading and decoding. Errors: as for opening a table; corrupt.
  Result<Preloaded> preload(const PreloadOptions& options) const;
  /// The number of blocks decoded since the tablebase was opened, by probes that did not find their
  /// page in the cache, and by preloading.
  std::uint64_t blocks_decoded() const;

  /// The exact value and distance under a draw count. A win or loss stands if its rule-aware
  /// distance is at most the plies left; a conversion on the last of them is in time. Needs the
  /// tables of this count and those for wdl(). Errors as for probe(); bad_notation for a count that
  /// no table can have, or more plies played than it has.
  Result<CountedProbe> probe(const Position& pos, const Count& count) const;
  /// All legal moves under a draw count. If no ply of it is left, every move comes too late.
  Result<std::vector<CountedMove>> moves(const Position& pos, const Count& count) const;
  /// The game's result under a count of `count_moves` moves by each side, of which `plies_counted`
  /// plies have been played: a short form of probe().
  Result<Value> counted(const Position& pos, int count_moves, int plies_counted) const;

  /// Value and plies to the end of the game with best play (DTW); no plies for a draw. Errors as
  /// for wdl(); missing_table also if there is no DTW table for a win or loss that is looked up.
  Result<Ending> ending(const Position& pos) const;

  /// A copy for work that may have to end early: where `over` is true, probe(), moves(), ending()
  /// and wdl() of a position are given_up(). `over` is called at each of these calls, by the
  /// calling thread.
  Tablebase until(std::function<bool()> over) const;
  /// Whether the work is over, for code that reads tables in other ways.
  bool is_over() const { return over_ && (*over_)(); }

 private:
  explicit Tablebase(std::shared_ptr<const AnyProber> prober);
  std::shared_ptr<const AnyProber> prober_;
  std::shared_ptr<const std::function<bool()>> over_;  // null: never
};

/// Error try_again, of calls after the function given to Tablebase::until() has returned true.
Error given_up();

/// The folder of the tables that come with this library. It is in the installed tree of the shared
/// library, or of the program that it is linked into, even if that tree was moved; without an
/// installed tree, it is in the source tree of the build. Of a program elsewhere that is linked
/// with the static library, it is where this was to be installed.
std::filesystem::path shipped_tables();

}  // namespace damiera

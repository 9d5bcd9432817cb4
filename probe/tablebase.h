// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
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

/// What the tables say of one position, for the side to move in it.
struct Probe {
  Value value;
  std::optional<int> dtc;  ///< distance to conversion in plies; none for draws, and see
                           ///< TablebaseOptions::dtc_required

  bool operator==(const Probe&) const = default;
};

/// A legal move, and what the tables say of the position it leads to, as the opponent sees it.
struct ProbedMove {
  Move move;
  Position position;  ///< after the move
  Probe probe;        ///< of that position, for the side then to move: a loss is what one wants
};

/// A draw count in a game: after `moves` moves by each side without a conversion the game is drawn.
struct Count {
  int moves;
  int plies = 0;  ///< already played, of 2 * moves

  int plies_left() const { return 2 * moves - plies; }
};

/// What the tables say of one position under a draw count, for the side to move in it.
struct CountedProbe {
  RuleValue value;         ///< from here, with the plies that have been played
  std::optional<int> dtc;  ///< rule-aware distance to conversion in plies, if it is won or lost
                           ///< with the count at zero: more than are left make it a draw

  bool operator==(const CountedProbe&) const = default;
};

/// A legal move, and what the tables say of the position it leads to, as the opponent sees it. A
/// conversion begins the count anew.
struct CountedMove {
  Move move;
  Position position;   ///< after the move
  CountedProbe probe;  ///< of that position, for the side then to move
};

/// How a tablebase is opened.
struct TablebaseOptions {
  std::size_t cache_bytes = std::size_t{256} << 20;  ///< decoded values held at most; at least
                                                     ///< 16 KiB are used; less where the system
                                                     ///< gives less
  bool shipped = true;                               ///< look into shipped_tables() as well
  bool dtc_required = true;  ///< if false, a probe that finds no DTC table looks a few plies ahead,
                             ///< and leaves dtc empty if that does not tell it
};

/// How far a probe without a DTC table looks ahead, in plies: probe() finds every distance up to
/// this, moves() every one up to a ply less. Probes that may only read what is in memory do not
/// look ahead.
inline constexpr int most_ahead = 3;

/// What to read ahead.
struct PreloadOptions {
  int pieces;              ///< only tables of at most this many pieces
  std::size_t bytes;       ///< of memory at most; decoded values also fit into the cache at most
  bool distances = false;  ///< distances to conversion as well as values
};

/// What was read ahead.
struct Preloaded {
  std::size_t tables = 0;
  std::size_t left_out = 0;  ///< tables that did not fit
  std::size_t bytes = 0;     ///< of memory

  bool operator==(const Preloaded&) const = default;
};

class AnyProber;
class Table;

/// The tables of one game, from any number of folders. A table is opened when it is first asked
/// for; one that is damaged is an error only then, and leaves the others usable. Copies share
/// everything. Thread-safe: any number of threads may ask, and a value in the cache takes no lock.
class Tablebase {
 public:
  /// Lists the tables in `folders` and then in the shipped ones; of a table that is found twice
  /// the first counts. Opens no table. Errors: io, for a folder that cannot be read.
  static Result<Tablebase> open(Variant variant, const std::vector<std::filesystem::path>& folders,
                                const TablebaseOptions& options = {});

  Variant variant() const;

  /// The tables there are, damaged ones included, in ascending order.
  std::vector<TableId> tables() const;
  /// The folder that a table is read from; nothing if there is no such table.
  std::optional<std::filesystem::path> folder_of(const TableId& id) const;
  /// A table, opened before or now. Errors: missing_table; as for opening it.
  Result<Table> table(const TableId& id) const;
  /// The number of a position in its slice, in the order of tables, captures included; the same
  /// with either colour to move. The numbering is made at the first call and takes memory, of a
  /// slice with many men much. Errors: bad_position; missing_table, if there is none of the slice.
  Result<Index> index(const Position& pos) const;
  /// The inverse. Requires a number of the slice. Error missing_table.
  Result<Position> position(const Material& material, Index index) const;
  /// True if a probe for this metric finds all tables that it reads, whatever the position with
  /// these pieces: that of the slice, those that captures lead to (where DTC needs WDL only), and,
  /// of a slice whose values are searched, those of the flipped slice and of what a crowned man
  /// makes. True if a side has no pieces. Opens these tables: one that cannot be opened covers
  /// nothing. `count`: of the counted metrics; the others do without it.
  bool is_covered(const Material& material, Metric metric, int count = 0) const;
  /// The largest n such that all positions of at most n pieces are covered; 1 if there are no
  /// tables, as one piece alone has won. Opens the tables of at most n pieces.
  int max_pieces(Metric metric, int count = 0) const;

  /// Value of any valid position, captures included; needs WDL tables only. Reads at most one
  /// block of each table that the captures lead to. Errors: bad_position; missing_table (names
  /// it); foreign_table; corrupt (names file and block); io; not_in_memory, if only what is
  /// there may be read.
  Result<Value> wdl(const Position& pos, Reading reading = Reading::any) const;
  /// Value and distance to conversion in plies: 1 for a decided position with a capture, 0 for
  /// the side that cannot move. Errors as for wdl(); missing_table also if there is no DTC table
  /// for a quiet win or loss.
  Result<Probe> probe(const Position& pos, Reading reading = Reading::any) const;
  /// All legal moves with the values of what they lead to. Errors as for probe().
  Result<std::vector<ProbedMove>> moves(const Position& pos) const;

  /// wdl() of each position, in the order given; looked up block by block, so that a block is
  /// decoded once if the cache holds two blocks and the positions have no captures. Of tables that
  /// are read in place, what has to come from memory comes for many positions at a time.
  std::vector<Result<Value>> wdl(std::span<const Position> positions) const;

  /// Has a thread of this tablebase probe the position, so that what it reads is in memory when it
  /// is asked for: returns at once. Begins nothing if everything is in memory. Probes wait in line,
  /// and are forgotten when the last copy of this tablebase goes. Errors meet whoever asks for the
  /// value later. Returns false if too many (Prefetcher::most_waiting) wait already: then nothing
  /// will be read. Not to be used in a process made by fork().
  bool prefetch(const Position& pos, bool distances = false) const;
  /// Reads tables ahead, whole ones, until no further one fits; those with fewer kings first, then
  /// those with fewer pieces: games come from men. Pages of decoded values compete for places in
  /// the cache, so that of a cache filled by half one in 30 is lost, filled by a quarter one in
  /// 250. Takes as long as reading and decoding. Errors: as for opening a table; corrupt.
  Result<Preloaded> preload(const PreloadOptions& options) const;
  /// How many blocks were decoded since this was opened: probes that did not find their page in the
  /// cache, and preloading.
  std::uint64_t blocks_decoded() const;

  /// The same under a draw count, exactly: a win or loss stands if the rule-aware distance is at
  /// most the plies that are left, and the move on the last of them still counts. Needs the tables
  /// of this count beside those for wdl(). Errors as for probe(); bad_notation for a count that no
  /// table can have, or more plies played than it has.
  Result<CountedProbe> probe(const Position& pos, const Count& count) const;
  /// All legal moves under a draw count. Where none of its plies is left, it is too late for all.
  Result<std::vector<CountedMove>> moves(const Position& pos, const Count& count) const;
  /// The game's result under a count of `count_moves` moves by each side, of which `plies_counted`
  /// plies have been played: probe() in short.
  Result<Value> counted(const Position& pos, int count_moves, int plies_counted) const;

  /// Value and plies to the end of the game with best play (DTW); no plies for a draw. Errors as
  /// for wdl(); missing_table also if there is no DTW table for a win or loss that is looked up.
  Result<Ending> ending(const Position& pos) const;

 private:
  explicit Tablebase(std::shared_ptr<const AnyProber> prober);
  std::shared_ptr<const AnyProber> prober_;
};

/// The folder of the tables that come with this library: in the tree in which the shared library,
/// or a program that it is linked into, was installed, wherever that tree is now; or else the
/// source tree that it was built from.
std::filesystem::path shipped_tables();

}  // namespace damiera

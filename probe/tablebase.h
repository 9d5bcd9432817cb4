#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "data/table_info.h"
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

/// How a tablebase is opened.
struct TablebaseOptions {
  std::size_t cache_bytes = std::size_t{256} << 20;  ///< decoded values held at most; at least
                                                     ///< 16 KiB are used
  bool shipped = true;                               ///< look into shipped_tables() as well
  bool dtc_required = true;  ///< if false, a probe that finds no DTC table leaves dtc empty
};

class SliceTables;

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
  /// True if there are tables of this metric for every position with these pieces: for the slice
  /// itself, and in WDL for all those that captures lead to. True if a side has no pieces.
  bool is_covered(const Material& material, Metric metric) const;
  /// The largest number such that all positions of at most so many pieces are covered; 1 if there
  /// are no tables, as one piece alone has won.
  int max_pieces(Metric metric) const;

  /// Value of any valid position, captures included; needs WDL tables only. Reads at most one
  /// block of each table that the captures lead to. Errors: bad_position; missing_table (names
  /// it); foreign_table; corrupt (names file and block); io.
  Result<Value> wdl(const Position& pos) const;
  /// Value and distance to conversion in plies: 1 for a decided position with a capture, 0 for
  /// the side that cannot move. Errors as for wdl(); missing_table also if there is no DTC table
  /// for a quiet win or loss.
  Result<Probe> probe(const Position& pos) const;
  /// All legal moves with the values of what they lead to. Errors as for probe().
  Result<std::vector<ProbedMove>> moves(const Position& pos) const;

 private:
  explicit Tablebase(std::shared_ptr<const SliceTables> tables) : tables_{std::move(tables)} {}
  std::shared_ptr<const SliceTables> tables_;
};

/// The folder of the tables that come with this library: in the tree in which the shared library,
/// or a program that it is linked into, was installed, wherever that tree is now; or else the
/// source tree that it was built from.
std::filesystem::path shipped_tables();

}  // namespace damiera

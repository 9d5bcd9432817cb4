// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rules/position.h"
#include "search/bounds.h"
#include "search/compact_position.h"
#include "search/successors.h"

namespace damiera {

/// A question about a position. The answer to one question depends on the answers to the other
/// question about the successors.
enum class ProofQuestion : std::uint8_t {
  wins,   ///< can the side to move force a win?
  loses,  ///< can the opponent force a win?
};
constexpr ProofQuestion other(ProofQuestion q) {
  return q == ProofQuestion::wins ? ProofQuestion::loses : ProofQuestion::wins;
}

/// The positions that a search has met and the moves between them, in a bounded number of bytes.
/// Positions are told apart by their pieces, not by a key, so that no two are ever confused.
///
/// Bounds are proved: a position's bounds follow from its successors' bounds, and every change is
/// passed on to its predecessors at once. So a win is a finite tree whose leaves are won, and holds
/// whatever was played before. One thread at a time.
///
/// Under a draw count of N moves, bounds hold for the count at zero. A won or lost position has a
/// number of plies to the next conversion; a quiet move adds one, and a position that needs more
/// than 2N is not won in time. The numbers kept here are upper bounds, which only get smaller.
class Graph {
 public:
  using Id = std::uint32_t;
  static constexpr Id none = UINT32_MAX;

  /// Proof numbers of a question: how far the answers yes and no seem to be.
  struct Effort {
    std::uint32_t proof, disproof;
  };

  struct Node {
    CompactPosition pos;
    Id first_edge;     // its edges are contiguous
    Id entering;       // the first of the edges that lead here
    Effort effort[2];  // of each question
    std::uint16_t edges;
    std::uint16_t plies;  // under a count, for a win or loss: at most this many to a conversion
    Bounds bounds;
    Value settled;            // the best of the moves that have no edge
    bool settled_in_two : 1;  // it takes two plies to the next conversion, not one
    bool expanded : 1;
    std::uint8_t on_path : 2;  // of the search: a bit for each question
    std::uint8_t put_off : 2;  // by the search, until its next round: a bit for each question

    /// True if moves led on from here when it was expanded. A position with more moves than there
    /// is room for has none, and stays unknown.
    bool has_edges() const { return edges > 0; }
    int settled_plies() const { return settled_in_two ? 2 : 1; }
    Effort& effort_of(ProofQuestion q) { return effort[static_cast<int>(q)]; }
    const Effort& effort_of(ProofQuestion q) const { return effort[static_cast<int>(q)]; }
  };
  static_assert(sizeof(Node) == 64);

  /// A move to a position that is not known exactly when the move is met.
  struct Edge {
    Id to;
    bool conversion : 1;
    Id from : 31;
    Id next;  // the next edge that enters `to`
  };
  static_assert(sizeof(Edge) == 12);

  /// `bytes`: about how much memory it takes. `count`: draw-move limit of each side; 0: unlimited.
  explicit Graph(std::size_t bytes, int count = 0);

  std::size_t size() const { return size_; }
  /// True if the successors of one more position may not fit.
  bool is_full() const;
  bool is_counted() const { return most_plies_ > 0; }
  /// The most plies between conversions under the count; 0: any number.
  int most_plies() const { return most_plies_; }
  /// False if a conversion after these plies comes too late under the count.
  bool is_in_time(int plies) const { return !is_counted() || plies <= most_plies_; }
  /// The plies to the next conversion if the move of `edge` is played: 1 if it is a conversion,
  /// else one more than `plies`, the plies of the position after it. Means nothing with unlimited
  /// moves.
  int plies_by(const Edge& edge, int plies) const {
    return edge.conversion || !is_counted() ? 1 : plies + 1;
  }

  /// For a winning move under a count: true if it leads to a conversion as soon as is known to be
  /// possible, and so in time. With unlimited moves always true.
  bool is_soonest(const Edge& edge) const {
    return !is_counted() || plies_by(edge, nodes_[edge.to].plies) <= nodes_[edge.from].plies;
  }

  Node& operator[](Id id) { return nodes_[id]; }
  const Node& operator[](Id id) const { return nodes_[id]; }
  const Edge& edge(Id e) const { return edges_[e]; }

  /// The position's number, or none.
  Id find(const Position& pos) const;
  /// The position's number; it is added if it was not there, with these bounds.
  Id add(const Position& pos, const Bounds& bounds);
  /// Adds the moves of a position, and passes on what follows from them. Requires !is_full().
  void expand(Id id, const Successors& successors);
  /// Narrows the bounds of a position to what was proved in another way, and passes that on.
  void narrow(Id id, const Bounds& proved);

  /// The answer to a question, if it is proved.
  std::optional<bool> answer(Id id, ProofQuestion q) const {
    const Bounds& b = nodes_[id].bounds;
    if (q == ProofQuestion::wins)
      return b.lo == Value::win  ? std::optional{true}
             : b.hi < Value::win ? std::optional{false}
                                 : std::nullopt;
    return b.hi == Value::loss  ? std::optional{true}
           : b.lo > Value::loss ? std::optional{false}
                                : std::nullopt;
  }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  template <class T>
  using Block = std::unique_ptr<T[], Free>;  // memory that the system gives when it is written to

  std::size_t slot(const Position& pos) const;
  void grow_index();
  /// The known bounds of a position, and the plies of its win or loss.
  struct Known {
    Bounds bounds;
    int plies = 0;
  };
  static bool is_decided(const Bounds& b) { return b.lo == Value::win || b.hi == Value::loss; }
  void learn(Id id, const Known& proved);
  Known from_successors(const Node& node) const;
  Known by_move(const Edge& edge) const;
  void pass_on(Id id);

  std::size_t capacity_, edge_capacity_;
  int most_plies_;
  Block<Node> nodes_;
  Block<Edge> edges_;
  std::size_t size_ = 0, edge_count_ = 0;
  std::vector<Id> index_;    // by key; `none` where there is no position
  std::vector<Id> changed_;  // positions whose predecessors are to be looked at
};

}  // namespace damiera

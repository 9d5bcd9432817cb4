#pragma once

#include <optional>

#include "data/neighbours.h"

namespace damiera {

/// The model of a packed table: a tree whose branches ask features, each with four answers, and
/// whose leaves say how likely the next value is. Stands in the file, see FORMAT.md.
struct ContextTree {
  /// Branch: the feature it asks, and the first of its four children. Leaf: `feature` is -1.
  struct Node {
    int feature = -1;
    std::uint32_t first_child = 0;
    std::uint16_t leaf = 0;  ///< as it stands in the file
  };
  std::vector<Feature> features;
  std::vector<Node> nodes;  ///< the root first

  /// The leaf that the answers lead to; answer(feature number) is 0 to 3.
  template <class Answer>
  std::uint16_t leaf(const Answer& answer) const {
    const Node* node = nodes.data();
    while (node->feature >= 0)
      node = &nodes[node->first_child + answer(static_cast<std::size_t>(node->feature))];
    return node->leaf;
  }
};

/// A leaf's 16 bits: a number below 8, and two of 6 bits that stand for probabilities of a miss.
struct Leaf {
  unsigned order, first, second;
  constexpr explicit Leaf(std::uint16_t bits)
      : order{bits & 7U}, first{bits >> 3U & 63U}, second{bits >> 9U & 63U} {}
};
constexpr std::uint16_t leaf_bits(unsigned order, unsigned first, unsigned second) {
  return static_cast<std::uint16_t>(order | first << 3 | second << 9);
}

void append_tree(const ContextTree& tree, std::vector<std::byte>& out);
/// The inverse. Nothing if the bytes are not exactly that.
std::optional<ContextTree> parse_tree(std::span<const std::byte> bytes);

}  // namespace damiera

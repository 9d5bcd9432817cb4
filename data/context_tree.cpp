#include "data/context_tree.h"

namespace damiera {

namespace {

constexpr std::size_t max_nodes = 1 << 16, max_depth = 255;

void append_node(const ContextTree& tree, std::size_t n, ByteWriter& out) {
  const ContextTree::Node& node = tree.nodes[n];
  out.put_varint(static_cast<std::uint32_t>(node.feature + 1));
  if (node.feature < 0) return out.put(node.leaf);
  for (std::size_t k = 0; k < 4; ++k) append_node(tree, node.first_child + k, out);
}

// The root's place is made before; each branch makes its children's before they are read.
bool parse_nodes(ByteReader& in, ContextTree& tree) {
  struct Open {
    std::size_t node, depth;
  };
  std::vector<Open> open{{0, 0}};
  tree.nodes.resize(1);
  while (!open.empty()) {
    const auto [n, depth] = open.back();
    open.pop_back();
    const std::uint32_t feature = in.get_varint();
    if (!in.ok() || feature > tree.features.size()) return false;
    if (feature == 0) {
      tree.nodes[n].leaf = in.get<std::uint16_t>();
      continue;
    }
    const std::size_t first = tree.nodes.size();
    if (first + 4 > max_nodes || depth == max_depth) return false;
    tree.nodes[n] = {static_cast<int>(feature) - 1, static_cast<std::uint32_t>(first), 0};
    tree.nodes.resize(first + 4);
    for (std::size_t k = 4; k-- > 0;) open.push_back({first + k, depth + 1});
  }
  return in.ok() && in.at_end();
}

}  // namespace

void append_tree(const ContextTree& tree, std::vector<std::byte>& out) {
  ByteWriter writer{out};
  writer.put_varint(static_cast<std::uint32_t>(tree.features.size()));
  for (const Feature& f : tree.features) {
    writer.put(f.first);
    writer.put(f.second);
  }
  append_node(tree, 0, writer);
}

std::optional<ContextTree> parse_tree(std::span<const std::byte> bytes) {
  ByteReader in{bytes};
  ContextTree tree;
  const std::uint32_t features = in.get_varint();
  if (!in.ok() || features > max_nodes) return {};
  for (std::uint32_t n = 0; n < features; ++n) {
    const auto first = in.get<std::uint8_t>();
    tree.features.push_back({first, in.get<std::uint8_t>()});
  }
  if (!in.ok() || !parse_nodes(in, tree)) return {};
  return tree;
}

}  // namespace damiera

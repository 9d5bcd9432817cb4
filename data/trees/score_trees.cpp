#include "data/trees/score_trees.h"

#include "data/file/compressed.h"

namespace damiera {

namespace {

constexpr std::size_t max_trees = 64, max_nodes = 1 << 16, max_depth = 63;
constexpr std::size_t max_bytes = 1 << 20;  // before compression: more than such trees can take
constexpr int level = 19;                   // of zstd

void append_node(const ScoreTrees& trees, std::size_t n, std::size_t per_leaf, ByteWriter& out) {
  const ScoreTrees::Node& node = trees.nodes[n];
  out.put_varint(static_cast<std::uint32_t>(node.feature + 1));
  if (node.feature < 0)
    for (std::size_t k = 0; k < per_leaf; ++k) out.put(static_cast<std::uint8_t>(node.scores[k]));
  else
    for (std::size_t k = 0; k < 4; ++k) append_node(trees, node.first_child + k, per_leaf, out);
}

// The node of the root exists already; each branch adds the nodes of its children before they are
// read.
bool parse_tree(ByteReader& in, std::size_t per_leaf, ScoreTrees& trees) {
  struct Open {
    std::size_t node, depth;
  };
  std::vector<Open> open{{trees.roots.back(), 0}};
  while (!open.empty()) {
    const auto [n, depth] = open.back();
    open.pop_back();
    const std::uint32_t feature = in.get_varint();
    if (!in.ok() || feature > trees.features.size()) return false;
    if (feature == 0) {
      for (std::size_t k = 0; k < per_leaf; ++k)
        trees.nodes[n].scores[k] = static_cast<std::int8_t>(in.get<std::uint8_t>());
      continue;
    }
    const std::size_t first = trees.nodes.size();
    if (first + 4 > max_nodes || depth == max_depth) return false;
    trees.nodes[n] = {static_cast<int>(feature) - 1, static_cast<std::uint32_t>(first), {}};
    trees.nodes.resize(first + 4);
    for (std::size_t k = 4; k-- > 0;) open.push_back({first + k, depth + 1});
  }
  return in.ok();
}

}  // namespace

void append_trees(const ScoreTrees& trees, std::size_t per_leaf, std::vector<std::byte>& out) {
  std::vector<std::byte> content;
  ByteWriter writer{content};
  writer.put_varint(static_cast<std::uint32_t>(trees.features.size()));
  for (const Feature& f : trees.features) {
    writer.put(f.first);
    writer.put(f.second);
  }
  writer.put_varint(static_cast<std::uint32_t>(trees.roots.size()));
  for (const std::uint32_t root : trees.roots) append_node(trees, root, per_leaf, writer);
  append_compressed(content, level, out);
}

std::optional<ScoreTrees> parse_trees(std::span<const std::byte> bytes, std::size_t per_leaf) {
  const auto content = decompressed(bytes, max_bytes);
  if (!content) return {};
  ByteReader in{*content};
  ScoreTrees trees;
  const std::uint32_t features = in.get_varint();
  if (!in.ok() || features > max_nodes) return {};
  for (std::uint32_t n = 0; n < features; ++n) {
    const auto first = in.get<std::uint8_t>();
    trees.features.push_back({first, in.get<std::uint8_t>()});
  }
  const std::uint32_t count = in.get_varint();
  if (count > max_trees) return {};
  for (std::uint32_t n = 0; n < count; ++n) {
    if (!in.ok() || trees.nodes.size() == max_nodes) return {};
    trees.roots.push_back(static_cast<std::uint32_t>(trees.nodes.size()));
    trees.nodes.emplace_back();
    if (!parse_tree(in, per_leaf, trees)) return {};
  }
  if (!in.ok() || !in.at_end()) return {};
  return trees;
}

}  // namespace damiera

#include "data/folder/chunks_folder.h"

#include <algorithm>

#include "data/file/io_error.h"
#include "data/folder/names_in.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace fs = std::filesystem;

std::optional<LevelChunk> parse_levels(std::string_view text) {
  const auto dash = text.find('-');
  const auto first = whole_number<int>(text.substr(0, dash));
  const auto last = dash == text.npos ? first : whole_number<int>(text.substr(dash + 1));
  if (!first || !last || *last < *first) return {};
  return LevelChunk{*first, *last};
}

std::string levels_text(const LevelChunk& chunk) {
  const std::string first = std::to_string(chunk.first_level);
  return chunk.first_level == chunk.last_level ? first
                                               : first + "-" + std::to_string(chunk.last_level);
}

std::string name(const LevelChunk& chunk) {
  return "L" + levels_text(chunk) + "." + std::to_string(chunk.part) + "of" +
         std::to_string(chunk.parts);
}

std::optional<ChunkName> parse_chunk_name(std::string_view text) {
  const auto levels = text.find(".L");
  if (levels == text.npos) return {};
  const auto part = text.find('.', levels + 1), of = text.find("of", levels);
  if (part == text.npos || of == text.npos || of < part) return {};
  const auto material = parse_material(text.substr(0, levels));
  auto chunk = parse_levels(text.substr(levels + 2, part - levels - 2));
  const auto number = whole_number<int>(text.substr(part + 1, of - part - 1));
  const auto parts = whole_number<int>(text.substr(of + 2));
  if (!material || !chunk || !number || !parts) return {};
  chunk->part = *number;
  chunk->parts = *parts;
  // Only as name() writes it: without zeros in front.
  if (name(*material) + "." + name(*chunk) != text) return {};
  if (*number < 1 || *number > *parts) return {};
  return ChunkName{*material, *chunk};
}

fs::path chunk_path(const fs::path& folder, Variant variant, const Material& first,
                    const LevelChunk& chunk) {
  return folder / name(variant) / ("." + name(first) + "." + name(chunk));
}

Result<std::vector<LevelChunk>> list_chunks(const fs::path& folder, Variant variant,
                                            const Material& first) {
  const auto names = names_in(folder / name(variant));
  if (!names) return names.error();
  std::vector<LevelChunk> chunks;
  for (const std::string& text : *names) {
    if (!text.starts_with('.')) continue;
    const auto found = parse_chunk_name(std::string_view{text}.substr(1));
    if (found && found->material == first) chunks.push_back(found->chunk);
  }
  std::ranges::sort(chunks);
  return chunks;
}

Result<int> remove_chunks(const fs::path& folder, Variant variant,
                          const std::optional<Material>& first) {
  const fs::path tables = folder / name(variant);
  const auto names = names_in(tables);
  if (!names) return names.error();
  int removed = 0;
  for (const std::string& text : *names) {
    if (!text.starts_with('.')) continue;
    const auto found = parse_chunk_name(std::string_view{text}.substr(1));
    if (!found || (first && found->material != *first)) continue;
    std::error_code failed;
    removed += fs::remove(tables / text, failed);
    if (failed) return io_error(tables / text, "remove", failed);
  }
  return removed;
}

}  // namespace damiera

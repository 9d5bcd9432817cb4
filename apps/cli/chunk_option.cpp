#include "apps/cli/chunk_option.h"

#include <charconv>

#include "apps/cli/options.h"

namespace damiera {

namespace {

constexpr int most_levels = 1000, most_parts = 1'000'000;

// A number of at most `most`, at the begin of a text, from which it is taken.
std::optional<int> take_number(std::string_view& text, int most) {
  int n = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (failed != std::errc{} || n < 0 || n > most) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return n;
}

// Two numbers with this sign between; the second may be missing where the sign is as well.
std::optional<std::pair<int, std::optional<int>>> parse_two(std::string_view text, char sign,
                                                            int most) {
  const auto first = take_number(text, most);
  if (!first) return {};
  if (text.empty()) return std::pair{*first, std::optional<int>{}};
  if (text.front() != sign) return {};
  text.remove_prefix(1);
  const auto second = take_number(text, most);
  if (!second || !text.empty()) return {};
  return std::pair{*first, second};
}

}  // namespace

Result<LevelChunk> parse_levels(std::string_view text) {
  const auto found = parse_two(text, '-', most_levels);
  if (!found || found->second.value_or(found->first) < found->first)
    return Error{Error::Code::bad_notation, "'" + std::string{text.substr(0, 40)} +
                                                "': expected a level, as 12, or some, as 8-23"};
  return LevelChunk{found->first, found->second.value_or(found->first)};
}

Result<std::pair<int, int>> parse_part(std::string_view text) {
  const auto found = parse_two(text, '/', most_parts);
  if (!found || !found->second || found->first < 1 || found->first > *found->second)
    return Error{Error::Code::bad_notation,
                 "'" + std::string{text.substr(0, 40)} +
                     "': expected the chunk and the number of chunks, as 2/4"};
  return std::pair{found->first, *found->second};
}

Result<LevelChunk> ChunkOption::chunk() const {
  if (!levels) return Error{Error::Code::bad_notation, "--chunk: say of which level, by --level"};
  LevelChunk chunk = *levels;
  if (parts != 0) {
    chunk.part = part;
    chunk.parts = parts;
  }
  return chunk;
}

void add_chunk_options(CLI::App& command, ChunkOption& option) {
  add_parsed_option(
      command, "--level", option.levels,
      [](const std::string& text) -> Result<std::optional<LevelChunk>> {
        const auto levels = parse_levels(text);
        if (!levels) return levels.error();
        return std::optional{*levels};
      },
      "With --pair: only this level of its men blocks, or some, as 8-23, to a chunk "
      "file; `damiera join` makes tables of those. Level 0 has the fewest steps to go")
      ->type_name("LEVEL");
  command
      .add_option_function<std::string>(
          "--chunk",
          [&option](const std::string& text) {
            const auto part = parse_part(text);
            if (!part) throw CLI::ValidationError("--chunk", part.error().message);
            std::tie(option.part, option.parts) = *part;
          },
          "With --level: only chunk I of N of that level [1/1]")
      ->type_name("I/N");
}

}  // namespace damiera

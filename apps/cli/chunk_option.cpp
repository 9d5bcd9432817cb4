#include "apps/cli/chunk_option.h"

#include <algorithm>

#include "apps/cli/options.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

constexpr int most_levels = 1000, most_parts = 1'000'000;

}  // namespace

Result<LevelChunk> asked_levels(std::string_view text) {
  const auto levels = parse_levels(text);
  if (!levels || levels->last_level > most_levels)
    return Error{Error::Code::bad_notation,
                 quoted(text) + ": expected a level, as 12, or some, as 8-23"};
  return *levels;
}

Result<std::pair<int, int>> parse_part(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto part = whole_number<int>(text.substr(0, slash), 1, most_parts);
  const auto parts =
      whole_number<int>(text.substr(std::min(slash + 1, text.size())), 1, most_parts);
  if (!part || !parts || *part > *parts)
    return Error{Error::Code::bad_notation,
                 quoted(text) + ": expected the chunk and the number of chunks, as 2/4"};
  return std::pair{*part, *parts};
}

Result<LevelChunk> ChunkOption::chunk() const {
  if (!levels) return Error{Error::Code::bad_notation, "--chunk: say of which level, by --level"};
  LevelChunk chunk = *levels;
  if (part) std::tie(chunk.part, chunk.parts) = *part;
  return chunk;
}

void add_chunk_options(CLI::App& command, ChunkOption& option) {
  add_parsed_option(
      command, "--level", option.levels, asked_levels,
      "With --pair: write only this level of its men blocks, or some, as 8-23, to a chunk "
      "file; `damiera join` turns these into tables. Level 0 has the fewest steps to go")
      ->type_name("LEVEL");
  add_parsed_option(command, "--chunk", option.part, parse_part,
                    "With --level: only chunk I of N of that level [1/1]")
      ->type_name("I/N");
}

}  // namespace damiera

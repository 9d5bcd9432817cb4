#include "rules/notation/pdn.h"

#include <optional>
#include <utility>

#include "rules/notation/ascii.h"
#include "rules/notation/game_result.h"
#include "rules/notation/game_type.h"
#include "rules/notation/pdn_replay.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

std::string unescaped(std::string_view value) {
  std::string plain;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) ++i;
    plain += value[i];
  }
  return plain;
}

Result<Variant> variant_of(const Game& game, const PdnDefaults& defaults) {
  const auto tag = game.tag("GameType");
  if (!tag && defaults.variant) return *defaults.variant;
  if (!tag)
    return Error{Error::Code::bad_notation,
                 "nothing says which game this is: expected a tag, such as [GameType \"22\"] for "
                 "Italian draughts, or the game's name from the caller, as by --game italian"};
  const auto variant = parse_game_type(*tag);
  if (!variant || !defaults.variant || *variant == *defaults.variant) return variant;
  return Error{Error::Code::bad_notation,
               "GameType " + quoted(*tag) + ": expected " + std::string{name(*defaults.variant)}};
}

Result<FenRecord> start_of(const Game& game, const PdnDefaults& defaults) {
  if (const auto tag = game.tag("FEN")) {
    auto record = parse_fen_record(game.variant, *tag);
    if (record) return record;
    return Error{record.error().code, "FEN, " + record.error().message};
  }
  return defaults.start ? *defaults.start : FenRecord{initial_setup(game.variant), {}, {}};
}

/// An error in a tag, and the tag's place, which is the number of tags if the error is in none of
/// them.
struct TagError {
  std::size_t tag;
  Error error;
};

/// The second GameType or FEN tag, if there is one: a game may have one of each.
std::optional<TagError> repeated_tag(const Game& game) {
  for (const char* name : {"GameType", "FEN"}) {
    const std::size_t second = game.place_of_tag(name, game.place_of_tag(name) + 1);
    if (second < game.tags.size())
      return TagError{
          second, {Error::Code::bad_notation, std::string{"a second "} + name + ": expected one"}};
  }
  return {};
}

/// Sets the game's variant, its start and the number of its first move from its tags.
std::optional<TagError> interpret_tags(PdnGame& read, const PdnDefaults& defaults,
                                       std::optional<int>& first_number) {
  Game& game = read.game;
  game.variant = all_variants[0];
  first_number.reset();
  const auto repeated = repeated_tag(game);  // of GameType first
  if (repeated && is_same_word(game.tags[repeated->tag].name, "GameType")) return repeated;
  const auto variant = variant_of(game, defaults);
  if (!variant) return TagError{game.place_of_tag("GameType"), variant.error()};
  game.variant = *variant;
  read.has_variant = true;
  if (repeated) return repeated;
  const auto start = start_of(game, defaults);
  if (!start) return TagError{game.place_of_tag("FEN"), start.error()};
  game.start = start->setup;
  first_number = start->number;
  return {};
}

/// A line that begins as a tag does, but cannot be read.
bool is_bad_tag(const PdnToken& token) {
  return token.kind == PdnToken::Kind::bad && token.text.starts_with('[');
}

}  // namespace

PdnReader::PdnReader(std::string_view text, PdnDefaults defaults)
    : defaults_{std::move(defaults)}, text_{text}, lexer_{text}, token_{lexer_.next()} {
  skip_separators();
}

void PdnReader::skip_separators() {
  while (token_.kind == PdnToken::Kind::result) token_ = lexer_.next();
}

/// Skips the game's result and what separates it from the next game, which may be "*" or the same
/// result again.
void PdnReader::skip_results(PdnGame& read) {
  std::string first = with_hyphens(token_.text);  // the first that is no "*"
  bool is_noted = false;                          // one note is enough
  for (; token_.kind == PdnToken::Kind::result; token_ = lexer_.next()) {
    const std::string other = with_hyphens(token_.text);
    if (result_meant(first).empty()) first = other;
    if (is_noted || !contradict_each_other(other, first)) continue;
    is_noted = true;
    read.notes.push_back("line " + std::to_string(token_.line) + ": result " + as_utf8(other) +
                         ": expected the same result as before, " + quoted(first));
  }
}

std::optional<PdnGame> PdnReader::next() {
  if (token_.kind == PdnToken::Kind::end) return {};
  PdnGame read{.number = ++games_,
               .has_variant = false,
               .game = {},
               .error = {},
               .notes = {},
               .text = {},
               .move_ends = {}};
  read_tags(read);
  read_moves(read);
  skip_results(read);
  cut_text(read);
  return read;
}

/// Gives the game its part of the text, once the first token of the next game has been read.
void PdnReader::cut_text(PdnGame& read) {
  read.text = text_.substr(begin_, token_.begin - begin_);
  for (std::size_t& end : read.move_ends) end -= begin_;
  begin_ = token_.begin;
}

void PdnReader::read_tags(PdnGame& read) {
  std::vector<Tag>& tags = read.game.tags;
  std::vector<int> lines;
  const int first_line = token_.line;
  std::optional<PdnToken> bad;
  for (; token_.kind == PdnToken::Kind::tag || is_bad_tag(token_); token_ = lexer_.next()) {
    if (token_.kind == PdnToken::Kind::bad) {
      if (!bad) bad = token_;
      continue;
    }
    tags.push_back({std::string{token_.name}, as_utf8(unescaped(token_.text))});
    lines.push_back(token_.line);
  }
  const auto fail = [&](const TagError& wrong) {
    const int line = wrong.tag < lines.size() ? lines[wrong.tag] : first_line;
    read.error = Error{wrong.error.code, "game " + std::to_string(read.number) + ", line " +
                                             std::to_string(line) + ": " + wrong.error.message};
  };
  if (const auto wrong = interpret_tags(read, defaults_, first_number_)) fail(*wrong);
  if (bad)  // what the tag would have said may be why another one is wrong
    read.error =
        Error{Error::Code::bad_notation, "game " + std::to_string(read.number) + ", line " +
                                             std::to_string(bad->line) + ": " + quoted(bad->text) +
                                             ": expected " + bad->expected};
}

void PdnReader::read_moves(PdnGame& read) {
  PdnReplay replay{read, first_number_};
  while (!replay.ends_with(token_)) {
    replay.take(token_);
    token_ = lexer_.next();
  }
  replay.finish(token_);
}

}  // namespace damiera

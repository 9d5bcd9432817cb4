#include "rules/notation/pdn.h"

#include <utility>

#include "rules/notation/game_type.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

using Kind = PdnToken::Kind;

std::string unescaped(std::string_view value) {
  std::string plain;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size()) ++i;
    plain += value[i];
  }
  return plain;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  return "'" + std::string{text.substr(0, longest)} + "'";
}

Result<Variant> variant_of(const Game& game, const PdnDefaults& defaults) {
  const auto tag = game.tag("GameType");
  if (!tag && defaults.variant) return *defaults.variant;
  if (!tag)
    return Error{Error::Code::bad_notation,
                 "no GameType: expected one, or the game's name besides"};
  const auto variant = parse_game_type(*tag);
  if (!variant || !defaults.variant || *variant == *defaults.variant) return variant;
  return Error{Error::Code::bad_notation,
               "GameType " + quoted(*tag) + ": expected " + std::string{name(*defaults.variant)}};
}

Result<Setup> start_of(const Game& game, const PdnDefaults& defaults) {
  if (const auto tag = game.tag("FEN")) {
    auto setup = parse_fen(game.variant, *tag);
    if (setup) return setup;
    return Error{setup.error().code, "FEN, " + setup.error().message};
  }
  return defaults.start ? *defaults.start : initial_setup(game.variant);
}

/// "c3d4" as "c3-d4": algebraic squares need nothing between them.
std::string with_separator(std::string_view move) {
  std::string text{move};
  const auto letter = [&](std::size_t i) {
    return (text[i] | 0x20) >= 'a' && (text[i] | 0x20) <= 'h';
  };
  if (text.size() == 4 && letter(0) && letter(2)) text.insert(2, 1, '-');
  return text;
}

/// Replays the moves of one game as their tokens come in.
class Replay {
 public:
  explicit Replay(PdnGame& read)
      : read_{read},
        game_{read.game},
        at_{read.game.start},
        first_{rules_of(read.game.variant).first_to_move},
        next_{first_number(read.game.start)} {}

  void take(const PdnToken& token) {
    if (read_.error) return;
    switch (token.kind) {
      case Kind::open:
        ++depth_;
        return;
      case Kind::close:
        if (depth_ == 0) return fail(token, ")", "expected a move: no variation is open");
        --depth_;
        return;
      case Kind::bad:
        return fail(token, token.text, std::string{"expected "} + token.expected);
      default:
        if (depth_ == 0) take_in_line(token);
    }
  }

  /// A result within a variation is its own, not the game's.
  bool ends_with(const PdnToken& token) const {
    return token.kind == Kind::end || token.kind == Kind::tag ||
           (token.kind == Kind::result && (depth_ == 0 || read_.error));
  }

  void finish(const PdnToken& token) {
    if (!read_.error && depth_ > 0) fail(token, {}, "expected ')' to end the variation");
    const bool written = token.kind == Kind::result && token.text != "*";
    if (written)
      game_.result = token.text;
    else if (const auto tag = game_.tag("Result"))
      game_.result = *tag;
  }

 private:
  void take_in_line(const PdnToken& token) {
    if (token.kind == Kind::setup) return set_up(token);
    if (token.kind == Kind::move) return play(token);
    if (token.kind == Kind::move_number || token.text.front() != '.') number(token);
    // "12." says that this side's moves come first, "12..." that the other's do.
    first_ = token.kind == Kind::ellipsis ? opponent(at_.to_move) : at_.to_move;
  }

  void number(const PdnToken& token) {
    const auto read = parse_move_number(std::string{token.text.substr(0, 7)} + text(next_).back());
    if (!read) return fail(token, token.text, read.error().message);
    next_ = *read;
  }

  void play(const PdnToken& token) {
    const auto move = parse_move(game_.variant, at_, with_separator(token.text));
    if (!move) return fail(token, {}, move.error().message);
    game_.moves.push_back({*move, next_});
    at_ = after(game_.variant, at_, *move);
    next_ = next_number(next_, first_);
  }

  void set_up(const PdnToken& token) {
    if (!game_.moves.empty())
      return fail(token, token.text, "expected a move: no position can be set up within a game");
    const auto setup = parse_fen(game_.variant, token.text);
    if (!setup) return fail(token, token.text, setup.error().message);
    at_ = game_.start = *setup;
    next_.color = at_.to_move;
  }

  void fail(const PdnToken& token, std::string_view what, const std::string& why) {
    std::string place = "game " + std::to_string(read_.number) + ", move " + text(next_) +
                        ", line " + std::to_string(token.line) + ": ";
    if (!what.empty()) place += quoted(what) + ": ";
    read_.error = Error{Error::Code::bad_notation, place + why};
  }

  PdnGame& read_;
  Game& game_;
  Setup at_;
  Color first_;            // whose moves begin a number
  MoveNumber next_;        // of the next move
  std::size_t depth_ = 0;  // of variations
};

void append_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"";
  for (char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  out += "\"]\n";
}

void append_tags(const Game& game, std::string& out) {
  for (const Tag& tag : game.tags)
    if (tag.name != "GameType" && tag.name != "FEN" && tag.name != "SetUp" && tag.name != "Result")
      append_tag(out, tag.name, tag.value);
  append_tag(out, "Result", game.result);
  append_tag(out, "GameType", game_type(game.variant));
  if (game.start == initial_setup(game.variant)) return;
  append_tag(out, "SetUp", "1");
  append_tag(out, "FEN", fen(game.variant, game.start));
}

/// Puts words into lines.
class Lines {
 public:
  explicit Lines(std::string& out) : out_{out} {}
  void add(const std::string& word) {
    constexpr std::size_t longest = 79;
    const bool fits = length_ + 1 + word.size() <= longest;
    if (length_ > 0) out_ += fits ? ' ' : '\n';
    length_ = length_ > 0 && fits ? length_ + 1 + word.size() : word.size();
    out_ += word;
  }

 private:
  std::string& out_;
  std::size_t length_ = 0;
};

/// The number before a move: of each pair's first move, and of the game's.
std::string number_before(const Game& game, std::size_t i) {
  const int number = game.moves[i].number.number;
  const bool same = i > 0 && number == game.moves[i - 1].number.number;
  if (same) return {};
  const bool second = i == 0 && (game.moves.size() > 1
                                     ? game.moves[1].number.number != number
                                     : game.start.to_move != rules_of(game.variant).first_to_move);
  return std::to_string(number) + (second ? "..." : ".");
}

}  // namespace

PdnReader::PdnReader(std::string_view text, PdnDefaults defaults)
    : defaults_{std::move(defaults)}, lexer_{text}, token_{lexer_.next()} {}

bool PdnReader::skip_separators() {
  while (token_.kind == Kind::result) token_ = lexer_.next();
  return token_.kind != Kind::end;
}

std::optional<PdnGame> PdnReader::next() {
  if (!skip_separators()) return {};
  PdnGame read{.number = ++games_, .game = {}, .error = {}};
  read_tags(read);
  read_moves(read);
  return read;
}

void PdnReader::read_tags(PdnGame& read) {
  const int line = token_.line;
  for (; token_.kind == Kind::tag; token_ = lexer_.next())
    read.game.tags.push_back({std::string{token_.name}, unescaped(token_.text)});
  const auto fail = [&](const Error& error) {
    read.error = Error{error.code, "game " + std::to_string(read.number) + ", line " +
                                       std::to_string(line) + ": " + error.message};
  };
  read.game.variant = all_variants[0];
  const auto variant = variant_of(read.game, defaults_);
  if (!variant) return fail(variant.error());
  read.game.variant = *variant;
  const auto start = start_of(read.game, defaults_);
  if (!start) return fail(start.error());
  read.game.start = *start;
}

void PdnReader::read_moves(PdnGame& read) {
  Replay replay{read};
  while (!replay.ends_with(token_)) {
    replay.take(token_);
    token_ = lexer_.next();
  }
  replay.finish(token_);
  if (token_.kind == Kind::result) token_ = lexer_.next();
}

std::string pdn(const Game& game) {
  std::string out;
  append_tags(game, out);
  out += '\n';
  Lines lines{out};
  Setup at = game.start;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (const auto number = number_before(game, i); !number.empty()) lines.add(number);
    lines.add(move_text(game.variant, at, game.moves[i].move));
    at = after(game.variant, at, game.moves[i].move);
  }
  lines.add("*");
  out += '\n';
  return out;
}

}  // namespace damiera

#include "apps/hub/hub_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "apps/hub/hub_notation.h"
#include "data/file/table_info.h"
#include "data/file/utf8_path.h"
#include "data/folder/expected_tables.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

constexpr int most_cache = 1 << 20, most_threads = 64;  // MiB

Error bad_value(std::string_view name, std::string_view value, const std::string& expected) {
  return {Error::Code::bad_notation, fmt::format("{} '{}': expected {}", name, value, expected)};
}

Result<int> parse_number(std::string_view name, std::string_view text, int least, int most) {
  if (const auto n = whole_number(text, least, most)) return *n;
  return bad_value(name, text, fmt::format("a number from {} to {}", least, most));
}

HubSession::Reply refusal(const Error& error) {
  return {{"error " + hub_word("message", error.message)}, {}};
}

std::string hub_names() {
  std::string names{hub_name(Variant::international)};
  for (Variant v : all_variants)
    if (v != Variant::international) names += " " + std::string{hub_name(v)};
  return names;
}

GameRecord new_game(Variant variant) { return {variant, initial_setup(variant)}; }

}  // namespace

std::string_view hub_name(Variant variant) {
  return variant == Variant::international ? "normal" : name(variant);
}

Result<Variant> parse_hub_name(std::string_view text) {
  if (text == "normal" || text == "standard") return Variant::international;
  if (text == "american") return Variant::english;
  return parse_variant(text);
}

HubSession::HubSession(const MoverOptions& options, EmptyFolders empty_folders)
    : defaults_{options},
      options_{options},
      empty_folders_{std::move(empty_folders)},
      game_{new_game(options.variant)} {}

bool HubSession::may_come_during_search(std::string_view line) {
  static constexpr std::array others{"hub", "set-param", "init", "new-game",
                                     "pos", "level",     "go",   "quit"};
  return std::ranges::find(others, parse_hub_line(line).command) == others.end();
}

HubSession::Reply HubSession::receive(std::string_view text) {
  const HubLine line = parse_hub_line(text);
  if (line.command == "hub") return greet();
  if (line.command == "set-param") return set_param(line);
  if (line.command == "init") return init();
  if (line.command == "pos") return set_position(line);
  if (line.command == "go") return go(line);
  if (line.command == "ping") return {{"pong"}, {}};
  if (line.command == "quit") return {{}, {}, true};
  if (line.command == "level") level_ = parse_level(line);
  if (line.command == "stop") stop();
  if (line.command == "ponder-hit" && control_) control_->ponder_hit();
  if (line.command == "new-game") {
    game_ = new_game(options_.variant);
    if (mover_) mover_->forget();
  }
  return {};
}

void HubSession::stop() {
  if (control_) control_->stop();
}

HubSession::Reply HubSession::greet() const {
  return {
      {// In this order: lidraughts' client cuts the name out by its place.
       "id name=Damiera version=" DAMIERA_VERSION " author=\"The Damiera authors\" country=Italy",
       fmt::format("param name=variant type=enum value={} values=\"{}\"",
                   hub_name(options_.variant), hub_names()),
       "param name=tables type=string value=\"\"",
       fmt::format("param name=cache type=int value={} min=1 max={}", options_.cache_bytes >> 20,
                   most_cache),
       fmt::format("param name=draw-count type=int value={} min=0 max={}", options_.count_moves,
                   max_count_moves),
       fmt::format("param name=threads type=int value={} min=1 max={}", options_.threads,
                   most_threads),
       "wait"},
      {}};
}

HubSession::Reply HubSession::set_param(const HubLine& line) {
  const auto name = line.value("name"), value = line.value("value");
  if (!name || !value) return {};
  if (const auto done = set(*name, *value); !done) return refusal(done.error());
  return {};
}

Result<void> HubSession::set(std::string_view name, std::string_view value) {
  MoverOptions next = options_;
  if (name == "variant") {
    const auto variant = parse_hub_name(value);
    if (!variant) return variant.error();
    next.variant = *variant;
    if (next.variant != options_.variant) game_ = new_game(next.variant);
  } else if (name == "tables") {
    next.folders = defaults_.folders;
    if (!value.empty()) next.folders.insert(next.folders.begin(), utf8_path(value));
  } else if (name == "cache") {
    const auto megabytes = parse_number(name, value, 1, most_cache);
    if (!megabytes) return megabytes.error();
    next.cache_bytes = static_cast<std::size_t>(*megabytes) << 20;
  } else if (name == "draw-count") {
    const auto moves = parse_number(name, value, 0, max_count_moves);
    if (!moves) return moves.error();
    next.count_moves = *moves;
  } else if (name == "threads") {
    const auto threads = parse_number(name, value, 1, most_threads);
    if (!threads) return threads.error();
    next.threads = *threads;
  } else {
    return {};
  }
  options_ = next;
  mover_.reset();
  return {};
}

HubSession::Reply HubSession::init() {
  Reply reply;
  auto sound = open_mover();
  if (sound) sound = expect_tables();
  if (!sound) reply = refusal(sound.error());
  reply.lines.push_back("ready");
  return reply;
}

Result<void> HubSession::open_mover() {
  if (mover_) return {};
  Result<void> first;
  for (const auto& folders : {options_.folders, defaults_.folders, {}}) {
    MoverOptions options = options_;
    options.folders = folders;
    auto opened = Mover::open(options);
    if (opened) {
      mover_ = *std::move(opened);
      return first;
    }
    if (first) first = opened.error();
  }
  return first;
}

Result<void> HubSession::expect_tables() const {
  const Variant owner = tables_of(options_.variant);
  const bool by_parameter = options_.folders.size() > defaults_.folders.size();
  if (by_parameter && !holds_tables(options_.folders.front(), owner))
    return no_tables(options_.folders.front(), owner);
  if (!empty_folders_) return {};
  const auto empty = empty_folders_(options_.variant);
  return empty.empty() ? Result<void>{} : no_tables(empty.front(), owner);
}

HubSession::Reply HubSession::set_position(const HubLine& line) {
  game_ = read_game(line);
  if (!game_) return refusal(game_.error());
  return {};
}

Result<GameRecord> HubSession::read_game(const HubLine& line) const {
  const auto start = parse_hub_position(options_.variant, line.value("pos").value_or(""));
  if (!start) return start.error();
  GameRecord game{options_.variant, *start};
  // Written as arguments without values, the moves are words of the same kind.
  for (const auto& word :
       parse_hub_line("moves " + std::string{line.value("moves").value_or("")}).arguments) {
    const auto move = parse_hub_move(options_.variant, game.now(), word.name);
    if (!move) return move.error();
    game.play(*move);
  }
  return game;
}

HubSession::Reply HubSession::go(const HubLine& line) {
  if (!game_) return refusal(game_.error());
  if (game_->result())
    return refusal({Error::Code::bad_position, "the game is over: there is no move to make"});
  if (const auto opened = open_mover(); !opened && !mover_) return refusal(opened.error());
  control_ = std::make_shared<SearchControl>(line.has("ponder"));
  return {{}, HubSearch{*game_, level_, mover_, control_}};
}

}  // namespace damiera

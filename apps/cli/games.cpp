#include <fmt/core.h>

#include "answers/evaluator.h"
#include "apps/cli/options.h"
#include "apps/terminal/output.h"
#include "rules/counts/draw_count.h"
#include "rules/notation/game_type.h"

namespace damiera {

namespace {

constexpr const char* games_help =
    R"(Lists the games: name and other names, any of which every command accepts; the tag GameType
of PDN; draw counts in moves by each side, for --count N; and the most pieces of the tables that
come with the program. A game that is played as another shares its tables.

Examples:
  damiera games
  damiera games --json)";

struct GamesCommand {
  Options options;
  bool shipped = false;  // only what scripts ask for
};

Json counts_of(Variant v) {
  Json counts = Json::array();
  for (const DrawCount& c : draw_counts(v))
    counts.push_back({{"article", c.article}, {"moves", c.moves}, {"least", c.least}});
  return counts;
}

Json json_of(const ListedGame& game) {
  const Rules& rules = game.rules;
  Json other = Json::array();
  for (const auto text : other_names(rules.id)) other.push_back(text);
  return {{"name", game.name},
          {"other_names", other},
          {"number", static_cast<int>(rules.id)},
          {"game_type", game_type(rules.id)},
          {"width", rules.width},
          {"notation", is_algebraic(rules.squares) ? "algebraic" : "numeric"},
          {"begins", rules.first_to_move == Color::white ? "white" : "black"},
          {"counts", counts_of(rules.id)},
          {"tables", name(tables_of(rules.id))},
          {"shipped_pieces", game.shipped_pieces}};
}

void print_table() {
  fmt::print("{:<19} {:<16} {:>6} {:>6}  {}\n", "game", "GameType", "count", "pieces",
             "other names");
  for (const ListedGame& game : listed_games) {
    const auto count = usual_count(game.rules.id);
    std::string others;
    for (const auto text : other_names(game.rules.id))
      others += (others.empty() ? "" : ", ") + std::string{text};
    if (const Variant owner = tables_of(game.rules.id); owner != game.rules.id)
      others += fmt::format("{}(tables of {})", others.empty() ? "" : " ", name(owner));
    const auto row =
        fmt::format("{:<19} {:<16} {:>6} {:>6}  {}", game.name, game_type(game.rules.id),
                    count ? std::to_string(count->moves) : "-", game.shipped_pieces, others);
    fmt::print("{}\n", row.substr(0, row.find_last_not_of(' ') + 1));
  }
}

Exit run(const GamesCommand& command) {
  if (command.shipped) {
    for (const ListedGame& game : listed_games)
      if (tables_of(game.rules.id) == game.rules.id)
        fmt::print("{} {}\n", game.name, game.shipped_pieces);
  } else if (command.options.json) {
    Json games = Json::array();
    for (const ListedGame& game : listed_games) games.push_back(json_of(game));
    write_json({{"games", games}});
  } else {
    print_table();
  }
  return exit_fine;
}

}  // namespace

void add_games(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("games", "List the games, their names and their draw counts");
  sub->footer(games_help);
  const auto command = std::make_shared<GamesCommand>();
  add_json_option(*sub, command->options);
  sub->add_flag("--shipped", command->shipped,
                "For scripts: each game that has tables of its own, and the most pieces of those "
                "that come with the program")
      ->excludes("--json");
  sub->callback([command, &status] { status = run(*command); });
}

}  // namespace damiera

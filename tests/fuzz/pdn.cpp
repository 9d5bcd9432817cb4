#include "rules/counts/claim.h"
#include "tests/fuzz/pdn_laws.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

void check_run(const Game& game, const DrawCount& count, const CountRun& run) {
  require(run.from <= run.to && run.to <= game.moves.size(), "a count runs within the game");
  // What a player has to show is followed up to the claim.
  const bool must_stand = count.on_request && count.looks_back;
  require(must_stand || run.plies() <= 2 * static_cast<std::size_t>(count.moves),
          "a count ends when complete");
  require((run.verdict == Verdict::granted) <= (run.plies() == std::size_t(2 * count.moves)),
          "what is granted is complete");
  for (std::size_t i = run.from; i < run.to; ++i)
    require(!annuls(count, game.moves[i].move), "no move that is counted annuls");
}

void check_claims(const Game& game, const ClaimRequest& request) {
  for (const DrawCount& count : draw_counts(game.variant)) {
    const auto claim = judge(game, count, request);
    if (!claim) {
      require_readable(claim.error());
      continue;
    }
    check_run(game, claim->count, claim->run);
    for (const CountRun& run : claim->others) check_run(game, claim->count, run);
  }
}

}  // namespace

/// The first byte chooses the game for texts that name none, and the request.
void pdn(Input input) {
  if (input.empty()) return;
  const auto choice = std::to_integer<unsigned>(input.front());
  PdnDefaults defaults;
  if (choice % 8 < 5) defaults.variant = all_variants[choice % 8];
  ClaimRequest request;
  if (choice >= 128)
    request.from = MoveNumber{static_cast<int>(choice % 90), Color(choice / 8 % 2)};
  PdnReader reader{text_of(input.subspan(1)), defaults};
  for (int number = 1; const auto read = reader.next(); ++number) {
    require(read->number == number, "games are numbered");
    if (read->error) require_readable(*read->error);
    require(survives_writing(read->game), "a game is read as it is written");
    check_claims(read->game, {});
    if (request.from) check_claims(read->game, request);
  }
}

}  // namespace damiera::fuzz

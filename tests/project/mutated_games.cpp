// Reads, judges and writes again games of damaged PDN files, with what the shipped tables say about
// them: no file may crash or hang it. Prints counts of the results. Exit status 1 if a law is
// broken: a game that was read must be the same after writing and reading it again, and an error is
// one short line.
//
// usage: mutated_games INPUTS SEED FOLDER   (a folder of PDN files)
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <random>

#include "answers/claim/claim_truth.h"
#include "tests/fuzz/pdn_laws.h"
#include "tests/support/mutation.h"

using namespace damiera;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "mutated_games: %s\n", why.c_str());
  std::exit(1);
}

std::vector<std::string> texts_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::ranges::sort(paths);  // the same inputs everywhere
  std::vector<std::string> texts;
  for (const fs::path& path : paths) {
    std::ifstream in{path, std::ios::binary};
    texts.emplace_back(std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{});
  }
  if (texts.empty()) fail("no files in " + folder.string());
  return texts;
}

/// Counts of the results.
struct Tally {
  std::uint64_t games = 0, errors = 0, refused = 0, covered = 0, changes = 0;
  std::array<std::uint64_t, 4> verdicts{};
};

class Player {
 public:
  Player() {
    for (Variant v : built<all_variants>) {
      auto tables = Tablebase::open(v, {}, {.dtc_required = false});
      if (!tables) fail(tables.error().message);
      values_.try_emplace(v, *std::move(tables));
    }
  }

  const Tally& tally() const { return tally_; }

  void read(const std::string& text, std::mt19937_64& random) {
    const Variant fallback = all_variants[random() % all_variants.size()];
    PdnDefaults defaults;
    if (random() % 2) defaults.variant = fallback;
    PdnReader reader{text, defaults};
    while (const auto read = reader.next()) {
      ++tally_.games;
      if (read->error) check(*read->error);
      read_again(read->game);
      judge_all(read->game, random);
    }
  }

 private:
  void check(const Error& error) {
    ++tally_.errors;
    if (error.message.size() > 600) fail("a long message: " + error.message);
  }

  void read_again(const Game& game) {
    if (!fuzz::survives_writing(game)) fail("read differently:\n" + pdn(game));
  }

  void judge_all(const Game& game, std::mt19937_64& random) {
    ClaimRequest request;
    const auto some = [&] { return MoveNumber{1 + int(random() % 90), Color(random() % 2)}; };
    if (random() % 2) request.from = some();
    if (random() % 4 == 0) request.at = some();
    for (const DrawCount& count : draw_counts(game.variant)) {
      const auto claim = judge(game, count, request);
      if (!claim) {
        ++tally_.refused;
        continue;
      }
      ++tally_.verdicts[static_cast<std::size_t>(claim->run.verdict)];
      const auto values = values_.find(game.variant);
      if (values == values_.end()) continue;  // built without the game
      const auto truth = claim_truth(values->second, game, *claim);
      if (!truth) fail(truth.error().message);
      tally_.covered += truth->not_covered.empty();
      tally_.changes += truth->changes.size();
    }
  }

  std::map<Variant, ClaimValues> values_;
  Tally tally_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) fail("usage: mutated_games INPUTS SEED FOLDER");
  const auto texts = texts_in(argv[3]);
  std::mt19937_64 random{std::strtoull(argv[2], nullptr, 10)};
  Player player;
  double slowest = 0;
  const auto inputs = std::strtoull(argv[1], nullptr, 10);
  for (auto i = inputs; i > 0; --i) {
    const auto begin = std::chrono::steady_clock::now();
    player.read(test::mutated(texts[random() % texts.size()], random), random);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    slowest = std::max(slowest, took.count());
  }
  const Tally& t = player.tally();
  std::cout << inputs << " inputs: " << t.games << " games, " << t.errors << " with errors, "
            << t.refused << " requests refused\n"
            << "claims: " << t.verdicts[0] << " granted, " << t.verdicts[1] << " not yet, "
            << t.verdicts[2] << " annulled, " << t.verdicts[3] << " not admissible\n"
            << t.covered << " covered by tables, " << t.changes
            << " moves that changed the value; slowest input " << slowest << " s\n";
}

// Published endings: no proof about them contradicts the composers. The file says where each comes
// from; "value unproved" marks results that nobody has checked.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "rules/notation/fen.h"
#include "search/solve.h"

namespace damiera {
namespace {

struct Study {
  Variant variant;
  std::string fen, name, source;
  Value result;
};

Value value_of(std::string_view text) {
  return text == "win" ? Value::win : text == "loss" ? Value::loss : Value::draw;
}

std::vector<Study> studies() {
  std::ifstream file{DAMIERA_FIXTURES "/studies.tsv"};
  std::vector<Study> all;
  std::string line;
  std::getline(file, line);  // the column headings
  while (std::getline(file, line)) {
    std::istringstream cells{line};
    std::string game, fen, result, name, source;
    for (auto* cell : {&game, &fen, &result, &name, &source}) std::getline(cells, *cell, '\t');
    all.push_back({*parse_variant(game), fen, name, source, value_of(result)});
  }
  return all;
}

TEST(Studies, AreAllThere) { EXPECT_EQ(studies().size(), 89); }

// With tables of four pieces at most, and of fewer than the study has.
TEST(Studies, NothingProvedContradictsThem) {
  int proved = 0;
  for (const Study& study : studies()) {
    const auto setup = parse_fen(study.variant, study.fen);
    ASSERT_TRUE(setup) << study.fen;
    const auto tables = *Tablebase::open(study.variant, {});
    const int pieces = setup->pos.occupied().count();
    const auto found =
        solve(tables, setup->pos,
              {.max_pieces = std::min(4, pieces - 1), .nodes = 2000, .bytes = 1 << 24},
              [](const SolveWork&) { return true; });
    ASSERT_TRUE(found) << found.error().message;
    const Bounds& b = found->work.bounds;
    EXPECT_LE(b.lo, study.result) << study.fen << " " << study.name;
    EXPECT_GE(b.hi, study.result) << study.fen << " " << study.name;
    proved += b.is_exact();
  }
  EXPECT_GE(proved, 20);
}

}  // namespace
}  // namespace damiera

// Whether positions are sound as studies, compared with the values of all moves.

#include "answers/study.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "answers/best_line.h"
#include "indexing/slice_index.h"
#include "rules/notation/fen.h"

namespace damiera {
namespace {

Tablebase study_tables(Variant variant) { return *Tablebase::open(variant, {}); }

/// Every `step`th position of a slice.
std::vector<Position> every_nth_position(const Tablebase& tables, const char* slice,
                                         std::uint64_t step) {
  const Material material = *parse_material(slice);
  const std::uint64_t end = count_positions(material, rules_of(tables.variant()));
  std::vector<Position> found;
  for (std::uint64_t n = 0; n < end; n += step)
    found.push_back(*tables.position(material, Index{n}));
  return found;
}

/// How many of the moves have this value.
std::ptrdiff_t count_of_value(const std::vector<EvaluatedMove>& moves, Value value) {
  return std::ranges::count_if(
      moves, [&](const EvaluatedMove& m) { return m.worth.probe.value == value; });
}

/// Follows the line from `start`, and expects all duals of the solver, and none of the other side.
void expect_all_duals(const Tablebase& tables, const Position& start, const Study& study) {
  const Value wanted = study.start.probe.value == Value::draw ? Value::draw : Value::win;
  const Evaluator evaluator{tables, std::nullopt};
  Position pos = start;
  bool solves = study.mover_solves();
  for (const StudyMove& move : study.line) {
    const auto moves = *evaluator.moves(pos);
    EXPECT_NE(std::ranges::find(moves, move.made.position, &EvaluatedMove::position), moves.end());
    EXPECT_EQ(std::ssize(move.duals), solves ? count_of_value(moves, wanted) - 1 : 0);
    for (const EvaluatedMove& dual : move.duals) {
      EXPECT_EQ(dual.worth.probe.value, wanted);
      EXPECT_NE(dual.position, move.made.position);
    }
    pos = move.made.position;
    solves = !solves;
  }
}

struct StudyCounts {
  int sound = 0, unsound = 0;
};

/// Checks every `step`th draw of a slice, or every `step`th win and loss, and counts them; check()
/// looks at one.
template <class Check>
void check_studies_of(const Tablebase& tables, const char* slice, std::uint64_t step, bool draws,
                      StudyCounts& checked, const Check& check) {
  for (const Position& pos : every_nth_position(tables, slice, step)) {
    if ((*tables.wdl(pos) == Value::draw) != draws) continue;
    const auto study = check_study(tables, pos);
    ASSERT_TRUE(study) << study.error().message;
    expect_all_duals(tables, pos, *study);
    EXPECT_EQ(study->is_sound(), *is_sound_study(tables, pos));
    check(pos, *study);
    ++(study->is_sound() ? checked.sound : checked.unsound);
  }
}

TEST(Study, OfAWinOrLossNamesAllDualsOfTheBestLine) {
  const Tablebase tables = study_tables(Variant::italian);
  StudyCounts checked;
  for (const char* slice : {"KMvM", "KMvK", "KvKM"})
    check_studies_of(
        tables, slice, 97, false, checked, [&](const Position& pos, const Study& study) {
          const auto best = *best_line(tables, pos);
          ASSERT_EQ(study.line.size(), best.moves.size());
          for (std::size_t i = 0; i < best.moves.size(); ++i)
            ASSERT_EQ(study.line[i].made.position, best.moves[i].position);
          EXPECT_EQ(study.positions, (study.line.size() + (study.mover_solves() ? 1 : 0)) / 2);
        });
  EXPECT_GT(checked.sound, 10);
  EXPECT_GT(checked.unsound, 10);
}

TEST(Study, OfADrawEndsAtTheFirstDual) {
  const Tablebase tables = study_tables(Variant::italian);
  const auto check = [](const Position&, const Study& study) {
    ASSERT_FALSE(study.line.empty());
    for (std::size_t i = 0; i + 1 < study.line.size(); ++i)
      EXPECT_TRUE(study.line[i].duals.empty());
    EXPECT_EQ(study.line.size() % 2, 1U);
    EXPECT_GE(study.positions, study.line.size() / 2 + 1);
  };
  StudyCounts checked;
  check_studies_of(tables, "KvKM", 97, true, checked, check);
  check_studies_of(tables, "KMvKM", 3001, true, checked, check);
  EXPECT_GT(checked.sound, 10);
  EXPECT_GT(checked.unsound, 10);
}

TEST(Study, OfADrawMeetsEveryReply) {
  const Tablebase tables = study_tables(Variant::italian);
  const auto start = *parse_fen(Variant::italian, "W:WK1,K5:BK2,K9");
  const auto study = *check_study(tables, start.pos);
  EXPECT_TRUE(study.is_sound());
  EXPECT_EQ(study.positions, 3U);
  EXPECT_EQ(study.line.size(), 3U);
}

TEST(Study, NeedsAMoveToFind) {
  for (const auto& [variant, text] :
       {std::pair{Variant::italian, "W:W:BK3"}, {Variant::breakthrough, "B:WK5:B20"}}) {
    const Tablebase tables = study_tables(variant);
    const Position over = parse_fen(variant, text)->pos;
    const auto study = *check_study(tables, over);
    EXPECT_EQ(study.positions, 0U);
    EXPECT_FALSE(study.is_sound()) << text;
    EXPECT_FALSE(*is_sound_study(tables, over)) << text;
  }
}

}  // namespace
}  // namespace damiera

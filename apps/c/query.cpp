// Everything that the tables know about a position, in one call.

#include <cstddef>

#include "answers/evaluator.h"
#include "apps/c/calls.h"

using namespace damiera;
using namespace damiera::c;

namespace {

// The size of the result before draw counts were added.
constexpr std::size_t least_result = offsetof(damiera_result, counted_value);
constexpr std::size_t least_query = offsetof(damiera_query, plies_played);

int counted_value(RuleValue value) { return static_cast<int>(value); }

void add(damiera_result& result, const Evaluation& known) {
  result.value = static_cast<int>(known.probe.value);
  const bool drawn = known.probe.value == Value::draw;
  result.dtc = known.probe.dtc.value_or(DAMIERA_NO_DISTANCE);
  result.dtw = known.dtw.value_or(DAMIERA_NO_DISTANCE);
  if (drawn || known.probe.dtc) result.known |= DAMIERA_KNOWS_DTC;
  if (drawn || known.dtw) result.known |= DAMIERA_KNOWS_DTW;
}

void add(damiera_result& result, const CountedProbe& known) {
  result.counted_value = counted_value(known.value);
  result.counted_dtc = known.dtc.value_or(DAMIERA_NO_DISTANCE);
  result.known |= DAMIERA_KNOWS_COUNT;
}

// If the count has no tables, its values are not known; that is no error.
Result<void> add_count(const Tablebase& tables, const Position& pos, const damiera_query& query,
                       damiera_result& result) {
  if (query.count_moves == 0) return {};
  const auto counted = tables.probe(pos, Count{query.count_moves, query.plies_played});
  if (counted) add(result, *counted);
  if (counted || counted.error().code == Error::Code::missing_table) return {};
  return counted.error();
}

Result<damiera_result> answer(const Tablebase& tables, const Position& pos,
                              const damiera_query& query) {
  damiera_result result{};
  result.counted_dtc = DAMIERA_NO_DISTANCE;
  const auto known = Evaluator{tables, std::nullopt}.evaluate(pos);
  if (!known) return known.error();
  add(result, *known);
  if (auto added = add_count(tables, pos, query, result); !added) return added.error();
  return result;
}

/// False for numbers that no KingRun can hold.
bool is_run(const damiera_run& run) {
  return run.moves == 0 ||
         (run.moves > 0 && run.moves <= UINT8_MAX && run.square >= 0 && run.square < 64);
}

KingRun run_of(const damiera_run& run) {
  if (run.moves == 0) return {};
  return {static_cast<std::uint8_t>(run.moves), Square(run.square)};
}

/// The position with the runs of kings that the query gives. Error bad_position.
Result<Position> after_runs(Variant variant, const Setup& setup, const damiera_query& query) {
  if (is_run(query.white_run) && is_run(query.black_run)) {
    Position white = seen_by_white(variant, setup);
    white.my_run = run_of(query.white_run);
    white.their_run = run_of(query.black_run);
    const bool possible = with_moves(variant, [&]<Rules R>() {
      return is_possible<R>(white.my_run, white.my_men, white.my_kings) &&
             is_possible<R>(white.their_run, white.their_men, white.their_kings);
    });
    if (possible) return seen_by_white(variant, {white, setup.to_move});  // its own inverse
  }
  return Error{Error::Code::bad_position,
               "query: expected runs of at most " + std::to_string(rules_of(variant).king_limit) +
                   " moves, of a king that is there and whose side has men"};
}

damiera_status bad_count(const damiera_query& query) {
  return fail(DAMIERA_BAD_ARGUMENT,
              "query: found a count of " + std::to_string(query.count_moves) + " moves and " +
                  std::to_string(query.plies_played) + " plies played, expected 0 to " +
                  std::to_string(max_count_moves) + " moves, and plies of these");
}

bool is_count(const damiera_query& query) {
  return query.count_moves >= 0 && query.count_moves <= max_count_moves &&
         query.plies_played >= 0 && query.plies_played <= 2 * query.count_moves;
}

}  // namespace

damiera_status damiera_probe(const damiera_tablebase* tables, const damiera_position* position,
                             const damiera_query* query, damiera_result* result) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!result) return null_argument("result");
    if (!known_options(*result, least_result)) return wrong_size("result", *result, least_result);
    damiera_query asked{};
    if (query) {
      const auto known = known_options(*query, least_query);
      if (!known) return wrong_size("query", *query, least_query);
      asked = *known;
    }
    if (!is_count(asked)) return bad_count(asked);
    const auto pos = after_runs(tables->tables.variant(), setup, asked);
    if (!pos) return fail(pos.error());
    const auto found = answer(tables->tables, *pos, asked);
    if (!found) return fail(found.error());
    give_known(*found, *result);
    return DAMIERA_OK;
  });
}

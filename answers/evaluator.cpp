#include "answers/evaluator.h"

#include <algorithm>

#include "rules/counts/draw_count.h"

namespace damiera {

namespace {

Result<std::optional<int>> dtw_of(const Tablebase& tables, const Position& pos) {
  const auto ending = tables.ending(pos);
  if (ending && ending->value == Value::draw) return std::optional<int>{};
  if (ending) return std::optional{ending->plies};
  if (is_missing(ending.error())) return std::optional<int>{};
  return ending.error();
}

bool lacks_dtw(const EvaluatedMove& m) {
  return m.after.probe.value != Value::draw && !m.after.dtw;
}

}  // namespace

std::optional<Count> usual_count(Variant variant) {
  const DrawCount* count = count_by_conversions(variant);
  if (!count) return {};
  return Count{count->moves};
}

Evaluator::Evaluator(Tablebase tables)
    : tables_{std::move(tables)},
      count_{usual_count(tables_.variant())},  // tables of this count may exist
      count_is_required_{false} {}

Evaluator::Evaluator(Tablebase tables, std::optional<Count> count)
    : tables_{std::move(tables)}, count_{count}, count_is_required_{true} {}

Evaluator Evaluator::with_plies_played(int plies) const {
  Evaluator other{*this};
  if (count_) other.count_ = count_->with_plies(plies);
  return other;
}

Result<Evaluation> Evaluator::evaluate(const Position& pos) const {
  const auto probe = tables_.probe(pos);
  return probe ? with_others(*probe, pos) : probe.error();
}

Result<Evaluation> Evaluator::what_is_known(const Position& pos) const {
  const auto probe = tables_.probe(pos);
  if (probe) return with_others(*probe, pos);
  if (!is_missing(probe.error())) return probe.error();
  const auto value = tables_.wdl(pos);
  return value ? with_others({*value, {}}, pos) : value.error();
}

/// DTW and the value under the count, beside value and DTC.
Result<Evaluation> Evaluator::with_others(const Probe& probe, const Position& pos) const {
  const auto dtw = dtw_of(tables_, pos);
  if (!dtw) return dtw.error();
  Evaluation found{probe, *dtw, {}};
  if (!count_) return found;
  const auto counted = tables_.probe(pos, *count_);
  if (counted)
    found.counted = *counted;
  else if (count_is_required_ || !is_missing(counted.error()))
    return counted.error();
  return found;
}

Result<std::vector<EvaluatedMove>> Evaluator::moves(const Position& pos) const {
  auto moves = unsorted_moves(pos);
  if (!moves) return moves;
  for (EvaluatedMove& m : *moves) m.worth = worth_of(m.move, m.after);
  std::ranges::stable_sort(*moves, [](const EvaluatedMove& a, const EvaluatedMove& b) {
    return better(a.worth, b.worth);
  });
  return moves;
}

Result<std::vector<EvaluatedMove>> Evaluator::unsorted_moves(const Position& pos) const {
  const auto probed = tables_.moves(pos);
  if (!probed) return probed.error();
  std::vector<EvaluatedMove> moves;
  moves.reserve(probed->size());
  for (const ProbedMove& m : *probed) {
    const auto dtw = dtw_of(tables_, m.position);
    if (!dtw) return dtw.error();
    moves.push_back({m.move, m.position, {m.probe, *dtw, {}}, {}});
  }
  if (std::ranges::any_of(moves, lacks_dtw))
    for (EvaluatedMove& m : moves) m.after.dtw.reset();
  if (count_)
    if (auto added = add_counted(pos, moves); !added) return added.error();
  return moves;
}

Result<void> Evaluator::add_counted(const Position& pos, std::vector<EvaluatedMove>& moves) const {
  const auto counted = tables_.moves(pos, *count_);
  if (!counted && !count_is_required_ && is_missing(counted.error())) return {};
  if (!counted) return counted.error();
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i].after.counted = (*counted)[i].probe;
  return {};
}

}  // namespace damiera

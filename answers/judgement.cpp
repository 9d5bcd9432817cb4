#include "answers/judgement.h"

#include <algorithm>
#include <tuple>

#include "probe/ranked_moves.h"

namespace damiera {

namespace {

bool is_missing(const Error& error) { return error.code == Error::Code::missing_table; }

Result<std::optional<int>> dtw_of(const Tablebase& tables, const Position& pos) {
  const auto ending = tables.ending(pos);
  if (ending && ending->value == Value::draw) return std::optional<int>{};
  if (ending) return std::optional{ending->plies};
  if (is_missing(ending.error())) return std::optional<int>{};
  return ending.error();
}

bool lacks_dtw(const JudgedMove& m) {
  return m.judgement.probe.value != Value::draw && !m.judgement.dtw;
}

/// Smaller is better: soon for a winner, late for a loser.
int preference(Value value, std::optional<int> plies) {
  return value == Value::loss ? -plies.value_or(0) : plies.value_or(0);
}

}  // namespace

Result<Judgement> Judge::judge(const Position& pos) const {
  const auto probe = tables.probe(pos);
  if (!probe) return probe.error();
  const auto dtw = dtw_of(tables, pos);
  if (!dtw) return dtw.error();
  Judgement found{*probe, *dtw, {}};
  if (!count) return found;
  const auto counted = tables.probe(pos, *count);
  if (counted)
    found.counted = *counted;
  else if (count_is_required || !is_missing(counted.error()))
    return counted.error();
  return found;
}

Result<std::vector<JudgedMove>> Judge::moves(const Position& pos) const {
  const auto probed = tables.moves(pos);
  if (!probed) return probed.error();
  std::vector<JudgedMove> judged;
  for (const ProbedMove& m : *probed) {
    const auto dtw = dtw_of(tables, m.position);
    if (!dtw) return dtw.error();
    judged.push_back({m.move, m.position, {m.probe, *dtw, {}}});
  }
  if (std::ranges::any_of(judged, lacks_dtw))
    for (JudgedMove& m : judged) m.judgement.dtw.reset();
  if (!count) return judged;
  const auto counted = tables.moves(pos, *count);
  if (!counted && (count_is_required || !is_missing(counted.error()))) return counted.error();
  for (std::size_t i = 0; counted && i < judged.size(); ++i)
    judged[i].judgement.counted = (*counted)[i].probe;
  return judged;
}

Judgement for_mover(const JudgedMove& move) {
  const auto one_more = [](std::optional<int> plies) {
    return plies ? std::optional{*plies + 1} : std::nullopt;
  };
  const Judgement& next = move.judgement;
  Judgement mine{worth_to_mover({move.move, move.position, next.probe}), one_more(next.dtw), {}};
  if (!next.counted) return mine;
  mine.counted = CountedProbe{-next.counted->value, one_more(next.counted->dtc)};
  if (move.move.is_conversion() && mine.counted->dtc) mine.counted->dtc = 1;
  return mine;
}

bool is_better(const Judgement& a, const Judgement& b) {
  const auto counted = [](const Judgement& j) {
    return j.counted ? -static_cast<int>(j.counted->value) : 0;
  };
  const auto key = [&](const Judgement& j) {
    return std::tuple{counted(j), -static_cast<int>(j.probe.value),
                      preference(j.probe.value, j.dtw), preference(j.probe.value, j.probe.dtc)};
  };
  return key(a) < key(b);
}

}  // namespace damiera

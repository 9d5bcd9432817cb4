#include "answers/find/histogram.h"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include "answers/text.h"
#include "rules/notation/fen.h"

namespace damiera {

namespace {

SliceQuestion question_of(const HistogramKind& kind) {
  SliceQuestion question;
  question.criteria.captures = kind.captures;
  question.dtc = kind.metric == Metric::dtc;
  question.dtw = kind.metric == Metric::dtw;
  question.counted_dtc = kind.metric == Metric::counted_dtc;
  if (question.counted_dtc) question.criteria.count = kind.count;
  return question;
}

Tally both(Tally a, const Tally& b) {
  a.add(b);
  return a;
}

/// The tally of one slice, with the first position of each longest distance.
Result<Tally> tally_of(const SliceSearch& search, Work& work) {
  using Range = oneapi::tbb::blocked_range<std::uint64_t>;
  const auto look = [&](const Range& range, Tally tally) {
    search.tally(range.begin(), range.end(), tally, work);
    work.done(range.size());
    return tally;
  };
  auto tally = oneapi::tbb::parallel_reduce(Range{0, search.size(), 1 << 14}, Tally{}, look, both);
  if (auto done = work.result(); !done) return done.error();
  return tally;
}

Json side_json(const Tally& tally) {
  return {{"win_hist", tally.wins},
          {"loss_hist", tally.losses},
          {"wdl",
           {{"2", Tally::sum(tally.wins)},
            {"1", tally.cursed_wins},
            {"0", tally.draws},
            {"-1", tally.blessed_losses},
            {"-2", Tally::sum(tally.losses)}}}};
}

void add_longest(const std::vector<std::uint64_t>& by_plies, const std::string& fen, int wdl,
                 Json& list) {
  if (by_plies.empty()) return;
  list.push_back(
      {{"fen", fen}, {"ply", by_plies.size() - 1}, {"wdl", wdl}, {"positions", by_plies.back()}});
}

}  // namespace

Result<Histogram> histogram(const Tablebase& tables, GameSlices& slices, const Material& m,
                            const HistogramKind& kind, const Work::Progress& progress) {
  Histogram made{tables.variant(), m, kind, {}, {}, {}, {}};
  for (const Color to_move : {Color::white, Color::black}) {
    const bool white = to_move == Color::white;
    Work work{progress};
    const Material& slice = white ? m : m.flipped();
    if (auto there = expect_values(tables, slice); !there) return there.error();
    const auto search = slices.search(slice, question_of(kind));
    if (const auto read = search->read(work); !read) return read.error();
    auto tally = tally_of(*search, work);
    if (!tally) return tally.error();
    const auto text = [&](std::optional<std::uint64_t> number) {
      return number ? fen(made.variant, {search->position(*number), to_move}) : std::string{};
    };
    made.longest_win[!white] = text(tally->longest_win);
    made.longest_loss[!white] = text(tally->longest_loss);
    (white ? made.white : made.black) = *std::move(tally);
  }
  return made;
}

std::string in_words(const HistogramKind& kind) {
  if (kind.metric == Metric::dtw) return "distance to the end of the game";
  if (kind.metric == Metric::dtc) return "distance to conversion";
  return "distance to conversion under a count of " + in_number(kind.count, "move");
}

Json to_json(const Histogram& h) {
  Json longest = Json::array();
  const Tally* sides[2] = {&h.white, &h.black};
  for (int i = 0; i < 2; ++i) {
    add_longest(sides[i]->wins, h.longest_win[i], 2, longest);
    add_longest(sides[i]->losses, h.longest_loss[i], -2, longest);
  }
  return {{"w", side_json(h.white)}, {"b", side_json(h.black)}, {"longest", longest}};
}

}  // namespace damiera

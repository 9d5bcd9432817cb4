// SPDX-License-Identifier: MIT
#pragma once

#include "answers/find/move_values.h"
#include "answers/find/slice_search.h"
#include "answers/find/symmetry.h"
#include "answers/study.h"

namespace damiera {

/// The search of one slice of one game.
template <Rules R>
class SliceSearchOf final : public SliceSearch {
  using Slices = WholeSlices<quiet_rules(R)>;

 public:
  SliceSearchOf(const Tablebase& tables, Slices& slices, const Material& m,
                const SliceQuestion& question)
      : tables_{tables},
        slices_{slices},
        question_{question},
        index_{m},
        moves_{tables, m, question.criteria},
        symmetry_{R, m} {}

  std::uint64_t size() const override { return index_.size(); }
  Position position(std::uint64_t n) const override { return index_.position(Index{n}); }

  Result<bool> read(Work& work) override {
    const Material& m = index_.material();
    const auto count = question_.criteria.count;
    std::vector<std::pair<Slice*, Checked>> wanted{
        {&values_, {question_.needs_dtc() ? Metric::dtc : Metric::wdl}}};
    if (question_.needs_dtw()) wanted.push_back({&endings_, {Metric::dtw}});
    if (count)
      wanted.push_back(
          {&counted_, {question_.counted_dtc ? Metric::counted_dtc : Metric::wdl, *count}});
    for (const auto& [slice, what] : wanted) {
      auto made = slices_.read(m, what, work);
      if (!made) return made.error();
      if (!*made) return give_up();
      *slice = *std::move(made);
    }
    const auto done = moves_.read(slices_, values_, work);
    if (!done) return done.error();
    return *done || give_up();
  }

  void find(std::uint64_t first, std::uint64_t last, std::vector<Hit>& hits,
            Work& work) const override {
    each_that_fits(first, last, work, [&](std::uint64_t n, const Facts& f) {
      hits.push_back({n, plies_of(f)});
    });
  }
  void tally(std::uint64_t first, std::uint64_t last, Tally& tally, Work& work) const override {
    each_that_fits(first, last, work,
                   [&](std::uint64_t n, const Facts& f) { tally.add(f.value, plies_of(f), n); });
  }

 private:
  using Slice = typename Slices::Slice;

  bool give_up() {
    values_.reset();
    endings_.reset();
    counted_.reset();
    return false;
  }
  int plies_of(const Facts& f) const {
    if (question_.needs_dtw()) return f.dtw;
    if (question_.counted_dtc) return f.counted_dtc;
    return question_.needs_dtc() ? f.dtc : 0;
  }

  template <class Visit>
  void each_that_fits(std::uint64_t first, std::uint64_t last, Work& work,
                      const Visit& visit) const {
    const std::uint64_t block = index_.block_size();
    while (first < last && !work.is_over()) {
      const std::uint64_t end = std::min(last, (first / block + 1) * block);
      if (!question_.criteria.asks_for_rows() || rows_fit(index_.men(first / block)))
        for (std::uint64_t n = first; n < end; ++n)
          if (const auto facts = facts_if_fit(n, work)) visit(n, *facts);
      first = end;
    }
  }
  bool rows_fit(const Men& men) const {
    const auto fits = [&](int row) { return question_.criteria.men_rows.contains(row); };
    for (const Square sq : men.mine)
      if (!fits(R.width - Board<R>::row(sq))) return false;
    for (const Square sq : men.theirs)
      if (!fits(1 + Board<R>::row(sq))) return false;
    return true;
  }

  std::optional<Facts> facts_if_fit(std::uint64_t n, Work& work) const {
    const FindCriteria& criteria = question_.criteria;
    const Facts facts = values_ ? stored(n) : probed(position(n), work);
    if (!criteria.admits(facts) || work.is_over()) return {};
    if (!criteria.unique && !criteria.unique_line && !criteria.one_of_symmetric &&
        criteria.zugzwang == Zugzwang::any)
      return facts;
    const Position pos = position(n);
    const bool fits =
        is_first_of_symmetric(pos, n) && moves_.fit(pos, facts, work) && line_fits(pos, work);
    return fits ? std::optional{facts} : std::nullopt;
  }
  bool is_first_of_symmetric(const Position& pos, std::uint64_t n) const {
    if (!question_.criteria.one_of_symmetric) return true;
    return std::ranges::none_of(symmetry_.images(pos), [&](const Position& image) {
      return static_cast<std::uint64_t>(index_.index(image)) < n;
    });
  }
  bool line_fits(const Position& pos, Work& work) const {
    if (!question_.criteria.unique_line) return true;
    const auto unique = is_sound_study(tables_, pos);
    if (!unique) work.fail(unique.error());
    return unique && *unique;
  }

  Facts stored(std::uint64_t n) const {
    const Key key = values_->keys[n];
    const Value value = keys::value(key);
    const Value within = counted_ ? keys::value(counted_->keys[n]) : value;
    return {rule_value(within, value), values_->is_capture(n), keys::plies(key),
            endings_ ? keys::plies(endings_->keys[n]) : 0,
            counted_ ? keys::plies(counted_->keys[n]) : 0};
  }
  Facts probed(const Position& pos, Work& work) const {
    const auto facts = ask(pos);
    if (!facts) work.fail(facts.error());
    return facts ? *facts : Facts{};
  }
  Result<Facts> ask(const Position& pos) const {
    const auto value = tables_.wdl(pos);
    if (!value) return value.error();
    Facts facts{rule_value(*value, *value), has_capture<R>(pos)};
    if (question_.criteria.count) {
      const auto counted = tables_.probe(pos, Count{*question_.criteria.count});
      if (!counted) return counted.error();
      facts.value = counted->value;
      facts.counted_dtc = counted->dtc.value_or(0);
    }
    if (question_.needs_dtc()) {
      const auto probe = tables_.probe(pos);
      if (!probe) return probe.error();
      facts.dtc = probe->dtc.value_or(0);
    }
    if (question_.needs_dtw()) {
      const auto ending = tables_.ending(pos);
      if (!ending) return ending.error();
      facts.dtw = ending->plies;
    }
    return facts;
  }

  const Tablebase& tables_;
  Slices& slices_;
  SliceQuestion question_;
  SliceIndex<R> index_;
  Slice values_, endings_, counted_;  // whole slices, if they were read
  MoveValues<R> moves_;
  Symmetry symmetry_;
};

/// Makes the searches of one game.
template <Rules R>
class GameSlicesOf final : public GameSlices {
 public:
  GameSlicesOf(const Tablebase& tables, std::uint64_t memory)
      : tables_{tables}, slices_{tables, memory, resolve_captures<R>} {}
  std::unique_ptr<SliceSearch> search(const Material& m, const SliceQuestion& question) override {
    return std::make_unique<SliceSearchOf<R>>(tables_, slices_, m, question);
  }

 private:
  const Tablebase& tables_;
  WholeSlices<quiet_rules(R)> slices_;
};

}  // namespace damiera

#include "answers/verification/value_checker.h"

#include <new>

#include "answers/verification/slice_pairs.h"

namespace damiera {

/// The checker of one game, whichever it is.
class ValueChecker::Game {
 public:
  virtual ~Game() = default;
  virtual Result<SliceCheck> check(const Material& m, const Checked& what, Work& work) = 0;
};

namespace {

/// `R`: the quiet_rules() of the game.
template <Rules R>
class GameOf final : public ValueChecker::Game {
 public:
  GameOf(const Tablebase& tables, std::uint64_t memory, ResolveCaptures<R> resolve)
      : pairs_{tables, memory, resolve} {}

  Result<SliceCheck> check(const Material& m, const Checked& what, Work& work) override {
    if (!pair_ || !pair_->holds(m, what)) {
      const Checked plain{};
      if (!pair_ || pair_->what == plain) pairs_.keep(std::move(pair_));
      if (what == plain) pairs_.keep(nullptr);
      pair_.reset();  // frees its memory before another pair is made
      auto made = pairs_.make(m, what, work);
      if (!made) return made.error();
      if (work.is_over()) return SliceCheck{};
      pair_ = std::make_unique<PairKeys<R>>(*std::move(made));
    }
    return pairs_.check(*pair_, pair_->place_of(m), work);
  }

 private:
  SlicePairs<R> pairs_;
  std::unique_ptr<PairKeys<R>> pair_;  // the pair checked last
};

}  // namespace

ValueChecker::ValueChecker(const Tablebase& tables, std::uint64_t memory)
    : game_{with_moves(tables.variant(), [&]<Rules R>() -> std::unique_ptr<Game> {
        return std::make_unique<GameOf<quiet_rules(R)>>(tables, memory, resolve_captures<R>);
      })} {}

ValueChecker::~ValueChecker() = default;

Result<SliceCheck> ValueChecker::check(const Material& material, const Checked& checked,
                                       const Progress& progress) {
  Work work{progress};
  try {
    return game_->check(material, checked, work);
  } catch (const std::bad_alloc&) {
    return Error{Error::Code::out_of_memory, "out of memory while checking " + name(material)};
  }
}

}  // namespace damiera

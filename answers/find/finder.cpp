#include "answers/find/finder.h"

#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>

#include "answers/find/line_starts.h"

namespace damiera {

namespace {

/// Positions with consecutive numbers, and what was found among them.
struct Chunk {
  std::uint64_t first, last;
  std::vector<Hit> hits;
  std::vector<Found> found;
};

}  // namespace

/// One call of find().
class Finder::Run {
 public:
  Run(Finder& finder, const std::vector<Material>& slices, const Render& render, const Take& take,
      const Progress& progress)
      : finder_{finder},
        request_{finder.request_},
        slices_{slices},
        render_{render},
        take_{take},
        work_{progress} {}

  Result<FindEnd> from(std::uint64_t first) {
    const Place start{slices_.front(), first};
    for (at_ = 0; at_ < slices_.size() && !ended_; ++at_, first = 0)
      if (auto done = through_slice(first); !done) return done.error();
    if (!sorted()) return end_;
    // Nothing has been handed over yet, so a search that was stopped has to begin again.
    if (ended_) end_.next = start;
    if (!ended_)
      if (auto done = hand_over_sorted(); !done) return done.error();
    return end_;
  }

 private:
  /// A hit in one of the slices.
  struct Collected {
    Hit hit;
    std::size_t slice;  // in the list of slices

    bool operator<(const Collected& b) const {
      if (hit.plies != b.hit.plies) return hit.plies > b.hit.plies;
      return std::pair{slice, hit.number} < std::pair{b.slice, b.hit.number};
    }
  };

  bool sorted() const { return request_.order == FindOrder::longest; }

  Result<void> through_slice(std::uint64_t first) {
    const Material& m = slices_[at_];
    if (auto there = expect_values(finder_.tables_, m); !there) return there;
    search_ = finder_.slices_->search(m, request_.question);
    if (first >= search_->size())
      return Error{Error::Code::bad_notation,
                   name(m) + " has positions 0 to " + std::to_string(search_->size() - 1)};
    // Probing this many positions takes less time than reading whole slices.
    constexpr std::uint64_t few = std::uint64_t{1} << 16, large = std::uint64_t{1} << 22;
    if (!sorted() && search_->size() > large) {
      const std::uint64_t last = std::min(search_->size(), first + few);
      if (auto done = through(first, last, 1 << 10); !done) return done;
      first = last;
    }
    if (ended_ || first == search_->size()) return {};
    if (auto read = search_->read(work_); !read) return read.error();
    if (work_.is_over()) return stop_at(first);
    return through(first, search_->size(), 1 << 15);
  }

  // Ends the search; the same search can go on later from this position of the slice.
  Result<void> stop_at(std::uint64_t number) {
    ended_ = true;
    if (number < search_->size())
      end_.next = Place{slices_[at_], number};
    else if (at_ + 1 < slices_.size())
      end_.next = Place{slices_[at_ + 1], 0};
    return work_.result();
  }

  Result<void> through(std::uint64_t first, std::uint64_t last, std::uint64_t grain) {
    using oneapi::tbb::filter_mode;
    using Ptr = std::shared_ptr<Chunk>;
    handed_over_ = first;
    std::uint64_t next = first;
    const auto cut = oneapi::tbb::make_filter<void, Ptr>(
        filter_mode::serial_in_order, [&](oneapi::tbb::flow_control& control) -> Ptr {
          if (next == last || ended_ || work_.is_over()) return control.stop(), nullptr;
          const std::uint64_t begin = next;
          next = std::min(last, begin + grain);
          return std::make_shared<Chunk>(Chunk{begin, next, {}, {}});
        });
    const auto look = oneapi::tbb::make_filter<Ptr, Ptr>(filter_mode::parallel, [&](Ptr chunk) {
      search_->find(chunk->first, chunk->last, chunk->hits, work_);
      if (!sorted()) render(*chunk);
      return chunk;
    });
    const auto give = oneapi::tbb::make_filter<Ptr, void>(
        filter_mode::serial_in_order, [&](const Ptr& chunk) { hand_over(*chunk); });
    const auto tokens =
        static_cast<std::size_t>(4 * oneapi::tbb::this_task_arena::max_concurrency());
    oneapi::tbb::parallel_pipeline(tokens, cut & look & give);
    if (work_.is_over() && !ended_) return stop_at(handed_over_);
    return work_.result();
  }

  void render(Chunk& chunk) {
    chunk.found.reserve(chunk.hits.size());
    for (const Hit& hit : chunk.hits) {
      if (work_.is_over()) return;
      chunk.found.push_back(rendered(*search_, slices_[at_], hit.number));
    }
  }
  Found rendered(const SliceSearch& search, const Material& m, std::uint64_t number) {
    Found found{{m, number}, search.position(number), {}};
    if (auto done = render_(found); !done) work_.fail(done.error());
    return found;
  }

  // Called by one thread at a time, in the order of the chunks.
  void hand_over(const Chunk& chunk) {
    if (ended_ || work_.is_over()) return;
    if (sorted()) {
      collect(chunk.hits);
    } else {
      for (const Found& found : chunk.found)
        if (!give(found)) return static_cast<void>(stop_at(found.place.number + 1));
    }
    handed_over_ = chunk.last;
    work_.done(chunk.last - chunk.first);
  }
  // False if no more is wanted.
  bool give(const Found& found) {
    ++end_.found;
    return take_(found) && end_.found < request_.limit;
  }

  void collect(const std::vector<Hit>& hits) {
    for (const Hit& hit : hits) collected_.push_back({hit, at_});
    if (request_.one_of_each_line || collected_.size() / 2 <= request_.limit) return;
    if (collected_.size() < (std::size_t{1} << 20)) return;
    const auto end = collected_.begin() + static_cast<std::ptrdiff_t>(request_.limit);
    std::nth_element(collected_.begin(), end, collected_.end());
    collected_.erase(end, collected_.end());
  }

  Result<void> hand_over_sorted() {
    std::sort(collected_.begin(), collected_.end());
    LineStarts starts{finder_.tables_};
    for (const Collected& c : collected_) {
      if (search_at_ != c.slice) {
        search_ = finder_.slices_->search(slices_[c.slice], request_.question);
        search_at_ = c.slice;
      }
      if (request_.one_of_each_line) {
        const auto starts_line = starts.add(search_->position(c.hit.number));
        if (!starts_line) return starts_line.error();
        if (!*starts_line) continue;
      }
      const Found found = rendered(*search_, slices_[c.slice], c.hit.number);
      if (auto done = work_.result(); !done) return done;
      if (!give(found)) break;
    }
    return work_.result();
  }

  Finder& finder_;
  const FindRequest& request_;
  const std::vector<Material>& slices_;
  const Render& render_;
  const Take& take_;
  Work work_;
  std::unique_ptr<SliceSearch> search_;
  std::size_t at_ = 0;                // the current slice
  std::size_t search_at_ = SIZE_MAX;  // the slice of search_ when sorted hits are handed over
  std::uint64_t handed_over_ = 0;     // positions of the current slice before this one are done
  std::atomic<bool> ended_ = false;   // the search ended before it went over everything
  std::vector<Collected> collected_;
  FindEnd end_;
};

Finder::Finder(const Tablebase& tables, const FindRequest& request)
    : tables_{tables}, request_{request}, slices_{game_slices(tables, request.memory)} {}

Result<FindEnd> Finder::find(const std::vector<Material>& slices, std::uint64_t from,
                             const Render& render, const Take& take, const Progress& progress) {
  return Run{*this, slices, render, take, progress}.from(from);
}

}  // namespace damiera

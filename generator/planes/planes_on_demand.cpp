#include "generator/planes/planes_on_demand.h"

#include <sys/mman.h>

#include <algorithm>

namespace damiera {

PlanesOnDemand::PlanesOnDemand(PlanesFile file, std::span<std::byte> content, PlanesCache& cache)
    : file_{std::move(file)},
      content_{content},
      cache_{cache},
      frames_{std::make_unique<Frame[]>(file_.frames())} {
  cache_.planes_.push_back(this);
}

PlanesOnDemand::~PlanesOnDemand() {
  std::erase(cache_.planes_, this);
  for (std::uint64_t n = 0; n < file_.frames(); ++n)
    if (frames_[n].state == State::there) --cache_.frames_;
}

// Whatever happens, no thread waits for ever: after damage all go on, and where memory is short for
// one, the next one tries.
void PlanesOnDemand::read(std::uint64_t frame) const {
  std::atomic<State>& state = frames_[frame].state;
  for (;;) {
    State found = State::absent;
    if (state.compare_exchange_strong(found, State::being_read, std::memory_order_acquire)) break;
    if (found == State::there) return;
    state.wait(State::being_read, std::memory_order_acquire);
  }
  const auto become = [&](State s) {
    state.store(s, std::memory_order_release);
    state.notify_all();
  };
  try {
    if (!file_.read_frame(frame, content_)) damaged_.store(true, std::memory_order_relaxed);
  } catch (...) {
    become(State::absent);
    throw;
  }
  cache_.frames_.fetch_add(1, std::memory_order_relaxed);
  become(State::there);
}

void PlanesOnDemand::forget(std::uint64_t frame) {
  const auto rest = content_.subspan(frame * PlanesFile::frame_bytes);
  const auto bytes = rest.first(std::min<std::size_t>(PlanesFile::frame_bytes, rest.size()));
  madvise(bytes.data(), bytes.size(), MADV_DONTNEED);  // the bytes are not read before they return
  frames_[frame].state.store(State::absent, std::memory_order_relaxed);
  --cache_.frames_;
}

void PlanesCache::trim() {
  ++now_;
  if (frames_ <= most_frames_) return;
  struct Candidate {
    std::uint32_t last_needed;
    PlanesOnDemand* planes;
    std::uint64_t frame;
  };
  std::vector<Candidate> there;
  for (PlanesOnDemand* planes : planes_)
    for (std::uint64_t n = 0; n < planes->file_.frames(); ++n)
      if (const auto& frame = planes->frames_[n]; frame.state == PlanesOnDemand::State::there)
        there.push_back({frame.last_needed, planes, n});
  // Some more than must go, so that this does not happen after every block.
  const auto first_kept =
      there.end() - static_cast<std::ptrdiff_t>(most_frames_ - most_frames_ / 4);
  std::ranges::nth_element(there, first_kept, {}, &Candidate::last_needed);
  std::for_each(there.begin(), first_kept, [](const Candidate& c) { c.planes->forget(c.frame); });
}

}  // namespace damiera

#include "generator/planes/planes_on_demand.h"

namespace damiera {

PlanesOnDemand::PlanesOnDemand(PlanesFile file, std::span<std::byte> content)
    : file_{std::move(file)},
      content_{content},
      states_{std::make_unique<std::atomic<State>[]>(file_.frames())} {}

// After damage all threads go on, so none waits for ever.
void PlanesOnDemand::read(std::uint64_t frame) const {
  std::atomic<State>& state = states_[frame];
  State found = State::absent;
  if (!state.compare_exchange_strong(found, State::being_read, std::memory_order_acquire)) {
    while (found != State::there) {
      state.wait(found, std::memory_order_acquire);
      found = state.load(std::memory_order_acquire);
    }
    return;
  }
  if (!file_.read_frame(frame, content_)) damaged_.store(true, std::memory_order_relaxed);
  state.store(State::there, std::memory_order_release);
  state.notify_all();
}

std::uint64_t PlanesOnDemand::frames_needed() const {
  std::uint64_t needed = 0;
  for (std::uint64_t n = 0; n < file_.frames(); ++n)
    if (states_[n].load(std::memory_order_relaxed) != State::absent) ++needed;
  return needed;
}

}  // namespace damiera

#include "tests/c/failing_new.h"

#include <cstdlib>
#include <new>

namespace damiera::test {

namespace {

struct State {
  bool active = false, failed = false;
  std::size_t left = 0, most = 0;
};
thread_local State state;

bool refuses(std::size_t bytes) {
  if (!state.active) return false;
  const bool refused = bytes > state.most || state.left == 0;
  if (state.left > 0) --state.left;
  state.failed |= refused;
  return refused;
}

}  // namespace

FailingNew::FailingNew(std::size_t from, std::size_t most) { state = {true, false, from, most}; }
FailingNew::~FailingNew() { state = {}; }
bool FailingNew::has_failed() const { return state.failed; }

}  // namespace damiera::test

// Not inlined: otherwise the compiler takes free() for the wrong counterpart of new. For each
// operator that is not defined here, AddressSanitizer supplies its own.
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return damiera::test::refuses(bytes) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}

[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = operator new(bytes, std::nothrow);
  if (!memory) throw std::bad_alloc{};
  return memory;
}

[[gnu::noinline]] void* operator new[](std::size_t bytes) { return operator new(bytes); }
[[gnu::noinline]] void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return operator new(bytes, std::nothrow);
}

[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto least = static_cast<std::size_t>(alignment);
  void* const memory = damiera::test::refuses(bytes)
                           ? nullptr
                           : std::aligned_alloc(least, (bytes / least + 1) * least);
  if (!memory) throw std::bad_alloc{};
  return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

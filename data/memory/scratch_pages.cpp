#include "data/memory/scratch_pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <system_error>

#include "data/file/file_descriptor.h"

namespace damiera {

namespace {

constexpr std::chrono::milliseconds between_looks{2};

/// Finds how many bytes of files are mapped in this process, including program files.
class MappedBytes {
 public:
  /// 0 if the system does not say.
  std::uint64_t operator()() const {
    std::array<char, 128> text{};
    if (pread(file_.get(), text.data(), text.size() - 1, 0) <= 0) return 0;
    // Three numbers of pages: of the whole process, those in memory, and of these the ones that
    // belong to files.
    char* at = text.data();
    std::uint64_t pages = 0;
    for (int field = 0; field < 3; ++field) pages = std::strtoull(at, &at, 10);
    return pages * page_;
  }

 private:
  FileDescriptor file_{open("/proc/self/statm", O_RDONLY | O_CLOEXEC)};
  std::uint64_t page_ = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
};

}  // namespace

ScratchPages::~ScratchPages() {
  {
    const std::scoped_lock lock{mutex_};
    ends_ = true;
  }
  changed_.notify_one();
  if (watcher_.joinable()) watcher_.join();
}

void ScratchPages::add(std::span<std::byte> mapping) {
  {
    const std::scoped_lock lock{mutex_};
    mappings_.push_back(mapping);
    if (!watcher_.joinable()) start();
  }
  changed_.notify_one();
}

// If the system cannot start another thread, pages stay mapped: that costs memory, and nothing
// else.
void ScratchPages::start() {
  try {
    watcher_ = std::thread{[this, others = MappedBytes{}()] { watch(others); }};
  } catch (const std::system_error&) {
  }
}

void ScratchPages::remove(std::span<std::byte> mapping) {
  const std::scoped_lock lock{mutex_};
  std::erase_if(mappings_, [&](const auto& m) { return m.data() == mapping.data(); });
}

// `others`: what is mapped in addition to the scratch pages.
void ScratchPages::watch(std::uint64_t others) {
  const MappedBytes mapped;
  std::uint64_t left = 0;  // what stayed mapped when pages were last unmapped
  std::unique_lock lock{mutex_};
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || !mappings_.empty(); });
    if (changed_.wait_for(lock, between_looks, [&] { return ends_; })) return;
    const std::uint64_t now = mapped(), bound = bound_.load(std::memory_order_relaxed);
    others = std::min(others, now);
    // Tables that are being read are mapped too, and may fill the bound by themselves. Then pages
    // are not unmapped at each check, but only when a quarter of the bound is new, or after some
    // time: `left` shrinks by half in a third of a second.
    left = std::min(left - left / 256, now);
    if (now - others <= bound || now <= left + bound / 4) continue;
    for (const auto& mapping : mappings_) madvise(mapping.data(), mapping.size(), MADV_DONTNEED);
    left = mapped();
  }
}

}  // namespace damiera

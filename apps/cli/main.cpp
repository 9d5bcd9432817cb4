#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "apps/cli/program.h"
#include "apps/terminal/out_of_memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

// The program's own operators, so that an error can say how much memory was wanted. All are
// replaced: what one of them takes another one may free.

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}

void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  const auto least = static_cast<std::size_t>(alignment);
  if (bytes > SIZE_MAX - least) return nullptr;
  const std::size_t whole = (bytes + least - 1) / least * least;
  return std::aligned_alloc(least, whole == 0 ? least : whole);
}

void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  throw damiera::OutOfMemory{bytes};
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  if (void* memory = operator new(bytes, alignment, std::nothrow)) return memory;
  throw damiera::OutOfMemory{bytes};
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// By default the C library keeps freed blocks of up to 32 MiB for later use, which may exceed
// --memory.
void give_back_what_is_freed() {
#ifdef __GLIBC__
  constexpr int bytes = 512 << 10;
  mallopt(M_MMAP_THRESHOLD, bytes);
  mallopt(M_TRIM_THRESHOLD, bytes);
#endif
}

// The number of a standard stream that is closed would be given to the next file that is opened: a
// table, into which messages would then be printed. The use of input and output still fails, as
// that of a closed stream does; messages are lost.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) == -1)
      ::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
}

int main(int argc, char** argv) {
  open_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of its write()
  give_back_what_is_freed();
  damiera::end_in_order_without_memory();
  return damiera::run_program(argc, argv);
}

#include "apps/terminal/out_of_memory.h"

#include <cstdlib>
#include <exception>
#include <stdexcept>

namespace damiera {

namespace {

void say(const char* what) noexcept {
  std::fputs("damiera: ", stderr);
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
}

// Ends the program. It may end anywhere, since a file gets its name only when it is complete.
[[noreturn]] void end() noexcept {
  if (const auto thrown = std::current_exception()) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::bad_alloc& lack) {
      std::_Exit(say_out_of_memory(lack));
    } catch (const std::runtime_error& no_thread) {  // thrown by TBB, or by the file system
      say(no_thread.what());
      std::_Exit(exit_data);
    } catch (...) {  // a bug: it aborts below
    }
  }
  std::abort();
}

}  // namespace

Exit say_out_of_memory(const std::bad_alloc& lack) noexcept {
  const auto* known = dynamic_cast<const OutOfMemory*>(&lack);
  say(known ? known->what() : "out of memory");
  return exit_data;
}

void end_in_order_without_memory() { std::set_terminate(end); }

}  // namespace damiera

#include "apps/terminal/stop.h"

#include <csignal>

#include "apps/terminal/message.h"

namespace damiera {

namespace {

// A signal handler can reach nothing but a global.
volatile std::sig_atomic_t asked = 0;

extern "C" void ask_to_stop(int) { asked = 1; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_asked() { return asked != 0; }

Exit exit_of_work() {
  if (!stop_asked()) return exit_fine;
  print_message("damiera: stopped; the same command goes on from here\n");
  return exit_again;
}

Exit stopped_before_the_end() {
  print_message("damiera: stopped before the end\n");
  return exit_again;
}

}  // namespace damiera

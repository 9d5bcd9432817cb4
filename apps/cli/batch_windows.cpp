#include <algorithm>
#include <cstdio>
#include <iostream>

#include "apps/cli/batch.h"

namespace damiera {

// One thread, without oneTBB. Answers are written before the thread waits for more lines.
Exit answer_lines(int, const AnswerLine& answer) {
  Exit status = exit_fine;
  for (std::string line; std::getline(std::cin, line);) {
    Text text;
    status = std::max(status, answer(trimmed(line), text));
    append(text, "\n");
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return exit_data;
    if (std::cin.rdbuf()->in_avail() <= 0 && std::fflush(stdout) != 0) return exit_data;
  }
  return std::fflush(stdout) == 0 ? status : exit_data;
}

}  // namespace damiera

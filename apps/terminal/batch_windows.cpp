#include <algorithm>
#include <iostream>

#include "apps/terminal/batch.h"
#include "apps/terminal/output.h"

namespace damiera {

// One thread, without oneTBB. Answers are written before the thread waits for more lines.
Exit answer_lines(int, const AnswerLine& answer) {
  Exit status = exit_fine;
  for (std::string line; std::getline(std::cin, line);) {
    Text text;
    status = std::max(status, answer(trimmed(line), text));
    append(text, "\n");
    write_output(text);
    if (std::cin.rdbuf()->in_avail() <= 0) flush_output();
  }
  return status;
}

}  // namespace damiera

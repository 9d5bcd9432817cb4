// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

/// Exit statuses of the program.
enum Exit : int {
  exit_fine = 0,
  exit_no = 1,     ///< the answer is no: a verification failed
  exit_usage = 2,  ///< an option, a game's name or a position that cannot be read
  exit_data = 3,   ///< tables that are missing or damaged, or cannot be written; too little memory
  exit_again =
      75,  ///< the same command goes on later: stopped, in use by another, or the disk is full
};

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <new>

#include "apps/terminal/exit.h"

namespace damiera {

/// The exception of operator new in the program. It says how much was wanted, and allocates
/// nothing.
class OutOfMemory : public std::bad_alloc {
 public:
  explicit OutOfMemory(std::size_t bytes) noexcept {
    std::snprintf(what_.data(), what_.size(), "out of memory: %zu bytes wanted at once", bytes);
  }
  const char* what() const noexcept override { return what_.data(); }

 private:
  std::array<char, 64> what_;
};

/// Prints on standard error how much memory was wanted; allocates nothing.
Exit say_out_of_memory(const std::bad_alloc& lack) noexcept;

/// Makes the program end with an error message if the system gives too little memory, or no thread,
/// inside a library function that no exception can leave.
void end_in_order_without_memory();

}  // namespace damiera

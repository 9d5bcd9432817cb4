// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "rules/result.h"

namespace damiera::fuzz {

using Input = std::span<const std::byte>;

/// A target takes any bytes, in bounded time and memory, and ends the program if a property fails.
void fen(Input input);        ///< a position in every game
void pdn(Input input);        ///< a file of games
void notation(Input input);   ///< moves, squares, slices and other single words
void table(Input input);      ///< a table file
void block(Input input);      ///< what a file's blocks and model are decoded from
void c_api(Input input);      ///< calls of the C interface
void checksums(Input input);  ///< a list of checksums
void options(Input input);    ///< the program's arguments, one a line

struct Target {
  std::string_view name;  ///< also the name of the folder with its corpus
  void (*run)(Input);
};
#ifdef DAMIERA_FUZZ_RULES
inline constexpr std::array targets{Target{"fen", &fen}};
#else
inline constexpr std::array targets{Target{"fen", &fen},
                                    Target{"pdn", &pdn},
                                    Target{"notation", &notation},
                                    Target{"table", &table},
                                    Target{"block", &block},
                                    Target{"c_api", &c_api},
                                    Target{"checksums", &checksums},
                                    Target{"options", &options}};
#endif

/// Ends the program, and says which law is broken.
inline void require(bool holds, const std::string& law) {
  if (holds) return;
  std::fprintf(stderr, "broken law: %s\n", law.c_str());
  std::abort();
}

/// An error is for people: one short line.
inline void require_readable(const Error& error) {
  require(!error.message.empty() && error.message.size() <= 600, "short: " + error.message);
}

inline std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

}  // namespace damiera::fuzz

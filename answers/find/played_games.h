// SPDX-License-Identifier: MIT
#pragma once

#include "answers/find/slice_search.h"
#include "rules/rules.h"

namespace damiera {

/// The searches of one game: compiled in a file of its own, which CMake makes of game.cpp.in.
template <Rules R>
std::unique_ptr<GameSlices> game_slices_of(const Tablebase& tables, std::uint64_t memory);

}  // namespace damiera

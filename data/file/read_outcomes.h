// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>

#include "data/file/outcome.h"

namespace damiera {

/// Gives the outcomes of a solved slice from position `first` on. Thread-safe.
using ReadOutcomes = std::function<void(std::uint64_t first, std::span<Outcome> out)>;

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include "answers/find/histogram.h"
#include "apps/cli/options.h"

namespace damiera {

/// `stats --histogram`.
struct HistogramCommand {
  Options options;
  std::vector<std::string> slices;  ///< slices, and numbers of pieces
  HistogramKind kind;
  std::filesystem::path svg;  ///< empty: none
  std::uint64_t memory = 0;
};

/// Writes histograms of the slices, as text or JSON, and perhaps one as a picture.
Exit run_histogram(const HistogramCommand& command);

}  // namespace damiera

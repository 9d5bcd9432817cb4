// SPDX-License-Identifier: MIT
#pragma once

#include "answers/find/slice_search.h"
#include "answers/json.h"

namespace damiera {

/// Which distances are counted, and of which positions.
struct HistogramKind {
  Metric metric = Metric::dtc;  ///< DTC, DTW, or counted DTC
  int count = 0;                ///< for counted DTC: moves by each side
  CaptureFilter captures = CaptureFilter::any;
};

/// How far positions with the pieces of one slice are from the end, by side to move: White has the
/// pieces that the slice names first.
struct Histogram {
  Variant variant;
  Material slice;
  HistogramKind kind;
  Tally white, black;
  std::string longest_win[2], longest_loss[2];  ///< in PDN FEN; White, Black to move
};

/// Goes over all positions, in parallel on the caller's arena. `progress` is called by any thread
/// with positions newly done; it returns false to stop, and then only some positions are counted.
/// Errors: as for Tablebase::probe; missing_table, if there is no table of that kind.
Result<Histogram> histogram(const Tablebase& tables, GameSlices& slices, const Material& m,
                            const HistogramKind& kind, const Work::Progress& progress);

/// "distance to conversion", "... under a count of 40 moves".
std::string in_words(const HistogramKind& kind);

/// {"w":{"win_hist":[...],"loss_hist":[...],"wdl":{"2":...,"1":...,"0":...,"-1":...,"-2":...}},
/// "b":{...},"longest":[{"fen":...,"ply":43,"wdl":2,"positions":3},...]}: the shape of the
/// statistics of the Syzygy tables, by plies from 0 on. 1 and -1 are cursed wins and blessed
/// losses.
Json to_json(const Histogram& histogram);

/// The histogram as a complete SVG picture: bars by plies on a logarithmic scale, wins upwards and
/// losses downwards, for either side to move.
std::string histogram_svg(const Histogram& histogram);

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "answers/find/slice_search.h"

namespace damiera {

/// The order in which positions are handed over.
enum class FindOrder : std::uint8_t {
  number,   ///< slices as they are given, positions by their numbers; each as it is found
  longest,  ///< the longest distance first: DTW if it is requested, else DTC
};

/// What to look for, and how much of it.
struct FindRequest {
  SliceQuestion question;
  FindOrder order = FindOrder::number;
  std::uint64_t limit = UINT64_MAX;  ///< positions at most
  bool one_of_each_line = false;     ///< leave out positions on the best line of another one; this
                                     ///< needs an order by distance
  std::uint64_t memory = std::uint64_t{1} << 30;  ///< bytes that whole slices may take
};

/// A position of a slice, by its number.
struct Place {
  Material slice;
  std::uint64_t number = 0;
};

/// A position that was found, with the text to write for it.
struct Found {
  Place place;
  Position pos;
  std::string text;
};

/// How a search ended.
struct FindEnd {
  std::uint64_t found = 0;
  std::optional<Place> next;  ///< where the same search goes on; nothing if it went through all
};

/// Looks for positions of slices, in parallel on the caller's arena. In a large slice it probes
/// some positions one by one first, so that it finds common ones at once. Then it reads whole
/// slices. The result depends neither on the number of threads nor on the memory.
class Finder {
 public:
  /// Sets the text of a position. Thread-safe. Errors end the search.
  using Render = std::function<Result<void>(Found&)>;
  /// Takes what is found, by one thread at a time, in order. False ends the search.
  using Take = std::function<bool(const Found&)>;
  /// Called by any thread with positions newly gone over; false ends the search.
  using Progress = std::function<bool(std::uint64_t)>;

  /// `tables` must outlive this.
  Finder(const Tablebase& tables, const FindRequest& request);

  /// Goes over slices; it begins in the first one at position `from`. Errors: as for
  /// Tablebase::probe and for WholeSlices::read; bad_notation if `from` is no position of the
  /// slice.
  Result<FindEnd> find(const std::vector<Material>& slices, std::uint64_t from,
                       const Render& render, const Take& take, const Progress& progress);

 private:
  class Run;

  const Tablebase& tables_;
  FindRequest request_;
  std::unique_ptr<GameSlices> slices_;
};

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include "probe/prefetcher.h"
#include "probe/slice_tables.h"

namespace damiera {

/// What the copies of a tablebase share.
struct Tablebase::Shared {
  Shared(Variant game, std::unique_ptr<const SliceTables> opened)
      : variant{game}, tables{std::move(opened)}, prefetcher{[this](const Prefetcher::Wish& wish) {
          read(wish);
        }} {}

  Variant variant;  // as it was opened; its tables may be those of another game
  std::unique_ptr<const SliceTables> tables;
  mutable Prefetcher prefetcher;  // the first to go, since it reads the tables

 private:
  // Errors are for those who ask, as is a lack of memory.
  void read(const Prefetcher::Wish& wish) const noexcept try {
    if (wish.distances)
      (void)tables->probe(wish.pos, Reading::any);
    else
      (void)tables->wdl(wish.pos, Reading::any);
  } catch (const std::bad_alloc&) {
  }
};

}  // namespace damiera

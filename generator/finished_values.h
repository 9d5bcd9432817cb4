// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <map>

#include "generator/known_values.h"
#include "generator/plan/lookups.h"
#include "generator/plan/uses.h"
#include "generator/planes/kept_planes.h"
#include "generator/write/fill_captures.h"
#include "generator/write/for_each_value.h"

namespace damiera {

/// The values of finished slices that the jobs of one stage look up. They stay in memory while
/// there is room, and are read back from planes files later, or from tables if there are no planes.
template <Rules R>
class FinishedValues : private FinishedSlices {
  using Known = KnownValues<R>;

 public:
  using Needed = std::function<std::set<Material>(const SlicePair&)>;

  /// `pairs` are the pairs of the jobs, in order; `needed` gives the slices that solving one looks
  /// up. `options` must outlive this.
  FinishedValues(const BuildOptions& options, const Stage& stage, std::span<const SlicePair> pairs,
                 Needed needed)
      : options_{options},
        stage_{stage},
        needed_{std::move(needed)},
        lookups_{value_at(options.variant), options.memory, options.scratch, R.kings_play()},
        uses_{pairs, needed_},
        planes_{options, stage} {}

  Known& known() { return lookups_.known(); }
  const Known& known() const { return lookups_.known(); }
  Memory& memory() { return lookups_.memory(); }
  bool are_known(const SlicePair& pair) const { return lookups_.bytes_missing(needed_(pair)) == 0; }

  /// Loads the slices that solving the pair looks up, and makes room for the pair's own values, so
  /// that `more` bytes stay free. Errors: as for reading tables; out_of_memory; io.
  Result<void> make_known(const SlicePair& pair, std::uint64_t more) {
    uses_.begin(pair);
    if (auto made = lookups_.make_known(needed_(pair), more, *this); !made) return made;
    for (const Material& m : std::set{pair.first, pair.second})
      if (auto added = lookups_.add_sparse(m, own_bytes(m)); !added) return added;
    return {};
  }

  /// Like make_known(), to solve a part of the pair, which touches `blocks` men blocks of each of
  /// its slices. Planes of slices with kings are read when they are looked up, within the memory
  /// that is left beside `more` bytes. If there is little, or if some are not kept, all are read at
  /// once: captures of a slice that is read from its table must not be found from planes whose
  /// damage shows later.
  Result<void> make_known_for(const SlicePair& pair, std::uint64_t blocks, std::uint64_t more) {
    own_blocks_ = blocks;
    const Planes planes = planes_of(needed_(pair));
    const std::uint64_t beside = more + planes.directories;
    std::uint64_t least = beside + planes.at_once + least_planes;
    for (const Material& m : std::set{pair.first, pair.second}) least += own_bytes(m);
    if (memory().fits(least)) open_planes(needed_(pair));
    if (auto made = make_known(pair, more); !made) return made;
    // A quarter is left for what is read between two calls of trim().
    if (const auto left = memory().left())
      known().cache().set_bound((*left - std::min(*left, beside)) / 4 * 3);
    return {};
  }
  /// The memory for planes of these slices where a part of a pair is solved that looks up the share
  /// `looked_up` of the planes that are read on demand.
  static std::uint64_t bytes_on_demand(const std::set<Material>& needed, double looked_up) {
    const Planes planes = planes_of(needed);
    const auto in_memory = static_cast<std::uint64_t>(static_cast<double>(planes.on_demand) *
                                                      std::min(1.0, looked_up));
    // The cache is bounded by three quarters of this, see make_known_for().
    return planes.at_once + planes.directories + std::max(least_planes, in_memory / 3 * 4);
  }

  /// Whether values that solving a pair has looked up are damaged. Then what was solved means
  /// nothing. Their planes are removed, so that their tables are read the next time.
  bool remove_damaged(const SlicePair& pair) { return remove_damaged_of(needed_(pair)); }
  /// Keeps the values of a solved pair for other processes, if that is wanted, and removes planes
  /// that no later pair looks up.
  void finish(const SlicePair& pair) {
    if (options_.keep_planes)
      for (const Material& m : std::set{pair.first, pair.second}) keep_planes(m);
    for (const Material& m : needed_(pair))
      if (uses_.next(m) == Uses::never) planes_.release(m);
  }

 private:
  // Bytes of planes.
  struct Planes {
    std::uint64_t at_once = 0;      // of slices that are read at once
    std::uint64_t on_demand = 0;    // of the others
    std::uint64_t directories = 0;  // of their files
  };
  static Planes planes_of(const std::set<Material>& needed) {
    Planes planes;
    for (const Material& m : needed)
      (m.kings() == 0 ? planes.at_once : planes.on_demand) += Known::bytes_for(m);
    planes.directories = planes.on_demand / PlanesFile::frame_bytes * PlanesOnDemand::bytes_a_frame;
    return planes;
  }
  // Opens the planes of all these slices, to read them on demand; or of none, if some are not kept.
  void open_planes(const std::set<Material>& needed) {
    for (const Material& m : needed) {
      if (known().has(m)) continue;
      auto& file = opened_[m] = planes_.open(m, Known::bytes_for(m));
      if (!file) return opened_.clear();
    }
  }
  // Removes the planes of those slices whose damage has shown; returns whether there are any.
  bool remove_damaged_of(const std::set<Material>& slices) {
    bool damaged = false;
    for (const Material& m : slices) {
      const auto& on_demand = known().slice(m).on_demand;
      if (!on_demand || !on_demand->is_damaged()) continue;
      damaged = true;
      planes_.remove(m);
    }
    return damaged;
  }
  // The least memory for planes that are read on demand.
  static constexpr std::uint64_t least_planes = 32 << 20;

  std::size_t next_use(const Material& m) const override { return uses_.next(m); }
  void forget(const Material& m) override {
    if (uses_.next(m) != Uses::never) keep_planes(m);
  }
  void keep_planes(const Material& m) { planes_.keep(m, known().slice(m).planes.content()); }

  Result<bool> load_whole(const Material& m) override {
    auto opened = opened_.extract(m);
    if (opened && m.kings() > 0) return read_on_demand(m, *std::move(opened.mapped()));
    const auto file = opened ? std::move(opened.mapped()) : planes_.open(m, Known::bytes_for(m));
    if (!file) return false;
    if (auto added = lookups_.add(m); !added) return added.error();
    if (file->read(known().slice(m).planes.content())) return true;
    lookups_.remove(m);
    planes_.remove(m);
    return false;
  }

  // What is in memory of the slice is bounded by the cache.
  Result<bool> read_on_demand(const Material& m, PlanesFile file) {
    if (auto added = lookups_.add_sparse(m, 0); !added) return added.error();
    auto& slice = known().slice(m);
    slice.on_demand =
        std::make_unique<PlanesOnDemand>(std::move(file), slice.planes.content(), known().cache());
    return true;
  }

  Result<void> load(const Material& m) override {
    const auto table = open_values(m);
    if (!table) return table.error();
    if (auto added = lookups_.add(m); !added) return added;
    auto& slice = known().slice(m);
    const std::uint64_t size = slice.index->block_size();
    const auto store = [&](Index i, Value v) {
      const auto k = static_cast<std::uint64_t>(i);
      slice.planes.store(k / size, k % size, v);
    };
    if (auto read = for_each_value<R, Value>(*table, *slice.index, store); !read) return read;
    fill_captures<R>(known(), slice);
    // The captures may have been found from planes that are read on demand. If these are damaged,
    // the values must not be kept.
    if (remove_damaged_of(captured_to(m, R.kings_play())))
      return Error{Error::Code::try_again, "values that were kept for other jobs are damaged"};
    if (options_.keep_planes) keep_planes(m);
    return {};
  }

  Result<Table> open_values(const Material& m) const {
    const TableId wdl{options_.variant, m, Metric::wdl};
    if (stage_.count == 0) return open_table(options_, wdl);
    auto table = open_table(options_, stage_.table(options_.variant, m, Metric::counted_wdl));
    if (table && table->is_as_without_count()) return open_table(options_, wdl);
    return table;
  }

  std::uint64_t own_bytes(const Material& m) const {
    return own_blocks_ ? Known::bytes_touched(m, *own_blocks_) : Known::bytes_for(m);
  }

  const BuildOptions& options_;
  const Stage stage_;
  const Needed needed_;
  std::optional<std::uint64_t> own_blocks_;               // see make_known_for()
  std::map<Material, std::optional<PlanesFile>> opened_;  // and not yet added
  Lookups<Known> lookups_;
  Uses uses_;
  KeptPlanes planes_;
};

}  // namespace damiera

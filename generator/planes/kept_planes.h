// SPDX-License-Identifier: MIT
#pragma once

#include <set>

#include "generator/plan/stage.h"
#include "generator/planes/planes_file.h"

namespace damiera {

/// The planes files of one stage of a build. They only save time: an error in writing one does not
/// stop the build, and if one cannot be read, the table is read. One thread at a time.
class KeptPlanes {
 public:
  /// `options` must outlive this.
  KeptPlanes(const BuildOptions& options, const Stage& stage) : options_{options}, stage_{stage} {}

  /// The planes of a slice, with `content_bytes` bytes of content; nothing if they are not there.
  std::optional<PlanesFile> open(const Material& m, std::uint64_t content_bytes) const;
  /// Writes the planes of a slice, unless they are there. After an error nothing more is written.
  void keep(const Material& m, std::span<const std::byte> content);
  /// Removes the planes of a slice, which are damaged.
  void remove(const Material& m);
  /// Removes the planes of a slice that this build no longer needs, unless they are kept for other
  /// processes. A whole build removes any such planes, a job of a plan only those that it wrote.
  void release(const Material& m);

 private:
  TableId values_of(const Material& m) const;

  const BuildOptions& options_;
  const Stage stage_;
  std::set<Material> written_;
  bool failed_ = false;
};

/// Removes the planes of all that a build plans, once it is finished, unless they are kept for
/// others. A job of a plan removes none.
void remove_planes_of_plan(const BuildOptions& options);

}  // namespace damiera

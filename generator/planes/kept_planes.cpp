#include "generator/planes/kept_planes.h"

#include "data/folder/planes_folder.h"

namespace damiera {

namespace {

TableId values_table(const BuildOptions& options, const Stage& stage, const Material& m) {
  return stage.table(options.variant, m, stage.count == 0 ? Metric::wdl : Metric::counted_wdl);
}

// Ignores errors: the end of the plan removes what is left.
void remove_file(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
}

}  // namespace

TableId KeptPlanes::values_of(const Material& m) const { return values_table(options_, stage_, m); }

std::optional<PlanesFile> KeptPlanes::open(const Material& m, std::uint64_t content_bytes) const {
  const TableId values = values_of(m);
  return PlanesFile::open(planes_path(options_.planes, values), values, content_bytes);
}

void KeptPlanes::keep(const Material& m, std::span<const std::byte> content) {
  if (failed_ || open(m, content.size())) return;
  const TableId values = values_of(m);
  failed_ = !write_planes(planes_path(options_.planes, values), values, content);
  written_.insert(m);
}

void KeptPlanes::remove(const Material& m) {
  remove_file(planes_path(options_.planes, values_of(m)));
}

void KeptPlanes::release(const Material& m) {
  if (!options_.keep_planes && (!options_.only || written_.contains(m))) remove(m);
}

void remove_planes_of_plan(const BuildOptions& options) {
  if (options.only || options.keep_planes) return;
  for (const Stage& stage : stages(options))
    if (!stage.is_of_endings())
      for (const SlicePair& pair : planned_pairs(options))
        for (const Material& m : {pair.first, pair.second})
          remove_file(planes_path(options.planes, values_table(options, stage, m)));
}

}  // namespace damiera

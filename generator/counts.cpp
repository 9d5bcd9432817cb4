#include "generator/counts.h"

namespace damiera {

Result<bool> is_as_without_count(const BuildOptions& options, const Job& job) {
  for (const Material& m : {job.pair.first, job.pair.second}) {
    const auto dtc = open_table(options, {options.variant, m, Metric::dtc});
    if (!dtc) return dtc.error();
    if (dtc->info().longest_plies > 2 * job.stage.count) return false;
  }
  for (const Material& m : looked_up(job.pair, rules_of(options.variant).kings_play())) {
    const auto counted =
        open_table(options, job.stage.table(options.variant, m, Metric::counted_wdl));
    if (!counted) return counted.error();
    const auto wdl = open_table(options, {options.variant, m, Metric::wdl});
    if (!wdl) return wdl.error();
    const TableInfo &a = counted->info(), &b = wdl->info();
    if (a.wins != b.wins || a.losses != b.losses) return false;
  }
  return true;
}

}  // namespace damiera

#include "data/pack.h"

#include <fmt/core.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>

#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/json_text.h"
#include "cli/options.h"
#include "data/catalogue.h"

namespace damiera {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* pack_help =
    R"(The values stay the same to the last one, and the bytes depend on them alone: packing a packed
folder gives what packing the first one gives.
  small   2 to 3 times smaller than what build writes; a first probe decodes a block, which
          takes milliseconds, later ones find it in memory
  fast    read in place: every probe takes a fraction of a microsecond, whether or not it is
          the first; about as large as what build writes
Distances are read together with the WDL table of the slice: both belong into the folder.

Examples:
  damiera pack italian tables small-tables --profile small
  damiera pack english tables fast-tables --profile fast --slices KKvK,KvKK)";

/// What was packed of one metric.
struct Packed {
  std::uint64_t tables = 0, positions = 0, bytes_before = 0, bytes = 0;
};

struct PackCommand {
  Options options;
  std::filesystem::path from, to;
  Profile profile = Profile::small;
  std::vector<Material> slices;

  bool is_wanted(const TableId& id) const {
    return slices.empty() || std::ranges::find(slices, id.material) != slices.end();
  }

  Result<std::vector<TableId>> wanted() const {
    auto ids = list_tables(from, options.variant);
    if (!ids) return ids.error();
    std::erase_if(*ids, [&](const TableId& id) { return !is_wanted(id); });
    if (ids->empty())
      return Error{
          Error::Code::missing_table,
          (from / std::string{name(options.variant)}).string() + ": there are no such tables"};
    return ids;
  }

  Result<Packed> pack_one(const TableId& id) const {
    const auto table = Table::open(from, id);
    if (!table) return table.error();
    const auto wdl = Table::open(from, {id.variant, id.material, Metric::wdl});
    if (!wdl) return wdl.error();
    if (auto done = pack(*table, *wdl, to, profile); !done) return done.error();
    std::error_code failed;
    const auto bytes = std::filesystem::file_size(table_path(to, id), failed);
    if (failed) return Error{Error::Code::io, table_path(to, id).string() + ": size"};
    return Packed{1, table->info().positions, table->bytes(), bytes};
  }

  Result<std::map<Metric, Packed>> pack_all(const std::vector<TableId>& ids) const {
    std::map<Metric, Packed> sums;
    std::optional<Error> failed;
    std::mutex mutex;
    oneapi::tbb::parallel_for(std::size_t{0}, ids.size(), [&](std::size_t n) {
      {
        const std::scoped_lock lock{mutex};
        if (failed) return;
      }
      const auto packed = pack_one(ids[n]);
      const std::scoped_lock lock{mutex};
      if (!packed) {
        failed = packed.error();
        return;
      }
      Packed& sum = sums[ids[n].metric];
      sum.tables += packed->tables;
      sum.positions += packed->positions;
      sum.bytes_before += packed->bytes_before;
      sum.bytes += packed->bytes;
    });
    if (failed) return *failed;
    return sums;
  }

  void print_json(const std::map<Metric, Packed>& sums) const {
    Json metrics = Json::array();
    for (const auto& [metric, p] : sums)
      metrics.push_back({{"metric", name(metric)},
                         {"tables", p.tables},
                         {"positions", p.positions},
                         {"bytes_before", p.bytes_before},
                         {"bytes", p.bytes}});
    fmt::print("{}\n", Json{{"variant", name(options.variant)},
                            {"profile", profile == Profile::small ? "small" : "fast"},
                            {"metrics", metrics}}
                           .dump(2));
  }
  void print_text(const std::map<Metric, Packed>& sums) const {
    for (const auto& [metric, p] : sums)
      fmt::print("{}: {} tables, {} positions, {} bytes before, {} now: {:.1f} positions a byte\n",
                 name(metric), p.tables, p.positions, p.bytes_before, p.bytes,
                 static_cast<double>(p.positions) / static_cast<double>(p.bytes));
  }

  Exit run() const {
    std::optional<oneapi::tbb::global_control> limit;
    if (options.threads > 0)
      limit.emplace(oneapi::tbb::global_control::max_allowed_parallelism,
                    static_cast<std::size_t>(options.threads));
    const auto ids = wanted();
    if (!ids) return fail(ids.error());
    const auto sums = pack_all(*ids);
    if (!sums) return fail(sums.error());
    options.json ? print_json(*sums) : print_text(*sums);
    return exit_fine;
  }
};

}  // namespace

void add_pack(CLI::App& app, Exit& status) {
  auto* sub = app.add_subcommand("pack", "Write tables anew: smaller, or faster to read");
  sub->footer(pack_help);
  const auto command = std::make_shared<PackCommand>();
  add_variant_option(*sub, command->options.variant);
  sub->add_option("from", command->from, "Folder of tables to read")->required()->type_name("IN");
  sub->add_option("to", command->to, "Folder of tables to write")->required()->type_name("OUT");
  sub->add_option("--profile", command->profile, "small or fast [small]")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Profile>{{"small", Profile::small}, {"fast", Profile::fast}}))
      ->type_name("PROFILE");
  add_slices_option(*sub, command->slices, "Only these [all in IN]");
  add_threads_option(*sub, command->options);
  add_json_option(*sub, command->options);
  sub->callback([command, &status] { status = command->run(); });
}

}  // namespace damiera

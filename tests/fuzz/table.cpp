#include "data/file/table.h"

#include <unistd.h>

#include <fstream>

#include "data/file/header.h"
#include "data/folder/catalogue.h"
#include "probe/tablebase.h"
#include "tests/fuzz/seal.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

namespace fs = std::filesystem;

// A folder of this process, with the shipped table of values that reading distances needs.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "damiera-fuzz-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  /// The folder for the table: each has its own.
  fs::path of(const TableId& id) const {
    fs::path folder = path_ / name(id.metric);
    const fs::path file = table_path(folder, id);
    fs::create_directories(file.parent_path());
    const TableId wdl{id.variant, id.material, Metric::wdl};
    if (id != wdl && !has_table(folder, wdl))
      fs::copy_file(table_path(shipped_tables(), wdl), table_path(folder, wdl));
    return folder;
  }

 private:
  fs::path path_;
};

constexpr unsigned variants = 5;  // the first of the list: the corpus relies on their number
constexpr std::array slices{Material{0, 1, 0, 1}, Material{0, 1, 1, 0}, Material{1, 0, 1, 0}};
constexpr std::array metrics{Metric::wdl, Metric::dtc, Metric::dtw, Metric::counted_wdl,
                             Metric::counted_dtc};

TableId chosen(unsigned choice) {
  const Metric metric = metrics[choice / 15 % metrics.size()];
  return {all_variants[choice % variants], slices[choice / 5 % slices.size()], metric,
          is_counted(metric) ? 50 : 0};
}

void require_refused(const Error& error, const fs::path& path) {
  require(error.code == Error::Code::corrupt || error.code == Error::Code::foreign_table,
          "a table is damaged or of another kind: " + error.message);
  require(error.message.starts_with(path.string() + ": "), "the file is named: " + error.message);
  require(error.message.size() < path.string().size() + 400, "a short message");
}

// A block read twice has the same values, and each value read alone is the same.
template <class T>
void check_block(const Table& table, std::uint64_t n) {
  std::vector<T> values(table.positions_in(n)), again(values.size());
  require(bool(table.read(n, std::span<T>{values})) && bool(table.read(n, std::span<T>{again})),
          "a block that was checked is read");
  require(values == again, "a block is read twice alike");
  if constexpr (std::is_same_v<T, Value>)
    for (const Value v : values)
      require(Value::loss <= v && v <= Value::win, "a value is a win, a draw or a loss");
  if (table.coding() != Coding::spans) return;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto one = table.value(n * table.block_positions() + i);
    const int expected = static_cast<int>(values[i]) + std::is_same_v<T, Value>;
    require(one && static_cast<int>(*one) == expected, "a value alone is that of its block");
  }
}

void check(const Table& table) {
  const TableInfo& info = table.info();
  require(info.wins + info.draws + info.losses == info.positions, "counts sum up");
  require(table.blocks() > 0 || is_counted(info.id.metric), "there are blocks");
  if (const auto checked = table.check(); !checked)
    return require_refused(checked.error(), table.path());
  for (std::uint64_t n = 0; n < table.blocks(); ++n)
    holds_values(info.id.metric) ? check_block<Value>(table, n)
                                 : check_block<std::uint16_t>(table, n);
}

}  // namespace

/// The first byte chooses which table it is, the second whether it is sealed.
void table(Input input) {
  static const Folder place;
  if (input.size() < 2) return;
  const TableId id = chosen(std::to_integer<unsigned>(input[0]));
  std::vector<std::byte> file{input.begin() + 2, input.end()}, sealed = file;
  seal(sealed);
  if (std::to_integer<unsigned>(input[1]) % 2 == 1) file = sealed;
  const fs::path folder = place.of(id), path = table_path(folder, id);
  std::ofstream{path, std::ios::binary}.write(reinterpret_cast<const char*>(file.data()),
                                              static_cast<std::streamsize>(file.size()));
  const auto opened = Table::open(folder, id);
  if (!opened) return require_refused(opened.error(), path);
  check(*opened);
  require(file == sealed || !opened->check(), "what is opened and checked is intact");
}

}  // namespace damiera::fuzz

// Damages tables, one fault at a time, and calls the library as a user would: a probe must give the
// right value or an error that names the file, and a check of the whole file must find every fault.
// Prints what was injected where, and what became of it. Exit status 1 for a wrong answer.
//
// usage: inject_faults FOLDER GAME FAULTS SEED   (a folder of sound tables, in any coding)
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "indexing/slice_index.h"
#include "probe/tablebase.h"
#include "tests/support/table_regions.h"

using namespace damiera;
using test::Bytes;
using test::Region;
namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "inject_faults: %s\n", why.c_str());
  std::exit(1);
}

Bytes read_file(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}

/// A copy of a folder in which one file at a time is replaced.
class Scratch {
 public:
  explicit Scratch(const fs::path& sound) : sound_{sound} {
    std::string name = fs::temp_directory_path() / "damiera-XXXXXX";
    path_ = ::mkdtemp(name.data());
    fs::copy(sound, path_, fs::copy_options::recursive);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { fs::remove_all(path_); }

  const fs::path& path() const { return path_; }
  /// Replaces a table's file by one with other bytes. A process that has the old file open keeps
  /// it.
  void replace(const TableId& id, const Bytes& bytes) const {
    const fs::path aside = path_ / "aside";
    std::ofstream{aside, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                 static_cast<std::streamsize>(bytes.size()));
    fs::rename(aside, table_path(path_, id));
  }

 private:
  fs::path sound_, path_;
};

/// What a fault does, and to which part of a file.
struct Fault {
  std::string kind, region;
  Bytes bytes;  // of the file afterwards
};

/// Makes faults of one file, without end.
class Faults {
 public:
  Faults(const Bytes& sound, const std::vector<Bytes>& others, std::mt19937_64& random)
      : sound_{sound}, others_{others}, regions_{test::regions_of(sound)}, random_{random} {}

  /// The file cut at every border of a region, and grown by a byte.
  std::vector<Fault> at_every_border() const {
    std::vector<Fault> all;
    for (const Region& r : regions_)
      for (const std::size_t size : {r.begin, r.begin + r.size / 2})
        all.push_back({"cut", r.name, {sound_.begin(), sound_.begin() + std::ptrdiff_t(size)}});
    return all;
  }
  /// A bit flipped in every region: its first, its last, or any other.
  std::vector<Fault> in_every_region() {
    std::vector<Fault> all;
    for (const Region& r : regions_)
      for (const std::size_t at : {r.begin, r.begin + r.size - 1, r.begin + below(r.size)})
        all.push_back(flipped(r, at));
    return all;
  }
  Fault any() {
    const Region& r = regions_[below(regions_.size())];
    const std::size_t at = r.begin + below(r.size);
    switch (random_() % 8) {
      case 0:
        return changed("byte set", r, [&](Bytes& b) { b[at] = static_cast<std::byte>(random_()); });
      case 1:
        return changed("zeroed page", r, [&](Bytes& b) { zero_page(b, at); });
      case 2:
        return {"cut", r.name, {sound_.begin(), sound_.begin() + std::ptrdiff_t(at)}};
      case 3:
        return changed("grown", {"the end", sound_.size(), 0}, [&](Bytes& b) {
          for (auto n = 1 + random_() % 5000; n > 0; --n) b.push_back(std::byte(n * random_()));
        });
      case 4:
        return {"another file", "the whole", others_[below(others_.size())]};
      case 5:
        return changed("stretch moved", r, [&](Bytes& b) { move_stretch(b, at); });
      default:
        return flipped(r, at);
    }
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  template <class Change>
  Fault changed(const char* kind, const Region& r, const Change& change) const {
    Fault fault{kind, r.name, sound_};
    change(fault.bytes);
    return fault;
  }
  Fault flipped(const Region& r, std::size_t at) {
    return changed("bit flipped", r, [&](Bytes& b) { b[at] ^= std::byte(1U << random_() % 8); });
  }
  static void zero_page(Bytes& b, std::size_t at) {
    constexpr std::size_t page = 4096;
    const std::size_t begin = at / page * page;
    std::fill_n(b.begin() + std::ptrdiff_t(begin), std::min(page, b.size() - begin), std::byte{});
  }
  // Bytes from elsewhere in the file, as when a disk writes to the wrong place.
  void move_stretch(Bytes& b, std::size_t at) {
    const std::size_t from = below(b.size());
    const std::size_t size = std::min(1 + below(600), b.size() - std::max(at, from));
    std::copy_n(sound_.begin() + std::ptrdiff_t(from), size, b.begin() + std::ptrdiff_t(at));
  }

  const Bytes& sound_;
  const std::vector<Bytes>& others_;
  std::vector<Region> regions_;
  std::mt19937_64& random_;
};

/// What the sound tables say of a position.
struct Truth {
  Position pos;
  Value value;
  std::optional<Probe> probe;
  std::optional<CountedProbe> counted;
  std::optional<Ending> ending;
};

/// What became of faults.
struct Tally {
  std::uint64_t injected = 0, at_open = 0, at_a_block = 0, harmless = 0;
};

class Injector {
 public:
  Injector(const fs::path& folder, Variant variant, std::uint64_t seed)
      : variant_{variant}, sound_{open(folder)}, scratch_{folder}, random_{seed} {
    for (const TableId& id : sound_.tables()) ids_.push_back(id);
    if (ids_.empty()) fail("no tables of this game in " + folder.string());
    for (const TableId& id : ids_) files_.push_back(read_file(table_path(folder, id)));
    for (const Variant other : all_variants)
      if (other != variant && tables_of(other) == other && rules_of(other).kings_play())
        files_.push_back(
            read_file(table_path(shipped_tables(), {other, {0, 1, 0, 1}, Metric::wdl})));
  }

  void run(std::uint64_t faults) {
    for (std::size_t n = 0; n < ids_.size(); ++n) {
      Faults made{files_[n], files_, random_};
      for (const Fault& fault : made.at_every_border()) inject(n, fault);
      for (const Fault& fault : made.in_every_region()) inject(n, fault);
    }
    for (std::uint64_t i = 0; i < faults; ++i) {
      const std::size_t n = random_() % ids_.size();
      inject(n, Faults{files_[n], files_, random_}.any());
    }
  }
  void print() const;

 private:
  static Tablebase open_folder(const fs::path& folder, Variant variant) {
    auto tables = Tablebase::open(variant, {folder}, {.cache_bytes = 1 << 20, .shipped = false});
    if (!tables) fail(tables.error().message);
    return *std::move(tables);
  }
  Tablebase open(const fs::path& folder) const { return open_folder(folder, variant_); }

  void inject(std::size_t n, const Fault& fault) {
    if (fault.bytes == files_[n]) return;
    scratch_.replace(ids_[n], fault.bytes);
    Tally& tally = tallies_[{fault.kind, fault.region}];
    ++tally.injected;
    const auto table = Table::open(scratch_.path(), ids_[n]);
    const auto checked = table ? table->check() : Result<void>{table.error()};
    if (checked) fail(describe(n, fault) + ": not found by a check of the file");
    require_named(n, fault, checked.error());
    const bool told = probe(n, fault);
    ++(!table ? tally.at_open : told ? tally.at_a_block : tally.harmless);
    scratch_.replace(ids_[n], files_[n]);
  }

  // Asks for positions of the slice; whether any answer was an error.
  bool probe(std::size_t n, const Fault& fault) {
    const Tablebase tables = open(scratch_.path());
    bool told = false;
    const auto look = [&](const auto& answer, const auto& expected) {
      if (answer) {
        if (*answer != expected) fail(describe(n, fault) + ": a wrong answer");
      } else {
        require_named(n, fault, answer.error());
        told = true;
      }
    };
    for (const Truth& t : truths_of(ids_[n].material)) {
      look(tables.wdl(t.pos), t.value);
      if (t.probe) look(tables.probe(t.pos), *t.probe);
      if (t.counted) look(tables.probe(t.pos, Count{count()}), *t.counted);
      if (t.ending) look(tables.ending(t.pos), *t.ending);
    }
    return told;
  }

  // Distances coded along a tree are read together with values; the error may name the file of the
  // values.
  void require_named(std::size_t n, const Fault& fault, const Error& error) const {
    const std::string slice = name(ids_[n].material) + ".";
    if (error.message.find(slice) == error.message.npos)
      fail(describe(n, fault) + ": an error that names another file: " + error.message);
  }
  std::string describe(std::size_t n, const Fault& fault) const {
    return name(ids_[n]) + ": " + fault.kind + " (" + fault.region + ")";
  }

  int count() const {
    for (const TableId& id : ids_)
      if (id.count != 0) return id.count;
    return 0;
  }

  // Positions all over the slice, with what the sound tables say.
  const std::vector<Truth>& truths_of(const Material& m) {
    const auto made = truths_.try_emplace(m);
    std::vector<Truth>& found = made.first->second;
    if (made.second)
      with_moves(variant_, [&]<Rules R>() {
        const SliceIndex<R> slice{m};
        constexpr std::uint64_t most = 48;
        for (std::uint64_t k = 0; k < most; ++k)
          found.push_back(truth(slice.position(Index{slice.size() * k / most})));
      });
    return found;
  }
  Truth truth(const Position& pos) const {
    const auto value = sound_.wdl(pos);
    if (!value) fail("sound tables: " + value.error().message);
    Truth t{pos, *value, {}, {}, {}};
    if (const auto probe = sound_.probe(pos)) t.probe = *probe;
    if (count() != 0)
      if (const auto counted = sound_.probe(pos, Count{count()})) t.counted = *counted;
    if (const auto ending = sound_.ending(pos)) t.ending = *ending;
    return t;
  }

  Variant variant_;
  Tablebase sound_;
  Scratch scratch_;
  std::mt19937_64 random_;
  std::vector<TableId> ids_;
  std::vector<Bytes> files_;  // of these tables, and then of other games
  std::map<Material, std::vector<Truth>> truths_;
  std::map<std::pair<std::string, std::string>, Tally> tallies_;
};

void Injector::print() const {
  Tally all;
  std::printf("%-14s %-24s %9s %9s %9s %9s\n", "fault", "where", "injected", "at open", "at block",
              "not read");
  for (const auto& [what, t] : tallies_) {
    std::printf(
        "%-14s %-24s %9llu %9llu %9llu %9llu\n", what.first.c_str(), what.second.c_str(),
        static_cast<unsigned long long>(t.injected), static_cast<unsigned long long>(t.at_open),
        static_cast<unsigned long long>(t.at_a_block), static_cast<unsigned long long>(t.harmless));
    all.injected += t.injected;
  }
  std::printf("%zu tables, %llu faults: all found by a check of the file; wrong answers: 0\n",
              ids_.size(), static_cast<unsigned long long>(all.injected));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) fail("usage: inject_faults FOLDER GAME FAULTS SEED");
  const auto variant = parse_variant(argv[2]);
  if (!variant) fail(variant.error().message);
  Injector injector{argv[1], *variant, std::strtoull(argv[4], nullptr, 10)};
  injector.run(std::strtoull(argv[3], nullptr, 10));
  injector.print();
}

#include "apps/fetch/fetch.h"

#include <fcntl.h>

#include <algorithm>
#include <span>
#include <utility>

#include "apps/fetch/published.h"
#include "apps/fetch/sha256.h"
#include "apps/fetch/web_folder.h"
#include "data/file/durable.h"
#include "data/file/io_error.h"
#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "data/folder/disk_space.h"
#include "data/folder/folder_lock.h"
#include "data/folder/manifest.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_list_bytes = std::uint64_t{256} << 20;
constexpr std::uint64_t most_signature_bytes = 4096;

Result<void> move_file(const fs::path& from, const fs::path& to) {
  if (auto made = make_folders(to.parent_path()); !made) return made;
  if (::rename(from.c_str(), to.c_str()) != 0) return io_error(to, "rename");
  return sync_folder(to.parent_path());
}

/// One call of fetch().
class Fetching {
 public:
  Fetching(const FetchRequest& request, WebFolder web,
           const std::function<bool(const FetchProgress&)>& progress)
      : request_{request}, web_{std::move(web)}, progress_{progress} {}

  Result<FetchReport> run();

 private:
  Result<std::vector<PublishedTable>> published();
  Result<void> look(std::vector<PublishedTable> tables);
  Result<void> expect_room() const;
  Result<void> fetch_missing();
  Result<void> fetch_slice(std::span<const PublishedTable> tables);
  Result<bool> is_published(const fs::path& path, const PublishedTable& table);
  Result<bool> stage(const PublishedTable& table);
  Result<bool> download(const PublishedTable& table, const fs::path& part);
  Result<void> check_staged(const PublishedTable& table);
  Result<void> check_blocks(const Table& table);
  Result<void> put_in_place(std::span<const PublishedTable> tables);
  Result<void> unlist(std::span<const TableId> tables);
  Result<void> list_tables_anew() const;
  void keep(std::uint64_t bytes);
  void drop(std::uint64_t bytes);
  bool go_on(const TransferStep& step);

  fs::path staging() const { return request_.folder / ".fetch"; }
  static fs::path part_of(const fs::path& whole) { return whole.string() + ".part"; }
  fs::path place(const TableId& id) const { return table_path(request_.folder, id); }
  std::string file(const PublishedTable& table) const { return name(table.id); }

  const FetchRequest& request_;
  WebFolder web_;
  const std::function<bool(const FetchProgress&)>& progress_;
  FetchReport report_;
  std::vector<PublishedTable> missing_;
  std::optional<Manifest> manifest_;  // opened when a table is replaced
  FetchProgress::Phase phase_ = FetchProgress::Phase::lists;
  std::string table_;       // that is in work
  std::uint64_t done_ = 0;  // bytes that have been compared, then bytes of missing tables here
  std::uint64_t kept_ = 0;  // bytes of the table in work that an earlier run left
  bool broke_off_ = false;  // an attempt to get the table in work failed
};

Result<FetchReport> Fetching::run() {
  auto tables = published();
  if (!tables) return tables.error();
  std::optional<FolderLock> lock;
  if (!request_.only_ask) {
    auto taken = FolderLock::take(request_.folder, request_.variant, request_.who);
    if (!taken) return taken.error();
    lock.emplace(*std::move(taken));
  }
  if (auto looked = look(*std::move(tables)); !looked) return looked.error();
  Result<void> fetched, listed;
  if (!request_.only_ask) {
    fetched = fetch_missing();
    listed = list_tables_anew();  // also after an error: some tables may have come before it
  }
  if (!fetched) return fetched.error();
  if (!listed) return listed.error();
  for (const PublishedTable& table : missing_)
    if (std::ranges::find(report_.fetched, table.id) == report_.fetched.end())
      report_.missing.push_back(table.id);
  return report_;
}

/// Gets the list of published tables, after its signature is checked, and keeps those wanted.
Result<std::vector<PublishedTable>> Fetching::published() {
  const auto ask = [this](const TransferStep& step) {
    return progress_({phase_, table_, 0, 0, std::string{step.failure}});
  };
  table_ = "SHA256SUMS";
  const auto sums = web_.read("SHA256SUMS", most_list_bytes, ask);
  if (!sums) return sums.error();
  if (!request_.key.empty()) {
    const auto signature = web_.read("SHA256SUMS.sig", most_signature_bytes, ask);
    if (!signature) return signature.error();
    auto checked = check_signature(*sums, *signature, request_.key, web_.place("SHA256SUMS.sig"));
    if (!checked) return checked.error();
  }
  const auto sum = listed_sum(*sums, "index.json", web_.place("SHA256SUMS"));
  if (!sum) return sum.error();
  table_ = "index.json";
  const auto index = web_.read("index.json", most_list_bytes, ask);
  if (!index) return index.error();
  if (sha256(*index) != *sum)
    return corrupt(web_.place("index.json") + ": its SHA-256 is not that of SHA256SUMS");
  auto tables = parse_index(*index, request_.variant, web_.place("index.json"));
  if (!tables) return tables;
  std::erase_if(*tables, [this](const PublishedTable& t) { return !request_.wanted(t.id); });
  if (tables->empty())
    return Error{Error::Code::missing_table, web_.place("index.json") +
                                                 ": lists no such tables of the game " +
                                                 std::string{name(request_.variant)}};
  return tables;
}

/// Finds out which of the tables are in the folder.
Result<void> Fetching::look(std::vector<PublishedTable> tables) {
  phase_ = FetchProgress::Phase::comparing;
  report_.tables = report_.not_compared = tables.size();
  for (const PublishedTable& table : tables) report_.bytes += table.bytes;
  std::uint64_t before = 0;
  for (PublishedTable& table : tables) {
    table_ = file(table);
    done_ = std::exchange(before, before + table.bytes);
    if (!go_on({})) return {};
    const auto is_there = is_published(place(table.id), table);
    if (!is_there) return is_there.error();
    if (report_.stopped) return {};
    --report_.not_compared;
    if (*is_there) {
      ++report_.there;
    } else if (has_table(request_.folder, table.id) && !request_.replace) {
      report_.other.push_back(table.id);
    } else {
      report_.bytes_missing += table.bytes;
      missing_.push_back(std::move(table));
    }
  }
  phase_ = FetchProgress::Phase::fetching;
  done_ = 0;
  return {};
}

/// Whether a file has the size and the sum of a table. False as well if it was stopped meanwhile.
Result<bool> Fetching::is_published(const fs::path& path, const PublishedTable& table) {
  std::error_code none;
  if (fs::file_size(path, none) != table.bytes || none) return false;
  const auto sum = sha256_of_file(path, [this](std::uint64_t bytes) {
    if (phase_ == FetchProgress::Phase::comparing) done_ += bytes;
    return go_on({});
  });
  if (!sum && report_.stopped) return false;
  if (!sum) return sum.error();
  return *sum == table.sha256;
}

/// Checks that the disk has room for what is still to come.
Result<void> Fetching::expect_room() const {
  if (missing_.empty() || !request_.check_space) return {};
  std::uint64_t needed = 0;
  for (const PublishedTable& table : missing_) {
    std::uint64_t here = 0;  // of what an earlier run began
    const fs::path whole = table_path(staging(), table.id);
    for (const fs::path& path : {whole, part_of(whole)}) {
      std::error_code none;
      const std::uint64_t bytes = fs::file_size(path, none);
      if (!none) here += bytes;
    }
    needed += table.bytes - std::min(here, table.bytes);
  }
  return expect_space(request_.folder, needed);
}

/// Slice by slice, until all is there or it is stopped.
Result<void> Fetching::fetch_missing() {
  if (auto room = expect_room(); !room) return room;
  for (std::span rest{missing_}; !rest.empty() && !report_.stopped;) {
    const auto end = std::ranges::find_if(
        rest, [&](const auto& table) { return table.id.material != rest.front().id.material; });
    const auto slice = rest.first(static_cast<std::size_t>(end - rest.begin()));
    if (auto fetched = fetch_slice(slice); !fetched) return fetched;
    rest = rest.subspan(slice.size());
  }
  return {};
}

/// Fetches and checks all tables of a slice together: distances may be stored in a way that needs
/// the values to be read.
Result<void> Fetching::fetch_slice(std::span<const PublishedTable> tables) {
  for (const PublishedTable& table : tables) {
    const auto staged = stage(table);
    if (!staged) return staged.error();
    if (!*staged) return {};
  }
  const TableId& first = tables.front().id;
  const TableId values = wdl_beside(first);
  const fs::path link = table_path(staging(), values);
  const bool linked = first != values && has_table(request_.folder, values);
  std::error_code failed;
  if (linked) fs::remove(link, failed);
  if (linked) fs::create_symlink(fs::absolute(place(values)), link, failed);
  Result<void> checked;
  for (const PublishedTable& table : tables)
    if (checked) checked = check_staged(table);
  if (linked) fs::remove(link, failed);
  if (!checked || report_.stopped) return checked;
  return put_in_place(tables);
}

Result<void> Fetching::put_in_place(std::span<const PublishedTable> tables) {
  // Also tables that are not there: the list may have the sum of a file that was lost.
  std::vector<TableId> placed;
  for (const PublishedTable& table : tables) placed.push_back(table.id);
  if (auto done = unlist(placed); !done) return done;
  for (const PublishedTable& table : tables) {
    if (auto moved = move_file(table_path(staging(), table.id), place(table.id)); !moved)
      return moved;
    report_.fetched.push_back(table.id);
  }
  return {};
}

/// Brings a file with the published sum into the folder for work in progress. False if stopped.
Result<bool> Fetching::stage(const PublishedTable& table) {
  table_ = file(table);
  if (!go_on({})) return false;
  const fs::path whole = table_path(staging(), table.id), part = part_of(whole);
  if (auto made = make_folders(whole.parent_path()); !made) return made.error();
  const auto is_there = is_published(whole, table);
  if (!is_there || report_.stopped) return is_there;
  if (*is_there) {
    keep(table.bytes);
    return true;
  }
  for (bool is_again = false;; is_again = true) {
    const auto done = download(table, part);
    if (!done || !*done) return done;
    const auto is_right = is_published(part, table);
    if (!is_right || report_.stopped) return is_right;
    if (*is_right) break;
    // Pieces may be of two publications: then the file has to come in one piece.
    const bool is_of_pieces = kept_ > 0 || broke_off_;
    std::error_code none;
    fs::remove(part, none);
    drop(table.bytes);
    if (is_again || !is_of_pieces)
      return corrupt(web_.place(file(table)) + ": its SHA-256 is not that of index.json");
  }
  if (auto moved = move_file(part, whole); !moved) return moved.error();
  return true;
}

/// Completes the part of a file that an earlier run left.
Result<bool> Fetching::download(const PublishedTable& table, const fs::path& part) {
  const FileDescriptor fd{::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)};
  if (!fd) return io_error(part, "create");
  std::error_code none;
  std::uint64_t from = fs::file_size(part, none);
  if (from > table.bytes) {
    if (::ftruncate(fd.get(), 0) != 0) return io_error(part, "truncate");
    from = 0;
  }
  keep(from);
  broke_off_ = false;
  const auto put = [&](std::uint64_t offset, std::string_view bytes) {
    return write_at(fd, part, offset, std::as_bytes(std::span{bytes}));
  };
  auto done = web_.get(file(table), from, table.bytes, put,
                       [this](const TransferStep& step) { return go_on(step); });
  if (done && *done && ::fsync(fd.get()) != 0) return io_error(part, "sync");
  return done;
}

/// Reads every block, until it is stopped.
Result<void> Fetching::check_blocks(const Table& table) {
  for (std::uint64_t n = 0; n < table.blocks() && go_on({}); ++n)
    if (auto read = table.check(n); !read) return read;
  return {};
}

/// Reads a table, since a published one may be damaged.
Result<void> Fetching::check_staged(const PublishedTable& table) {
  table_ = file(table);
  const auto opened = Table::open(staging(), table.id);
  auto checked = opened ? check_blocks(*opened) : opened.error();
  if (checked) return {};
  const Error::Code why = checked.error().code;
  if (why == Error::Code::missing_table)  // distances of packed tables
    return Error{why, file(table) +
                          ": is read together with the wdl table of its slice, which is "
                          "not in " +
                          request_.folder.string() + ": fetch it as well, as by --metrics wdl,dtc"};
  if (why != Error::Code::corrupt && why != Error::Code::foreign_table) return checked;
  std::error_code none;
  fs::remove(table_path(staging(), table.id), none);
  return Error{why, web_.place(file(table)) +
                        ": is published so, but is no sound table: " + checked.error().message};
}

/// Takes tables off checksums.txt before other files replace them. Even after a kill no old sum
/// stays.
Result<void> Fetching::unlist(std::span<const TableId> tables) {
  if (!manifest_) {
    auto opened = Manifest::open(request_.folder, request_.variant);
    if (!opened) return opened.error();
    manifest_.emplace(*std::move(opened));
  }
  return manifest_->remove(tables);
}

/// Brings checksums.txt up to date, also after an earlier run that was killed, and removes the
/// folder for work in progress where nothing is left in it.
Result<void> Fetching::list_tables_anew() const {
  std::error_code none;
  fs::remove(staging() / name(request_.variant), none);
  fs::remove(staging(), none);
  const bool is_listed = fs::exists(manifest_path(request_.folder, request_.variant), none);
  if (report_.fetched.empty() && !is_listed) return {};
  const auto manifest = Manifest::open(request_.folder, request_.variant);
  if (!manifest) return manifest.error();
  return {};
}

/// Counts bytes of the table in work that are here before its transfer begins.
void Fetching::keep(std::uint64_t bytes) {
  kept_ = bytes;
  done_ += bytes;
  report_.bytes_resumed += bytes;
}

/// Takes bytes of the table in work back: all of it that is here has to come again.
void Fetching::drop(std::uint64_t bytes) {
  done_ -= bytes;
  report_.bytes_resumed -= std::exchange(kept_, 0);
}

bool Fetching::go_on(const TransferStep& step) {
  if (step.dropped > 0) drop(step.dropped);
  done_ += step.came;
  report_.bytes_fetched += step.came;
  broke_off_ = broke_off_ || !step.failure.empty();
  const std::uint64_t total =
      phase_ == FetchProgress::Phase::comparing ? report_.bytes : report_.bytes_missing;
  const bool goes_on = progress_({phase_, table_, done_, total, std::string{step.failure}});
  report_.stopped = report_.stopped || !goes_on;
  return !report_.stopped;
}

}  // namespace

Result<FetchReport> fetch(const FetchRequest& request,
                          const std::function<bool(const FetchProgress&)>& progress) {
  auto web = WebFolder::at(request.url, request.tries);
  if (!web) return web.error();
  return Fetching{request, *std::move(web), progress}.run();
}

}  // namespace damiera

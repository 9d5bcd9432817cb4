#include "apps/fetch/fetch.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/fetch/sha256.h"
#include "apps/serve/server.h"
#include "data/file/table.h"
#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"
#include "probe/tablebase.h"

namespace damiera {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string read(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

void write(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream{path, std::ios::binary} << bytes;
}

/// A folder of this test that is removed with it.
class Folder {
 public:
  Folder() {
    std::string text = fs::temp_directory_path() / "damiera-fetch.XXXXXX";
    path_ = ::mkdtemp(text.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }
  fs::path operator/(const std::string& name) const { return path_ / name; }

 private:
  fs::path path_;
};

TableId table(const std::string& name) { return *parse_table_name("italian/" + name); }

/// Tables of three pieces as `scripts/package tables` publishes them.
class Publication {
 public:
  Publication() {
    for (const char* name : {"KvK.wdl", "KKvK.wdl", "KKvK.dtc", "KKvK.dtw", "KvKK.wdl", "KMvK.wdl"})
      fs::create_directories((folder_ / "italian")),
          fs::copy_file(shipped_tables() / "italian" / name, folder_ / "italian" / name);
    publish();
  }
  /// Writes index.json and SHA256SUMS of what is there.
  void publish() const {
    json files = json::array();
    for (const auto& entry : fs::directory_iterator{folder_ / "italian"})
      files.push_back({{"name", "italian/" + entry.path().filename().string()},
                       {"bytes", entry.file_size()},
                       {"sha256", sha256(read(entry.path()))}});
    const std::string index = json{{"format", 1}, {"files", files}}.dump();
    write(folder_ / "index.json", index);
    write(folder_ / "SHA256SUMS", sha256(index) + "  index.json\n");
  }
  fs::path file(const std::string& name) const { return folder_ / "italian" / name; }
  const fs::path& folder() const { return folder_.path(); }

 private:
  Folder folder_;
};

/// A port of this machine where somebody listens.
class Listening {
 public:
  Listening() : socket_{::socket(AF_INET, SOCK_STREAM, 0)} {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), size);
    ::listen(socket_.get(), 16);
    ::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
  }
  int get() const { return socket_.get(); }
  int port() const { return port_; }

 private:
  FileDescriptor socket_;
  int port_ = 0;
};

/// The server that users run, which offers a folder.
class Mirror {
 public:
  explicit Mirror(const fs::path& folder)
      : site_{*Site::open(
            {.folders = [](Variant) { return std::vector<fs::path>{}; }, .downloads = folder},
            metrics_)},
        server_{site_, metrics_, {}},
        port_{*server_.listen("127.0.0.1", 0)},
        thread_{[this] { (void)server_.run(); }} {}
  ~Mirror() {
    server_.stop();
    thread_.join();
  }
  int port() const { return port_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/download"; }

 private:
  Metrics metrics_;
  Site site_;
  Server server_;
  int port_;
  std::thread thread_;
};

/// A proxy that breaks each connection off after some bytes of the server's answers.
class Breaking {
 public:
  Breaking(int port, std::size_t bytes)
      : port_{port}, bytes_{bytes}, thread_{[this] {
          while (!done_) serve();
        }} {}
  ~Breaking() {
    done_ = true;
    thread_.join();
  }
  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(listening_.port()) + "/download";
  }
  /// The requests of the clients.
  std::string asked() const { return asked_; }
  int broken() const { return broken_; }

 private:
  void serve() {
    pollfd polled{listening_.get(), POLLIN, 0};
    if (::poll(&polled, 1, 20) <= 0) return;
    const FileDescriptor client{::accept(listening_.get(), nullptr, nullptr)};
    const FileDescriptor server{::socket(AF_INET, SOCK_STREAM, 0)};
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port_));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(server.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
    for (std::size_t left = bytes_; left > 0 && !done_;) {
      pollfd both[] = {{client.get(), POLLIN, 0}, {server.get(), POLLIN, 0}};
      if (::poll(both, 2, 20) <= 0) continue;
      char bytes[4096];
      if (both[0].revents != 0) {
        const auto got = ::recv(client.get(), bytes, sizeof bytes, 0);
        if (got <= 0) return;
        asked_.append(bytes, static_cast<std::size_t>(got));
        ::send(server.get(), bytes, static_cast<std::size_t>(got), MSG_NOSIGNAL);
      }
      if (both[1].revents != 0) {
        const auto got = ::recv(server.get(), bytes, std::min(left, sizeof bytes), 0);
        if (got <= 0) return;
        ::send(client.get(), bytes, static_cast<std::size_t>(got), MSG_NOSIGNAL);
        left -= static_cast<std::size_t>(got);
      }
    }
    ++broken_;
  }

  Listening listening_;
  int port_;
  std::size_t bytes_;
  std::atomic<bool> done_ = false;
  std::atomic<int> broken_ = 0;
  std::string asked_;
  std::thread thread_;
};

/// A server that sends what a function gives for a path, and closes the connection. It keeps a
/// client waiting where that is nothing.
class Answering {
 public:
  using Answer = std::function<std::string(const std::string& path)>;
  /// `stays`: the connection stays open until the client goes away.
  explicit Answering(Answer answer, bool stays = false)
      : answer_{std::move(answer)}, stays_{stays}, thread_{[this] {
          while (!done_) serve();
        }} {}
  ~Answering() {
    done_ = true;
    thread_.join();
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(listening_.port()); }

 private:
  bool has_bytes(int socket) const {
    pollfd polled{socket, POLLIN, 0};
    while (!done_)
      if (::poll(&polled, 1, 20) > 0) return true;
    return false;
  }
  /// Until the client goes away: one that reads no more could hold a plain send() for minutes.
  void send(int socket, std::string_view text) const {
    while (!done_ && !text.empty()) {
      pollfd polled{socket, POLLOUT, 0};
      if (::poll(&polled, 1, 20) <= 0) continue;
      const auto sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent < 0 && errno != EAGAIN) return;
      text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
  }
  void serve() {
    if (!has_bytes(listening_.get())) return;
    const FileDescriptor client{::accept(listening_.get(), nullptr, nullptr)};
    std::string asked;
    while (asked.find("\r\n\r\n") == asked.npos) {
      char bytes[4096];
      const auto got =
          has_bytes(client.get()) ? ::recv(client.get(), bytes, sizeof bytes, 0) : ssize_t{0};
      if (got <= 0) return;
      asked.append(bytes, static_cast<std::size_t>(got));
    }
    const auto begin = asked.find(' ') + 1;
    const std::string answer = answer_(asked.substr(begin, asked.find(' ', begin) - begin));
    if (answer.empty()) (void)has_bytes(client.get());  // until the client goes away
    send(client.get(), answer);
    if (stays_) (void)has_bytes(client.get());
  }

  Answer answer_;
  bool stays_;
  Listening listening_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

/// A whole file, as servers without ranges send it.
std::string whole_file(const fs::path& path) {
  const std::string bytes = read(path);
  return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + std::to_string(bytes.size()) +
         "\r\n\r\n" + bytes;
}

FetchRequest request(const fs::path& folder, const std::string& url) {
  return {.variant = Variant::italian,
          .folder = folder,
          .url = url,
          .key = {},
          .wanted = [](const TableId&) { return true; },
          .tries = 3};
}

bool go_on(const FetchProgress&) { return true; }

/// What went wrong; empty if nothing did.
std::string complaint(const Result<FetchReport>& report) {
  return report ? std::string{} : report.error().message;
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator{folder})
    if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(folder));
  std::ranges::sort(names);
  return names;
}

TEST(Fetch, BringsTheTablesAndTheirList) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  const auto report = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_EQ(report->fetched.size(), 6U);
  EXPECT_TRUE(report->missing.empty());
  EXPECT_EQ(report->bytes_fetched, report->bytes);
  for (const char* name : {"KvK.wdl", "KKvK.wdl", "KKvK.dtc", "KKvK.dtw", "KvKK.wdl", "KMvK.wdl"})
    EXPECT_EQ(read(to / ("italian/" + std::string{name})), read(published.file(name))) << name;
  EXPECT_EQ(read_checksums(to / "italian/checksums.txt")->size(), 6U);
  EXPECT_EQ(files_in(to.path()).size(), 7U);  // nothing else
}

TEST(Fetch, FetchesNothingAgain) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  ASSERT_TRUE(fetch(request(to.path(), mirror.url()), go_on));
  const auto again = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_TRUE(again) << complaint(again);
  EXPECT_EQ(again->there, 6U);
  EXPECT_TRUE(again->fetched.empty());
  EXPECT_EQ(again->bytes_fetched, 0U);
}

TEST(Fetch, FetchesOnlyWhatIsWanted) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  FetchRequest wanted = request(to.path(), mirror.url());
  wanted.wanted = [](const TableId& id) { return id.material.total() == 2; };
  ASSERT_TRUE(fetch(wanted, go_on));
  EXPECT_EQ(files_in(to.path()),
            (std::vector<std::string>{"italian/KvK.wdl", "italian/checksums.txt"}));
  wanted.wanted = [](const TableId&) { return false; };
  wanted.folder /= "none";
  EXPECT_NE(complaint(fetch(wanted, go_on)).find("lists no such tables"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(wanted.folder));
}

/// Packed distances are read together with the values of their slice.
TEST(Fetch, KeepsDistancesWhoseValuesAreNotThere) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  FetchRequest wanted = request(to.path(), mirror.url());
  wanted.wanted = [](const TableId& id) { return id.metric == Metric::dtc; };
  const std::string complained = complaint(fetch(wanted, go_on));
  EXPECT_NE(complained.find("read together with the wdl table"), std::string::npos) << complained;
  wanted.wanted = [](const TableId& id) { return id.metric != Metric::dtw; };
  const auto all = fetch(wanted, go_on);
  ASSERT_TRUE(all) << all.error().message;
  for (const TableId& id : all->fetched) EXPECT_NE(id.metric, Metric::dtw);
  EXPECT_LT(all->bytes_fetched, all->bytes);  // the distances were there
}

TEST(Fetch, OnlySaysWhatItWouldFetch) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  FetchRequest asked = request(to.path(), mirror.url());
  asked.only_ask = true;
  const auto report = fetch(asked, go_on);
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_EQ(report->missing.size(), 6U);
  EXPECT_EQ(report->bytes_missing, report->bytes);
  EXPECT_TRUE(fs::is_empty(to.path()));
}

// Distances that are packed small are read together with the values, which may have been fetched
// earlier.
TEST(Fetch, FetchesDistancesAfterValues) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  FetchRequest values = request(to.path(), mirror.url());
  values.wanted = [](const TableId& id) { return id.metric == Metric::wdl; };
  ASSERT_TRUE(fetch(values, go_on));
  const auto report = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_EQ(report->fetched, (std::vector{table("KKvK.dtc"), table("KKvK.dtw")}));
  EXPECT_EQ(files_in(to.path()).size(), 7U);
}

TEST(Fetch, TakesATransferUpWhereItBroke) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Breaking broken{mirror.port(), 1500};
  const Folder to;
  const auto report = fetch(request(to.path(), broken.url()), go_on);
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_EQ(report->fetched.size(), 6U);
  EXPECT_EQ(report->bytes_fetched, report->bytes);  // none came twice
  EXPECT_GT(broken.broken(), 2);
  EXPECT_NE(broken.asked().find("Range: bytes="), std::string::npos);
  EXPECT_EQ(read(to / "italian/KKvK.dtw"), read(published.file("KKvK.dtw")));
}

// As after a kill: the part of a file that is there is kept, is not taken for a table, and is not
// fetched again.
TEST(Fetch, GoesOnWhereAnEarlierRunStopped) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  const Breaking broken{mirror.port(), 1500};
  std::uint64_t done = 0;
  const auto stopped = fetch(request(to.path(), broken.url()), [&](const FetchProgress& p) {
    if (p.phase != FetchProgress::Phase::fetching) return true;
    const bool has_begun = p.table == "italian/KKvK.dtc" && done > 0 && p.bytes_done > done;
    done = p.bytes_done;
    return !has_begun;
  });
  ASSERT_TRUE(stopped) << complaint(stopped);
  EXPECT_TRUE(stopped->stopped);
  EXPECT_FALSE(stopped->missing.empty());
  EXPECT_FALSE(has_table(to.path(), table("KKvK.dtc")));
  const auto part = fs::file_size(to / ".fetch/italian/KKvK.dtc.part");
  EXPECT_GT(part, 0U);
  const auto values = fs::file_size(to / ".fetch/italian/KKvK.wdl");  // wait for their slice
  const auto whole = list_tables(to.path(), Variant::italian);
  for (const TableId& id : *whole) EXPECT_TRUE(Table::open(to.path(), id)->check()) << name(id);
  const auto report = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_TRUE(report->missing.empty());
  EXPECT_EQ(report->bytes_resumed, values + part);
  EXPECT_EQ(read(to / "italian/KKvK.dtc"), read(published.file("KKvK.dtc")));
  EXPECT_FALSE(fs::exists(to / ".fetch"));
}

// A server that knows no ranges sends bytes again that an earlier run got: they do not count twice.
TEST(Fetch, CountsNoByteTwiceWithoutRanges) {
  const Publication published;
  const Answering server{
      [&](const std::string& path) { return whole_file(published.folder() / path.substr(1)); }};
  const Folder to;
  const std::string bytes = read(published.file("KKvK.dtw"));
  write(to / ".fetch/italian/KKvK.dtw.part", bytes.substr(0, bytes.size() * 9 / 10));
  FetchProgress last{};
  bool has_passed_all = false;
  const auto report = fetch(request(to.path(), server.url()), [&](const FetchProgress& p) {
    has_passed_all = has_passed_all || p.bytes_done > p.bytes_total;
    last = p;
    return true;
  });
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_FALSE(has_passed_all);
  EXPECT_EQ(last.bytes_done, last.bytes_total);
  EXPECT_EQ(report->bytes_resumed, 0U);
  EXPECT_EQ(report->bytes_fetched, report->bytes);
  EXPECT_EQ(read(to / "italian/KKvK.dtw"), bytes);
}

// What is missing is only known when all tables have been compared.
TEST(Fetch, ShowsBytesOnceAllTablesAreCompared) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  std::vector<FetchProgress> seen;
  const auto see = [&](const FetchProgress& p) {
    seen.push_back(p);
    return true;
  };
  FetchRequest asked = request(to.path(), mirror.url());
  asked.only_ask = true;
  ASSERT_TRUE(fetch(asked, see));
  for (const FetchProgress& p : seen) EXPECT_NE(p.phase, FetchProgress::Phase::fetching) << p.table;
  std::uint64_t bytes = 0;
  for (const auto& entry : fs::directory_iterator{published.folder() / "italian"})
    bytes += entry.file_size();
  EXPECT_EQ(seen.back().phase, FetchProgress::Phase::comparing);
  EXPECT_EQ(seen.back().bytes_total, bytes);
  EXPECT_EQ(seen.back().bytes_done,  // the last one is in work
            bytes - fs::file_size(published.folder() / seen.back().table));
  seen.clear();
  const auto report = fetch(request(to.path(), mirror.url()), see);
  ASSERT_TRUE(report) << complaint(report);
  const auto first = std::ranges::find(seen, FetchProgress::Phase::fetching, &FetchProgress::phase);
  ASSERT_NE(first, seen.end());
  EXPECT_EQ(first->bytes_total, report->bytes_missing);
  EXPECT_EQ(first->table, name(report->fetched.front()));
  EXPECT_EQ(seen.back().bytes_done, report->bytes_missing);
}

// The part may be of another publication: the file is then fetched from its beginning.
TEST(Fetch, BeginsAnewWhereThePartIsOfAnotherFile) {
  const Publication published;
  const Mirror mirror{published.folder()};
  for (const std::size_t bytes : {std::size_t{5}, std::size_t{100'000}}) {
    const Folder to;
    write(to / ".fetch/italian/KvK.wdl.part", std::string(bytes, '?'));
    const auto report = fetch(request(to.path(), mirror.url()), go_on);
    ASSERT_TRUE(report) << complaint(report);
    EXPECT_EQ(read(to / "italian/KvK.wdl"), read(published.file("KvK.wdl")));
    EXPECT_EQ(report->bytes_resumed, 0U);
  }
}

TEST(Fetch, RefusesAFalsifiedFile) {
  const Publication published;
  const Mirror mirror{published.folder()};
  std::string bytes = read(published.file("KvK.wdl"));
  bytes[bytes.size() / 2] ^= 1;
  write(published.file("KvK.wdl"), bytes);
  const Folder to;
  const auto report = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::corrupt);
  EXPECT_EQ(report.error().message,
            mirror.url() + "/italian/KvK.wdl: its SHA-256 is not that of index.json");
  EXPECT_TRUE(files_in(to.path()).empty());
}

TEST(Fetch, RefusesAFileOfAnotherSize) {
  for (const bool is_longer : {true, false}) {
    const Publication published;
    std::string bytes = read(published.file("KvK.wdl"));
    write(published.file("KvK.wdl"), is_longer ? bytes + "?" : bytes.substr(1));
    const Mirror mirror{published.folder()};
    const Folder to;
    const auto report = fetch(request(to.path(), mirror.url()), go_on);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, Error::Code::corrupt) << report.error().message;
    EXPECT_FALSE(has_table(to.path(), table("KvK.wdl")));
  }
}

// The first half comes from an older file, the second from the one that replaced it.
TEST(Fetch, BeginsAnewWhereTheFileChangesBetweenAttempts) {
  const Publication published;
  const fs::path file = published.file("KKvK.dtw");
  const std::string bytes = read(file);
  bool has_broken = false;
  const Mirror mirror{published.folder()};
  const Breaking broken{mirror.port(), 1500};
  write(file, std::string(bytes.size(), '?'));
  const Folder to;
  const auto report = fetch(request(to.path(), broken.url()), [&](const FetchProgress& p) {
    if (p.table == "italian/KKvK.dtw" && !p.failure.empty() && !std::exchange(has_broken, true)) {
      fs::remove(file);
      write(file, bytes);
    }
    return true;
  });
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_TRUE(has_broken);
  EXPECT_EQ(read(to / "italian/KKvK.dtw"), bytes);
}

TEST(Fetch, RefusesAFalsifiedList) {
  const Publication published;
  const Mirror mirror{published.folder()};
  write(published.folder() / "index.json", read(published.folder() / "index.json") + " ");
  const Folder to;
  EXPECT_EQ(complaint(fetch(request(to.path(), mirror.url()), go_on)),
            mirror.url() + "/index.json: its SHA-256 is not that of SHA256SUMS");
}

// The sum is right, but the table was damaged before it was published.
TEST(Fetch, RefusesAPublishedTableThatIsDamaged) {
  const Publication published;
  std::string bytes = read(published.file("KKvK.dtw"));
  bytes[bytes.size() * 3 / 4] ^= 1;
  write(published.file("KKvK.dtw"), bytes);
  published.publish();
  const Mirror mirror{published.folder()};
  const Folder to;
  const auto report = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("is no sound table"), std::string::npos);
  EXPECT_FALSE(has_table(to.path(), table("KKvK.dtw")));
  EXPECT_FALSE(fs::exists(to / ".fetch/italian/KKvK.dtw"));
}

TEST(Fetch, LeavesOtherTablesAlone) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  std::string mine = read(published.file("KvK.wdl"));
  mine.back() ^= 1;
  write(to / "italian/KvK.wdl", mine);
  const auto kept = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_TRUE(kept) << complaint(kept);
  EXPECT_EQ(kept->other, std::vector{table("KvK.wdl")});
  EXPECT_EQ(read(to / "italian/KvK.wdl"), mine);
  FetchRequest replacing = request(to.path(), mirror.url());
  replacing.replace = true;
  ASSERT_TRUE(fetch(replacing, go_on));
  EXPECT_EQ(read(to / "italian/KvK.wdl"), read(published.file("KvK.wdl")));
  // The list has the new file, although the old one had the same size.
  const auto list = read_checksums(to / "italian/checksums.txt");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->at("italian/KvK.wdl"), *sum_file(to.path(), table("KvK.wdl")));
}

/// A folder with all published tables and their list, of which KvK.wdl has other bytes.
void fetch_with_another_table(const fs::path& folder, const Publication& published,
                              const std::string& url) {
  std::string mine = read(published.file("KvK.wdl"));
  mine.back() ^= 1;
  write(folder / "italian/KvK.wdl", mine);
  ASSERT_TRUE(fetch(request(folder, url), go_on));
  EXPECT_EQ(read_checksums(folder / "italian/checksums.txt")->size(), 6U);
}

TEST(Fetch, ListsWhatItReplacedBeforeAnError) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  fetch_with_another_table(to.path(), published, mirror.url());
  fs::remove(published.file("KMvK.wdl"));
  fs::remove(to / "italian/KMvK.wdl");
  FetchRequest replacing = request(to.path(), mirror.url());
  replacing.replace = true;
  ASSERT_FALSE(fetch(replacing, go_on));
  EXPECT_EQ(read(to / "italian/KvK.wdl"), read(published.file("KvK.wdl")));
  EXPECT_EQ(read_checksums(to / "italian/checksums.txt")->at("italian/KvK.wdl"),
            *sum_file(to.path(), table("KvK.wdl")));
}

// Whatever a kill leaves: a table that is not listed is read by whoever opens the list.
TEST(Fetch, ListsNoOldSumOfATableThatItReplaced) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  fetch_with_another_table(to.path(), published, mirror.url());
  fs::remove(to / "italian/KMvK.wdl");
  FetchRequest replacing = request(to.path(), mirror.url());
  replacing.replace = true;
  std::optional<ChecksumList> between;
  ASSERT_TRUE(fetch(replacing, [&](const FetchProgress& p) {
    if (p.table == "italian/KMvK.wdl" && p.phase == FetchProgress::Phase::fetching && !between)
      between = *read_checksums(to / "italian/checksums.txt");
    return true;
  }));
  ASSERT_TRUE(between);
  EXPECT_FALSE(between->contains("italian/KvK.wdl"));
  // As if the run had been killed there: the next one, which replaces nothing, lists it.
  write(to / "italian/checksums.txt", to_text(*between));
  ASSERT_TRUE(fetch(replacing, go_on));
  EXPECT_EQ(read_checksums(to / "italian/checksums.txt")->at("italian/KvK.wdl"),
            *sum_file(to.path(), table("KvK.wdl")));
}

TEST(Fetch, SaysWhatIsNotThere) {
  const Publication published;
  const Mirror mirror{published.folder()};
  const Folder to;
  fs::remove(published.file("KKvK.dtc"));
  const auto report = fetch(request(to.path(), mirror.url()), go_on);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::missing_table) << report.error().message;
  const auto elsewhere = fetch(request(to.path(), mirror.url() + "/old"), go_on);
  EXPECT_EQ(complaint(elsewhere), mirror.url() + "/old/SHA256SUMS: there is no such file");
}

TEST(Fetch, GivesUpWhereNobodyAnswers) {
  const Folder to;
  int port = 0;
  { port = Listening{}.port(); }
  const std::string host = "127.0.0.1:" + std::to_string(port);
  std::string failure;
  const auto report = fetch(request(to.path(), "http://" + host), [&](const FetchProgress& p) {
    if (!p.failure.empty()) failure = p.failure;
    return true;
  });
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::try_again) << report.error().message;
  EXPECT_EQ(failure, "no connection to " + host);  // told while it tried again
  EXPECT_EQ(report.error().message,
            "http://" + host + "/SHA256SUMS: cannot be fetched: no connection to " + host);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The server takes the request and sends nothing.
TEST(Fetch, StopsWhileAServerStalls) {
  const Publication published;
  const Answering server{[&](const std::string& path) {
    return path.ends_with("/KvK.wdl") ? "" : whole_file(published.folder() / path.substr(1));
  }};
  const Folder to;
  const auto begin = std::chrono::steady_clock::now();
  const auto report = fetch(request(to.path(), server.url()),
                            [&](const FetchProgress&) { return seconds_since(begin) < 0.3; });
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_TRUE(report->stopped);
  EXPECT_LT(seconds_since(begin), 5);
}

// A file on the disk may take long to compare: here it is as large as 64 parts that are read.
TEST(Fetch, StopsWhileItCompares) {
  const Publication published;
  const std::uint64_t large = std::uint64_t{64} << 20;
  fs::resize_file(published.file("KvK.wdl"), large);
  published.publish();
  const Folder to;
  write(to / "italian/KvK.wdl", "");
  fs::resize_file(to / "italian/KvK.wdl", large);
  const Mirror mirror{published.folder()};
  const auto report = fetch(request(to.path(), mirror.url()), [&](const FetchProgress& p) {
    EXPECT_LE(p.bytes_done, large / 2) << p.table;
    return p.bytes_done < large / 2;
  });
  ASSERT_TRUE(report) << complaint(report);
  EXPECT_TRUE(report->stopped);
  EXPECT_EQ(report->not_compared, 6U);  // the first one is the largest
  EXPECT_TRUE(report->missing.empty());
}

// httplib would keep reading it, into memory.
TEST(Fetch, GivesUpHeadersWithoutEnd) {
  const std::string lines = [] {
    std::string all = "HTTP/1.1 200 OK\r\n";
    for (int n = 0; all.size() < std::size_t{8} << 20; ++n)
      all += "X-" + std::to_string(n) + ": " + std::string(1000, 'a') + "\r\n";
    return all;
  }();
  const Answering server{[&](const std::string&) { return lines; }, /*stays=*/true};
  const Folder to;
  FetchRequest once = request(to.path(), server.url());
  once.tries = 1;
  const auto report = fetch(once, go_on);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::try_again);
  EXPECT_EQ(report.error().message,
            server.url() + "/SHA256SUMS: cannot be fetched: the header of its answer has no end");
}

TEST(Fetch, RefusesWhatIsSentInAnotherCoding) {
  const Publication published;
  const Answering server{[&](const std::string&) -> std::string {
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\n"
           "Content-Length: 4\r\n\r\nxxxx";
  }};
  const Folder to;
  const auto report = fetch(request(to.path(), server.url()), go_on);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::io);
  EXPECT_EQ(
      report.error().message,
      server.url() + "/SHA256SUMS: the server sends it as 'gzip'; expected its bytes as they are");
}

// Another attempt would end in the same way.
TEST(Fetch, EndsAtOnceWhereRedirectsHaveNoEnd) {
  int asked = 0;
  const Answering server{[&](const std::string& path) {
    ++asked;
    return "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: " + path +
           "\r\n\r\n";
  }};
  const Folder to;
  const auto report = fetch(request(to.path(), server.url()), go_on);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::io);
  EXPECT_EQ(report.error().message, server.url() + "/SHA256SUMS: too many redirects");
  EXPECT_LE(asked, 21);
}

// No disk has room for the table, as it is published. What an earlier run began needs no room
// again.
TEST(Fetch, BeginsOnlyIfTheDiskHasRoom) {
  const Publication published;
  auto index = json::parse(read(published.folder() / "index.json"));
  for (json& file : index["files"])
    if (file["name"] == "italian/KvK.wdl") file["bytes"] = std::uint64_t{1} << 60;
  write(published.folder() / "index.json", index.dump());
  write(published.folder() / "SHA256SUMS", sha256(index.dump()) + "  index.json\n");
  const Mirror mirror{published.folder()};
  const Folder to;
  FetchRequest wanted = request(to.path(), mirror.url());
  const auto report = fetch(wanted, go_on);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, Error::Code::try_again);
  EXPECT_NE(report.error().message.find("MiB of disk needed"), std::string::npos)
      << report.error().message;
  EXPECT_FALSE(fs::exists(to / "italian/KKvK.wdl"));
  wanted.check_space = false;
  const auto anyway = fetch(wanted, go_on);
  ASSERT_FALSE(anyway);
  EXPECT_EQ(anyway.error().message.find("disk needed"), std::string::npos)
      << anyway.error().message;
}

TEST(Fetch, ReadsAddresses) {
  const Folder to;
  for (const char* url : {"", "ftp://x/y", "example.org/tables", "http://", "http:///tables",
                          "http://x/y?z", "http://a b/c"}) {
    const auto report = fetch(request(to.path(), url), go_on);
    ASSERT_FALSE(report) << url;
    EXPECT_EQ(report.error().code, Error::Code::bad_notation) << url;
  }
}

}  // namespace
}  // namespace damiera

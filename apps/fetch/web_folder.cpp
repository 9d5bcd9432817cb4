#include "apps/fetch/web_folder.h"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "apps/fetch/request_watch.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// "http://host:9000" and "/download" of "http://host:9000/download/".
struct Address {
  std::string server, path;
};

std::optional<Address> parse_address(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  const std::string lower_end = url.substr(0, url.find("://"));
  if (lower_end != "http" && lower_end != "https") return std::nullopt;
  const auto begin = lower_end.size() + 3;
  const auto slash = url.find('/', begin);
  const bool is_plain = url.find_first_of("?# \t\r\n@") == url.npos;
  if (url.size() <= begin || slash == begin || !is_plain) return std::nullopt;
  return Address{url.substr(0, slash), slash == url.npos ? "" : url.substr(slash)};
}

/// Whether a status says that the same request may succeed later.
bool is_passing(int status) { return status == 408 || status == 429 || status >= 500; }

/// Waits, and calls go_on(0) now and then. False if that says to stop.
bool pause(milliseconds time, const std::string& failure, const WebFolder::GoOn& go_on) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    if (!go_on({.failure = failure})) return false;
    std::this_thread::sleep_for(std::min(time, 50ms));
  }
  return true;
}

/// Why a request got no answer, or only a part of it.
struct Failure {
  std::string why;
  bool is_passing = true;  // the same request may succeed later
};

/// `status` is 0 where no answer came.
Failure failure_of(int status, const httplib::Result& result, const std::string& host) {
  if (status != 0 && status != 200 && status != 206)
    return {fmt::format("the server answers {}", status), is_passing(status)};
  if (result) return {"it ended early"};
  switch (result.error()) {
    case httplib::Error::Connection:
    case httplib::Error::ConnectionTimeout:
      return {"no connection to " + host};
    case httplib::Error::SSLConnection:
      return {"no secure connection to " + host};
    case httplib::Error::SSLServerVerification:
      return {"the server's certificate is not trusted", false};
    case httplib::Error::SSLLoadingCerts:
      return {"the certificates that this system trusts cannot be read", false};
    case httplib::Error::ExceedRedirectCount:
      return {"too many redirects", false};
    case httplib::Error::Canceled:  // by the handler of the response, which checks the range
      return {"the server sends another part than the one that was asked for"};
    default:
      return {"the server does not answer, the connection broke, or a redirect leads nowhere"};
  }
}

}  // namespace

struct WebFolder::Client {
  Client(const Address& address, int number)
      : http{address.server},
        host{address.server.substr(address.server.find("://") + 3)},
        path{address.path},
        tries{std::max(number, 1)} {}

  httplib::Client http;
  ClientSocket socket = {};
  std::string host;  // "example.org:9000"
  std::string path;  // of the folder
  int tries;
};

/// A file that is being transferred.
struct WebFolder::Transfer {
  std::uint64_t bytes;  // the size of the file; for read(), the largest size
  bool has_known_size;  // whether the file has exactly this size
  const Put& put;
  std::uint64_t at;        // offset of the next byte
  std::uint64_t farthest;  // the largest `at` of all attempts
  int status = 0;          // of the last attempt; 0: it got no answer
  std::string why = {};    // why the last attempt failed
  bool may_pass = true;    // whether the next one may succeed
  milliseconds wait = {};  // the pause that the server asks for
  std::optional<Error> refused = {};
  bool is_whole = false, is_stopped = false;

  Result<void> check_header(const httplib::Response& response, const std::string& place) const;
};

/// Checks what the header says of the bytes that the server is about to send.
Result<void> WebFolder::Transfer::check_header(const httplib::Response& response,
                                               const std::string& place) const {
  const std::string coding = response.get_header_value("Content-Encoding");
  if (!coding.empty() && coding != "identity")
    return Error{Error::Code::io, place + ": the server sends it as " + damiera::quoted(coding) +
                                      "; expected its bytes as they are"};
  const bool is_whole_file = response.status == 200 && response.has_header("Content-Length");
  const auto size = response.get_header_value<std::uint64_t>("Content-Length");
  if (has_known_size && is_whole_file && size != bytes)
    return corrupt(place + fmt::format(": expected {} bytes, it has {}", bytes, size));
  return {};
}

Result<WebFolder> WebFolder::at(const std::string& url, int tries) {
  const auto address = parse_address(url);
  if (!address)
    return Error{
        Error::Code::bad_notation,
        damiera::quoted(url, 200) + ": expected http://HOST/FOLDER or https://HOST/FOLDER"};
  auto client = std::make_unique<Client>(*address, tries);
  if (!client->http.is_valid())
    return Error{Error::Code::bad_notation, "'" + address->server + "': there is no such server"};
  client->http.set_keep_alive(true);
  client->http.set_tcp_nodelay(true);
  client->http.set_follow_location(true);
  client->http.set_url_encode(false);  // the address is written as it is sent
  client->http.set_decompress(false);
  client->http.set_connection_timeout(10s);
  client->http.set_read_timeout(30s);
  client->http.set_socket_options([&kept = client->socket](int socket) { kept.set(socket); });
  return WebFolder{address->server + address->path, std::move(client)};
}

WebFolder::WebFolder(std::string url, std::unique_ptr<Client> client)
    : url_{std::move(url)}, client_{std::move(client)} {}
WebFolder::WebFolder(WebFolder&&) noexcept = default;
WebFolder::~WebFolder() = default;

/// Sends one request for the rest of the file.
void WebFolder::attempt(const std::string& file, Transfer& transfer, const GoOn& go_on) {
  httplib::Headers headers{{"Accept-Encoding", "identity"}};
  if (transfer.at > 0) headers.emplace("Range", fmt::format("bytes={}-", transfer.at));
  transfer.status = 0;
  transfer.wait = {};
  client_->socket.begin_request();
  RequestWatch watch{go_on, client_->socket};
  const auto begin = [&](const httplib::Response& response) {
    watch.has_header();
    transfer.status = response.status;
    const std::string range = response.get_header_value("Content-Range");
    const std::string seconds = response.get_header_value("Retry-After");
    transfer.wait = 1s * std::min(std::atoi(seconds.c_str()), 60);
    if (response.status != 200 && response.status != 206) return false;
    if (auto fits = transfer.check_header(response, place(file)); !fits) {
      transfer.refused = fits.error();
      return false;
    }
    if (response.status == 206) return range.starts_with(fmt::format("bytes {}-", transfer.at));
    const std::uint64_t dropped = std::exchange(transfer.at, 0);  // it sends whole files
    return dropped == 0 || watch.tell({.dropped = dropped});
  };
  const auto add = [&](const char* data, std::size_t size) {
    if (size > transfer.bytes - transfer.at)
      transfer.refused =
          corrupt(place(file) + fmt::format(": has more than {} bytes", transfer.bytes));
    else if (auto done = transfer.put(transfer.at, {data, size}); !done)
      transfer.refused = done.error();
    if (transfer.refused) return false;
    transfer.at += size;
    return watch.tell({.came = size});
  };
  const auto result = client_->http.Get(client_->path + "/" + file, headers, begin, add);
  transfer.is_stopped = watch.end();
  transfer.is_whole = transfer.has_known_size ? transfer.at == transfer.bytes : bool(result);
  const Failure failure = watch.had_endless_header()
                              ? Failure{"the header of its answer has no end"}
                              : failure_of(transfer.status, result, client_->host);
  transfer.why = failure.why;
  transfer.may_pass = failure.is_passing;
}

Result<bool> WebFolder::run(const std::string& file, Transfer& transfer, const GoOn& go_on) {
  for (int failed = 0;;) {
    attempt(file, transfer, go_on);
    if (transfer.refused) return *transfer.refused;
    if (transfer.is_stopped) return false;
    if (transfer.is_whole) return true;
    if (transfer.status == 404 || transfer.status == 410)
      return Error{Error::Code::missing_table, place(file) + ": there is no such file"};
    if (transfer.status == 416)
      return corrupt(place(file) +
                     fmt::format(": expected {} bytes, it has fewer", transfer.bytes));
    const std::string& why = transfer.why;
    if (!transfer.may_pass) return Error{Error::Code::io, place(file) + ": " + why};
    failed = transfer.at > transfer.farthest ? 0 : failed + 1;
    transfer.farthest = std::max(transfer.farthest, transfer.at);
    if (failed >= client_->tries)
      return Error{Error::Code::try_again,
                   place(file) + (transfer.at == 0 ? ": cannot be fetched: " + why
                                                   : fmt::format(": broken off at byte {}: {}",
                                                                 transfer.at, why))};
    if (!pause(std::max(transfer.wait, milliseconds{100} * (1 << std::min(failed, 7))), why, go_on))
      return false;
  }
}

Result<std::string> WebFolder::read(const std::string& file, std::uint64_t most,
                                    const GoOn& go_on) {
  std::string text;
  const Put put = [&](std::uint64_t offset, std::string_view bytes) -> Result<void> {
    text.resize(offset);
    text += bytes;
    return {};
  };
  Transfer transfer{.bytes = most, .has_known_size = false, .put = put, .at = 0, .farthest = 0};
  const auto read = run(file, transfer, go_on);
  if (!read) return read.error();
  if (!*read) return Error{Error::Code::try_again, place(file) + ": stopped"};
  return text;
}

Result<bool> WebFolder::get(const std::string& file, std::uint64_t from, std::uint64_t bytes,
                            const Put& put, const GoOn& go_on) {
  if (from == bytes) return true;
  Transfer transfer{
      .bytes = bytes, .has_known_size = true, .put = put, .at = from, .farthest = from};
  return run(file, transfer, go_on);
}

}  // namespace damiera

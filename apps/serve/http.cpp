#include "apps/serve/http.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "answers/text.h"
#include "apps/serve/client_address.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

/// What is known of the request that this thread answers. One handler of cpp-httplib cannot tell
/// another one.
struct Exchange {
  const Connection* connection = nullptr;
  bool is_understood = false, is_refused = false, has_body = false, body_was_read = false;
  bool says_close = false;  ///< cpp-httplib will say that the connection ends

  /// The connection must end after a request that was not read to its end: the rest would be taken
  /// for the next request.
  bool is_last() const { return !is_understood || is_refused || (has_body && !body_was_read); }
};
thread_local Exchange exchange;

/// The request headers that answers depend on.
constexpr std::array kept_headers{"accept-language", "if-none-match", "if-range", "range"};

damiera::Request request_of(const httplib::Request& from,
                            std::chrono::steady_clock::time_point deadline) {
  damiera::Request request{from.method, from.path, {}, {}, from.body, deadline};
  request.query.insert(from.params.begin(), from.params.end());
  for (const char* name : kept_headers)
    if (const auto found = from.headers.find(name); found != from.headers.end())
      request.headers.emplace(name, found->second);
  return request;
}

/// Sends the requested bytes of a file. False if the file has become shorter.
bool send_part(const FilePart& file, std::size_t offset, std::size_t bytes,
               httplib::DataSink& sink) {
  std::array<char, std::size_t{64} << 10> part;
  const auto got = ::pread(file.fd->get(), part.data(), std::min(bytes, part.size()),
                           static_cast<off_t>(file.offset + offset));
  return got > 0 && sink.write(part.data(), static_cast<std::size_t>(got));
}

void write(damiera::Response&& answer, httplib::Response& response) {
  response.status = answer.status;
  for (auto& [name, value] : answer.headers) response.headers.emplace(name, std::move(value));
  response.headers.emplace("Vary", "Accept-Encoding, Accept-Language");
  response.body = std::move(answer.body);
}

/// Makes the response send a file after the headers; it breaks off once `ending` is true.
void write(const FilePart& file, const std::atomic<bool>& ending, httplib::Response& response) {
  if (file.bytes == 0) return;
  const std::string type = response.get_header_value("Content-Type");
  response.headers.erase("Content-Type");  // set_content_provider() adds it
  response.set_content_provider(
      file.bytes, type,
      [file, &ending](std::size_t offset, std::size_t bytes, httplib::DataSink& sink) {
        return !ending && send_part(file, offset, bytes, sink);
      });
}

const char* reason(int status) {
  switch (status) {
    case 411:
      return "expected Content-Length";
    case 413:
      return "the body is too long";
    case 414:
      return "the address is too long";
    case 415:
      return "a body may not be compressed";
    case 429:
      return "too many requests";
    case 500:
      return "the server failed";
    default:
      return "the request cannot be read";
  }
}

/// Adds a body to a response by which cpp-httplib itself has refused a request. Where it may read
/// no more bytes of a body, it only knows that it cannot go on.
void explain(httplib::Response& response) {
  if (!response.body.empty()) return;
  if (response.status == 400 && exchange.is_understood && exchange.connection->is_exhausted())
    response.status = 413;
  write(error_response(response.status, {Error::Code::bad_notation, reason(response.status)}),
        response);
  response.set_header("Access-Control-Allow-Origin", "*");
  if (exchange.is_last() && !exchange.says_close) response.set_header("Connection", "close");
}

/// Answers a request line that is longer than line and headers may be: cpp-httplib stops reading
/// there and writes nothing. False if it cannot be sent.
bool refuse_line(Connection& connection) {
  const auto answer =
      error_response(400, {Error::Code::bad_notation, "the request line is too long"});
  const std::string text = last_response("400 Bad Request", answer);
  return connection.write(text.data(), text.size()) > 0;
}

/// The size of the body by the header; nothing if it cannot be read.
std::optional<std::size_t> content_length(const httplib::Request& request) {
  const auto found = request.headers.find("Content-Length");
  if (found == request.headers.end()) return 0;
  return whole_number<std::size_t>(found->second);
}

/// The last address of the list, which the nearest proxy wrote.
std::string forwarded_address(const httplib::Request& request) {
  const std::string list = request.get_header_value(
      "X-Forwarded-For", request.get_header_value_count("X-Forwarded-For") - 1);
  const auto begin = list.find_last_of(", ");
  return begin == std::string::npos ? list : list.substr(begin + 1);
}

void set_header(httplib::Request& request, const char* name, const char* value) {
  request.headers.erase(name);
  request.headers.emplace(name, value);
}

/// The elements of a header that is a list, in all its lines.
std::vector<std::string> elements(const httplib::Request& request, const char* name) {
  std::vector<std::string> found;
  const auto [begin, end] = request.headers.equal_range(name);
  for (auto line = begin; line != end; ++line)
    for (const std::string_view element : list_elements(line->second)) found.emplace_back(element);
  return found;
}

/// Whether Accept-Encoding names this coding, with a weight that is not 0 (RFC 9110, 12.5.3).
bool accepts(const httplib::Request& request, std::string_view coding) {
  for (const std::string& element : elements(request, "Accept-Encoding")) {
    const auto [name, weight] = preference(element);
    if (is_same_word(name, coding)) return weight != 0;
  }
  return false;
}

bool asks_to_close(const httplib::Request& request) {
  const auto options = elements(request, "Connection");
  return std::ranges::any_of(options, [](const auto& o) { return is_same_word(o, "close"); });
}

/// Writes codings and the end of the connection in the one form that cpp-httplib reads, and the
/// address as a path.
void simplify(httplib::Request& request) {
  if (request.version == "HTTP/1.0" && request.get_header_value("Connection") != "Keep-Alive")
    set_header(request, "Connection", "close");
  if (request.has_header("Accept-Encoding"))
    set_header(request, "Accept-Encoding",
               accepts(request, "br")     ? "br"
               : accepts(request, "gzip") ? "gzip"
                                          : "identity");
  constexpr std::string_view scheme = "http://";
  if (request.path.starts_with(scheme)) {
    const auto path = request.path.find('/', scheme.size());
    request.path = path == request.path.npos ? "/" : request.path.substr(path);
  }
}

/// False if a header has a name that is not allowed, such as one with a space before the colon: a
/// proxy might read such a header in another way (RFC 9112, 5.1).
bool has_names(const httplib::Request& request) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return std::ranges::all_of(request.headers, [&](const auto& header) {
    const std::string& name = header.first;
    return !name.empty() && std::ranges::all_of(name, [&](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
             others.find(c) != others.npos;
    });
  });
}

}  // namespace

Http::Http(const Site& site, Metrics& metrics, const Limits& limits, Log log)
    : site_{site},
      metrics_{metrics},
      limits_{limits},
      log_{std::move(log)},
      rate_{limits.rate, limits.burst} {
  svr_sock_ = 0;  // no socket, but files are not sent without one
  set_keep_alive_max_count(1'000'000);
  set_keep_alive_timeout(std::chrono::ceil<std::chrono::seconds>(limits.idle_time).count());
  set_pre_routing_handler(
      [this](const auto& request, auto& response) { return before_body(request, response); });
  Post(".*", [this](const httplib::Request& request, httplib::Response& response) {
    respond(request, response);
  });
  set_error_handler(
      [](const httplib::Request&, httplib::Response& response) { explain(response); });
  set_exception_handler([](const auto&, auto& response, std::exception_ptr) {
    response.status = 500;
    explain(response);
  });
}

bool Http::answer(Connection& connection, bool last) {
  connection.begin_request();
  const auto begin = std::chrono::steady_clock::now();
  bool closed = false;
  exchange = {.connection = &connection};
  const auto prepare = [&](httplib::Request& request) {
    exchange.is_understood = true;
    exchange.has_body =
        request.has_header("Transfer-Encoding") || content_length(request) != std::size_t{0};
    simplify(request);
    exchange.is_refused = refusal(request) != 0;
    // cpp-httplib has looked for one form of "close" alone.
    exchange.says_close = asks_to_close(request) || exchange.is_refused ||
                          (exchange.has_body && request.method != "POST");
    if (exchange.says_close) set_header(request, "Connection", "close");
    request.headers.erase("Content-Type");  // a body is what it is, whatever it is called
    request.ranges.clear();                 // only files have ranges, and Site handles those
    connection.allow_body();
  };
  bool processed = process_request(connection, last, closed, prepare);
  if (!processed && !exchange.is_understood && connection.is_exhausted())
    processed = refuse_line(connection);
  // Counted before the response is sent, because its client may read the counter next.
  if (!exchange.is_understood) metrics_.add_request(400, std::chrono::steady_clock::now() - begin);
  const bool written = processed && connection.flush();
  if (written && exchange.is_last()) connection.end();
  return written && !exchange.is_last() && !closed && !exchange.says_close;
}

int Http::refusal(const httplib::Request& request) const {
  const auto length = content_length(request);
  if (!length || request.get_header_value_count("Content-Length") > 1) return 400;
  const auto hosts = request.get_header_value_count("Host");
  if (!has_names(request) || hosts > 1 || (hosts == 0 && request.version == "HTTP/1.1")) return 400;
  if (request.has_header("Content-Length") && request.has_header("Transfer-Encoding")) return 400;
  if (*length > limits_.body_bytes) return 413;
  if (request.has_header("Content-Encoding")) return 415;
  if (request.method == "POST" && !request.has_header("Content-Length") &&
      !is_same_word(request.get_header_value("Transfer-Encoding"), "chunked"))
    return 411;
  return 0;
}

Http::HandlerResponse Http::before_body(const httplib::Request& request,
                                        httplib::Response& response) {
  const auto begin = std::chrono::steady_clock::now();
  response.status = refusal(request);
  if (response.status == 0 && !rate_.grants(address_of(request), begin)) {
    const auto wait =
        std::chrono::ceil<std::chrono::seconds>(rate_.wait(address_of(request), begin));
    response.status = 429;
    response.set_header("Retry-After", std::to_string(wait.count()));
  }
  if (response.status == 0 && request.method == "POST") {
    response.status = -1;
    return HandlerResponse::Unhandled;
  }
  if (response.status == 0) {
    respond(request, response);
    return HandlerResponse::Handled;
  }
  explain(response);
  metrics_.add_request(response.status, std::chrono::steady_clock::now() - begin);
  return HandlerResponse::Handled;
}

std::string Http::address_of(const httplib::Request& request) const {
  const bool forwarded = limits_.forwarded && request.has_header("X-Forwarded-For");
  return counted_address(forwarded ? forwarded_address(request) : request.remote_addr);
}

void Http::log(const std::string& text) {
  constexpr std::size_t most_logged = 1000;
  if (!log_ || text.empty()) return;
  const std::scoped_lock lock{logging_};
  if (logged_.size() < most_logged && logged_.insert(text).second) log_(text);
}

void Http::respond(const httplib::Request& request, httplib::Response& response) {
  const auto begin = std::chrono::steady_clock::now();
  exchange.body_was_read = request.method == "POST";
  damiera::Response answer = site_.answer(request_of(request, begin + limits_.answer_time));
  log(answer.log);
  if (answer.requests > 1) rate_.charge(address_of(request), answer.requests - 1, begin);
  const FilePart file = std::move(answer.file);
  write(std::move(answer), response);
  write(file, ending_, response);
  metrics_.add_request(response.status, std::chrono::steady_clock::now() - begin);
}

}  // namespace damiera

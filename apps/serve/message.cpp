#include "apps/serve/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "answers/json.h"
#include "answers/text.h"

namespace damiera {

namespace {

/// FNV-1a, 64 bits: tells contents apart, unless somebody made them collide on purpose.
std::uint64_t fingerprint(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

int status_of(const Error& error) {
  switch (error.code) {
    case Error::Code::bad_notation:
    case Error::Code::bad_position:
      return 400;
    case Error::Code::missing_table:
      return 404;
    case Error::Code::try_again:
      return 503;
    default:
      return 500;
  }
}

}  // namespace

std::optional<std::string_view> Request::asked(const std::string& name) const {
  const auto found = query.find(name);
  if (found == query.end()) return std::nullopt;
  return found->second;
}

std::string_view Request::header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view{} : std::string_view{found->second};
}

void Response::set(std::string_view name, std::string value) {
  const auto same = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
  if (same != headers.end())
    same->second = std::move(value);
  else
    headers.emplace_back(name, std::move(value));
}

std::string_view Response::header(std::string_view name) const {
  const auto same = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
  return same == headers.end() ? std::string_view{} : std::string_view{same->second};
}

Response response_of(std::string_view type, std::string body) {
  return {200, {{"Content-Type", std::string{type}}}, std::move(body), {}};
}

Response json_response(std::string body) {
  return response_of("application/json", std::move(body));
}

bool is_of_server(const Error& error) { return status_of(error) == 500; }

std::string public_message(const Error& error) {
  return is_of_server(error) ? "the server failed: its log says why" : error.message;
}

Response error_response(int status, const Error& error, std::string_view fen) {
  Json json{{"error", public_message(error)}};
  if (!error.table.empty()) json["table"] = error.table;
  if (!fen.empty()) json["fen"] = std::string{fen};
  Response response = json_response(to_line(json) + "\n");
  response.status = status;
  if (is_of_server(error)) response.log = error.message;
  response.set("Cache-Control", "no-store");
  if (status == 503) response.set("Retry-After", "1");
  return response;
}

Response error_response(const Error& error, std::string_view fen) {
  return error_response(status_of(error), error, fen);
}

std::string last_response(std::string_view status, const Response& response) {
  std::string text = fmt::format("HTTP/1.1 {}\r\n", status);
  for (const auto& [name, value] : response.headers) text += name + ": " + value + "\r\n";
  return text + "Access-Control-Allow-Origin: *\r\nConnection: close\r\nContent-Length: " +
         std::to_string(response.body.size()) + "\r\n\r\n" + response.body;
}

std::vector<std::string_view> list_elements(std::string_view list) {
  std::vector<std::string_view> found;
  for (;;) {
    const auto comma = list.find(',');
    found.push_back(trimmed(list.substr(0, comma)));
    if (comma == list.npos) return found;
    list.remove_prefix(comma + 1);
  }
}

Preference preference(std::string_view element) {
  const auto semicolon = element.find(';');
  Preference found{trimmed(element.substr(0, semicolon)), 1};
  if (semicolon == element.npos) return found;
  found.weight.reset();
  std::string_view weight = trimmed(element.substr(semicolon + 1));
  if (!weight.starts_with("q=")) return found;
  weight.remove_prefix(2);
  double number = 0;
  const auto [end, failed] = std::from_chars(weight.data(), weight.data() + weight.size(), number);
  if (failed == std::errc{} && end == weight.data() + weight.size()) found.weight = number;
  return found;
}

bool names_tag(std::string_view known, std::string_view tag) {
  const auto opaque = [](std::string_view text) {
    return text.starts_with("W/") ? text.substr(2) : text;
  };
  return std::ranges::any_of(list_elements(known), [&](std::string_view one) {
    one = opaque(one);
    return one == "*" || (!one.empty() && one == opaque(tag));
  });
}

void allow_caching(const Request& request, Response& response, int seconds) {
  if (response.status != 200) return;
  // A weak tag, because the same answer may be sent compressed or not.
  const std::string tag = fmt::format("W/\"{:016x}\"", fingerprint(response.body));
  response.set("Cache-Control",
               seconds == 0 ? "no-cache" : fmt::format("public, max-age={}", seconds));
  response.set("ETag", tag);
  if (!names_tag(request.header("if-none-match"), tag)) return;
  response.status = 304;
  response.body.clear();
}

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/file/file_descriptor.h"
#include "rules/result.h"

namespace damiera {

/// A client's request, as far as answers depend on it. Path and query have been decoded.
struct Request {
  std::string method = "GET";
  std::string path = "/";
  std::multimap<std::string, std::string> query = {};
  std::map<std::string, std::string> headers = {};  ///< names in lower case
  std::string body = {};
  /// The answer must be found before this time; else the response is 503.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

  /// The first value of a name in the query; nothing if it is not there.
  std::optional<std::string_view> asked(const std::string& name) const;
  /// The value of a header; empty if it is not there.
  std::string_view header(const std::string& name) const;
};

/// Bytes to send directly from a file.
struct FilePart {
  std::shared_ptr<const FileDescriptor> fd;  ///< null: no bytes
  std::uint64_t offset = 0, bytes = 0;
};

/// The response to a request.
struct Response {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
  FilePart file = {};        ///< sent in place of a body, unless it is empty
  std::size_t requests = 1;  ///< the number of requests that this counts as, for the limit on the
                             ///< rate
  std::string log = {};      ///< for the server's log; the client does not get it

  /// Sets a header, in place of one that was set before.
  void set(std::string_view name, std::string value);
  /// The value of a header; empty if it is not there.
  std::string_view header(std::string_view name) const;
};

/// A response with this content.
Response response_of(std::string_view type, std::string body);
/// A response in JSON.
Response json_response(std::string body);

/// What a client is told of an error. Errors of the server, such as damaged tables, name its files:
/// of these a client gets a general sentence, and the server's log gets the error.
std::string public_message(const Error& error);
/// The error as a response, which clients must not cache: {"error":message}, with "table" if one is
/// missing: its name; and with "fen" if a position was read.
Response error_response(int status, const Error& error, std::string_view fen = {});
/// The error as a response with a status of its own: 400 for a request that cannot be read, 404 for
/// missing tables, 503 if the time was too short, 500 for damaged tables and other errors of the
/// server.
Response error_response(const Error& error, std::string_view fen = {});
/// Whether it is an error of the server, such as a damaged table.
bool is_of_server(const Error& error);

/// A response as it is sent before the connection ends, where cpp-httplib writes none: `status` is
/// "400 Bad Request".
std::string last_response(std::string_view status, const Response& response);

/// The elements of a header that is a list, without the spaces around them.
std::vector<std::string_view> list_elements(std::string_view list);

/// An element of a header that says what a client prefers, such as "gzip;q=0.5" (RFC 9110, 12.4.2).
struct Preference {
  std::string_view name;
  std::optional<double> weight;  ///< 1 if it is not given; nothing if it cannot be read
};
Preference preference(std::string_view element);

/// Whether the header If-None-Match names a tag, weak or not, or any tag by "*" (RFC 9110, 13.1.2).
bool names_tag(std::string_view known, std::string_view tag);

/// Lets clients keep the response for `seconds`, and ask later whether it changed: adds "ETag" and
/// "Cache-Control". With 0 seconds they ask each time. Turns it into 304 if the request has the
/// same tag.
void allow_caching(const Request& request, Response& response, int seconds);

}  // namespace damiera

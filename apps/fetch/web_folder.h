// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "rules/result.h"

namespace damiera {

/// What happened to a transfer since the last step.
struct TransferStep {
  std::uint64_t came = 0;     ///< bytes that came over the network
  std::uint64_t dropped = 0;  ///< bytes that were there and come again from the file's beginning
  std::string_view failure = {};  ///< during a pause, why the last attempt failed
};

/// Files that a web server offers below an address. One thread at a time.
class WebFolder {
 public:
  /// It is told each step, and asked ten times a second where nothing happens; false stops the
  /// transfer. A second thread calls it while the first one waits for the server, but there is only
  /// one call at a time.
  using GoOn = std::function<bool(const TransferStep&)>;
  /// Takes bytes of the file, which begin at `offset`.
  using Put = std::function<Result<void>(std::uint64_t offset, std::string_view bytes)>;

  /// "http://host:9000/download" or "https://host/tables". `tries`: how often in a row a transfer
  /// may fail without one new byte. Errors: bad_notation.
  static Result<WebFolder> at(const std::string& url, int tries);
  WebFolder(WebFolder&&) noexcept;
  ~WebFolder();

  /// The address of a file, for messages.
  std::string place(const std::string& file) const { return url_ + "/" + file; }

  /// All of a file of at most `most` bytes. Errors: as for get().
  Result<std::string> read(const std::string& file, std::uint64_t most, const GoOn& go_on);

  /// Gets a file of `bytes` bytes, of which those before `from` are known. Goes on with what is
  /// left where a transfer breaks, and begins anew where the server sends whole files only. False
  /// if it was stopped. Errors: missing_table, if there is no such file; corrupt, if it has another
  /// size; try_again, if the server does not answer, or breaks off again and again; io, if another
  /// attempt would fail as well, as with a certificate that is not trusted; what `put` says.
  Result<bool> get(const std::string& file, std::uint64_t from, std::uint64_t bytes, const Put& put,
                   const GoOn& go_on);

 private:
  struct Client;
  struct Transfer;
  WebFolder(std::string url, std::unique_ptr<Client> client);
  void attempt(const std::string& file, Transfer& transfer, const GoOn& go_on);
  Result<bool> run(const std::string& file, Transfer& transfer, const GoOn& go_on);

  std::string url_;
  std::unique_ptr<Client> client_;
};

}  // namespace damiera

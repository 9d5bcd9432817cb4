// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "answers/json.h"
#include "apps/serve/asked_position.h"
#include "apps/serve/batch.h"
#include "apps/serve/downloads.h"
#include "apps/serve/file_sums.h"
#include "apps/serve/histograms.h"
#include "apps/serve/message.h"
#include "apps/serve/metrics.h"
#include "probe/tablebase.h"

namespace damiera {

/// The options of a site.
struct SiteOptions {
  /// Returns the folders of a game's tables; called at the start.
  std::function<std::vector<std::filesystem::path>(Variant)> folders;
  std::size_t cache_bytes = std::size_t{256} << 20;  ///< decoded values of all games together
  BatchLimits batch = {};
  std::filesystem::path downloads = {};  ///< the folder below /download; none if it is empty
  int max_age = 86'400;  ///< seconds that clients may keep values, which never change
};

/// Everything that is answered over HTTP, without a socket. What answer() returns depends on the
/// request and the tables alone, but for /metrics and /monitor. Thread-safe. See docs/serve.md.
class Site {
 public:
  /// Lists the tables of all games and the downloads; what appears later is not seen. `metrics`
  /// must outlive this. Errors: io.
  static Result<Site> open(SiteOptions options, const Metrics& metrics);

  /// The answer to a request: an error for an unknown one, and 503 if it is not found before the
  /// deadline. Throws only for lack of memory.
  Response answer(const Request& request) const;

 private:
  Site(SiteOptions options, const Metrics& metrics)
      : options_{std::move(options)}, metrics_{&metrics} {}

  Response route(const Request& request) const;
  Response route_of_game(const Request& request, Variant variant, std::string_view what) const;
  std::optional<Response> fixed(const Request& request) const;
  Response position(const Request& request, Variant variant) const;
  Response mainline(const Request& request, Variant variant) const;
  Response line(const Request& request, Variant variant) const;
  Response page(const Request& request) const;
  Response page_of(const Request& request, Variant variant) const;
  Response batch(const Request& request, Variant variant) const;
  Response claim(const Request& request, Variant variant) const;
  Response stats(const Request& request, std::string_view path) const;
  Response checksums(const Request& request, std::string_view path) const;
  Result<AskedPosition> asked_position(const Request& request, Variant variant) const;
  std::string usual_fen(Variant variant) const;
  Tablebase tables(Variant variant, const Request& request) const;
  std::uint64_t blocks_decoded() const;

  SiteOptions options_;
  const Metrics* metrics_;
  std::map<Variant, Tablebase> tables_;
  Json games_ = Json::array();  ///< /games.json: it needs the headers of many tables
  Downloads downloads_;
  std::unique_ptr<Histograms> histograms_ = std::make_unique<Histograms>();
  std::unique_ptr<FileSums> sums_ = std::make_unique<FileSums>();
};

}  // namespace damiera

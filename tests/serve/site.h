// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "apps/serve/site.h"

namespace damiera::test {

/// A site that answers from the tables that come with the library.
class ShippedSite {
 public:
  explicit ShippedSite(BatchLimits batch = {})
      : site_{*Site::open({.folders = [](Variant) { return std::vector<std::filesystem::path>{}; },
                           .batch = batch,
                           .downloads = {}},
                          metrics_)} {}

  const Site& site() const { return site_; }
  Metrics& metrics() { return metrics_; }

  Response answer(const Request& request) const { return site_.answer(request); }
  Response get(std::string path, std::multimap<std::string, std::string> query = {}) const {
    return answer({.path = std::move(path), .query = std::move(query)});
  }
  Response post(std::string path, std::string body) const {
    return answer({.method = "POST", .path = std::move(path), .body = std::move(body)});
  }
  /// The body of an answer that must be a position.
  nlohmann::json position(const std::string& game, const std::string& fen,
                          std::multimap<std::string, std::string> query = {}) const {
    query.emplace("fen", fen);
    const Response response = get("/" + game, std::move(query));
    EXPECT_EQ(response.status, 200) << response.body;
    return nlohmann::json::parse(response.body);
  }

 private:
  Metrics metrics_;
  Site site_;
};

/// One for all tests that change nothing.
inline const ShippedSite& shipped_site() {
  static const ShippedSite shipped;
  return shipped;
}

}  // namespace damiera::test

#include "apps/serve/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace damiera {

namespace {

std::string one(const char* name, const char* type, const char* help, std::uint64_t value) {
  return fmt::format("# HELP damiera_{0} {1}\n# TYPE damiera_{0} {2}\ndamiera_{0} {3}\n", name,
                     help, type, value);
}

}  // namespace

void Metrics::add_request(int status, std::chrono::nanoseconds took) {
  const auto micros = static_cast<std::uint64_t>(took.count() / 1000);
  const auto place = std::ranges::lower_bound(bounds, micros) - bounds.begin();
  ++by_class_[static_cast<std::size_t>(std::clamp(status / 100, 0, 5))];
  ++by_time_[static_cast<std::size_t>(place)];
  nanoseconds_ += static_cast<std::uint64_t>(took.count());
}

std::uint64_t Metrics::requests() const {
  std::uint64_t sum = 0;
  for (const Number& n : by_class_) sum += n;
  return sum;
}

std::string Metrics::text(std::uint64_t blocks) const {
  std::string text =
      "# HELP damiera_requests_total Requests answered, by class of status.\n"
      "# TYPE damiera_requests_total counter\n";
  for (std::size_t i = 2; i < by_class_.size(); ++i)
    text += fmt::format("damiera_requests_total{{status=\"{}xx\"}} {}\n", i, by_class_[i].load());
  text +=
      "# HELP damiera_request_seconds Time from the first byte of a request to its response.\n"
      "# TYPE damiera_request_seconds histogram\n";
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < by_time_.size(); ++i) {
    sum += by_time_[i];
    text += fmt::format(
        "damiera_request_seconds_bucket{{le=\"{}\"}} {}\n",
        i < bounds.size() ? fmt::format("{}", static_cast<double>(bounds[i]) / 1e6) : "+Inf", sum);
  }
  text += fmt::format("damiera_request_seconds_sum {}\ndamiera_request_seconds_count {}\n",
                      static_cast<double>(nanoseconds_.load()) / 1e9, sum);
  text += one("connections_total", "counter", "Connections accepted.", connections_);
  text += one("connections_open", "gauge", "Connections that are open.", open_);
  text += one("connections_refused_total", "counter", "Connections turned away.", refused_);
  return text + one("blocks_decoded_total", "counter", "Blocks of tables decoded.", blocks);
}

}  // namespace damiera

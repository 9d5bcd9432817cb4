// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>

namespace damiera {

/// What a server grants its clients.
struct Limits {
  std::size_t connections = 256;                   ///< open at a time; further ones get 503
  std::size_t header_bytes = 16 << 10;             ///< of a request: its line and headers
  std::size_t body_bytes = 1 << 20;                ///< of a request
  std::chrono::milliseconds request_time{10'000};  ///< to send a request, and to read its answer
  std::chrono::milliseconds answer_time{10'000};   ///< to find an answer; after it the request gets
                                                   ///< 503
  std::chrono::milliseconds idle_time{60'000};     ///< between two requests of a connection
  double rate = 0;         ///< requests a second of each address; 0: any number. Each position of a
                           ///< batch, and each game of a claim, counts as one
  double burst = 50;       ///< requests that an address may make at once before `rate` counts
  bool forwarded = false;  ///< the address is the last one of X-Forwarded-For: behind a proxy
};

}  // namespace damiera

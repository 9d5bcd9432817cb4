// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace damiera {

/// The bytes that came through a TCP connection since it was made; 0 if that is not known.
std::uint64_t received_bytes(int socket);

}  // namespace damiera

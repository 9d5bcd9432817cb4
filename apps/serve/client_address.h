// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace damiera {

/// Whom an address stands for, where requests are counted: an IPv4 address, without the port that
/// some proxies add; of an IPv6 address the first 64 bits, because a network has at least that many
/// addresses. Other texts stay as they are.
std::string counted_address(std::string_view address);

}  // namespace damiera

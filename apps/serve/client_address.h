// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace damiera {

/// The name under which requests from an address are counted. For IPv4 it is the address, without
/// the port that some proxies add. For IPv6 it is the first 64 bits, "2001:db8::/64", because one
/// client may use all addresses of such a network. Other texts stay as they are.
std::string counted_address(std::string_view address);

}  // namespace damiera

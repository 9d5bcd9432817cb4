#include "apps/serve/client_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace damiera {

namespace {

/// "[2001:db8::1]:80" is "2001:db8::1", and "192.0.2.1:80" is "192.0.2.1".
std::string_view without_port(std::string_view address) {
  if (address.starts_with('[')) return address.substr(1, address.find(']') - 1);
  return std::ranges::count(address, ':') == 1 ? address.substr(0, address.find(':')) : address;
}

}  // namespace

std::string counted_address(std::string_view address) {
  const std::string alone{without_port(address)};
  in6_addr six{};
  if (inet_pton(AF_INET6, alone.c_str(), &six) != 1) return alone;
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (IN6_IS_ADDR_V4MAPPED(&six))
    return inet_ntop(AF_INET, &six.s6_addr[12], text.data(), text.size());
  std::fill_n(&six.s6_addr[8], 8, std::uint8_t{0});
  return std::string{inet_ntop(AF_INET6, &six, text.data(), text.size())} + "/64";
}

}  // namespace damiera

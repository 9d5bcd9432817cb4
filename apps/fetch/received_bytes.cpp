#include "apps/fetch/received_bytes.h"

// Linux's own header: that of the C library lacks the number of bytes, and excludes this one.
#include <linux/tcp.h>
#include <sys/socket.h>

namespace damiera {

std::uint64_t received_bytes(int socket) {
  tcp_info info{};
  socklen_t size = sizeof info;
  constexpr int tcp_level = 6;  // IPPROTO_TCP, whose header includes that of the C library
  return ::getsockopt(socket, tcp_level, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_received
                                                                      : 0;
}

}  // namespace damiera

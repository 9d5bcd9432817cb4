#include "apps/hub/tcp.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <memory>

#include "data/file/io_error.h"

namespace damiera {

namespace {

// Messages have 127 bytes at most. A sender of this many bytes without a zero does not speak DXP.
constexpr std::size_t most_bytes = 4096;

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

std::string place(const std::string& host, int port) { return host + ":" + std::to_string(port); }

Result<Addresses> addresses(const std::string& host, int port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  const int failed = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failed != 0) return Error{Error::Code::io, place(host, port) + ": " + gai_strerror(failed)};
  return Addresses{found, &freeaddrinfo};
}

FileDescriptor new_socket(const addrinfo& address) {
  return FileDescriptor{
      socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC, address.ai_protocol)};
}

int port_of(int fd) {
  sockaddr_storage bound{};
  socklen_t length = sizeof bound;
  getsockname(fd, reinterpret_cast<sockaddr*>(&bound), &length);
  return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&bound)->sin6_port
                                           : reinterpret_cast<sockaddr_in*>(&bound)->sin_port);
}

}  // namespace

DxpConnection::DxpConnection(FileDescriptor socket) : socket_{std::move(socket)} {
  const int yes = 1;
  setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

Result<DxpConnection> DxpConnection::to(const std::string& host, int port) {
  const auto found = addresses(host, port, 0);
  if (!found) return found.error();
  for (const addrinfo* a = found->get(); a; a = a->ai_next) {
    FileDescriptor fd = new_socket(*a);
    if (fd && connect(fd.get(), a->ai_addr, a->ai_addrlen) == 0)
      return DxpConnection{std::move(fd)};
  }
  return io_error(place(host, port), "connect");
}

Result<DxpConnection> DxpConnection::from(const std::string& address, int port,
                                          const OnListening& on_listening) {
  const auto found = addresses(address, port, AI_PASSIVE);
  if (!found) return found.error();
  const addrinfo& first = **found;
  const FileDescriptor listening = new_socket(first);
  const int yes = 1;
  if (!listening || setsockopt(listening.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
      bind(listening.get(), first.ai_addr, first.ai_addrlen) != 0 ||
      listen(listening.get(), 1) != 0)
    return io_error(place(address, port), "listen");
  on_listening(port_of(listening.get()));
  FileDescriptor fd{accept4(listening.get(), nullptr, nullptr, SOCK_CLOEXEC)};
  if (!fd) return io_error(place(address, port), "accept");
  return DxpConnection{std::move(fd)};
}

Result<std::optional<std::string>> DxpConnection::receive() {
  for (;;) {
    if (const auto end = received_.find('\0'); end != std::string::npos) {
      std::string message = received_.substr(0, end);
      received_.erase(0, end + 1);
      return std::optional{std::move(message)};
    }
    if (received_.size() > most_bytes)
      return Error{Error::Code::io, "connection: a message without an end"};
    char bytes[512];
    const auto length = recv(socket_.get(), bytes, sizeof bytes, 0);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0 && errno != ECONNRESET) return io_error("connection", "receive");
    if (length <= 0) return std::optional<std::string>{};
    received_.append(bytes, static_cast<std::size_t>(length));
  }
}

Result<void> DxpConnection::send(const std::string& message) {
  const char* at = message.c_str();
  std::size_t left = message.size() + 1;  // with the zero byte
  while (left > 0) {
    const auto sent = ::send(socket_.get(), at, left, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EPIPE || errno == ECONNRESET)) return {};
    if (sent < 0) return io_error("connection", "send");
    at += sent;
    left -= static_cast<std::size_t>(sent);
  }
  return {};
}

}  // namespace damiera

#include "apps/serve/server.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

#include "apps/serve/http.h"

namespace damiera {

namespace {

constexpr int waiting_connections = 512;

Error io_error(const std::string& what) {
  return {Error::Code::io, what + ": " + std::strerror(errno)};
}

/// A listening socket at an address.
Result<FileDescriptor> listening_socket(const addrinfo& at, const std::string& place) {
  FileDescriptor socket{::socket(at.ai_family, at.ai_socktype | SOCK_CLOEXEC, at.ai_protocol)};
  const int on = 1;
  if (!socket) return io_error(place);
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(socket.get(), at.ai_addr, at.ai_addrlen) != 0 ||
      ::listen(socket.get(), waiting_connections) != 0)
    return io_error(place);
  return socket;
}

int port_of(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

/// "127.0.0.1"
std::string address_text(const sockaddr_storage& address, socklen_t size) {
  std::array<char, NI_MAXHOST> text{};
  ::getnameinfo(reinterpret_cast<const sockaddr*>(&address), size, text.data(), text.size(),
                nullptr, 0, NI_NUMERICHOST);
  return text.data();
}

/// Answers a client for which there is no room. What it has sent already is read: else the system
/// would reset the connection, and the client would not get the answer.
void turn_away(int socket) {
  const std::string text =
      last_response("503 Service Unavailable",
                    error_response(503, {Error::Code::try_again, "too many connections"}));
  [[maybe_unused]] const auto sent =
      ::send(socket, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  ::shutdown(socket, SHUT_WR);
  std::array<char, std::size_t{16} << 10> unread;
  for (int reads = 0; reads < 4; ++reads)
    if (::recv(socket, unread.data(), unread.size(), MSG_DONTWAIT) <= 0) break;
}

}  // namespace

Server::Server(const Site& site, Metrics& metrics, const Limits& limits, Log log)
    : metrics_{metrics},
      limits_{limits},
      http_{std::make_unique<Http>(site, metrics, limits_, std::move(log))},
      stop_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {}

Server::~Server() = default;

Result<int> Server::listen(const std::string& host, int port) {
  const std::string place = host + " port " + std::to_string(port);
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  const int failed = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failed != 0) return Error{Error::Code::io, place + ": " + ::gai_strerror(failed)};
  auto socket = listening_socket(*found, place);
  ::freeaddrinfo(found);
  if (!socket) return socket.error();
  listening_ = *std::move(socket);
  return port_of(listening_.get());
}

Result<void> Server::adopt(int socket) {
  int listens = 0;
  socklen_t size = sizeof listens;
  if (::getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) != 0 || listens == 0)
    return Error{Error::Code::io, "socket " + std::to_string(socket) + ": does not listen"};
  listening_ = FileDescriptor{::fcntl(socket, F_DUPFD_CLOEXEC, 0)};
  if (!listening_) return io_error("socket " + std::to_string(socket));
  return {};
}

Result<void> Server::run() {
  const auto accepted = accept_all();
  stop();
  std::unique_lock lock{mutex_};
  all_closed_.wait(lock, [this] { return open_ == 0; });
  listening_ = FileDescriptor{-1};
  return accepted;
}

void Server::stop() {
  stopping_ = true;
  http_->end_files();
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(stop_.get(), &one, sizeof one);
}

Result<void> Server::accept_all() {
  // Other processes may share the socket, and take a connection that poll() has announced.
  ::fcntl(listening_.get(), F_SETFL, ::fcntl(listening_.get(), F_GETFL) | O_NONBLOCK);
  pollfd polled[] = {{listening_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}};
  for (;;) {
    if (::poll(polled, 2, -1) < 0 && errno != EINTR) return io_error("poll");
    if (is_stopping()) return {};
    if ((polled[0].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0)
      return Error{Error::Code::io, "the socket listens no more"};
    if (polled[0].revents != 0) accept_one();
  }
}

void Server::accept_one() {
  using namespace std::chrono_literals;
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  FileDescriptor socket{
      ::accept4(listening_.get(), reinterpret_cast<sockaddr*>(&address), &size, SOCK_CLOEXEC)};
  if (!socket && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS))
    std::this_thread::sleep_for(10ms);  // the connection waits in the queue meanwhile
  if (!socket) return;
  const std::scoped_lock lock{mutex_};
  if (open_ >= limits_.connections) {
    metrics_.add_refused();
    return turn_away(socket.get());
  }
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  std::shared_ptr<FileDescriptor> shared;
  try {
    shared = std::make_shared<FileDescriptor>(std::move(socket));
    std::thread{&Server::serve, this, shared, address_text(address, size)}.detach();
    ++open_;
    metrics_.add_connection();
  } catch (const std::exception&) {  // no thread, or no memory
    metrics_.add_refused();
    if (shared) turn_away(shared->get());
  }
}

void Server::serve(const std::shared_ptr<FileDescriptor>& socket, const std::string& address) {
  try {
    Connection connection{std::move(*socket), address, limits_};
    while (connection.wait(stop_.get()) && http_->answer(connection, is_stopping())) {
    }
  } catch (const std::exception&) {
    // No memory for this client: the others go on.
  }
  metrics_.remove_connection();
  std::unique_lock lock{mutex_};
  --open_;
  std::notify_all_at_thread_exit(all_closed_, std::move(lock));
}

}  // namespace damiera

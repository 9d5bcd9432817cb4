#include "apps/fetch/request_watch.h"

#include <fcntl.h>
#include <sys/socket.h>

#include "apps/fetch/received_bytes.h"

namespace damiera {

namespace {

using namespace std::chrono_literals;

// Headers of answers have less than a thousand bytes and come within seconds; redirects may take a
// few requests.
constexpr std::uint64_t most_header_bytes = std::uint64_t{4} << 20;
constexpr auto longest_header = 60s;

}  // namespace

void ClientSocket::set(int socket) {
  const std::lock_guard lock{mutex_};
  before_ = 0;
  socket_ = FileDescriptor{::fcntl(socket, F_DUPFD_CLOEXEC, 0)};
}

void ClientSocket::break_off() {
  const std::lock_guard lock{mutex_};
  if (socket_) ::shutdown(socket_.get(), SHUT_RDWR);
}

void ClientSocket::begin_request() {
  const std::lock_guard lock{mutex_};
  if (socket_) before_ = received_bytes(socket_.get());
}

std::uint64_t ClientSocket::received() {
  const std::lock_guard lock{mutex_};
  const std::uint64_t now = socket_ ? received_bytes(socket_.get()) : 0;
  return now > before_ ? now - before_ : 0;
}

void RequestWatch::has_header() {
  const std::lock_guard lock{mutex_};
  has_header_ = true;
}

bool RequestWatch::tell(const TransferStep& step) {
  const std::lock_guard lock{mutex_};
  return ask(step);
}

bool RequestWatch::end() {
  {
    const std::lock_guard lock{mutex_};
    has_ended_ = true;
  }
  ended_.notify_one();
  if (thread_.joinable()) thread_.join();
  return is_stopped_;
}

bool RequestWatch::ask(const TransferStep& step) {
  is_stopped_ = is_stopped_ || !go_on_(step);
  return !is_stopped_;
}

void RequestWatch::run() {
  std::unique_lock lock{mutex_};
  while (!ended_.wait_for(lock, 100ms, [this] { return has_ended_; })) {
    is_endless_ = is_endless_ || is_header_endless();
    const bool goes_on = ask({});
    if (!goes_on || is_endless_) socket_.break_off();  // again: a new one may be on its way
  }
}

bool RequestWatch::is_header_endless() {
  return !has_header_ && (socket_.received() > most_header_bytes ||
                          std::chrono::steady_clock::now() - begin_ > longest_header);
}

}  // namespace damiera

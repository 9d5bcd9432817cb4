#include "apps/fetch/request_watch.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <chrono>

namespace damiera {

void ClientSocket::set(int socket) {
  const std::lock_guard lock{mutex_};
  socket_ = FileDescriptor{::fcntl(socket, F_DUPFD_CLOEXEC, 0)};
}

void ClientSocket::break_off() {
  const std::lock_guard lock{mutex_};
  if (socket_) ::shutdown(socket_.get(), SHUT_RDWR);
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
  while (!ended_.wait_for(lock, std::chrono::milliseconds{100}, [this] { return has_ended_; }))
    if (!ask({})) socket_.break_off();  // again and again: a new one may be on its way
}

}  // namespace damiera

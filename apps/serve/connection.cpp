#include "apps/serve/connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

namespace damiera {

namespace {

using std::chrono::milliseconds;

/// Milliseconds until `then`, at least 0, for poll().
int left(std::chrono::steady_clock::time_point then) {
  const auto time = then - std::chrono::steady_clock::now();
  return static_cast<int>(std::max<std::int64_t>(0, std::chrono::ceil<milliseconds>(time).count()));
}

/// poll() that continues after a signal.
int poll_all(pollfd* polled, nfds_t count, std::chrono::steady_clock::time_point until) {
  int ready = 0;
  do ready = ::poll(polled, count, left(until));
  while (ready < 0 && errno == EINTR);
  return ready;
}

}  // namespace

bool Connection::wait(int stop) {
  bool skipped = false;
  const auto has_begun = [&] {
    // An empty line before a request is ignored (RFC 9112, 2.2).
    if (!skipped && in_.compare(read_, 2, "\r\n") == 0) skipped = true, read_ += 2;
    return read_ < in_.size();
  };
  while (!has_begun()) {
    pollfd polled[] = {{socket_.get(), POLLIN, 0}, {stop, POLLIN, 0}};
    if (poll_all(polled, 2, Clock::now() + limits_.idle_time) <= 0 || polled[1].revents != 0)
      return false;
    deadline_ = Clock::now() + limits_.request_time;
    if (!fill()) return false;
  }
  return true;
}

void Connection::begin_request() {
  deadline_ = Clock::now() + limits_.request_time;
  bytes_left_ = limits_.header_bytes;
}

bool Connection::is_ready(short events) const {
  pollfd polled{socket_.get(), events, 0};
  return poll_all(&polled, 1, deadline_) > 0 && (polled.revents & events) != 0;
}

/// Reads what has come, or waits for more. What was written is sent first: the client may wait for
/// it, as for "100 Continue".
bool Connection::fill() {
  if (!flush() || !is_ready(POLLIN)) return false;
  in_.resize(std::size_t{16} << 10);
  read_ = 0;
  const ssize_t got = ::recv(socket_.get(), in_.data(), in_.size(), 0);
  in_.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return got > 0;
}

ssize_t Connection::read(char* to, std::size_t size) {
  if (bytes_left_ == 0 || (read_ == in_.size() && !fill())) return -1;
  const std::size_t taken = std::min({size, in_.size() - read_, bytes_left_});
  std::copy_n(in_.data() + read_, taken, to);
  read_ += taken;
  bytes_left_ -= taken;
  return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* from, std::size_t size) {
  constexpr std::size_t most = std::size_t{256} << 10;  // a file may be of any size
  out_.append(from, size);
  if (out_.size() >= most && !flush()) return -1;
  return static_cast<ssize_t>(size);
}

bool Connection::flush() {
  deadline_ = out_.empty() ? deadline_ : Clock::now() + limits_.request_time;
  for (std::size_t sent = 0; sent < out_.size();) {
    const ssize_t put =
        ::send(socket_.get(), out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put > 0) sent += static_cast<std::size_t>(put);
    const bool again = put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (put <= 0 && !(again && is_ready(POLLOUT))) return false;
  }
  out_.clear();
  return true;
}

void Connection::end() {
  constexpr milliseconds moment{200};
  constexpr std::size_t most = std::size_t{256} << 10;
  ::shutdown(socket_.get(), SHUT_WR);
  deadline_ = Clock::now() + std::min(moment, limits_.request_time);
  std::size_t bytes = 0;
  while (bytes < most && fill()) bytes += in_.size();
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip = address_;
  port = 0;
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  ip.clear();
  port = 0;
}

}  // namespace damiera

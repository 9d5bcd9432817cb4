#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>

#include "apps/terminal/batch.h"
#include "apps/terminal/output.h"
#include "apps/terminal/resources.h"
#include "apps/terminal/stop.h"

namespace damiera {

namespace {

/// Whole lines from standard input, as many as there are at the moment.
class LineReader {
 public:
  /// Lines with their ends; the last of all may lack it. Nothing at the end of the input.
  std::optional<std::string> next() {
    while (!ended_) {
      const std::size_t searched = rest_.size();
      fill();
      const std::size_t end = rest_.rfind('\n') + 1;  // npos + 1 is 0
      if (end > searched) return cut(end);
    }
    if (rest_.empty()) return {};
    return cut(rest_.size());
  }
  /// Why the input could not be read to its end, if it could not.
  const std::error_code& failed() const { return failed_; }

 private:
  void fill() {
    if (!wait()) return;
    constexpr std::size_t chunk = std::size_t{64} << 10;
    const std::size_t before = rest_.size();
    rest_.resize(before + chunk);
    ssize_t n;
    do n = ::read(STDIN_FILENO, rest_.data() + before, chunk);
    while (n < 0 && errno == EINTR);
    ended_ = n <= 0;
    if (n < 0) failed_ = {errno, std::generic_category()};
    rest_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  }
  /// Waits for input. Returns false if the user asks to stop: that is the end.
  bool wait() {
    constexpr int milliseconds = 200;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!stop_asked()) {
      const int ready = ::poll(&input, 1, milliseconds);
      if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    ended_ = true;
    return false;
  }
  std::string cut(std::size_t end) {
    std::string lines = rest_.substr(0, end);
    rest_.erase(0, end);
    return lines;
  }

  std::string rest_;  // read, but not yet a whole line
  bool ended_ = false;
  std::error_code failed_;
};

/// Lines that came in together, and later the answers to them.
struct Chunk {
  explicit Chunk(std::string text) : lines{std::move(text)} {}
  std::string lines;
  Text answers;
  Exit status = exit_fine;
};

void answer_chunk(Chunk& chunk, const AnswerLine& answer) {
  std::string_view rest = chunk.lines;
  while (!rest.empty() && !stop_asked()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    chunk.status = std::max(chunk.status, answer(trimmed(rest.substr(0, end)), chunk.answers));
    append(chunk.answers, "\n");
    rest.remove_prefix(end);
  }
}

bool write_all(const Text& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) return false;
    done += static_cast<std::size_t>(std::max<ssize_t>(n, 0));
  }
  return true;
}

}  // namespace

Exit answer_lines(int threads, const AnswerLine& answer) {
  using namespace oneapi::tbb;
  using Item = std::shared_ptr<Chunk>;
  const std::size_t workers = thread_count(threads);
  const global_control bound{global_control::max_allowed_parallelism, workers};
  LineReader reader;
  Exit status = exit_fine;            // of the last stage, which is serial
  std::atomic<bool> stopped = false;  // nobody reads the answers any more
  const auto read = [&](flow_control& flow) -> Item {
    auto lines = stopped ? std::nullopt : reader.next();
    if (lines) return std::make_shared<Chunk>(*std::move(lines));
    flow.stop();
    return {};
  };
  const auto work = [&](Item chunk) {
    answer_chunk(*chunk, answer);
    return chunk;
  };
  const auto write = [&](const Item& chunk) {
    status = std::max(status, chunk->status);
    if (stopped || write_all(chunk->answers)) return;
    stopped = true;
    status = fail_to_write_output({errno, std::generic_category()});
  };
  parallel_pipeline(4 * workers, make_filter<void, Item>(filter_mode::serial_in_order, read) &
                                     make_filter<Item, Item>(filter_mode::parallel, work) &
                                     make_filter<Item, void>(filter_mode::serial_in_order, write));
  if (!reader.failed()) return stop_asked() ? stopped_before_the_end() : status;
  return fail({Error::Code::io, "standard input cannot be read: " + reader.failed().message()});
}

}  // namespace damiera

#include "apps/hub/hub_loop.h"

#include <mutex>
#include <thread>

namespace damiera {

namespace {

/// The thread that searches, while one does.
class Searcher {
 public:
  explicit Searcher(HubSession& session) : session_{session} {}
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;
  ~Searcher() { end(); }

  void begin(HubSearch search, const WriteLine& say) {
    end();
    thread_ = std::thread{[search = std::move(search), &say] { search.run(say); }};
  }
  void end() {
    if (!thread_.joinable()) return;
    session_.stop();
    thread_.join();
  }

 private:
  HubSession& session_;
  std::thread thread_;
};

}  // namespace

void serve_hub(HubSession& session, const ReadLine& read, const WriteLine& write) {
  std::mutex writing;
  const WriteLine say = [&](const std::string& line) {
    const std::lock_guard lock{writing};
    write(line);
  };
  Searcher searcher{session};
  while (const auto line = read()) {
    if (!HubSession::may_come_during_search(*line)) searcher.end();
    auto reply = session.receive(*line);
    for (const auto& answer : reply.lines) say(answer);
    if (reply.quit) return;
    if (reply.search) searcher.begin(*std::move(reply.search), say);
  }
}

}  // namespace damiera

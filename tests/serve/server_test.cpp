#include "apps/serve/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <fstream>
#include <random>
#include <thread>

#include "apps/serve/client_address.h"
#include "tests/serve/site.h"

namespace damiera {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using test::ShippedSite;

/// A client that sends bytes as they are.
class Client {
 public:
  explicit Client(int port) : socket_{::socket(AF_INET, SOCK_STREAM, 0)} {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ =
        ::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  bool is_connected() const { return connected_; }
  bool send(std::string_view bytes) const {
    return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }
  void finish() const { ::shutdown(socket_.get(), SHUT_WR); }
  /// The bytes that arrive within the time: up to the end of the connection, or a whole response.
  std::string receive(std::chrono::milliseconds time = 5000ms) const {
    const auto end = std::chrono::steady_clock::now() + time;
    std::string all;
    while (!is_whole(all)) {
      pollfd polled{socket_.get(), POLLIN, 0};
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      if (left.count() <= 0 || ::poll(&polled, 1, static_cast<int>(left.count())) <= 0) break;
      char bytes[4096];
      const ssize_t got = ::recv(socket_.get(), bytes, sizeof bytes, 0);
      if (got <= 0) break;
      all.append(bytes, static_cast<std::size_t>(got));
    }
    return all;
  }
  /// True if the server has closed the connection.
  bool is_closed(std::chrono::milliseconds time = 5000ms) const {
    pollfd polled{socket_.get(), POLLIN, 0};
    char byte;
    return ::poll(&polled, 1, static_cast<int>(time.count())) > 0 &&
           ::recv(socket_.get(), &byte, 1, 0) <= 0;
  }

 private:
  static bool is_whole(const std::string& response) {
    const auto body = response.find("\r\n\r\n");
    const auto length = response.find("Content-Length: ");
    return body != std::string::npos && length < body &&
           response.size() >= body + 4 + std::stoul(response.substr(length + 16));
  }

  FileDescriptor socket_;
  bool connected_ = false;
};

int status_of(const std::string& response) {
  return response.starts_with("HTTP/1.1 ") ? std::stoi(response.substr(9, 3)) : 0;
}

std::string body_of(const std::string& response) {
  return response.substr(std::min(response.find("\r\n\r\n") + 4, response.size()));
}

std::string get(const std::string& target, const std::string& headers = {}) {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
}

std::string post(const std::string& target, const std::string& body) {
  return "POST " + target +
         " HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

const std::string won_position = get("/italian?fen=W:WK1:BK32");

/// A server on a free port of this machine.
class RunningServer {
 public:
  explicit RunningServer(const Limits& limits = {})
      : server_{shipped_.site(), shipped_.metrics(), limits},
        port_{*server_.listen("127.0.0.1", 0)},
        thread_{[this] { ran_ = bool(server_.run()); }} {}
  ~RunningServer() { stop(); }

  int port() const { return port_; }
  Client client() const { return Client{port_}; }
  bool stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
    return ran_;
  }

 private:
  ShippedSite shipped_;
  Server server_;
  int port_;
  bool ran_ = false;
  std::thread thread_;
};

std::string ask(const RunningServer& server, const std::string& request) {
  const Client client = server.client();
  client.send(request);
  return client.receive();
}

/// All that a client receives until the connection is closed, or for a moment.
std::string receive_all(const Client& client) {
  std::string all;
  for (std::string part; !(part = client.receive(1000ms)).empty();) all += part;
  return all;
}

TEST(Server, AnswersManyRequestsOfAConnection) {
  const RunningServer server;
  const Client client = server.client();
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(client.send(won_position));
    const std::string response = client.receive();
    ASSERT_EQ(status_of(response), 200) << response;
    EXPECT_EQ(json::parse(body_of(response))["dtc"], 11);
  }
}

// A client that leaves without a request is not counted.
TEST(Server, CountsRequests) {
  const RunningServer server;
  for (int i = 0; i < 3; ++i) ask(server, won_position);
  ask(server, get("/chess"));
  ask(server, "rubbish\r\n\r\n");
  const std::string metrics = body_of(ask(server, get("/metrics")));
  EXPECT_NE(metrics.find("damiera_requests_total{status=\"2xx\"} 3\n"), std::string::npos);
  EXPECT_NE(metrics.find("damiera_requests_total{status=\"4xx\"} 2\n"), std::string::npos)
      << metrics;
}

TEST(Server, AnswersPipelinedRequestsInOrder) {
  const RunningServer server;
  const Client client = server.client();
  client.send(won_position + get("/healthz", "Connection: close\r\n"));
  std::string all;
  for (std::string part; !(part = client.receive()).empty();) all += part;
  EXPECT_LT(all.find("\"dtc\":11"), all.find("ok\n"));
}

TEST(Server, ReadsBodiesWhateverTheyAreCalled) {
  const RunningServer server;
  const std::string lines = "W:WK1:BK32\nW:WK4:BK29\n";
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded"}) {
    const std::string response =
        ask(server, "POST /italian HTTP/1.1\r\nHost: x\r\nContent-Type: " + std::string{type} +
                        "\r\nContent-Length: " + std::to_string(lines.size()) + "\r\n\r\n" + lines);
    EXPECT_EQ(status_of(response), 200) << response;
    EXPECT_NE(body_of(response).find("\"category\":\"draw\""), std::string::npos);
  }
  const std::string chunked = ask(server,
                                  "POST /italian HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
                                  "chunked\r\n\r\nb\r\nW:WK1:BK32\n\r\n0\r\n\r\n");
  EXPECT_EQ(status_of(chunked), 200) << chunked;
  // Two lengths: a proxy might believe the one and the server the other.
  for (const char* encoding : {"chunked", "gzip"}) {
    const std::string twofold = ask(
        server, "POST /italian HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nTransfer-Encoding: " +
                    std::string{encoding} + "\r\n\r\nb\r\nW:WK1:BK32\n\r\n0\r\n\r\n");
    EXPECT_EQ(status_of(twofold), 400) << twofold;
    EXPECT_EQ(twofold.find("HTTP/1.1", 1), std::string::npos) << twofold;
  }
}

TEST(Server, SendsNoBodyForHead) {
  const RunningServer server;
  const Client client = server.client();
  client.send("HEAD /italian?fen=W:WK1:BK32 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  std::this_thread::sleep_for(50ms);
  const std::string response = client.receive(1000ms);
  EXPECT_EQ(status_of(response), 200);
  EXPECT_TRUE(body_of(response).empty());
}

TEST(Server, RefusesWhatIsTooLarge) {
  const RunningServer server{{.header_bytes = 1024, .body_bytes = 100}};
  EXPECT_EQ(status_of(ask(server, post("/italian", std::string(100, '\n')))), 200);
  EXPECT_EQ(status_of(ask(server, post("/italian", std::string(101, '\n')))), 413);
  const std::string header = ask(server, get("/healthz", "X: " + std::string(2000, 'x') + "\r\n"));
  EXPECT_EQ(status_of(header), 400);
  std::string chunks = "POST /italian HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 200; ++i) chunks += "10\r\n" + std::string(16, '\n') + "\r\n";
  EXPECT_EQ(status_of(ask(server, chunks)), 413);
  EXPECT_EQ(status_of(ask(server, won_position)), 200);
}

// RFC 9112, 9.6: who keeps connections must learn that this one ends.
TEST(Server, SaysThatAConnectionEnds) {
  const RunningServer server;
  for (const std::string& request :
       {get("/" + std::string(9'000, 'a')), std::string{"rubbish\r\n\r\n"},
        get("/healthz", "Y : 1\r\n"), std::string{"GET /healthz HTTP/1.0\r\n\r\n"}}) {
    const Client client = server.client();
    client.send(request);
    const std::string answer = client.receive();
    const auto said = answer.find("Connection: close\r\n");
    EXPECT_NE(said, std::string::npos) << request.substr(0, 40);
    EXPECT_EQ(answer.find("Connection: close\r\n", said + 1), std::string::npos) << answer;
    EXPECT_TRUE(client.is_closed());
  }
  EXPECT_EQ(ask(server, won_position).find("Connection: close"), std::string::npos);
}

// RFC 9112, 2.2, 3.2 and 7.
TEST(Server, ReadsRequestsAsTheStandardSays) {
  const RunningServer server;
  EXPECT_EQ(status_of(ask(server, "\r\n" + won_position)), 200);
  EXPECT_EQ(status_of(ask(server, "GET /healthz HTTP/1.1\r\n\r\n")), 400);
  EXPECT_EQ(status_of(ask(server,
                          "POST /italian HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n"
                          "\r\nb\r\nW:WK1:BK32\n\r\n0\r\n\r\n")),
            200);
  const Client client = server.client();
  client.send("\r\n");
  std::this_thread::sleep_for(50ms);
  client.send(won_position);
  EXPECT_EQ(status_of(client.receive()), 200);
}

TEST(Server, CountsRequestsOfANetwork) {
  EXPECT_EQ(counted_address("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(counted_address("192.0.2.1:5001"), "192.0.2.1");
  EXPECT_EQ(counted_address("::ffff:192.0.2.1"), "192.0.2.1");
  for (const char* address : {"2001:db8:1:2:3:4:5:6", "[2001:db8:1:2::9]", "[2001:db8:1:2::9]:80"})
    EXPECT_EQ(counted_address(address), "2001:db8:1:2::/64");
  EXPECT_EQ(counted_address("2001:db8:1:3::9"), "2001:db8:1:3::/64");
  for (const char* text : {"", "[", "[]", ":", "a:b:c", "unknown"})
    EXPECT_LE(counted_address(text).size(), std::string{text}.size());
}

// The client reads the answer, although the server leaves a part of the request unread.
TEST(Server, AnswersRequestLinesThatAreTooLong) {
  const RunningServer server;
  for (const auto& [length, status] :
       {std::pair{8'000, 404}, {9'000, 414}, {16'300, 414}, {16'384, 400}, {40'000, 400}}) {
    const std::string response =
        ask(server, get("/" + std::string(static_cast<std::size_t>(length), 'a')));
    ASSERT_EQ(status_of(response), status) << length;
    EXPECT_TRUE(json::parse(body_of(response)).contains("error")) << response;
  }
  const Client unfinished = server.client();
  unfinished.send(std::string(16'384, 'a'));
  EXPECT_EQ(status_of(unfinished.receive()), 400);
  EXPECT_TRUE(unfinished.is_closed());
}

// What follows a body that is not read must not be taken for the next request.
TEST(Server, TakesNoBodyForARequest) {
  const RunningServer server;
  const std::string hidden = get("/healthz");
  for (const char* method : {"GET", "DELETE", "PUT"}) {
    const Client client = server.client();
    client.send(std::string{method} + " /italian?fen=W:WK1:BK32 HTTP/1.1\r\nHost: x\r\n" +
                "Content-Length: " + std::to_string(hidden.size()) + "\r\n\r\n" + hidden);
    const std::string all = receive_all(client);
    EXPECT_EQ(all.find("ok\n"), std::string::npos) << method;
    EXPECT_EQ(all.rfind("HTTP/1.1"), 0U) << method;
  }
}

// Bodies that are left unread: of a client that asks too often, and of one that frames it wrongly.
TEST(Server, EndsAConnectionWithABodyThatIsNotRead) {
  const std::string hidden = get("/healthz");
  const RunningServer limited{{.rate = 0.001, .burst = 1}};
  const Client often = limited.client();
  often.send(won_position + post("/italian", hidden));
  const std::string answers = receive_all(often);
  EXPECT_NE(answers.find(" 429 "), std::string::npos) << answers;
  EXPECT_EQ(answers.find("ok\n"), std::string::npos) << answers;
  EXPECT_TRUE(often.is_closed());

  const RunningServer server;
  const std::string chunked =
      "POST /italian HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string spaced = "POST /italian HTTP/1.1\r\nHost: x\r\nContent-Length : 9\r\n\r\n";
  for (const std::string& framed : {chunked + "zz\r\n", spaced}) {
    const Client client = server.client();
    client.send(framed + hidden);
    const std::string answer = receive_all(client);
    EXPECT_EQ(status_of(answer), 400) << answer;
    EXPECT_EQ(answer.find("HTTP/1.1", 1), std::string::npos) << answer;
    EXPECT_TRUE(client.is_closed());
  }
}

// A client that asks too often may go on later, on the same connection.
TEST(Server, KeepsTheConnectionOfWhoAsksTooOften) {
  const RunningServer server{{.rate = 0.001, .burst = 1}};
  const Client client = server.client();
  client.send(won_position + won_position + won_position);
  const std::string answers = receive_all(client);
  const auto second = answers.find(" 429 ");
  EXPECT_NE(second, std::string::npos) << answers;
  EXPECT_NE(answers.find(" 429 ", second + 1), std::string::npos) << answers;
}

// RFC 9110, 7.6.1, 12.4.2 and 12.5.3; RFC 9112, 3.2.2.
TEST(Server, ReadsHeadersInAllTheirForms) {
  const RunningServer server;
  for (const auto& [accepted, coding] : {std::pair{"gzip", "gzip"},
                                         {"GZIP;q=0.5", "gzip"},
                                         {"identity, gzip;q=1", "gzip"},
                                         {"br;q=0, gzip", "gzip"},
                                         {"gzip;q=0", ""},
                                         {"gzip; q=0.000, identity", ""},
                                         {"x-gzipped", ""}}) {
    const Client client = server.client();
    client.send(get("/games.json", "Accept-Encoding: " + std::string{accepted} + "\r\n"));
    const std::string answer = client.receive();
    const bool is_coded = answer.find("Content-Encoding: ") < answer.find("\r\n\r\n");
    EXPECT_EQ(is_coded, *coding != '\0') << accepted;
    const std::string named = "Content-Encoding: " + std::string{coding};
    EXPECT_EQ(answer.find(named) != std::string::npos, is_coded) << accepted;
  }
  for (const char* options : {"close", "Close", "keep-alive, close"}) {
    const Client client = server.client();
    client.send(get("/healthz", "Connection: " + std::string{options} + "\r\n"));
    EXPECT_EQ(body_of(client.receive()), "ok\n");
    EXPECT_TRUE(client.is_closed()) << options;
  }
  EXPECT_EQ(body_of(ask(server, get("http://localhost/healthz"))), "ok\n");
}

TEST(Server, ReadsAPlusSignOnlyWhereItIsEscaped) {
  const RunningServer server;
  const std::string runs = ask(server, get("/frisian?fen=W:WK46,32:BK2:%2B0%2B146"));
  ASSERT_EQ(status_of(runs), 200) << runs;
  EXPECT_EQ(json::parse(body_of(runs))["fen"], "W:W32,K46:BK2:+0+146");
  EXPECT_EQ(status_of(ask(server, get("/frisian?fen=W:WK46,32:BK2:+0+146"))), 400);
}

TEST(Server, RefusesCompressedBodies) {
  const RunningServer server;
  EXPECT_EQ(status_of(ask(server,
                          "POST /italian HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n"
                          "Content-Length: 4\r\n\r\nabcd")),
            415);
}

TEST(Server, IgnoresRanges) {
  const RunningServer server;
  const std::string response =
      ask(server, get("/openapi.json", "Range: bytes=0-,0-,0-,0-,0-,0-,0-,0-\r\n"));
  EXPECT_EQ(status_of(response), 200);
}

TEST(Server, EndsSlowRequests) {
  const RunningServer server{{.request_time = 200ms}};
  const Client slow = server.client();
  const auto begin = std::chrono::steady_clock::now();
  std::thread dripping{[&] {
    for (const char c : won_position) {
      if (!slow.send({&c, 1})) return;
      std::this_thread::sleep_for(50ms);
    }
  }};
  EXPECT_NE(status_of(slow.receive()), 200);
  EXPECT_TRUE(slow.is_closed());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  dripping.join();
}

TEST(Server, ClosesIdleConnections) {
  const RunningServer server{{.idle_time = 100ms}};
  EXPECT_TRUE(server.client().is_closed());
}

TEST(Server, TurnsAwayWhoIsTooMany) {
  const RunningServer server{{.connections = 1}};
  const Client first = server.client();
  first.send(won_position);
  EXPECT_EQ(status_of(first.receive()), 200);
  const std::string refused = receive_all(server.client());
  EXPECT_EQ(status_of(refused), 503) << refused;
  EXPECT_TRUE(json::parse(body_of(refused)).contains("error"));
  const std::string length = "Content-Length: " + std::to_string(body_of(refused).size()) + "\r\n";
  EXPECT_NE(refused.find(length), std::string::npos) << refused;
}

TEST(Server, BoundsTheRateOfAnAddress) {
  const RunningServer server{{.rate = 0.001, .burst = 2}};
  EXPECT_EQ(status_of(ask(server, won_position)), 200);
  EXPECT_EQ(status_of(ask(server, won_position)), 200);
  const std::string refused = ask(server, won_position);
  EXPECT_EQ(status_of(refused), 429);
  const auto wait = refused.find("Retry-After: ");
  ASSERT_NE(wait, std::string::npos);
  EXPECT_GT(std::stoi(refused.substr(wait + 13)), 900);  // a thousand, less what has passed
}

TEST(Server, CountsThePositionsOfABatchForTheRate) {
  const RunningServer server{{.rate = 0.01, .burst = 5}};
  const std::string lines = "W:WK1:BK32\nW:WK4:BK29\nW:WK1:BK32\nW:WK4:BK29\n";
  EXPECT_EQ(status_of(ask(server, post("/italian", lines))), 200);
  EXPECT_EQ(status_of(ask(server, post("/italian", lines))), 200);  // on credit
  const std::string refused = ask(server, won_position);
  EXPECT_EQ(status_of(refused), 429);
  EXPECT_NE(refused.find("Retry-After: 4"), std::string::npos) << refused;  // 3 too many, and 1
}

TEST(Server, GivesUpWhatTakesTooLong) {
  const RunningServer server{{.answer_time = 0ms}};
  const std::string late = ask(server, won_position);
  EXPECT_EQ(status_of(late), 503) << late;
  EXPECT_TRUE(json::parse(body_of(late)).contains("error"));
  EXPECT_EQ(status_of(ask(server, get("/healthz"))), 200);
}

TEST(Server, TakesTheAddressOfTheNearestProxy) {
  const RunningServer server{{.rate = 0.001, .burst = 1, .forwarded = true}};
  const auto from = [&](const std::string& list) {
    return status_of(ask(server, get("/healthz", "X-Forwarded-For: " + list + "\r\n")));
  };
  EXPECT_EQ(from("10.0.0.1"), 200);
  EXPECT_EQ(from("10.0.0.2, 10.0.0.1"), 429);
  EXPECT_EQ(from("10.0.0.1, 10.0.0.2"), 200);
}

TEST(Server, DrainsWhenItIsStopped) {
  RunningServer server;
  const Client idle = server.client(), busy = server.client();
  idle.send(won_position);
  EXPECT_EQ(status_of(idle.receive()), 200);
  busy.send(won_position.substr(0, 20));
  std::this_thread::sleep_for(100ms);
  std::thread later{[&] {
    std::this_thread::sleep_for(200ms);
    busy.send(won_position.substr(20));
  }};
  EXPECT_TRUE(server.stop());
  later.join();
  EXPECT_EQ(status_of(busy.receive()), 200);
  EXPECT_TRUE(busy.is_closed());
  EXPECT_TRUE(idle.is_closed());
  EXPECT_FALSE(server.client().is_connected());
}

// Stopping does not close a socket that was handed over: systemd starts the next server on it.
TEST(Server, LeavesAHandedSocketListening) {
  const ShippedSite shipped;
  Metrics metrics;
  const FileDescriptor socket{::socket(AF_INET, SOCK_STREAM, 0)};
  Server first{shipped.site(), metrics, {}};
  EXPECT_FALSE(first.adopt(socket.get()));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(socket.get(), 8), 0);
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address), &size);
  for (int i = 0; i < 2; ++i) {
    Server server{shipped.site(), metrics, {}};
    ASSERT_TRUE(server.adopt(socket.get()));
    std::thread running{[&] { EXPECT_TRUE(server.run()); }};
    const Client client{ntohs(address.sin_port)};
    client.send(won_position);
    EXPECT_EQ(status_of(client.receive()), 200);
    server.stop();
    running.join();
  }
}

/// Bytes of memory that this process has.
std::size_t resident() {
  std::size_t pages = 0, resident_pages = 0;
  std::ifstream{"/proc/self/statm"} >> pages >> resident_pages;
  return resident_pages * 4096;
}

/// A request that no honest client sends.
std::string hostile(std::mt19937& random) {
  std::string bytes = random() % 3 == 0 ? post("/italian", "W:WK1:BK32\nW:WK4:BK29") : won_position;
  switch (random() % 5) {
    case 0:  // truncated
      return bytes.substr(0, random() % bytes.size());
    case 1:  // damaged
      for (int i = 0; i < 5; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
      return bytes;
    case 2:  // random
      for (char& c : bytes) c = static_cast<char>(random());
      return bytes;
    case 3:  // oversized
      return get("/" + std::string(random() % 40'000, 'a'), std::string(20'000, 'b'));
    default:  // a lie about its length
      return "POST /italian HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(random()) +
             "\r\n\r\nW:WK1:BK32\n";
  }
}

// Some seconds of hostile clients, at the same time as an honest one.
TEST(Server, EnduresHostileClients) {
  const RunningServer server{{.request_time = 100ms, .idle_time = 100ms}};
  const Client slow[] = {server.client(), server.client(), server.client()};
  for (const Client& client : slow) client.send("GET /ita");
  std::atomic<bool> done = false;
  int wrong = 0, asked = 0;
  std::thread honest{[&] {
    for (; !done; ++asked) {
      const std::string response = ask(server, won_position);
      wrong += status_of(response) != 200 || json::parse(body_of(response))["dtc"] != 11;
    }
  }};
  std::mt19937 random{1};
  std::size_t before = 0;
  constexpr int rounds = 600;
  for (int i = 0; i < rounds; ++i) {
    if (i == rounds / 3) before = resident();
    const Client client = server.client();
    client.send(hostile(random));
    if (random() % 2 == 0) client.finish();
    if (random() % 4 == 0) client.receive(20ms);
  }
  done = true;
  honest.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(asked, 10);
  EXPECT_LT(resident(), before + (std::size_t{16} << 20));
  EXPECT_EQ(status_of(ask(server, won_position)), 200);
}

}  // namespace
}  // namespace damiera

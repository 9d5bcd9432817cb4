#include "tests/serve/site.h"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "answers/claim/claim_judge.h"
#include "apps/serve/static_files.h"
#include "data/folder/catalogue.h"
#include "data/folder/checksum_list.h"
#include "rules/notation/move_notation.h"

namespace damiera {
namespace {

using nlohmann::json;
using test::shipped_site;
using test::ShippedSite;

/// The members that clients of lila-tablebase read.
constexpr std::array members{"category",
                             "dtz",
                             "precise_dtz",
                             "dtc",
                             "dtm",
                             "dtw",
                             "checkmate",
                             "stalemate",
                             "variant_win",
                             "variant_loss",
                             "insufficient_material"};

TEST(Site, GivesTheMembersOfLilaTablebase) {
  const json answer = shipped_site().position("italian", "W:WK3,20:BK31");
  for (const char* name : members) EXPECT_TRUE(answer.contains(name)) << name;
  ASSERT_FALSE(answer["moves"].empty());
  for (const json& move : answer["moves"]) {
    for (const char* name : members) EXPECT_TRUE(move.contains(name)) << name;
    for (const char* name : {"uci", "san", "zeroing", "conversion"})
      EXPECT_TRUE(move.contains(name)) << name;
  }
}

TEST(Site, GivesSignedPliesAndThoseOfAMoveForTheOpponent) {
  const json won = shipped_site().position("italian", "W:WK1:BK32");
  EXPECT_EQ(won["category"], "win");
  EXPECT_EQ(won["wdl"], 2);
  EXPECT_EQ(won["dtc"], 11);
  EXPECT_EQ(won["dtw"], 11);
  EXPECT_EQ(won["dtz"], 11);
  EXPECT_EQ(won["moves"][0]["category"], "loss");
  EXPECT_EQ(won["moves"][0]["wdl"], -2);
  EXPECT_EQ(won["moves"][0]["dtz"], -10);
  const json drawn = shipped_site().position("italian", "W:WK4:BK29");
  EXPECT_EQ(drawn["category"], "draw");
  EXPECT_EQ(drawn["dtz"], 0);
  EXPECT_EQ(drawn["dtw"], 0);
}

// Clients of lila-tablebase take 0 for a draw.
TEST(Site, GivesAPositionThatHasEndedADistanceOfOne) {
  const json over = shipped_site().position("italian", "B:WK1:B");
  EXPECT_EQ(over["category"], "loss");
  EXPECT_EQ(over["variant_loss"], true);
  EXPECT_EQ(over["dtz"], -1);
  EXPECT_TRUE(over["moves"].empty());
}

TEST(Site, GivesAPositionThatHasEndedToTheSideWithoutAMoveInGiveawayGames) {
  for (const char* game :
       {"antidraughts", "russian_giveaway", "english_giveaway", "brazilian_giveaway"}) {
    const json over = shipped_site().position(game, "B:WK1:B");
    EXPECT_EQ(over["category"], "win") << game;
    EXPECT_EQ(over["variant_win"], true) << game;
    EXPECT_EQ(over["variant_loss"], false) << game;
    EXPECT_EQ(over["dtz"], 1) << game;
    EXPECT_TRUE(over["moves"].empty()) << game;
  }
}

// Each move has the values that a request for the position after it returns.
TEST(Site, TellsOfEachMoveWhatItTellsOfItsPosition) {
  for (const Variant variant : {Variant::italian, Variant::russian}) {
    const std::string game{name(variant)};
    const json answer = shipped_site().position(
        game, variant == Variant::italian ? "B:WK9,22:BK17" : "W:Wa1,Kc3:BKh8");
    ASSERT_FALSE(answer["moves"].empty());
    for (const json& move : answer["moves"]) {
      const json next = shipped_site().position(game, move["fen"]);
      for (const char* name : members) EXPECT_EQ(next[name], move[name]) << move << name;
    }
  }
}

TEST(Site, WritesMovesBySquares) {
  const json quiet = shipped_site().position("italian", "W:WK1:BK32");
  EXPECT_EQ(quiet["moves"][0]["uci"].get<std::string>().size(), 4U);
  EXPECT_EQ(quiet["moves"][0]["san"].get<std::string>().find('x'), std::string::npos);
  const json twice = shipped_site().position("international", "W:W28:B23,14");
  ASSERT_EQ(twice["moves"].size(), 1U);
  EXPECT_EQ(twice["moves"][0]["uci"], "281910");
  EXPECT_EQ(twice["moves"][0]["san"], "28x10");
  EXPECT_EQ(twice["moves"][0]["captured"], json({14, 23}));
  EXPECT_EQ(twice["moves"][0]["zeroing"], true);
  const json black = shipped_site().position("international", "B:W28,37:B23");
  EXPECT_EQ(black["moves"][0]["uci"].get<std::string>().substr(0, 4), "2332");
}

// lidraughts counts squares from the top left of the board, whatever numbers the game has.
TEST(Site, WritesTheSameSquaresWhateverTheGamesNumbers) {
  for (const char* game : {"spanish", "portuguese"}) {
    const json move = shipped_site().position(game, "W:W1:B5")["moves"][0];
    EXPECT_EQ(move["san"], "1x10");
    EXPECT_EQ(move["uci"], "3223");
    EXPECT_EQ(move["captured"], json({28}));
  }
  const json mirrored = shipped_site().position("ivorian", "W:W28:B23")["moves"][0];
  EXPECT_EQ(mirrored["san"], "28x17");
  EXPECT_EQ(mirrored["uci"], "2819");
}

TEST(Site, CountsWhatWasPlayed) {
  const json fresh = shipped_site().position("italian", "W:WK3,20:BK31");
  EXPECT_EQ(fresh["count"], (json{{"moves", 40}, {"plies_played", 0}, {"plies_left", 80}}));
  const json late = shipped_site().position("italian", "W:WK1:BK32", {{"counted", "39.5"}});
  EXPECT_EQ(late["category"], "cursed-win");
  EXPECT_EQ(late["wdl"], 1);
  EXPECT_EQ(late["count"]["plies_left"], 1);
  const json clock = shipped_site().position("italian", "W:WK1:BK32:H79:F60");
  EXPECT_EQ(clock["category"], "cursed-win");
  EXPECT_EQ(clock["count"]["plies_played"], 79);
}

// In each form that the command line reads as well.
TEST(Site, ReadsHowManyPliesWerePlayed) {
  for (const char* fen : {"W:WK1:BK32:h79", "W:WK1:BK32:H79.", "W:WK1:BK32:H79_", "W:WK1:BK32:_H79",
                          "W:WK1:BK32:F10001:H79", "[FEN \"W:WK1:BK32:H79\"]"}) {
    const json late = shipped_site().position("italian", fen);
    EXPECT_EQ(late["category"], "cursed-win") << fen;
    EXPECT_EQ(late["count"]["plies_played"], 79) << fen;
  }
  EXPECT_EQ(shipped_site().position("italian", "W:WK1:BK32:H10001")["category"], "cursed-win");
  EXPECT_EQ(shipped_site().get("/italian", {{"fen", "W:WK1:BK32:H5:H6"}}).status, 400);
}

// With unlimited moves it is known: only an unusual count needs tables of its own.
TEST(Site, TellsMaybeWhereThereAreNoTablesOfTheUsualCount) {
  const char* fen = "W:WK2,K5:BK6";
  for (const std::multimap<std::string, std::string>& asked :
       {std::multimap<std::string, std::string>{},
        {{"counted", "3"}},
        {{"counted", "3.0"}},
        {{"count", "25"}},
        {{"counted", ""}}})
    EXPECT_EQ(shipped_site().position("killer", fen, asked)["category"], "maybe-win");
  EXPECT_EQ(shipped_site().get("/killer", {{"fen", fen}, {"count", "24"}}).status, 404);
}

// No tables of this count come with the program, but all moves lead to positions of known values.
TEST(Site, TellsAValueUnderTheCountWithoutThoseOfTheMoves) {
  const json position = shipped_site().position("russian_giveaway", "W:WKc5:BKe3,Ke1");
  EXPECT_EQ(position["category"], "win");
  EXPECT_EQ(position["count"]["plies_left"], 30);
}

TEST(Site, ReadsUnderscoresAndOtherNames) {
  EXPECT_EQ(shipped_site().position("italian", "W:_WK1:_BK32")["dtc"], 11);
  EXPECT_EQ(shipped_site().position("22", "W:WK1:BK32")["variant"], "italian");
  EXPECT_EQ(shipped_site().position("standard", "W:WK1:BK50")["variant"], "international");
  EXPECT_EQ(shipped_site().position("american", "W:WK1:BK32")["variant"], "english");
}

TEST(Site, AnswersForEveryGame) {
  for (const Variant variant : all_variants) {
    const json stats =
        json::parse(shipped_site().get("/stats/" + std::string{name(variant)} + "/MvM.json").body);
    EXPECT_GT(stats["positions"], 0) << name(variant) << stats;
    EXPECT_EQ(stats["positions"].get<int>(),
              stats["wins"].get<int>() + stats["draws"].get<int>() + stats["losses"].get<int>());
    const json longest = stats["longest"]["dtc"];
    if (longest.is_null()) continue;
    const json there = shipped_site().position(std::string{name(variant)}, longest["fen"]);
    EXPECT_EQ(std::abs(there["dtc"].get<int>()), longest["plies"]) << there;
  }
}

TEST(Site, PlaysTheMainLineToTheEnd) {
  const json line =
      json::parse(shipped_site().get("/italian/mainline", {{"fen", "W:WK1:BK32"}}).body);
  EXPECT_EQ(line["dtz"], 11);
  EXPECT_EQ(line["winner"], "w");
  ASSERT_EQ(line["mainline"].size(), 11U);
  EXPECT_EQ(line["mainline"].back()["dtz"], -1);
  const json draw =
      json::parse(shipped_site().get("/italian/mainline", {{"fen", "W:WK4:BK29"}}).body);
  EXPECT_TRUE(draw["mainline"].empty());
  EXPECT_EQ(draw["winner"], nullptr);
}

TEST(Site, EndsTheMainLineWithTheCount) {
  const json line = json::parse(
      shipped_site().get("/italian/mainline", {{"fen", "W:WK1:BK32"}, {"counted", "38"}}).body);
  EXPECT_EQ(line["mainline"].size(), 4U);
  EXPECT_EQ(line["winner"], nullptr);
}

TEST(Site, PlaysTheLineWithUnlimitedMoves) {
  const json line = json::parse(shipped_site().get("/italian/line", {{"fen", "W:WK1:BK32"}}).body);
  EXPECT_EQ(line["plies"], 11);
  EXPECT_EQ(line["line"].back()["fen"], line["final"]);
}

TEST(Site, SaysWhichMethodsItAllows) {
  const auto allowed = [](const char* path) {
    return std::string{shipped_site().answer({.method = "DELETE", .path = path}).header("Allow")};
  };
  EXPECT_EQ(allowed("/italian"), "GET, HEAD, POST, OPTIONS");
  EXPECT_EQ(allowed("/italian/line"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(allowed("/italian/claim"), "POST, OPTIONS");
}

struct StatusCase {
  int status;
  Request request;
};
class StatusOf : public testing::TestWithParam<StatusCase> {};

TEST_P(StatusOf, Request) {
  const Response response = shipped_site().answer(GetParam().request);
  EXPECT_EQ(response.status, GetParam().status) << response.body;
  EXPECT_EQ(response.header("Access-Control-Allow-Origin"), "*");
  if (response.status < 400) return;
  EXPECT_EQ(response.header("Content-Type"), "application/json");
  EXPECT_EQ(response.header("Cache-Control"), "no-store");
  EXPECT_FALSE(json::parse(response.body)["error"].get<std::string>().empty());
}

/// A won position of five pieces: the shipped tables do not have its distances.
constexpr const char* far = "W:WK1,K2,K3:BK30,K32";

Request position(const char* path, std::string fen) {
  return {.path = path, .query = {{"fen", std::move(fen)}}};
}

INSTANTIATE_TEST_SUITE_P(
    Requests, StatusOf,
    testing::Values(
        StatusCase{200, {.path = "/"}}, StatusCase{200, {.path = "/healthz"}},
        StatusCase{200, {.path = "/metrics"}}, StatusCase{200, {.path = "/monitor"}},
        StatusCase{200, {.path = "/openapi.json"}}, StatusCase{200, {.path = "/italian/tables"}},
        StatusCase{204, {.method = "OPTIONS", .path = "/italian"}},
        StatusCase{400, {.path = "/italian"}}, StatusCase{400, position("/italian", "rubbish")},
        StatusCase{400, position("/italian", "W:WK1,1:BK2")},
        StatusCase{400, position("/italian", std::string(600, 'W'))},
        StatusCase{400, {.path = "/italian", .query = {{"fen", "W:WK1:BK32"}, {"counted", "41"}}}},
        StatusCase{400, {.path = "/italian", .query = {{"fen", "W:WK1:BK32"}, {"count", "0"}}}},
        StatusCase{404, {.path = "/italian", .query = {{"fen", "W:WK1:BK32"}, {"count", "37"}}}},
        StatusCase{404, position("/italian", "W:WK1,K2,K3,K4:BK29,K30,K31,K32")},
        StatusCase{404, position("/italian/mainline", "W:WK1,K2,K3,K4:BK29,K30,K31,K32")},
        StatusCase{404, position("/italian/line", "W:WK1,K2,K3,K4:BK29,K30,K31,K32")},
        StatusCase{200, position("/italian", far)},
        StatusCase{404, position("/italian/mainline", far)},
        StatusCase{404, position("/italian/line", far)}, StatusCase{404, {.path = "/chess"}},
        StatusCase{404, {.path = "/italian/opening"}}, StatusCase{404, {.path = "/page.html"}},
        StatusCase{404, {.path = "/../etc/passwd"}}, StatusCase{404, {.path = ""}},
        StatusCase{404, {.path = "/stats/italian/KvK"}},
        StatusCase{400, {.path = "/stats/italian/nonsense.json"}},
        StatusCase{404, {.path = "/stats/italian/KKKKKKvK.json"}},
        StatusCase{405, {.method = "DELETE", .path = "/italian"}},
        StatusCase{405, {.method = "POST", .path = "/italian/line"}},
        StatusCase{405, {.path = "/italian/claim"}},
        StatusCase{400, {.method = "POST", .path = "/italian/claim"}}));

TEST(Site, NamesThePlaceOfAnError) {
  const auto error = [](const Response& response) {
    return json::parse(response.body)["error"].get<std::string>();
  };
  EXPECT_NE(error(shipped_site().get("/italian", {{"fen", "W:WK1:BK33"}})).find("column 9"),
            std::string::npos);
  const Response missing =
      shipped_site().get("/italian", {{"fen", "W:WK1,K2,K3,K4:BK29,K30,K31,K32"}});
  EXPECT_EQ(json::parse(missing.body)["table"], "italian/KKKKvKKKK.wdl");
}

// Every route that looks up positions or goes through tables ends when nobody waits for it any
// more.
TEST(Site, GivesUpAtTheDeadline) {
  Request late[] = {
      position("/", "W:WK1:BK32"),
      position("/italian", "W:WK1:BK32"),
      position("/italian", far),
      position("/italian/mainline", "W:WK1:BK32"),
      position("/italian/line", "W:WK1:BK32"),
      {.path = "/checksums/italian.txt"},
      {.path = "/stats/italian/KMvKK.json"},
      {.method = "POST", .path = "/italian", .body = "W:WK1:BK32"},
      {.method = "POST", .path = "/italian/claim", .body = "[FEN \"W:WK3:BK31\"] 1. 3-7 *"}};
  for (Request& request : late) {
    request.deadline = std::chrono::steady_clock::now();
    const Response response = shipped_site().answer(request);
    EXPECT_EQ(response.status, 503) << request.path << response.body;
    EXPECT_TRUE(json::parse(response.body).contains("error"));
    EXPECT_EQ(response.header("Cache-Control"), "no-store");
    EXPECT_EQ(response.header("Retry-After"), "1");
    request.deadline = std::chrono::steady_clock::time_point::max();
    EXPECT_EQ(shipped_site().answer(request).status, 200) << request.path;
  }
}

// The time of a request may also end within a game, after some of it was judged.
TEST(Site, GivesUpWithinAGame) {
  int left = 2;
  const Tablebase tables =
      Tablebase::open(Variant::italian, {})->until([&] { return left-- == 0; });
  ClaimJudge judge{{}, ClaimJudge::Tables{[&](Variant) { return tables; }}};
  const std::string_view game = "[FEN \"W:WK3:BK31\"] 1. 3-7 31-27 2. 7-3 27-31 *";
  PdnReader reader{game, {Variant::italian, {}}};
  const auto judged = judge.judge(*reader.next());
  ASSERT_FALSE(judged);
  EXPECT_EQ(judged.error().code, Error::Code::try_again);
}

TEST(Site, CountsAPositionOfABatchAsARequest) {
  EXPECT_EQ(shipped_site().post("/italian", "W:WK1:BK32\n\nrubbish\n").requests, 2U);
  EXPECT_EQ(shipped_site().post("/italian/claim", "[FEN \"x\"] *\n[FEN \"y\"] *").requests, 2U);
  EXPECT_EQ(shipped_site().get("/italian", {{"fen", "W:WK1:BK32"}}).requests, 1U);
}

TEST(Site, KeepsTheCountInLinksOfMoves) {
  const auto page = [](const char* variant, const char* fen, const char* counted) {
    return shipped_site().get("/", {{"variant", variant}, {"fen", fen}, {"counted", counted}}).body;
  };
  const std::string counted = page("italian", "W:WK1:BK32", "36");
  EXPECT_NE(counted.find("fen=B:WK5:BK32&amp;counted=36.5\""), std::string::npos) << counted;
  const std::string complete = page("italian", "W:WK1:BK32", "40");
  EXPECT_NE(complete.find("fen=B:WK5:BK32&amp;counted=40\""), std::string::npos) << complete;
  const Response frisian =
      shipped_site().get("/", {{"variant", "frisian"}, {"fen", "W:WK46,30:BK5,7:+0+246"}});
  EXPECT_NE(frisian.body.find(":%2B0%2B310\""), std::string::npos) << frisian.body;
}

// Squares have the numbers that moves use; on a mirrored board, names are those of the mirrored
// squares.
TEST(Site, NumbersTheSquaresOfBoards) {
  for (const json& game : json::parse(shipped_site().get("/games.json").body)) {
    std::set<int> numbers;
    for (const json& cell : game["cells"]) numbers.insert(cell[3].get<int>());
    EXPECT_EQ(numbers.size(), game["cells"].size()) << game["name"];
    EXPECT_EQ(*numbers.begin(), 1);
    EXPECT_EQ(*numbers.rbegin(), static_cast<int>(numbers.size()));
    if (game["name"] == "filipino") {
      EXPECT_EQ(game["cells"][0], (json{0, 0, "a8", 4}));
    } else if (game["name"] == "english") {
      EXPECT_EQ(game["cells"][0], (json{0, 1, "1", 1}));
    }
  }
}

TEST(Message, NamesTags) {
  for (const char* known : {R"("1a")", R"(W/"1a")", "*", R"("2", W/"1a")", R"( "2","1a" )", " * "})
    for (const char* tag : {R"("1a")", R"(W/"1a")"}) EXPECT_TRUE(names_tag(known, tag)) << known;
  for (const char* known : {"", " ", ",", "1a", R"("1a)", R"(xW/"1a")", R"("x1a")", R"("*")"})
    EXPECT_FALSE(names_tag(known, R"(W/"1a")")) << known;
}

TEST(Message, ReadsPreferences) {
  for (const auto& [text, weight] : {std::pair{"it", std::optional{1.0}},
                                     {" it ; q=0.5 ", 0.5},
                                     {"it;q=0", 0.0},
                                     {"it;q=0.001", 0.001},
                                     {"it;q=x", std::nullopt},
                                     {"it;q=0;a", std::nullopt},
                                     {"it;level=1", std::nullopt}}) {
    EXPECT_EQ(preference(text).name, "it") << text;
    EXPECT_EQ(preference(text).weight, weight) << text;
  }
}

TEST(Site, LetsClientsKeepValues) {
  const Request request = position("/italian", "W:WK1:BK32");
  const Response first = shipped_site().answer(request);
  EXPECT_EQ(first.header("Cache-Control"), "public, max-age=86400");
  ASSERT_FALSE(first.header("ETag").empty());
  Request again = request;
  again.headers.emplace("if-none-match", first.header("ETag"));
  const Response same = shipped_site().answer(again);
  EXPECT_EQ(same.status, 304);
  EXPECT_TRUE(same.body.empty());
  Request other = position("/italian", "W:WK2:BK32");
  other.headers = again.headers;
  EXPECT_EQ(shipped_site().answer(other).status, 200);
}

// A server that is started again may have more tables.
TEST(Site, LetsClientsAskForListsEachTime) {
  for (const char* path : {"/games.json", "/italian/tables"}) {
    const Response list = shipped_site().get(path);
    EXPECT_EQ(list.header("Cache-Control"), "no-cache") << path;
    EXPECT_EQ(shipped_site()
                  .answer({.path = path,
                           .headers = {{"if-none-match", std::string{list.header("ETag")}}}})
                  .status,
              304)
        << path;
  }
}

TEST(Site, SaysWhichPositionItDoesNotKnow) {
  const json unknown =
      json::parse(shipped_site().get("/russian", {{"fen", "W:W21-32:b1-11,H6"}}).body);
  EXPECT_EQ(unknown["fen"],
            "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6");
}

// Files are named in the log of the server alone.
TEST(Site, KeepsItsOwnErrorsToItself) {
  const Error damaged{Error::Code::corrupt, "/data/italian/KvK.wdl: block 3: checksum"};
  const Response response = error_response(damaged);
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(response.body.find("/data"), std::string::npos) << response.body;
  EXPECT_EQ(response.log, damaged.message);
  EXPECT_EQ(error_response({Error::Code::bad_notation, "column 3"}).log, "");
}

TEST(Site, TellsErrorsInItalian) {
  const auto error = [](std::string fen, std::string lang) {
    const Response response =
        shipped_site().get("/italian", {{"fen", std::move(fen)}, {"lang", std::move(lang)}});
    return json::parse(response.body)["error"].get<std::string>();
  };
  EXPECT_EQ(error("W:WK3,3:BK31", "it"), "colonna 7: '3': casella 3 è già occupata");
  EXPECT_EQ(error("W:WK3,3:BK31", "en"), "column 7: '3': square 3 is taken already");
  EXPECT_EQ(error("W:WK1,K2,K3,K4:BK29,K30,K31", "it"), "manca la tabella italian/KKKKvKKK.wdl");
  const std::string page = shipped_site().get("/", {{"fen", "W:WK3"}, {"lang", "it"}}).body;
  EXPECT_NE(page.find("la fine: atteso"), std::string::npos) << page;
}

TEST(Site, ReadsTheLanguageOfThePage) {
  for (const char* language : {"it", "IT", "it-IT"})
    EXPECT_NE(shipped_site().get("/", {{"lang", language}}).body.find("<html lang=\"it\""),
              std::string::npos)
        << language;
  EXPECT_EQ(shipped_site().get("/", {{"lang", "items"}}).body.find("<html lang=\"it\""),
            std::string::npos);
}

TEST(Site, AnswersBatchesLineByLine) {
  const Response response = shipped_site().post(
      "/italian",
      "W:WK1:BK32\n\nrubbish\r\n{\"fen\":\"W:WK1:BK32\",\"counted\":39.5}\n{\"fan\":1}\n[[[[\n");
  EXPECT_EQ(response.header("Content-Type"), "application/x-ndjson");
  std::vector<json> lines;
  std::istringstream text{response.body};
  for (std::string line; std::getline(text, line);) lines.push_back(json::parse(line));
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0]["dtc"], 11);
  EXPECT_EQ(lines[1]["fen"], "rubbish");
  EXPECT_TRUE(lines[1].contains("error"));
  EXPECT_EQ(lines[2]["category"], "cursed-win");
  EXPECT_TRUE(lines[3].contains("error"));
  EXPECT_TRUE(lines[4].contains("error"));
}

// Where moves are counted in plies, "counted" is half of a whole number, which is 31.0 to some.
TEST(Site, ReadsNumbersOfBatchesHoweverTheyAreWritten) {
  for (const std::string counted : {"31", "31.0", "3.1e1", "\"31\"", "31.5", "null"}) {
    const Response response = shipped_site().post(
        "/italian", R"({"fen":"W:WK1:BK32","count":40.0,"counted":)" + counted + "}\n");
    const json line = json::parse(response.body);
    ASSERT_FALSE(line.contains("error")) << line;
    const int expected = counted == "null" ? 0 : counted == "31.5" ? 63 : 62;
    EXPECT_EQ(line["count"]["plies_played"], expected) << counted;
  }
  const Response wrong = shipped_site().post("/italian", R"({"fen":"W:WK1:BK32","counted":31.25})");
  EXPECT_NE(wrong.body.find("counted '31.25'"), std::string::npos) << wrong.body;
}

TEST(Site, TakesTheCountOfTheQueryForLinesWithoutOne) {
  const Response response =
      shipped_site().answer({.method = "POST",
                             .path = "/italian",
                             .query = {{"counted", "39.5"}},
                             .body = "W:WK1:BK32\n{\"fen\":\"W:WK1:BK32\",\"counted\":2}\n"});
  std::istringstream text{response.body};
  std::string first, second;
  std::getline(text, first);
  std::getline(text, second);
  EXPECT_EQ(json::parse(first)["category"], "cursed-win") << first;
  EXPECT_EQ(json::parse(second)["count"]["plies_played"], 4) << second;
}

TEST(Site, BoundsBatches) {
  const ShippedSite small{{.lines = 2, .fen_bytes = 20}};
  EXPECT_EQ(small.post("/italian", "W:WK1:BK32\nW:WK1:BK32\n").status, 200);
  EXPECT_EQ(small.post("/italian", "W:WK1:BK32\nW:WK1:BK32\nW:WK1:BK32\n").status, 400);
  EXPECT_EQ(small.get("/italian", {{"fen", "W:WK1,K2,K3,K4:BK32"}}).status, 200);
  EXPECT_EQ(small.get("/italian", {{"fen", "W:WK1,K2,K3,K4:BK32."}}).status, 200);
  EXPECT_EQ(small.get("/italian", {{"fen", "W:WK1,K2,K3,K4:BK32. "}}).status, 400);
}

TEST(Site, JudgesClaims) {
  const Response response = shipped_site().post(
      "/italian/claim", "[FEN \"W:WK3:BK31\"] 1. 3-7 31-27 2. 7-3 27-31 *\n[FEN \"x\"] *");
  ASSERT_EQ(response.status, 200) << response.body;
  const json games = json::parse(response.body)["games"];
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0]["drawn"], false);
  EXPECT_EQ(games[0]["plies"], 4);
  EXPECT_TRUE(games[1].contains("error"));
}

TEST(Site, ReportsClaimsInTheLanguageThatIsAsked) {
  Request request{
      .method = "POST", .path = "/italian/claim", .body = "[FEN \"W:WK3:BK31\"] 1. 3-7 31-27 *"};
  const auto text = [&] {
    return json::parse(shipped_site().answer(request).body)["games"][0]["text"].get<std::string>();
  };
  EXPECT_TRUE(text().starts_with("No draw by count")) << text();
  request.query = {{"lang", "it"}};
  EXPECT_TRUE(text().starts_with("Non patta per conteggio")) << text();
  request.query = {{"lang", "xx"}};
  const Response unknown = shipped_site().answer(request);
  EXPECT_EQ(unknown.status, 400);
  EXPECT_EQ(json::parse(unknown.body)["error"], "lang 'xx': expected en or it");
}

// As the program answers --from, --at and --count.
TEST(Site, JudgesTheClaimThatIsAsked) {
  Request request{.method = "POST",
                  .path = "/italian/claim",
                  .body = "[FEN \"W:WK3:BK31\"] 1. 3-7 31-27 2. 7-3 27-31 3. 3-7 31-27 *"};
  const auto claim = [&](std::multimap<std::string, std::string> query) {
    request.query = std::move(query);
    const Response response = shipped_site().answer(request);
    EXPECT_EQ(response.status, 200) << response.body;
    return json::parse(response.body)["games"][0]["claims"][0];
  };
  EXPECT_EQ(claim({})["from"], "1w");
  EXPECT_EQ(claim({})["claimed"], false);
  EXPECT_EQ(claim({{"from", "2w"}})["from"], "2w");
  EXPECT_EQ(claim({{"from", "2w"}})["claimed"], true);
  EXPECT_EQ(claim({{"at", "2b"}})["last"], "2b");
  EXPECT_EQ(claim({{"count", "20"}, {"lang", "it"}})["moves"], 20);
}

TEST(Site, RefusesWhatItCannotReadOfAClaim) {
  using Query = std::multimap<std::string, std::string>;
  const auto error = [](Query query) {
    const Response response = shipped_site().answer({.method = "POST",
                                                     .path = "/italian/claim",
                                                     .query = std::move(query),
                                                     .body = "1. 23-19 *"});
    EXPECT_EQ(response.status, 400) << response.body;
    return json::parse(response.body)["error"].get<std::string>();
  };
  EXPECT_TRUE(error({{"from", "47x"}}).starts_with("from: move number '47x'"));
  EXPECT_TRUE(error({{"at", "0"}}).starts_with("at: move number '0'"));
  for (const char* count : {"", "0", "-3", "x", "20x", "99999999999"})
    EXPECT_EQ(error({{"count", count}}),
              "count '" + std::string{count} + "': expected the moves of each player, such as 40");
  EXPECT_EQ(error({{"form", "1w"}}), "query 'form': expected from, at, count or lang");
  EXPECT_EQ(error({{"from", "1w"}, {"from", "2w"}}), "query 'from': expected it once");
}

TEST(Site, ShowsTheAnswerWithoutJavaScript) {
  const Response english = shipped_site().get("/", {{"fen", "W:WK1:BK32"}});
  EXPECT_NE(english.body.find("White wins"), std::string::npos);
  EXPECT_NE(english.body.find("lang=\"en\""), std::string::npos);
  const Response italian = shipped_site().answer(
      {.path = "/", .query = {{"fen", "W:WK1:BK32"}}, .headers = {{"accept-language", "it-IT"}}});
  EXPECT_NE(italian.body.find("Il Bianco vince"), std::string::npos);
  for (const auto& [accepted, language] : {std::pair{"fr, it;q=0.5, en;q=0.3", "it"},
                                           {"en;q=0.3, it;q=0.9", "it"},
                                           {"en-US,en", "en"},
                                           {"it;q=0, en", "en"},
                                           {"en; q=0.3, it; q=0.9", "it"},
                                           {"de", "en"},
                                           {"IT", "it"},
                                           {"it;q=x", "en"}}) {
    const Response page =
        shipped_site().answer({.path = "/", .headers = {{"accept-language", accepted}}});
    EXPECT_NE(page.body.find("<html lang=\"" + std::string{language}), std::string::npos)
        << accepted;
  }
  const Response unknown = shipped_site().get("/", {{"variant", "zzz"}, {"fen", "W:W1"}});
  for (const char* part : {"<form", "value=\"W:W1\"", "<p class=\"error\">game 'zzz'"})
    EXPECT_NE(unknown.body.find(part), std::string::npos) << part;
  const Response counted = shipped_site().get("/", {{"fen", "W:WK1:BK32"}, {"counted", "3.5"}});
  EXPECT_NE(counted.body.find("name=\"counted\" size=\"4\" value=\"3.5\""), std::string::npos);
  const std::string policy{english.header("Content-Security-Policy")};
  EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(policy.find("unsafe"), std::string::npos);
}

// A request may contain any text; it must not become markup of the page.
TEST(Site, EscapesWhatIsAsked) {
  const Response page =
      shipped_site().get("/", {{"fen", "\"><script>alert(1)</script>"}, {"variant", "italian"}});
  EXPECT_EQ(page.body.find("<script>"), std::string::npos);
  EXPECT_NE(page.body.find("&lt;script&gt;"), std::string::npos);
  const Response game = shipped_site().get("/", {{"variant", "<b>"}});
  EXPECT_EQ(game.body.find("<b>"), std::string::npos);
}

TEST(Site, AsksNothingOfOtherServers) {
  for (const StaticFile& file : static_files()) {
    if (file.name == "openapi.json" || file.name == "icon.svg") continue;
    for (const char* foreign : {"http://", "https://", "src=\"//", "style=\"", "onclick="})
      EXPECT_EQ(file.content.find(foreign), std::string_view::npos) << file.name << foreign;
  }
}

TEST(Site, CountsAHistogramThatAddsUp) {
  for (const char* slice : {"KMvK", "KvKM", "KKvK"}) {
    const json stats =
        json::parse(shipped_site().get("/stats/italian/" + std::string{slice} + ".json").body);
    const json& side = stats["histogram"]["w"];
    const auto sum = [&](const char* what) {
      std::uint64_t all = 0;
      for (const json& n : side[what]) all += n.get<std::uint64_t>();
      return all;
    };
    EXPECT_EQ(stats["histogram"]["metric"], "dtc");
    EXPECT_EQ(sum("win_hist"), stats["wins"]) << slice;
    EXPECT_EQ(sum("loss_hist"), stats["losses"]) << slice;
    EXPECT_EQ(side["wdl"]["0"], stats["draws"]) << slice;
  }
  const json large = json::parse(shipped_site().get("/stats/international/KKvKK.json").body);
  EXPECT_GT(large["positions"], Histograms::most_positions);
  EXPECT_TRUE(large["histogram"].is_null());
}

/// A site that offers a folder with a file of ten bytes, and its answers about this file.
class DownloadsTest : public testing::Test {
 protected:
  DownloadsTest() {
    std::filesystem::create_directories(folder_ / "italian");
    std::ofstream{folder_ / "italian/KvK.wdl"} << "0123456789";
    std::ofstream{folder_ / "index.json"} << "{}";
    std::ofstream{folder_ / "SHA256SUMS"} << "sums";
    std::ofstream{folder_ / ".hidden"} << "secret";
    downloads_ = *Downloads::open(folder_);
  }
  ~DownloadsTest() override { std::filesystem::remove_all(folder_); }

  Response get(std::string name, std::map<std::string, std::string> headers = {}) const {
    return downloads_.answer({.headers = std::move(headers)}, name);
  }
  /// What the site sends of the file for this Range.
  std::string part(const std::string& range) const {
    const Response response = get("italian/KvK.wdl", {{"range", range}});
    std::string bytes(response.file.bytes, '?');
    const auto read = response.file.fd
                          ? ::pread(response.file.fd->get(), bytes.data(), bytes.size(),
                                    static_cast<off_t>(response.file.offset))
                          : 0;
    EXPECT_EQ(read, static_cast<ssize_t>(bytes.size()));
    return std::to_string(response.status) + " " + bytes + " " +
           std::string{response.header("Content-Range")};
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("damiera-downloads." + std::to_string(::getpid()));
  Downloads downloads_;
};

TEST_F(DownloadsTest, GiveAFileOrOneRangeOfIt) {
  EXPECT_EQ(part(""), "200 0123456789 ");
  EXPECT_EQ(part("bytes=3-"), "206 3456789 bytes 3-9/10");
  EXPECT_EQ(part("bytes=0-0"), "206 0 bytes 0-0/10");
  EXPECT_EQ(part("bytes=8-99999999999999999999"), "200 0123456789 ");  // no number
  EXPECT_EQ(part("bytes=8-18446744073709551615"), "206 89 bytes 8-9/10");
  EXPECT_EQ(part("bytes=-4"), "206 6789 bytes 6-9/10");
  EXPECT_EQ(part("bytes=-40"), "206 0123456789 bytes 0-9/10");
  EXPECT_EQ(part("bytes=10-"), "416  bytes */10");
  EXPECT_EQ(part("bytes=-0"), "416  bytes */10");
  for (const char* other : {"bytes=", "bytes=-", "bytes=5-4", "bytes=0-1,3-4", "lines=0-1", "0-1"})
    EXPECT_EQ(part(other), "200 0123456789 ") << other;
}

TEST_F(DownloadsTest, KnowTheFilesOfTheFolderAlone) {
  for (const char* name : {"", "italian", "italian/", "italian/../index.json", "../index.json",
                           "/etc/passwd", ".hidden", "italian/KvK.dtc"})
    EXPECT_EQ(get(name).status, 404) << name;
  EXPECT_EQ(get("index.json").header("Content-Type"), "application/json");
  EXPECT_FALSE(Downloads::open(folder_ / "nowhere"));
}

TEST_F(DownloadsTest, HaveTheTypesThatOpenapiTells) {
  const json description = json::parse(find_static_file("openapi.json")->content);
  const json& responses = description["paths"]["/download/{file}"]["get"]["responses"];
  for (const char* name : {"italian/KvK.wdl", "index.json", "SHA256SUMS", "nothing"})
    for (const char* range : {"", "bytes=0-0", "bytes=99-"}) {
      const Response response = get(name, {{"range", range}});
      const std::string status = std::to_string(response.status);
      const std::string type{response.header("Content-Type")};
      const json& told = responses[responses.contains(status) ? status : "default"];
      EXPECT_TRUE(told.value("content", json::object()).contains(type.substr(0, type.find(';'))))
          << name << ": " << status << " " << type;
    }
}

TEST_F(DownloadsTest, TellWhetherAFileHasChanged) {
  const Response first = get("italian/KvK.wdl");
  const std::string tag{first.header("ETag")};
  EXPECT_EQ(first.header("Accept-Ranges"), "bytes");
  EXPECT_EQ(get("italian/KvK.wdl", {{"if-none-match", tag}}).status, 304);
  const std::map<std::string, std::string> rest{{"range", "bytes=3-"}, {"if-range", tag}};
  EXPECT_EQ(get("italian/KvK.wdl", rest).status, 206);
  std::ofstream{folder_ / "italian/KvK.wdl"} << "another";
  EXPECT_EQ(get("italian/KvK.wdl", {{"if-none-match", tag}}).status, 200);
  EXPECT_EQ(get("italian/KvK.wdl", rest).status, 200);
  std::filesystem::remove(folder_ / "italian/KvK.wdl");
  EXPECT_EQ(get("italian/KvK.wdl").status, 404);
}

// A file is read again only if its size or time has changed.
TEST(FileSums, AreKept) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("damiera-sums." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder / "italian");
  const TableId id = *parse_table_name("italian/KvK.wdl");
  const auto path = folder / name(id);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  FileSums sums;
  EXPECT_FALSE(sums.of(folder, id, soon));
  std::ofstream{path} << "0123456789";
  const auto first = sums.of(folder, id, soon);
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(*first, *sum_file(folder, id));
  const auto time = std::filesystem::last_write_time(path);
  std::ofstream{path} << "9876543210";
  std::filesystem::last_write_time(path, time);
  EXPECT_EQ(*sums.of(folder, id, soon), *first);
  std::filesystem::last_write_time(path, time + std::chrono::seconds{1});
  EXPECT_EQ(*sums.of(folder, id, soon), *sum_file(folder, id));
  std::filesystem::remove_all(folder);
}

TEST(Site, ListsTheChecksumsOfItsTables) {
  const Response response = shipped_site().get("/checksums/italian.txt");
  ASSERT_EQ(response.status, 200) << response.body;
  const auto list = parse_checksums(response.body, "italian.txt");
  ASSERT_TRUE(list) << list.error().message;
  const auto known = sum_file(shipped_tables(), *parse_table_name("italian/KKvK.dtc"));
  EXPECT_EQ(list->at("italian/KKvK.dtc"), *known);
  const json tables = json::parse(shipped_site().get("/italian/tables").body);
  EXPECT_EQ(list->size(), tables["tables"].size());
  EXPECT_EQ(shipped_site().get("/checksums/chess.txt").status, 404);
  EXPECT_EQ(shipped_site().get("/checksums/italian").status, 404);
}

TEST(Site, GivesNothingAwayUnlessItIsTold) {
  EXPECT_EQ(shipped_site().get("/download/index.json").status, 404);
  EXPECT_EQ(shipped_site().post("/download/index.json", "x").status, 405);
}

}  // namespace
}  // namespace damiera

#include "apps/serve/site.h"

#include <algorithm>

#include "answers/best_line.h"
#include "answers/claim/claim_judge.h"
#include "answers/claim/claim_names.h"
#include "answers/claim/claim_text.h"
#include "apps/serve/asked_position.h"
#include "apps/serve/claim_query.h"
#include "apps/serve/mainline.h"
#include "apps/serve/page.h"
#include "apps/serve/page_answer.h"
#include "apps/serve/position_json.h"
#include "apps/serve/slice_json.h"
#include "apps/serve/static_files.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

/// Seconds for which clients may keep lists of what is served: a server that is started again may
/// have more.
constexpr int ask_each_time = 0;

constexpr const char* all_methods = "GET, HEAD, POST, OPTIONS";

/// A path without its first '/', cut at the next: "italian/mainline" is "italian" and "mainline".
std::pair<std::string_view, std::string_view> cut(std::string_view path) {
  const auto slash = path.find('/');
  if (slash == std::string_view::npos) return {path, {}};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

Response no_such_page(std::string_view path) {
  return error_response(404, {Error::Code::bad_notation, "path " + quoted(path, 80) +
                                                             ": there is no such page; "
                                                             "/openapi.json lists all"});
}

Response wrong_method(const Request& request, const char* allowed) {
  Response response = error_response(
      405, {Error::Code::bad_notation,
            "method " + damiera::quoted(request.method, 20) + ": expected " + allowed});
  std::string methods{allowed};
  if (methods.starts_with("GET")) methods.insert(3, ", HEAD");
  response.set("Allow", methods + ", OPTIONS");
  return response;
}

bool is_get(const Request& request) { return request.method == "GET" || request.method == "HEAD"; }

bool is_late(const Request& request) {
  return std::chrono::steady_clock::now() >= request.deadline;
}

/// As `damiera claim --json` writes it, and "text": the report for people.
Json judged_json(const JudgedGame& judged, const ClaimPhrases& phrases) {
  Json json = to_json(judged, phrases);
  Text text;
  append_text(judged, text, phrases);
  json["text"] = fmt::to_string(text);
  return json;
}

/// An error in the language of the page.
Error told(Error error, bool in_italian) {
  if (!in_italian) return error;
  error.message = error.table.empty() ? note_text(error.message, italian_phrases())
                                      : "manca la tabella " + error.table;
  return error;
}

/// A response that clients may keep for `seconds`.
Response cached(const Request& request, const Result<Json>& json, int seconds) {
  if (!json) return error_response(json.error());
  Response response = json_response(to_line(*json) + "\n");
  allow_caching(request, response, seconds);
  return response;
}

/// A text that is different each time.
Response live_text(std::string text) {
  Response response = response_of("text/plain; version=0.0.4; charset=utf-8", std::move(text));
  response.set("Cache-Control", "no-store");
  return response;
}

/// The answer to a CORS preflight: a browser asks before a page of another site may send a request.
Response preflight() {
  Response response{204, {}, {}, {}};
  response.set("Access-Control-Allow-Methods", all_methods);
  response.set("Access-Control-Allow-Headers", "Content-Type");
  response.set("Access-Control-Max-Age", "86400");
  response.set("Allow", all_methods);
  return response;
}

}  // namespace

Result<Site> Site::open(SiteOptions options, const Metrics& metrics) {
  Site site{std::move(options), metrics};
  const TablebaseOptions open{.cache_bytes = site.options_.cache_bytes / all_variants.size(),
                              .dtc_required = false};
  for (const Variant variant : all_variants) {
    auto tables = Tablebase::open(variant, site.options_.folders(variant), open);
    if (!tables) return tables.error();
    site.games_.push_back(game_json(*tables));
    site.tables_.emplace(variant, *std::move(tables));
  }
  if (!site.options_.downloads.empty()) {
    auto downloads = Downloads::open(site.options_.downloads);
    if (!downloads) return downloads.error();
    site.downloads_ = *std::move(downloads);
  }
  return site;
}

Response Site::answer(const Request& request) const {
  Response response = request.method == "OPTIONS" ? preflight() : route(request);
  response.set("Access-Control-Allow-Origin", "*");
  response.set("X-Content-Type-Options", "nosniff");
  if (request.method == "HEAD" && response.status == 304) response.body.clear();
  return response;
}

Response Site::route(const Request& request) const {
  if (auto response = fixed(request)) return *std::move(response);
  const auto [first, rest] = cut(std::string_view{request.path}.substr(1));
  if (first == "stats")
    return is_get(request) ? stats(request, rest) : wrong_method(request, "GET");
  if (first == "checksums")
    return is_get(request) ? checksums(request, rest) : wrong_method(request, "GET");
  if (first == "download")
    return is_get(request) ? downloads_.answer(request, rest) : wrong_method(request, "GET");
  const auto variant = parse_variant(first);
  if (!variant) return no_such_page(request.path);
  return route_of_game(request, *variant, rest);
}

std::optional<Response> Site::fixed(const Request& request) const {
  const std::string_view path = request.path;
  if (!path.starts_with('/')) return no_such_page(path);
  // The page itself is served at "/" only, with its placeholders filled in.
  const StaticFile* file = path.ends_with(".html") ? nullptr : find_static_file(path.substr(1));
  const bool known = file || path == "/" || path == "/healthz" || path == "/metrics" ||
                     path == "/monitor" || path == "/games.json";
  if (!known) return std::nullopt;
  if (!is_get(request)) return wrong_method(request, "GET");
  if (path == "/") return page(request);
  if (path == "/healthz") return live_text("ok\n");
  if (path == "/metrics") return live_text(metrics_->text(blocks_decoded()));
  if (path == "/monitor")
    return live_text("tablebase cache=" + std::to_string(metrics_->requests()) +
                     "u,cache_miss=" + std::to_string(blocks_decoded()) + "u\n");
  if (path == "/games.json") return cached(request, games_, ask_each_time);
  Response response = response_of(file->type, std::string{file->content});
  allow_caching(request, response, 3600);
  return response;
}

Response Site::route_of_game(const Request& request, Variant variant, std::string_view what) const {
  const bool posts = request.method == "POST";
  if (what.empty() && posts) return batch(request, variant);
  if (what == "claim") return posts ? claim(request, variant) : wrong_method(request, "POST");
  const bool known = what.empty() || what == "mainline" || what == "line" || what == "tables";
  if (!known) return no_such_page(request.path);
  if (!is_get(request)) return wrong_method(request, what.empty() ? "GET, POST" : "GET");
  if (what == "tables") return cached(request, tables_json(tables_.at(variant)), ask_each_time);
  if (what == "mainline") return mainline(request, variant);
  if (what == "line") return line(request, variant);
  return position(request, variant);
}

/// The tables; their probes fail once the time of the request is over.
Tablebase Site::tables(Variant variant, const Request& request) const {
  return tables_.at(variant).until(
      [end = request.deadline] { return std::chrono::steady_clock::now() >= end; });
}

Result<AskedPosition> Site::asked_position(const Request& request, Variant variant) const {
  const auto fen = request.asked("fen");
  if (!fen) return Error{Error::Code::bad_notation, "query: expected fen=..."};
  if (fen->size() > options_.batch.fen_bytes)
    return Error{Error::Code::bad_notation,
                 "fen: expected at most " + std::to_string(options_.batch.fen_bytes) + " bytes"};
  return read_position(variant, {*fen, request.asked("count"), request.asked("counted")});
}

Response Site::position(const Request& request, Variant variant) const {
  const auto asked = asked_position(request, variant);
  // Programs get English unless they ask for another language; browsers ask in the page's.
  const bool in_italian = request.asked("lang") && speaks_italian(request);
  if (!asked) return error_response(told(asked.error(), in_italian));
  const auto answer = evaluate(tables(variant, request), *asked);
  if (!answer) return error_response(told(answer.error(), in_italian), fen(variant, asked->setup));
  Text out;
  append_position(variant, *asked, *answer, out);
  append(out, "\n");
  Response response = json_response(fmt::to_string(out));
  allow_caching(request, response, options_.max_age);
  return response;
}

Response Site::mainline(const Request& request, Variant variant) const {
  const auto asked = asked_position(request, variant);
  if (!asked) return error_response(asked.error());
  return cached(request, mainline_json(tables(variant, request), *asked), options_.max_age);
}

Response Site::line(const Request& request, Variant variant) const {
  const auto asked = asked_position(request, variant);
  if (!asked) return error_response(asked.error());
  const auto best = best_line(tables(variant, request), asked->setup.pos);
  if (!best) return error_response(best.error());
  return cached(request, line_json(variant, asked->setup, *best), options_.max_age);
}

Response Site::page(const Request& request) const {
  const auto variant = parse_variant(request.asked("variant").value_or("italian"));
  if (variant) return page_of(request, *variant);
  const PositionText asked{request.asked("fen").value_or(""), {}, {}};
  return page_response(request, question_html(all_variants[0], asked, speaks_italian(request)) +
                                    error_html(variant.error()));
}

/// The position that the page shows if it is asked for none: the first example of the game.
std::string Site::usual_fen(Variant variant) const {
  const auto game = std::ranges::find_if(
      games_, [&](const Json& g) { return g["number"] == static_cast<int>(variant); });
  const Json& examples = (*game)["examples"];
  return examples.empty() ? (*game)["initial"] : examples[0]["fen"];
}

/// If the request is wrong, the page says what is wrong with it.
Response Site::page_of(const Request& request, Variant variant) const {
  const bool in_italian = speaks_italian(request);
  Request asking = request;
  if (!asking.asked("fen")) asking.query.emplace("fen", usual_fen(variant));
  const auto asked = asked_position(asking, variant);
  const auto answer = asked ? evaluate(tables(variant, request), *asked) : asked.error();
  if (!answer && (answer.error().code == Error::Code::try_again || is_of_server(answer.error())))
    return error_response(answer.error());
  const std::string text = answer ? answer_html(variant, *asked, *answer, in_italian)
                                  : error_html(told(answer.error(), in_italian));
  const PositionText shown{*asking.asked("fen"), request.asked("count"), request.asked("counted")};
  return page_response(request, question_html(variant, shown, in_italian) + text);
}

Response Site::batch(const Request& request, Variant variant) const {
  auto answers = answer_batch(tables(variant, request), request.body,
                              {request.asked("count"), request.asked("counted")}, options_.batch);
  Response response = answers ? response_of("application/x-ndjson", std::move(answers->lines))
                              : error_response(answers.error());
  if (answers) response.log = std::move(answers->log);
  response.set("Cache-Control", "no-store");
  response.requests = count_positions(request.body);
  return response;
}

Response Site::claim(const Request& request, Variant variant) const {
  const auto asked = read_claim_query(request);
  if (!asked) return error_response(asked.error());
  const auto tables_of_game = [&](Variant game) { return tables(game, request); };
  ClaimJudge judge{asked->request, ClaimJudge::Tables{tables_of_game}};
  PdnReader reader{request.body, {variant, {}}};
  Json games = Json::array();
  const auto refused = [&](const Error& error) {
    Response response = error_response(error);
    response.requests = games.size() + 1;
    return response;
  };
  while (auto game = reader.next()) {
    if (games.size() == options_.batch.lines)
      return refused({Error::Code::bad_notation, "body: too many games"});
    if (is_late(request)) return refused(given_up());
    const auto judged = judge.judge(*std::move(game));
    if (!judged) return refused(judged.error());
    games.push_back(judged_json(*judged, *asked->phrases));
  }
  if (games.empty()) return refused({Error::Code::bad_notation, "body: expected games in PDN"});
  Response response = json_response(to_line({{"games", games}}) + "\n");
  response.set("Cache-Control", "no-store");
  response.requests = games.size();
  return response;
}

Response Site::stats(const Request& request, std::string_view path) const {
  const auto [game, file] = cut(path);
  const auto variant = parse_variant(game);
  if (!variant || !file.ends_with(".json")) return no_such_page(request.path);
  const auto material = parse_material(file.substr(0, file.size() - 5));
  if (!material) return error_response(material.error());
  auto slice = slice_json(tables(*variant, request), *material);
  if (!slice) return error_response(slice.error());
  auto counted = histograms_->of(tables(*variant, request), *material, request.deadline);
  if (!counted) return error_response(counted.error());
  slice->emplace("histogram", *std::move(counted));
  return cached(request, slice, options_.max_age);
}

Response Site::checksums(const Request& request, std::string_view path) const {
  constexpr std::string_view ending = ".txt";
  if (!path.ends_with(ending)) return no_such_page(request.path);
  const auto variant = parse_variant(path.substr(0, path.size() - ending.size()));
  if (!variant) return no_such_page(request.path);
  const auto list = served_checksums(tables(*variant, request), *sums_, request.deadline);
  if (!list) return error_response(list.error());
  Response response = response_of("text/plain; charset=utf-8", to_text(*list));
  allow_caching(request, response, options_.max_age);
  return response;
}

std::uint64_t Site::blocks_decoded() const {
  std::uint64_t sum = 0;
  for (const auto& [variant, tables] : tables_) sum += tables.blocks_decoded();
  return sum;
}

}  // namespace damiera

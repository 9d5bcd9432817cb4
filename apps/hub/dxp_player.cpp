#include "apps/hub/dxp_player.h"

#include <algorithm>
#include <cmath>

#include "apps/hub/hub_notation.h"
#include "apps/hub/search_control.h"
#include "rules/notation/move_notation.h"

namespace damiera {

namespace {

constexpr const char* our_name = "Damiera";

char reason_of(std::optional<Value> value) {
  return value ? static_cast<char>('2' + static_cast<int>(*value)) : '0';
}

/// The value of the game for the receiver, by the sender's reason.
std::optional<Value> value_for_receiver(char reason) {
  if (reason == '0') return {};
  return Value('2' - reason);
}

/// After this number of plies without a conversion the side to move declares a draw.
int most_quiet_plies(const MoverOptions& options) {
  return options.count_moves > 0 ? 2 * options.count_moves : 200;
}

}  // namespace

DxpPlayer::DxpPlayer(Mover& mover, const DxpOptions& options, OnResult on_result)
    : mover_{mover}, options_{options}, on_result_{std::move(on_result)} {}

std::vector<std::string> DxpPlayer::begin() {
  if (!options_.initiator) return {};
  request_ = next_request();
  return {encode(request_)};
}

std::vector<std::string> DxpPlayer::receive(std::string_view text) {
  if (finished_) return {};
  const auto message = decode_dxp(text);
  Messages answers;
  if (message)
    answers = std::visit([&](const auto& got) { return answer(got); }, *message);
  else if (text.starts_with('M') && awaits_move())
    answers = refuse_move(message.error().message);
  std::vector<std::string> texts;
  for (const DxpMessage& m : answers) texts.push_back(encode(m));
  return texts;
}

Result<void> DxpPlayer::closed() {
  const bool in_game = game_ && !end_sent_;
  const int over = end_sent_ ? games_ + 1 : games_;
  if (in_game) note_result({});
  const int expected = options_.initiator ? options_.games : 1;
  if (!in_game && over >= expected) return {};
  return Error{Error::Code::try_again, std::string{"the other side closed the connection "} +
                                           (in_game ? "in" : "before") + " game " +
                                           std::to_string(over + 1)};
}

DxpRequest DxpPlayer::next_request() const {
  DxpRequest request{.initiator = our_name,
                     .follower_side = games_ % 2 == 0 ? 'Z' : 'W',
                     .minutes = options_.minutes,
                     .moves = options_.moves};
  const Variant variant = mover_.options().variant;
  if (options_.start && *options_.start != initial_setup(variant))
    request.position = hub_position(variant, *options_.start);
  return request;
}

DxpPlayer::Messages DxpPlayer::answer(const DxpRequest& request) {
  const auto refuse = [](char code) { return Messages{DxpAnswer{our_name, code}}; };
  if (options_.initiator || game_) return refuse('3');
  if (request.version != 1) return refuse('1');
  if (request.position && !parse_hub_position(mover_.options().variant, *request.position))
    return refuse('2');
  opponent_ = request.initiator;
  start(request, request.follower_side == 'W');
  return {DxpAnswer{our_name, '0'}};
}

DxpPlayer::Messages DxpPlayer::answer(const DxpAnswer& accepted) {
  if (!options_.initiator || game_) return {};
  opponent_ = accepted.follower;
  if (accepted.code == '0') {
    start(request_, request_.follower_side == 'Z');
    return {};
  }
  complaint_ = "the other program refuses the game (code " + std::string{accepted.code} + ")";
  finished_ = true;
  return {};
}

void DxpPlayer::start(const DxpRequest& request, bool we_begin) {
  const Variant variant = mover_.options().variant;
  const auto setup =
      request.position ? *parse_hub_position(variant, *request.position) : initial_setup(variant);
  const Color first = rules_of(variant).first_to_move;
  request_ = request;
  game_.emplace(variant, setup);
  we_begin_ = we_begin;
  ours_ = we_begin ? first : opponent(first);
  seconds_left_ = 60.0 * request.minutes;
  end_sent_ = false;
  mover_.forget();
}

std::optional<Value> DxpPlayer::decided() const {
  if (const auto value = game_->result()) return value;
  const bool repeated = game_->times_here() >= 3;
  if (repeated || game_->quiet_plies() >= most_quiet_plies(mover_.options())) return Value::draw;
  return {};
}

std::optional<std::string> DxpPlayer::play() {
  if (finished_ || !game_ || end_sent_ || game_->now().to_move != ours_) return {};
  if (const auto value = decided()) return encode(end_of_game(value));
  const auto plies = static_cast<int>(game_->setups().size()) - 1;
  if (request_.moves > 0 && plies >= 2 * request_.moves) return encode(end_of_game({}));
  return encode(own_move());
}

DxpEnd DxpPlayer::end_of_game(std::optional<Value> value) {
  note_result(value);
  end_sent_ = true;
  return {reason_of(value), stop_code()};
}

Level DxpPlayer::level() const {
  Level level;
  const int made = static_cast<int>(game_->setups().size()) / 2;
  const int left = request_.moves > 0 ? std::max(1, request_.moves - made) : 0;
  level.seconds = options_.move_seconds.value_or(share_of_clock(seconds_left_, left, 0));
  return level;
}

DxpMessage DxpPlayer::own_move() {
  const SearchControl control{false};
  const Level bounds = level();
  const Thought thought = mover_.choose(
      *game_, bounds, [&](const Thought&) { return control.goes_on(bounds.seconds); });
  DxpMove move{static_cast<int>(std::lround(control.seconds())),
               hub_squares(game_->variant(), game_->now(), thought.move)};
  seconds_left_ = std::max(0.0, seconds_left_ - control.seconds());
  game_->play(thought.move);
  return move;
}

bool DxpPlayer::awaits_move() const { return game_ && !end_sent_ && game_->now().to_move != ours_; }

DxpPlayer::Messages DxpPlayer::answer(const DxpMove& move) {
  if (!awaits_move()) return {};
  const auto legal = move_of_hub_squares(game_->variant(), game_->now(), move.squares);
  if (legal) {
    game_->play(*legal);
    return {};
  }
  return refuse_move("the other program's move '" + encode(move) + "' is illegal in " +
                     fen(game_->variant(), game_->now()));
}

DxpPlayer::Messages DxpPlayer::refuse_move(std::string complaint) {
  complaint_ = std::move(complaint);
  note_result({});
  finished_ = true;
  return {DxpChat{"illegal move"}, DxpEnd{'0', '1'}};
}

DxpPlayer::Messages DxpPlayer::answer(const DxpEnd& end) {
  if (!game_) return {};
  Messages all;
  const char stop = std::max(end.stop, stop_code());
  if (!end_sent_) {
    const auto value = value_for_receiver(end.reason);
    note_result(value);
    all.push_back(DxpEnd{reason_of(value), stop});
  }
  for (auto& m : after_game(stop)) all.push_back(std::move(m));
  return all;
}

void DxpPlayer::note_result(std::optional<Value> value) {
  on_result_({opponent_, we_begin_, value, game_->setups().size() - 1});
}

DxpPlayer::Messages DxpPlayer::after_game(char stop) {
  game_.reset();
  end_sent_ = false;
  ++games_;
  finished_ = stop == '1';
  if (finished_ || !options_.initiator) return {};
  request_ = next_request();
  return {request_};
}

DxpPlayer::Messages DxpPlayer::answer(const DxpChat&) { return {}; }

DxpPlayer::Messages DxpPlayer::answer(const DxpBack& back) {
  if (!game_ || end_sent_) return {DxpBackAnswer{'1'}};
  const bool begun_by_w =
      game_->setups().front().to_move == rules_of(game_->variant()).first_to_move;
  const int plies = 2 * (back.number - 1) + (back.side == 'Z') - !begun_by_w;
  if (plies < 0 || plies >= static_cast<int>(game_->setups().size())) return {DxpBackAnswer{'1'}};
  game_->go_back_to(static_cast<std::size_t>(plies));
  return {DxpBackAnswer{'0'}};
}

DxpPlayer::Messages DxpPlayer::answer(const DxpBackAnswer&) { return {}; }

}  // namespace damiera

#include <algorithm>
#include <memory>
#include <vector>

#include "apps/c/damiera.h"
#include "data/file/bytes.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

constexpr std::array games{DAMIERA_INTERNATIONAL, DAMIERA_ENGLISH, DAMIERA_ITALIAN, DAMIERA_RUSSIAN,
                           DAMIERA_BRAZILIAN};

struct Close {
  void operator()(damiera_tablebase* tables) const { damiera_close(tables); }
};

/// A game with its shipped tables.
struct Opened {
  explicit Opened(damiera_game g) : game{g} {
    const damiera_options options{sizeof options, std::size_t{32} << 20, 0};
    damiera_tablebase* made = nullptr;
    require(damiera_open(game, nullptr, &options, &made) == DAMIERA_OK, "shipped tables open");
    tables.reset(made);
    require(damiera_max_pieces(made) >= 4, "shipped tables have four pieces");
  }
  damiera_game game;
  std::unique_ptr<damiera_tablebase, Close> tables;
};

const Opened& opened(unsigned choice) {
  static const std::array all{Opened{games[0]}, Opened{games[1]}, Opened{games[2]},
                              Opened{games[3]}, Opened{games[4]}};
  return all[choice % all.size()];
}

// Four random sets of squares, or a few pieces on random squares.
damiera_position position(ByteReader& in) {
  const auto kind = in.get<std::uint8_t>();
  damiera_position p{0, 0, 0, 0, kind % 2};
  const std::array sets{&p.white_men, &p.white_kings, &p.black_men, &p.black_kings};
  if (kind < 64) {
    for (std::uint64_t* set : sets) *set = in.get<std::uint64_t>();
    return p;
  }
  for (int pieces = 1 + kind / 2 % 8; pieces > 0; --pieces) {
    const auto piece = in.get<std::uint8_t>();
    *sets[piece % 4] |= std::uint64_t{1} << piece / 4 % 50;
  }
  return p;
}

int pieces_of(const damiera_position& p) {
  return std::popcount(p.white_men) + std::popcount(p.white_kings) + std::popcount(p.black_men) +
         std::popcount(p.black_kings);
}

void require_explained(damiera_status status) {
  if (status != DAMIERA_OK) require(*damiera_message() != '\0', "an error has a message");
  require(std::string_view{damiera_status_text(status)} != "unknown status", "a known status");
}

// A probe in all ways, and the law that a position is worth the best of its moves.
void probe(const Opened& o, const damiera_position& p) {
  constexpr int untouched = 77;
  int value = untouched, again = untouched, plies = untouched;
  const damiera_tablebase* tables = o.tables.get();
  const damiera_status status = damiera_probe_wdl(tables, &p, &value);
  require_explained(status);
  require((status == DAMIERA_OK) == (value != untouched), "a value or an error");
  const bool covered = damiera_is_covered(tables, &p) != 0;
  require(!covered || status == DAMIERA_OK, "what is covered has a value");
  require(status == DAMIERA_OK || status == DAMIERA_BAD_POSITION ||
              (status == DAMIERA_MISSING_TABLE && pieces_of(p) > 4),
          "sound tables of four pieces tell every position");
  if (status != DAMIERA_OK) return;
  require(DAMIERA_LOSS <= value && value <= DAMIERA_WIN, "a value");
  const damiera_status distance = damiera_probe_dtc(tables, &p, &again, &plies);
  require_explained(distance);
  if (distance != DAMIERA_OK) return;
  require(again == value, "one value");
  const bool told = plies != DAMIERA_NO_DISTANCE;  // no shipped table has distances of five pieces
  require(told ? value != DAMIERA_DRAW : value == DAMIERA_DRAW || pieces_of(p) > 4,
          "wins and losses take plies");
  std::array<damiera_move, 128> moves;
  std::size_t count = 0;
  const damiera_status root = damiera_probe_root(tables, &p, moves.data(), moves.size(), &count);
  require_explained(root);
  if (root != DAMIERA_OK) return;
  if (count == 0) return require(value == DAMIERA_LOSS && plies == 0, "who cannot move has lost");
  require(moves[0].value == value, "a position is worth its best move");
  // The first move is the best by plies to the end; another one may convert sooner.
  const auto takes_as_long = [&](const damiera_move& m) {
    return m.value == value && m.plies == plies;
  };
  if (told)
    require(std::ranges::any_of(std::span{moves}.first(count), takes_as_long), "and takes as long");
  for (const damiera_move& m : std::span{moves}.first(count)) {
    int next = untouched;
    require(damiera_probe_wdl(tables, &m.after, &next) == DAMIERA_OK && next == -m.value,
            "a move is worth what it leads to");
  }
}

void batch(const Opened& o, ByteReader& in) {
  std::vector<damiera_position> positions(in.get<std::uint8_t>() % 16);
  for (auto& p : positions) p = position(in);
  std::vector<int> values(positions.size(), 77);
  std::vector<damiera_status> statuses(positions.size());
  const damiera_status all = damiera_probe_batch(o.tables.get(), positions.data(), positions.size(),
                                                 values.data(), statuses.data());
  bool fine = true;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    int value = 77;
    require(damiera_probe_wdl(o.tables.get(), &positions[i], &value) == statuses[i] &&
                value == values[i],
            "a batch is the sum of its probes");
    fine &= statuses[i] == DAMIERA_OK;
  }
  require((all == DAMIERA_OK) == fine, "a batch says if all is well");
}

void fen_of(const Opened& o, const damiera_position& p) {
  std::array<char, 512> text;
  const damiera_status status = damiera_write_fen(o.game, &p, text.data(), text.size());
  require_explained(status);
  if (status != DAMIERA_OK) return;
  damiera_position again{};
  require(damiera_parse_fen(o.game, text.data(), &again) == DAMIERA_OK, "what is written is read");
  require(again.white_men == p.white_men && again.white_kings == p.white_kings &&
              again.black_men == p.black_men && again.black_kings == p.black_kings &&
              (again.black_to_move != 0) == (p.black_to_move != 0),
          "a position is read as it is written");
}

void parse(const Opened& o, ByteReader& in) {
  const auto bytes = in.take(in.get<std::uint8_t>());
  const std::string text{text_of(bytes)};
  damiera_position p{};
  const damiera_status status = damiera_parse_fen(o.game, text.c_str(), &p);
  require_explained(status);
  if (status == DAMIERA_OK) fen_of(o, p);
}

struct Visits {
  const Opened& opened;
  std::uint64_t next, left;
};

int visit(void* user, std::uint64_t number, const damiera_position* p, int value, int) {
  auto& visits = *static_cast<Visits*>(user);
  require(number >= visits.next, "positions come in order");
  visits.next = number + 1;
  int again = 77;
  require(damiera_probe_wdl(visits.opened.tables.get(), p, &again) == DAMIERA_OK && again == value,
          "what is visited is probed alike");
  return --visits.left > 0;
}

void enumerate(const Opened& o, ByteReader& in) {
  damiera_slice slice{};
  for (auto* n : {&slice.my_men, &slice.my_kings, &slice.their_men, &slice.their_kings})
    *n = static_cast<std::int8_t>(in.get<std::uint8_t>());
  std::uint64_t positions = 0;
  require_explained(damiera_slice_size(o.game, &slice, &positions));
  damiera_filter filter{sizeof filter,
                        in.get<std::uint64_t>(),
                        1 + std::uint64_t{in.get<std::uint8_t>()},
                        1,
                        1,
                        1,
                        1,
                        0,
                        0};
  const auto kind = in.get<std::uint8_t>();
  if (kind % 2 == 1 && positions > 0) filter.first %= positions;
  filter.captures = kind / 2 % 2;
  filter.max_plies = kind / 4 % 4;
  Visits visits{o, filter.first, 16};
  require_explained(damiera_enumerate(o.tables.get(), &slice, &filter, &visit, &visits));
}

// Null pointers where the interface needs an object.
void nothing(const Opened& o, ByteReader& in) {
  const damiera_position p = position(in);
  damiera_position read{};
  int value = 0;
  std::size_t count = 0;
  const damiera_tablebase* tables = o.tables.get();
  for (const damiera_status status :
       {damiera_probe_wdl(nullptr, &p, &value), damiera_probe_wdl(tables, nullptr, &value),
        damiera_probe_dtc(tables, nullptr, &value, nullptr),
        damiera_probe_root(tables, nullptr, nullptr, 0, &count),
        damiera_probe_batch(tables, nullptr, 1, nullptr, nullptr),
        damiera_parse_fen(o.game, nullptr, &read), damiera_write_fen(o.game, &p, nullptr, 10),
        damiera_parse_fen(static_cast<damiera_game>(in.get<std::uint8_t>() % 20), "W:W1:B9", &read),
        damiera_slice_size(o.game, nullptr, nullptr),
        damiera_enumerate(tables, nullptr, nullptr, nullptr, nullptr)})
    require(status == DAMIERA_BAD_ARGUMENT, "a null pointer is refused");
  require(damiera_is_covered(nullptr, &p) == 0 && damiera_max_pieces(nullptr) == 0,
          "nothing covers nothing");
}

}  // namespace

/// A sequence of calls.
void c_api(Input input) {
  ByteReader in{input};
  for (int calls = 0; calls < 8 && !in.at_end(); ++calls) {
    const auto choice = in.get<std::uint8_t>();
    const Opened& o = opened(choice);
    switch (choice / 5 % 8) {
      case 0:
        batch(o, in);
        break;
      case 1:
        fen_of(o, position(in));
        break;
      case 2:
        parse(o, in);
        break;
      case 3:
        enumerate(o, in);
        break;
      case 4:
        nothing(o, in);
        break;
      default:
        probe(o, position(in));
    }
  }
}

}  // namespace damiera::fuzz

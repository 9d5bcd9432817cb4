#include "probe/c/damiera.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <numeric>
#include <string>

#include "indexing/slice_index.h"
#include "probe/ranked_moves.h"
#include "probe/tablebase.h"
#include "rules/fen.h"
#include "rules/move_notation.h"

using namespace damiera;

struct damiera_tablebase {
  Tablebase tables;
};

namespace {

thread_local std::string last_message;

damiera_status fail(damiera_status status, std::string message) {
  last_message = std::move(message);
  return status;
}

damiera_status fail(const Error& error) {
  const auto status = [&] {
    switch (error.code) {
      case Error::Code::bad_notation:
        return DAMIERA_BAD_NOTATION;
      case Error::Code::bad_position:
        return DAMIERA_BAD_POSITION;
      case Error::Code::missing_table:
        return DAMIERA_MISSING_TABLE;
      case Error::Code::foreign_table:
        return DAMIERA_FOREIGN_TABLE;
      case Error::Code::corrupt:
        return DAMIERA_CORRUPT;
      case Error::Code::io:
        return DAMIERA_IO;
      case Error::Code::out_of_memory:
        return DAMIERA_OUT_OF_MEMORY;
    }
    return DAMIERA_IO;
  };
  return fail(status(), error.message);
}

// No exception may reach C.
template <class Body>
damiera_status guarded(const Body& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    last_message.clear();
    return DAMIERA_OUT_OF_MEMORY;
  } catch (const std::exception& e) {
    return fail(DAMIERA_IO, e.what());
  }
}

damiera_status null_argument(const char* name) {
  return fail(DAMIERA_BAD_ARGUMENT, std::string{name} + ": a null pointer");
}

std::optional<Variant> variant_of(damiera_game game) {
  const auto id = static_cast<int>(game);
  const auto found =
      std::ranges::find_if(all_variants, [&](Variant v) { return static_cast<int>(v) == id; });
  if (found == all_variants.end()) return {};
  return *found;
}

damiera_status unknown_game(damiera_game game) {
  return fail(DAMIERA_BAD_ARGUMENT, "game " + std::to_string(static_cast<int>(game)) +
                                        ": expected 20, 21, 22, 25 or 26, a GameType of PDN");
}

/// The position, which may be impossible: whoever probes it checks.
Setup setup_of(Variant variant, const damiera_position& p) {
  const Color to_move = p.black_to_move != 0 ? Color::black : Color::white;
  const Position white{Bitboard{p.white_men}, Bitboard{p.white_kings}, Bitboard{p.black_men},
                       Bitboard{p.black_kings}};
  return {seen_by_white(variant, {white, to_move}), to_move};
}

damiera_position position_of(Variant variant, const Setup& setup) {
  const Position p = seen_by_white(variant, setup);
  return {p.my_men.bits(), p.my_kings.bits(), p.their_men.bits(), p.their_kings.bits(),
          setup.to_move == Color::black};
}

bool is_on_board(Variant variant, const damiera_position& p) {
  const std::uint64_t squares = p.white_men | p.white_kings | p.black_men | p.black_kings;
  return (squares & ~Bitboard::first(rules_of(variant).squares_total()).bits()) == 0;
}

Result<Setup> checked(Variant variant, const damiera_position& p) {
  const Error off{Error::Code::bad_position, "a piece is off the board"};
  if (!is_on_board(variant, p)) return off;
  const Setup setup = setup_of(variant, p);
  const bool valid = with_rules(variant, [&]<Rules R>() { return is_valid<R>(setup.pos); });
  if (!valid)
    return Error{Error::Code::bad_position, "pieces overlap, or a man stands on its last row"};
  return setup;
}

std::vector<std::filesystem::path> split(const char* folders) {
  std::vector<std::filesystem::path> found;
  std::string_view rest = folders ? folders : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) found.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return found;
}

damiera_move move_of(Variant variant, const Setup& setup, const ProbedMove& probed) {
  const Probe mine = worth_to_mover(probed);
  const Move& move = probed.move;
  const Rules& rules = rules_of(variant);
  const auto seen = [&](Square sq) {  // by White
    const int n = static_cast<int>(sq);
    const int turned = setup.to_move == Color::white ? n : rules.squares_total() - 1 - n;
    return static_cast<std::uint8_t>(turned);
  };
  damiera_move m{};
  m.from = seen(move.from);
  m.to = seen(move.to);
  m.crowned = move.crowned;
  m.converts = move.is_conversion();
  m.value = static_cast<int>(mine.value);
  m.plies = mine.dtc.value_or(DAMIERA_NO_DISTANCE);
  for (Square sq : move.taken) m.captured |= std::uint64_t{1} << seen(sq);
  m.after = position_of(variant, after(variant, setup, move));
  move_text(variant, setup, move).copy(m.text, DAMIERA_MOVE_TEXT - 1);
  return m;
}

Result<Material> material_of(const damiera_slice& s) {
  constexpr int most = 8;
  const Material m{s.my_men, s.my_kings, s.their_men, s.their_kings};
  const std::array counts{s.my_men, s.my_kings, s.their_men, s.their_kings};
  if (std::ranges::any_of(counts, [](int n) { return n < 0 || n > most; }) || m.mine() == 0 ||
      m.theirs() == 0 || m.total() > most)
    return Error{Error::Code::bad_notation,
                 "slice: expected pieces on both sides, at most 8 in all"};
  return m;
}

// Calls body(setup) for a position of the tables' game.
template <class Body>
damiera_status with_setup(const damiera_tablebase* tables, const damiera_position* position,
                          const Body& body) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    if (!position) return null_argument("position");
    const auto setup = checked(tables->tables.variant(), *position);
    return setup ? body(*setup) : fail(setup.error());
  });
}

/// Looks at the positions of a slice one after the other.
template <Rules R>
class Enumeration {
 public:
  Enumeration(const Tablebase& tables, const Material& m, const damiera_filter& filter)
      : tables_{tables}, index_{m}, filter_{filter} {}

  damiera_status run(damiera_visitor visit, void* user) const {
    const std::uint64_t first = std::min(filter_.first, index_.size());
    const std::uint64_t left = index_.size() - first;
    const std::uint64_t count = filter_.count == 0 ? left : std::min(filter_.count, left);
    for (std::uint64_t n = first; n != first + count; ++n) {
      const Position pos = index_.position(Index{n});
      if (filter_.captures == 0 && has_capture<R>(pos)) continue;
      const auto probe = look_up(pos);
      if (!probe) return fail(probe.error());
      if (!passes(*probe)) continue;
      const damiera_position seen = position_of(R.id, {pos, Color::white});
      if (visit(user, n, &seen, static_cast<int>(probe->value),
                probe->dtc.value_or(DAMIERA_NO_DISTANCE)) == 0)
        break;
    }
    return DAMIERA_OK;
  }

 private:
  bool wants_plies() const { return filter_.min_plies != 0 || filter_.max_plies != 0; }
  Result<Probe> look_up(const Position& pos) const {
    if (wants_plies()) return tables_.probe(pos);
    const auto value = tables_.wdl(pos);
    if (!value) return value.error();
    return Probe{*value, {}};
  }
  bool passes(const Probe& probe) const {
    const std::array wanted{filter_.loss, filter_.draw, filter_.win};
    if (wanted[static_cast<std::size_t>(static_cast<int>(probe.value) + 1)] == 0) return false;
    if (!wants_plies() || probe.value == Value::draw) return true;
    return probe.dtc && filter_.min_plies <= *probe.dtc && *probe.dtc <= filter_.max_plies;
  }

  const Tablebase& tables_;
  SliceIndex<R> index_;
  const damiera_filter& filter_;
};

}  // namespace

int damiera_api_version(void) { return DAMIERA_API_VERSION; }
const char* damiera_version(void) { return DAMIERA_VERSION; }

const char* damiera_status_text(damiera_status status) {
  switch (status) {
    case DAMIERA_OK:
      return "ok";
    case DAMIERA_BAD_ARGUMENT:
      return "bad argument";
    case DAMIERA_BAD_NOTATION:
      return "text cannot be read";
    case DAMIERA_BAD_POSITION:
      return "not a position of this game";
    case DAMIERA_MISSING_TABLE:
      return "a table is missing";
    case DAMIERA_FOREIGN_TABLE:
      return "a table of another game, slice, metric or version";
    case DAMIERA_CORRUPT:
      return "a table is damaged";
    case DAMIERA_IO:
      return "the operating system could not read";
    case DAMIERA_OUT_OF_MEMORY:
      return "out of memory";
    case DAMIERA_TOO_SMALL:
      return "the buffer is too small";
  }
  return "unknown status";
}

const char* damiera_message(void) { return last_message.c_str(); }

damiera_status damiera_open(damiera_game game, const char* folders, const damiera_options* options,
                            damiera_tablebase** tables) {
  return guarded([&] {
    if (!tables) return null_argument("tables");
    *tables = nullptr;
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    TablebaseOptions o;
    o.dtc_required = false;
    if (options) {
      if (options->size != sizeof *options)
        return fail(DAMIERA_BAD_ARGUMENT,
                    "options.size: expected " + std::to_string(sizeof *options));
      if (options->cache_bytes != 0) o.cache_bytes = options->cache_bytes;
      o.shipped = options->without_shipped == 0;
    }
    auto opened = Tablebase::open(*variant, split(folders), o);
    if (!opened) return fail(opened.error());
    *tables = new damiera_tablebase{*std::move(opened)};
    return DAMIERA_OK;
  });
}

void damiera_close(damiera_tablebase* tables) { delete tables; }

int damiera_max_pieces(const damiera_tablebase* tables) {
  if (!tables) return 0;
  return tables->tables.max_pieces(Metric::wdl);
}

int damiera_is_covered(const damiera_tablebase* tables, const damiera_position* position) {
  if (!tables || !position) return 0;
  const auto setup = checked(tables->tables.variant(), *position);
  return setup && tables->tables.is_covered(material_of(setup->pos), Metric::wdl);
}

damiera_status damiera_probe_wdl(const damiera_tablebase* tables, const damiera_position* position,
                                 int* value) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!value) return null_argument("value");
    const auto found = tables->tables.wdl(setup.pos);
    if (!found) return fail(found.error());
    *value = static_cast<int>(*found);
    return DAMIERA_OK;
  });
}

damiera_status damiera_probe_dtc(const damiera_tablebase* tables, const damiera_position* position,
                                 int* value, int* plies) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!value) return null_argument("value");
    const auto found = tables->tables.probe(setup.pos);
    if (!found) return fail(found.error());
    *value = static_cast<int>(found->value);
    if (plies) *plies = found->dtc.value_or(DAMIERA_NO_DISTANCE);
    return DAMIERA_OK;
  });
}

damiera_status damiera_probe_batch(const damiera_tablebase* tables,
                                   const damiera_position* positions, size_t count, int* values,
                                   damiera_status* statuses) {
  return guarded([&] {
    if (!tables || (count != 0 && (!positions || !values || !statuses)))
      return null_argument("damiera_probe_batch");
    // Positions with the same pieces lie in the same table, those with the same men near by.
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) {
      const Position pos = setup_of(tables->tables.variant(), positions[i]).pos;
      return std::tuple{material_of(pos), pos};
    });
    damiera_status first = DAMIERA_OK;
    for (const std::size_t i : order) {
      statuses[i] = damiera_probe_wdl(tables, &positions[i], &values[i]);
      if (first == DAMIERA_OK) first = statuses[i];
    }
    return first;
  });
}

damiera_status damiera_probe_root(const damiera_tablebase* tables, const damiera_position* position,
                                  damiera_move* moves, size_t capacity, size_t* count) {
  return with_setup(tables, position, [&](const Setup& setup) {
    if (!count || (capacity != 0 && !moves)) return null_argument("moves or count");
    *count = 0;
    const auto ranked = ranked_moves(tables->tables, setup.pos);
    if (!ranked) return fail(ranked.error());
    *count = ranked->size();
    if (ranked->size() > capacity)
      return fail(DAMIERA_TOO_SMALL,
                  "moves: room for " + std::to_string(ranked->size()) + " is needed");
    std::ranges::transform(*ranked, moves, [&](const ProbedMove& m) {
      return move_of(tables->tables.variant(), setup, m);
    });
    return DAMIERA_OK;
  });
}

damiera_status damiera_parse_fen(damiera_game game, const char* text, damiera_position* position) {
  return guarded([&] {
    if (!text || !position) return null_argument("damiera_parse_fen");
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    const auto setup = parse_fen(*variant, text);
    if (!setup) return fail(setup.error());
    *position = position_of(*variant, *setup);
    return DAMIERA_OK;
  });
}

damiera_status damiera_write_fen(damiera_game game, const damiera_position* position, char* text,
                                 size_t size) {
  return guarded([&] {
    if (!text || !position) return null_argument("damiera_write_fen");
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    const auto setup = checked(*variant, *position);
    if (!setup) return fail(setup.error());
    const std::string written = fen(*variant, *setup);
    if (written.size() >= size)
      return fail(DAMIERA_TOO_SMALL,
                  "fen: room for " + std::to_string(written.size() + 1) + " bytes is needed");
    std::memcpy(text, written.c_str(), written.size() + 1);
    return DAMIERA_OK;
  });
}

damiera_status damiera_slice_size(damiera_game game, const damiera_slice* slice,
                                  uint64_t* positions) {
  return guarded([&] {
    const auto variant = variant_of(game);
    if (!variant) return unknown_game(game);
    if (!slice || !positions) return null_argument("slice or positions");
    const auto material = material_of(*slice);
    if (!material) return fail(DAMIERA_BAD_ARGUMENT, material.error().message);
    *positions = count_positions(*material, rules_of(*variant).row_squares());
    return DAMIERA_OK;
  });
}

damiera_status damiera_enumerate(const damiera_tablebase* tables, const damiera_slice* slice,
                                 const damiera_filter* filter, damiera_visitor visit, void* user) {
  return guarded([&] {
    if (!tables || !slice || !filter || !visit)
      return null_argument("tables, slice, filter or visit");
    if (filter->size != sizeof *filter)
      return fail(DAMIERA_BAD_ARGUMENT, "filter.size: expected " + std::to_string(sizeof *filter));
    const auto material = material_of(*slice);
    if (!material) return fail(DAMIERA_BAD_ARGUMENT, material.error().message);
    // The numbering of a slice takes memory, of a large one much: only for what can be read.
    const TableId id{tables->tables.variant(), *material, Metric::wdl};
    if (!tables->tables.folder_of(id))
      return fail(DAMIERA_MISSING_TABLE, name(id) + ": there is no such table");
    return with_rules(tables->tables.variant(), [&]<Rules R>() {
      return Enumeration<R>{tables->tables, *material, *filter}.run(visit, user);
    });
  });
}

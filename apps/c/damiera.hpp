// SPDX-License-Identifier: MIT
// Damiera's probe library in C++17: what damiera.h says holds here. Handles close themselves, and a
// call returns a Result, a value or an error. Nothing here throws, except std::vector and
// std::string if there is too little memory, and what a caller's own function throws.
//
//   auto tables = damiera::api::Tablebase::open(DAMIERA_ITALIAN, {"/data/draughts"});
//   if (!tables) return complain(tables.message());
//   const auto position = damiera::api::parse_fen(DAMIERA_ITALIAN, "W:WK3,20:BK31");
//   const auto known = tables->probe(*position);
#ifndef DAMIERA_HPP
#define DAMIERA_HPP

#include <damiera.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace damiera::api {

/// A T, or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_{std::move(value)} {}
  /// The error of this thread's last call, which failed with this status.
  explicit Result(damiera_status status) : Result{status, damiera_message()} {}
  /// An error that no call has told.
  Result(damiera_status status, std::string message)
      : status_{status}, message_{std::move(message)} {}

  explicit operator bool() const { return value_.has_value(); }
  /// Require a value.
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

  damiera_status status() const { return status_; }        ///< DAMIERA_OK if there is a value
  const std::string& message() const { return message_; }  ///< empty if there is a value

 private:
  std::optional<T> value_;
  damiera_status status_ = DAMIERA_OK;
  std::string message_;
};

using Position = damiera_position;
using Move = damiera_move;
using Moves = std::vector<damiera_move>;

/// A distance in plies; nothing for DAMIERA_NO_DISTANCE.
inline std::optional<int> distance(int plies) {
  return plies == DAMIERA_NO_DISTANCE ? std::optional<int>{} : plies;
}

namespace detail {

/// Calls list(moves, capacity, &count), and again with more room if there was too little.
template <class List>
Result<Moves> moves_of(const List& list) {
  Moves moves(64);
  for (;;) {
    std::size_t count = 0;
    const damiera_status status = list(moves.data(), moves.size(), &count);
    if (status != DAMIERA_OK && status != DAMIERA_TOO_SMALL) return Result<Moves>{status};
    moves.resize(count);
    if (status == DAMIERA_OK) return moves;
  }
}

/// A text with a zero byte would end there for the calls in C.
inline bool is_whole(const std::string& text) { return text.find('\0') == std::string::npos; }

template <class T>
Result<T> cut_text() {
  return {DAMIERA_BAD_NOTATION, "the text has a zero byte: expected none"};
}

}  // namespace detail

/// A position in PDN FEN. Errors: bad notation, bad position.
inline Result<Position> parse_fen(int game, const std::string& fen) {
  if (!detail::is_whole(fen)) return detail::cut_text<Position>();
  Position position{};
  const damiera_status status = damiera_parse_fen(game, fen.c_str(), &position);
  if (status != DAMIERA_OK) return Result<Position>{status};
  return position;
}

/// The inverse of parse_fen(). Error bad position.
inline Result<std::string> write_fen(int game, const Position& position) {
  std::string fen(512, '\0');
  const damiera_status status = damiera_write_fen(game, &position, fen.data(), fen.size());
  if (status != DAMIERA_OK) return Result<std::string>{status};
  fen.resize(fen.find('\0'));
  return fen;
}

/// All legal moves, without any table. Error bad position.
inline Result<Moves> legal_moves(int game, const Position& position) {
  return detail::moves_of([&](Move* moves, std::size_t capacity, std::size_t* count) {
    return damiera_legal_moves(game, &position, moves, capacity, count);
  });
}

/// The number of positions of a slice. Error bad argument.
inline Result<std::uint64_t> slice_size(int game, const damiera_slice& slice) {
  std::uint64_t positions = 0;
  const damiera_status status = damiera_slice_size(game, &slice, &positions);
  if (status != DAMIERA_OK) return Result<std::uint64_t>{status};
  return positions;
}

/// The report of damiera_claim() on the games of a text in PDN: a line with a JSON object for each
/// game. Errors as for damiera_claim(); bad notation, for a zero byte.
inline Result<std::string> claim(const std::string& pdn, damiera_claim_request request = {}) {
  if (!detail::is_whole(pdn)) return detail::cut_text<std::string>();
  request.size = sizeof request;
  std::size_t needed = 4096;
  for (;;) {
    std::string json(needed, '\0');
    const damiera_status status =
        damiera_claim(&request, pdn.c_str(), json.data(), json.size(), &needed);
    if (status != DAMIERA_OK && status != DAMIERA_TOO_SMALL) return Result<std::string>{status};
    if (status == DAMIERA_TOO_SMALL) continue;
    json.resize(needed - 1);
    return json;
  }
}

/// How tables are opened.
struct Options {
  std::size_t cache_bytes = 0;  ///< 0: 256 MiB
  bool shipped = true;          ///< look into the tables that come with Damiera as well
};

/// The tables of one game. Any number of threads may use the same one.
class Tablebase {
 public:
  /// Errors: bad argument; bad notation, for a zero byte; io. A name with DAMIERA_FOLDER_SEPARATOR
  /// in it is read as several.
  static Result<Tablebase> open(int game, const std::vector<std::string>& folders,
                                const Options& options = {}) {
    std::string list;
    for (const std::string& folder : folders)
      list += (list.empty() ? "" : DAMIERA_FOLDER_SEPARATOR) + folder;
    if (!detail::is_whole(list)) return detail::cut_text<Tablebase>();
    const damiera_options o{sizeof o, options.cache_bytes, options.shipped ? 0 : 1};
    damiera_tablebase* opened = nullptr;
    const damiera_status status = damiera_open(game, list.c_str(), &o, &opened);
    if (status != DAMIERA_OK) return Result<Tablebase>{status};
    return Tablebase{opened};
  }

  /// The C handle, for calls that have no wrapper here. It is closed with this object.
  const damiera_tablebase* get() const { return handle_.get(); }

  int max_pieces() const { return damiera_max_pieces(get()); }
  bool is_covered(const Position& position) const {
    return damiera_is_covered(get(), &position) != 0;
  }

  /// DAMIERA_WIN, DAMIERA_DRAW or DAMIERA_LOSS.
  Result<int> wdl(const Position& position) const {
    int value = 0;
    const damiera_status status = damiera_probe_wdl(get(), &position, &value);
    if (status != DAMIERA_OK) return Result<int>{status};
    return value;
  }
  /// Everything that the tables know, with unlimited moves.
  Result<damiera_result> probe(const Position& position) const { return probe(position, 0, 0); }
  /// Everything that the tables know, also under a draw count of which `plies_played` plies have
  /// been played.
  Result<damiera_result> probe(const Position& position, int count_moves, int plies_played) const {
    const damiera_query query{sizeof query, count_moves, plies_played, {}, {}};
    damiera_result result{};
    result.size = sizeof result;
    const damiera_status status = damiera_probe(get(), &position, &query, &result);
    if (status != DAMIERA_OK) return Result<damiera_result>{status};
    return result;
  }
  /// All legal moves, the best first.
  Result<Moves> moves(const Position& position) const {
    return detail::moves_of([&](Move* moves, std::size_t capacity, std::size_t* count) {
      return damiera_probe_root(get(), &position, moves, capacity, count);
    });
  }
  /// Best play to the end of the game; no moves for a draw.
  Result<Moves> best_line(const Position& position) const {
    return detail::moves_of([&](Move* moves, std::size_t capacity, std::size_t* count) {
      return damiera_best_line(get(), &position, moves, capacity, count);
    });
  }

  std::size_t table_count() const { return damiera_table_count(get()); }
  /// Table number `number`, counted from 0, with its numbers of positions.
  Result<damiera_table> table(std::size_t number) const {
    return filled([&](damiera_table* t) { return damiera_table_at(get(), number, t); });
  }
  Result<damiera_table> table(const damiera_slice& slice, int metric, int count = 0) const {
    return filled(
        [&](damiera_table* t) { return damiera_table_of(get(), &slice, metric, count, t); });
  }

  /// Calls visit(number, position, value, plies) for the positions of a slice that pass the filter,
  /// until it returns false; see damiera_enumerate(). Returns how often it was called. An exception
  /// of `visit`, where exceptions are enabled, ends the call and comes out of it. `filter.size`
  /// need not be set.
  template <class Visit>
  Result<std::uint64_t> enumerate(const damiera_slice& slice, damiera_filter filter,
                                  Visit&& visit) const {
    struct Visiting {
      Visit& visit;
      std::uint64_t visited = 0;
#ifdef __cpp_exceptions
      std::exception_ptr thrown = {};
#endif
    } visiting{visit};
    const damiera_visitor call = [](void* user, std::uint64_t number, const Position* position,
                                    int value, int plies) -> int {
      auto& v = *static_cast<Visiting*>(user);
      ++v.visited;
#ifdef __cpp_exceptions
      try {
        return v.visit(number, *position, value, plies) ? 1 : 0;
      } catch (...) {
        v.thrown = std::current_exception();
        return 0;
      }
#else
      return v.visit(number, *position, value, plies) ? 1 : 0;
#endif
    };
    filter.size = sizeof filter;
    const damiera_status status = damiera_enumerate(get(), &slice, &filter, call, &visiting);
#ifdef __cpp_exceptions
    if (visiting.thrown) std::rethrow_exception(visiting.thrown);
#endif
    if (status != DAMIERA_OK) return Result<std::uint64_t>{status};
    return visiting.visited;
  }

  /// A position's slice, and its number there.
  Result<std::pair<damiera_slice, std::uint64_t>> number(const Position& position) const {
    std::pair<damiera_slice, std::uint64_t> found{};
    const damiera_status status =
        damiera_position_number(get(), &position, &found.first, &found.second);
    if (status != DAMIERA_OK) return Result<std::pair<damiera_slice, std::uint64_t>>{status};
    return found;
  }
  /// The inverse of number(): the position with White to move.
  Result<Position> position(const damiera_slice& slice, std::uint64_t number) const {
    Position found{};
    const damiera_status status = damiera_position_at(get(), &slice, number, &found);
    if (status != DAMIERA_OK) return Result<Position>{status};
    return found;
  }

 private:
  struct Close {
    void operator()(damiera_tablebase* tables) const { damiera_close(tables); }
  };
  explicit Tablebase(damiera_tablebase* handle) : handle_{handle} {}

  template <class Fill>
  static Result<damiera_table> filled(const Fill& fill) {
    damiera_table table{};
    table.size = sizeof table;
    const damiera_status status = fill(&table);
    if (status != DAMIERA_OK) return Result<damiera_table>{status};
    return table;
  }

  std::unique_ptr<damiera_tablebase, Close> handle_;
};

}  // namespace damiera::api

#endif

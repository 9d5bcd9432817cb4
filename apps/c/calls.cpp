#include "apps/c/calls.h"

#include <algorithm>

#include "data/file/per_thread.h"
#include "data/folder/folder_list.h"

namespace damiera::c {

namespace {

struct Message {
  std::string text;
};
thread_local bool lacks_memory = false;  // if true, the message is that memory is lacking

bool is_on_board(Variant variant, const damiera_position& p) {
  const std::uint64_t squares = p.white_men | p.white_kings | p.black_men | p.black_kings;
  return (squares & ~Bitboard::first(rules_of(variant).squares_total()).bits()) == 0;
}

}  // namespace

damiera_status fail(damiera_status status, std::string message) {
  per_thread<Message>().text = std::move(message);
  lacks_memory = false;
  return status;
}

damiera_status out_of_memory() noexcept {
  lacks_memory = true;
  return DAMIERA_OUT_OF_MEMORY;
}

damiera_status status_of(const Error& error) {
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
    case Error::Code::try_again:
      return DAMIERA_IO;
    case Error::Code::out_of_memory:
      return DAMIERA_OUT_OF_MEMORY;
    case Error::Code::not_in_memory:
      return DAMIERA_NOT_IN_MEMORY;
  }
  return DAMIERA_IO;
}

damiera_status fail(const Error& error) { return fail(status_of(error), error.message); }

const char* last_message() {
  if (lacks_memory) return "out of memory: the system does not give what this call needs";
  return per_thread<Message>().text.c_str();
}

damiera_status null_argument(const char* name) {
  return fail(DAMIERA_BAD_ARGUMENT, std::string{name} + ": a null pointer");
}

std::optional<Variant> variant_of(int game) {
  if (!is_variant(game)) return {};
  return Variant(game);
}

damiera_status unknown_game(int game) {
  std::string numbers;
  for (Variant v : all_variants)
    numbers += (numbers.empty() ? "" : ", ") + std::to_string(static_cast<int>(v)) + " (" +
               std::string{name(v)} + ")";
  return fail(DAMIERA_BAD_ARGUMENT,
              "game " + std::to_string(game) +
                  ": expected a GameType of PDN or a number of ours: " + numbers);
}

std::vector<std::filesystem::path> folders_of(const char* folders) {
  auto list = folders_in(folders ? folders : "");
  for (std::filesystem::path& folder : list) {
    std::error_code unknown;  // the current folder may have been deleted; then names stay as they
                              // are
    auto absolute = std::filesystem::absolute(folder, unknown);
    if (!unknown) folder = std::move(absolute);
  }
  return list;
}

Setup setup_of(Variant variant, const damiera_position& p) {
  const Color to_move = p.black_to_move != 0 ? Color::black : Color::white;
  const Position white{Bitboard{p.white_men}, Bitboard{p.white_kings}, Bitboard{p.black_men},
                       Bitboard{p.black_kings}};
  return {seen_by_white(variant, {white, to_move}), to_move};
}

Result<Material> material_of(const damiera_slice& s) {
  const Material m{s.my_men, s.my_kings, s.their_men, s.their_kings};
  const std::array counts{s.my_men, s.my_kings, s.their_men, s.their_kings};
  if (std::ranges::any_of(counts, [](int n) { return n < 0 || n > most_pieces; }) ||
      m.mine() == 0 || m.theirs() == 0 || m.total() > most_pieces)
    return Error{Error::Code::bad_notation, "slice: expected pieces on both sides, at most " +
                                                std::to_string(most_pieces) + " in all"};
  return m;
}

damiera_position position_of(Variant variant, const Setup& setup) {
  const Position p = seen_by_white(variant, setup);
  return {p.my_men.bits(), p.my_kings.bits(), p.their_men.bits(), p.their_kings.bits(),
          setup.to_move == Color::black};
}

Result<damiera_position> held(Variant variant, const Setup& setup) {
  if (!setup.pos.my_run.any() && !setup.pos.their_run.any()) return position_of(variant, setup);
  return Error{Error::Code::bad_position,
               "a king has just moved: expected a position without that, as damiera_position has "
               "no room for it; see damiera_query"};
}

Result<Setup> checked(Variant variant, const damiera_position& p) {
  if (!is_on_board(variant, p)) return Error{Error::Code::bad_position, "a piece is off the board"};
  const Setup setup = setup_of(variant, p);
  const bool valid = with_moves(variant, [&]<Rules R>() { return is_valid<R>(setup.pos); });
  if (!valid) return Error{Error::Code::bad_position, what_is_invalid(rules_of(variant))};
  return setup;
}

}  // namespace damiera::c

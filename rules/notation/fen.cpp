#include "rules/notation/fen.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "rules/notation/ascii.h"
#include "rules/notation/square_name.h"
#include "rules/notation/utf8.h"

namespace damiera {

namespace {

/// Reads one PDN FEN from left to right.
class FenReader {
 public:
  FenReader(const Rules& rules, std::string_view text) : rules_{rules}, text_{text} {}

  /// The pieces as White sees them, the side to move, and the fields after them.
  Result<FenRecord> read() {
    skip_tag();
    FenRecord record{};
    Setup& setup = record.setup;
    if (!color(setup.to_move)) return unreadable("the side to move, W or B");
    std::optional<Color> first;
    for (int side = 0; side < 2; ++side) {
      Color owner{};
      if (!token(':'))
        return unreadable(first ? "',' and a square, or ':' and the other side"
                                : "':' and a side, W or B");
      if (!color(owner)) return unreadable("a side, W or B");
      if (owner == first) return unreadable_at(at_ - 1, "the other side");
      if (auto read = pieces(owner, setup.pos); !read) return read.error();
      first = owner;
    }
    while (token(':'))
      if (auto read = field(record); !read) return read.error();
    if (!at_end()) return unreadable("',' and a square, or the end");
    return record;
  }

 private:
  struct Piece {
    Square from, to;  ///< the ends of a range; equal for one square
    bool king;
    std::size_t begin, end;  ///< of its token in the text
  };

  Result<void> pieces(Color owner, Position& pos) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] == ':' || !is_word(text_[at_])) return {};
    do {
      Piece piece{};
      if (auto read = this->piece(piece); !read) return read.error();
      for (int n = square_number(rules_, piece.from); n <= square_number(rules_, piece.to); ++n)
        if (auto put = place(owner, piece, numbered_square(rules_, n), pos); !put)
          return put.error();
    } while (token(','));
    return {};
  }

  Result<void> piece(Piece& piece) {
    skip_spaces();
    piece.begin = at_;
    piece.king = token('K');
    if (!square(piece.from)) return unreadable(expected_square(rules_));
    piece.to = piece.from;
    if (token('-')) {
      if (!square(piece.to)) return unreadable(expected_square(rules_) + " to end the range");
      if (square_number(rules_, piece.to) < square_number(rules_, piece.from))
        return unreadable_at(piece.begin, "a range that ascends");
    }
    piece.end = at_;
    return {};
  }

  Result<void> place(Color owner, const Piece& piece, Square sq, Position& pos) const {
    const bool white = owner == Color::white;
    const int row = static_cast<int>(sq) / rules_.row_squares();
    if (pos.occupied().contains(sq)) return misplaced(piece, sq, "is taken already");
    if (!piece.king && row == (white ? 0 : rules_.width - 1))
      return misplaced(piece, sq, "is on the promotion row: expected a king there");
    Bitboard& set = white ? (piece.king ? pos.my_kings : pos.my_men)
                          : (piece.king ? pos.their_kings : pos.their_men);
    set = set.with(sq);
    return {};
  }

  /// A field of lidraughts: a letter and a number.
  Result<void> field(FenRecord& record) {
    skip_spaces();
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find_first_of(": .\"]\t\r\n", begin), text_.size());
    const char name = begin < end ? upper(text_[begin]) : '\0';
    if (name == '+' && rules_.king_limit > 0) return runs(begin, end, record.setup.pos);
    std::optional<int>& value = name == 'H' ? record.counted : record.number;
    if (name != 'H' && name != 'F')
      return error(Error::Code::bad_notation, begin, end,
                   "expected the field H (plies counted) or F (number of the next move)");
    if (value) return error(Error::Code::bad_notation, begin, end, "expected each field once");
    constexpr int most = 999'999;
    int number = 0;
    const auto [rest, failed] =
        std::from_chars(text_.data() + begin + 1, text_.data() + end, number);
    const int least = name == 'H' ? 0 : 1;
    if (failed != std::errc{} || rest != text_.data() + end || number < least || number > most)
      return error(Error::Code::bad_notation, begin, end,
                   std::string{"expected "} + name + " and a number from " + std::to_string(least) +
                       " to " + std::to_string(most));
    value = number;
    at_ = end;
    return {};
  }

  // "+0+246": no run of a black king, and two moves of White's king on 46.
  Result<void> runs(std::size_t begin, std::size_t end, Position& pos) {
    if (std::exchange(has_runs_, true))
      return error(Error::Code::bad_notation, begin, end, "expected each field once");
    const std::string_view both = text_.substr(begin + 1, end - begin - 1);
    const std::size_t plus = both.find('+');
    const bool read = plus != both.npos &&
                      run(both.substr(0, plus), pos.their_men, pos.their_kings, pos.their_run) &&
                      run(both.substr(plus + 1), pos.my_men, pos.my_kings, pos.my_run);
    if (!read)
      return error(Error::Code::bad_notation, begin, end,
                   "expected the moves of a king of Black's, then of White's, from 0 to " +
                       std::to_string(rules_.king_limit) +
                       ", each with the square where it stands: +0+246");
    at_ = end;
    return {};
  }

  // The square may be left out if there is one king. A side without men has no run.
  bool run(std::string_view text, Bitboard men, Bitboard kings, KingRun& found) const {
    if (text.empty() || text[0] < '0' || text[0] > '0' + rules_.king_limit) return false;
    if (text == "0") return true;
    auto king = parse_square(rules_, text.substr(1));
    if (text.size() == 1 && kings.count() == 1) king = kings.lowest();
    if (text[0] == '0' || !king || !kings.contains(*king)) return false;
    if (men.any()) found = {static_cast<std::uint8_t>(text[0] - '0'), *king};
    return true;
  }

  // Functions that read tokens. Each skips spaces, and advances only past a token that it
  // recognizes.

  bool token(char wanted) {
    skip_spaces();
    if (at_ == text_.size() || upper(text_[at_]) != wanted) return false;
    ++at_;
    return true;
  }

  bool color(Color& c) {
    if (token('W'))
      c = Color::white;
    else if (token('B'))
      c = Color::black;
    else
      return false;
    return true;
  }

  bool square(Square& sq) {
    skip_spaces();
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const auto read = parse_square(rules_, text_.substr(at_, end - at_));
    if (!read) return false;
    sq = *read;
    at_ = end;
    return true;
  }

  // An optional [FEN "..."], or quotes alone, around the position.
  void skip_tag() {
    if (token('[')) in_tag_ = token('F') && token('E') && token('N');
    quoted_ = token('"');
  }

  bool at_end() {
    token('.');
    if (quoted_ && !token('"')) return false;
    if (in_tag_ && !token(']')) return false;
    skip_spaces();
    return at_ == text_.size();
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  static char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
  static bool is_word(char c) {
    return (upper(c) >= 'A' && upper(c) <= 'Z') || (c >= '0' && c <= '9');
  }

  // Errors.

  Error unreadable(const std::string& expected) {
    skip_spaces();
    return unreadable_at(at_, expected);
  }

  Error unreadable_at(std::size_t begin, const std::string& expected) const {
    std::size_t end = begin;
    while (end < text_.size() && is_word(text_[end])) ++end;
    if (end == begin && end < text_.size()) ++end;
    while (end < text_.size() && continues_character(text_[end])) ++end;
    return error(Error::Code::bad_notation, begin, end, "expected " + expected);
  }

  Error misplaced(const Piece& piece, Square sq, const std::string& why) const {
    return error(Error::Code::bad_position, piece.begin, piece.end,
                 "square " + square_name(rules_, sq) + " " + why);
  }

  Error error(Error::Code code, std::size_t begin, std::size_t end, const std::string& why) const {
    constexpr std::size_t longest = 20;
    const std::string found =
        begin < text_.size() ? quoted(text_.substr(begin, end - begin), longest) : "the end";
    return {code, "column " + std::to_string(begin + 1) + ": " + found + ": " + why};
  }

  const Rules& rules_;
  std::string_view text_;
  std::size_t at_ = 0;
  bool in_tag_ = false, quoted_ = false, has_runs_ = false;
};

/// One side of a FEN, its squares ascending by their numbers.
std::string side(const Rules& rules, Color owner, Bitboard men, Bitboard kings) {
  std::vector<Square> squares;
  for (Square sq : men | kings) squares.push_back(sq);
  std::ranges::sort(squares, {}, [&](Square sq) { return square_number(rules, sq); });
  std::string text{letter(owner)};
  for (bool more = false; Square sq : squares) {
    if (more) text += ',';
    if (kings.contains(sq)) text += 'K';
    text += square_name(rules, sq);
    more = true;
  }
  return text;
}

std::string run_text(const Rules& rules, const KingRun& run) {
  return "+" + std::to_string(run.moves) + (run.any() ? square_name(rules, run.king) : "");
}

}  // namespace

Setup initial_setup(Variant variant) {
  const Rules& rules = rules_of(variant);
  return with_moves(variant, [&]<Rules R>() {
    return Setup{initial_position<R>(rules.rows_of_men), rules.first_to_move};
  });
}

Position seen_by_white(Variant variant, const Setup& setup) {
  if (setup.to_move == Color::white) return setup.pos;
  return with_moves(variant, [&]<Rules R>() { return flipped<R>(setup.pos); });
}

std::string fen(Variant variant, const Setup& setup) {
  const Rules& rules = rules_of(variant);
  const Position pos = seen_by_white(variant, setup);
  return std::string{letter(setup.to_move)} + ":" +
         side(rules, Color::white, pos.my_men, pos.my_kings) + ":" +
         side(rules, Color::black, pos.their_men, pos.their_kings) +
         (pos == without_runs(pos)
              ? ""
              : ":" + run_text(rules, pos.their_run) + run_text(rules, pos.my_run));
}

Result<Setup> parse_fen(Variant variant, std::string_view text) {
  const auto record = parse_fen_record(variant, text);
  if (!record) return record.error();
  return record->setup;
}

Result<FenRecord> parse_fen_record(Variant variant, std::string_view text) {
  auto record = FenReader{rules_of(variant), text}.read();
  if (!record) return record;
  record->setup.pos = seen_by_white(variant, record->setup);
  const Position& pos = record->setup.pos;
  if (!with_moves(variant, [&]<Rules R>() { return is_valid<R>(pos); }))
    return Error{Error::Code::bad_position,
                 "kings: expected none of the side to move and at most one of the opponent, as the "
                 "first king wins"};
  return record;
}

}  // namespace damiera

#include "indexing/slice_index.h"

namespace damiera {

std::uint64_t count_positions(const Material& m, int row_squares) {
  const int squares = 2 * row_squares * row_squares;
  const int men_squares = squares - row_squares;
  if (m.total() > squares) return 0;
  // `there`: my men on the row where the opponent promotes; the opponent's men lose no square to
  // them.
  std::uint64_t men = 0;
  for (int there = 0; there <= m.my_men; ++there) {
    const int elsewhere = m.my_men - there;
    if (there > row_squares || elsewhere > men_squares - row_squares ||
        m.their_men > men_squares - elsewhere)
      continue;
    men += choose(row_squares, there) * choose(men_squares - row_squares, elsewhere) *
           choose(men_squares - elsewhere, m.their_men);
  }
  const int free = squares - m.men();
  return men * choose(free, m.my_kings) * choose(free - m.my_kings, m.their_kings);
}

}  // namespace damiera

#include "indexing/material.h"

#include <algorithm>

#include "rules/notation/utf8.h"

namespace damiera {

namespace {

// The library finds a slice by a key with four bits for each piece count.
constexpr int max_of_a_kind = 15;

std::string side(int kings, int men) {
  return std::string(static_cast<std::size_t>(kings), 'K') +
         std::string(static_cast<std::size_t>(men), 'M');
}

}  // namespace

std::string name(const Material& m) {
  return side(m.my_kings, m.my_men) + "v" + side(m.their_kings, m.their_men);
}

Result<Material> parse_material(std::string_view text) {
  const auto count = [](std::string_view s, char c) {
    return static_cast<int>(std::ranges::count(s, c));
  };
  const auto v = std::min(text.find('v'), text.size());
  const std::string_view mine = text.substr(0, v);
  const std::string_view theirs = text.substr(std::min(v + 1, text.size()));
  const Material m{count(mine, 'M'), count(mine, 'K'), count(theirs, 'M'), count(theirs, 'K')};
  const int most = std::max({m.my_men, m.my_kings, m.their_men, m.their_kings});
  if (m.mine() == 0 || m.theirs() == 0 || most > max_of_a_kind || name(m) != text)
    return Error{Error::Code::bad_notation,
                 "slice " + quoted(text, 70) + ": expected pieces of both sides, at most " +
                     std::to_string(max_of_a_kind) + " of a kind, kings before men, as in KKMvKM"};
  return m;
}

std::vector<Material> slices_of(int pieces) {
  std::vector<Material> slices;
  for (int men = 0; men <= pieces; ++men)
    for (int my_men = 0; my_men <= men; ++my_men)
      for (int my_kings = 0; my_kings <= pieces - men; ++my_kings) {
        const Material m{my_men, my_kings, men - my_men, pieces - men - my_kings};
        if (m.mine() > 0 && m.theirs() > 0) slices.push_back(m);
      }
  return slices;
}

std::vector<Material> slices_of(int pieces, const Rules& rules) {
  auto slices = slices_of(pieces);
  std::erase_if(slices, [&](const Material& m) { return !check_slice(m, rules); });
  return slices;
}

Result<void> check_slice(const Material& m, const Rules& rules) {
  if (m.kings() == 0 || rules.kings_play()) return {};
  return Error{Error::Code::bad_notation, "slice '" + name(m) + "': expected men only; in the " +
                                              std::string{name(rules.id)} +
                                              " game a king ends the game"};
}

}  // namespace damiera

#include "apps/terminal/nearest_word.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace damiera {

namespace {

/// The number of changes that turn `a` into `b`.
/// Source: the optimal string alignment distance, after Damerau and Levenshtein.
std::size_t changes(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& best = table[i][j];
      if (i == 0 || j == 0) {
        best = i + j;
        continue;
      }
      best = std::min({table[i - 1][j] + 1, table[i][j - 1] + 1,
                       table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        best = std::min(best, table[i - 2][j - 2] + 1);
    }
  return table[a.size()][b.size()];
}

}  // namespace

std::string nearest_word(std::string_view text, const std::vector<std::string>& words) {
  assert(!words.empty());
  const std::string_view begin = text.substr(0, 40);  // longer than any command
  return *std::ranges::min_element(words, {},
                                   [&](const std::string& word) { return changes(begin, word); });
}

}  // namespace damiera

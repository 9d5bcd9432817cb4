#include "rules/counts/repetition.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace damiera {

namespace {

struct ArticleOf {
  Variant variant;
  std::string_view article;
  std::string_view count = {};  ///< of the same body, where it is not the only one
};

/// Has both the 40 moves and the repetition.
constexpr std::string_view wcdf = "WCDF, definition of a draw";

constexpr std::array repetition_articles{ArticleOf{Variant::italian, "FID"},
                                         ArticleOf{Variant::english, "FID"},
                                         ArticleOf{Variant::english, wcdf, wcdf},
                                         ArticleOf{Variant::international, "FMJD Art. 6.1"},
                                         ArticleOf{Variant::russian, "draughts-64, 7.2.3"},
                                         ArticleOf{Variant::brazilian, "draughts-64, 7.2.3"},
                                         ArticleOf{Variant::russian_giveaway, "draughts-64, 7.2.3"},
                                         ArticleOf{Variant::killer, "FMJD Art. 6.1"},
                                         ArticleOf{Variant::portuguese, "FPD 3.2(c)"},
                                         ArticleOf{Variant::pool, "APCA 26"}};

}  // namespace

std::optional<Repetition> third_repetition(const Game& game, std::size_t moves) {
  const auto setups = game.setups();
  std::map<Setup, std::vector<std::size_t>> seen;
  for (std::size_t i = 0; i <= std::min(moves, game.moves.size()); ++i) {
    // No position from before a conversion can come back.
    if (i > 0 && game.moves[i - 1].move.is_conversion()) seen.clear();
    auto& times = seen[setups[i]];
    times.push_back(i);
    if (times.size() == 3) return Repetition{times[0], times[1], times[2]};
  }
  return {};
}

std::string_view repetition_article(Variant variant, std::string_view count) {
  std::string_view found;
  for (const ArticleOf& a : repetition_articles)
    if (a.variant == variant && (a.count.empty() || a.count == count)) found = a.article;
  return found;
}

}  // namespace damiera

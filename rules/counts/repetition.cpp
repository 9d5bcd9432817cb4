#include "rules/counts/repetition.h"

#include <algorithm>
#include <map>
#include <vector>

namespace damiera {

namespace {

struct ArticleOf {
  Variant variant;
  std::string_view article;
};

constexpr std::array repetition_articles{ArticleOf{Variant::italian, "FID"},
                                         ArticleOf{Variant::english, "FID"},
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

std::string_view repetition_article(Variant variant) {
  const auto found = std::ranges::find(repetition_articles, variant, &ArticleOf::variant);
  return found == repetition_articles.end() ? std::string_view{} : found->article;
}

}  // namespace damiera

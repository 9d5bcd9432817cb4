#include "answers/claim/claim_page.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "answers/board_svg.h"
#include "answers/claim/claim_judge.h"
#include "rules/notation/square_name.h"

namespace damiera {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

/// Whether elements are closed in the right order.
bool is_balanced(const std::string& html) {
  static const std::regex tag{R"(<(/?)([a-z0-9]+)[^>]*?(/?)>)"};
  const std::set<std::string> alone{"meta"};
  std::vector<std::string> open;
  for (std::sregex_iterator i{html.begin(), html.end(), tag}, end; i != end; ++i) {
    const std::string name = (*i)[2];
    if ((*i)[3].length() > 0 || alone.contains(name)) continue;
    if ((*i)[1].length() == 0) {
      open.push_back(name);
    } else {
      if (open.empty() || open.back() != name) return false;
      open.pop_back();
    }
  }
  return open.empty();
}

std::string page_of(std::string_view text, const ClaimRequest& request = {},
                    const ClaimPhrases& phrases = english_phrases()) {
  PdnReader reader{text};
  ClaimJudge judge{request, [](Variant) { return std::vector<std::filesystem::path>{}; }};
  Text out;
  append_page_start(out, phrases);
  while (auto read = reader.next()) append_sheet(*judge.judge(*std::move(read)), out, phrases);
  append_page_end(out);
  return fmt::to_string(out);
}

constexpr const char* annulled =
    "[White \"A & <b>\"]\n[Black \"\\\"C\\\"\"]\n[GameType \"22\"]\n[FEN \"W:WK26,21:BK7\"]\n"
    "30. 26-22 7-12 31. 22-26 12-16 32. 21-17 16-12 1-0\n";
const ClaimRequest from_30{MoveNumber{30, Color::white}, {}, {}};

TEST(ClaimPage, ShowsTheCountMoveByMove) {
  const std::string page = page_of(annulled, from_30);
  EXPECT_TRUE(is_balanced(page)) << page;
  EXPECT_EQ(count_of(page, "<svg "), 2U);
  for (const char* part :
       {"<div><b>30.</b><span>26-22</span><b>1</b><span>7-12</span><b>1</b></div>",
        "<div><b>31.</b><span>22-26</span><b>2</b><span>12-16</span><b>2</b></div>",
        "<div><b>32.</b><span class=\"annuls\">21-17</span><b>-</b><i>a man move: annuls the "
        "count</i></div>",
        "<dd>A &amp; &lt;b&gt;</dd>", "<dd>&quot;C&quot;</dd>", "<div>Arbiter</div>",
        "No draw by count: White&#39;s move 32, 21-17, was a man move"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

// In English draughts, and from some positions elsewhere, Black's move comes first in a number.
TEST(ClaimPage, PutsTheMovesOfANumberInARow) {
  const std::string moves = "1. 1-6 32-27 2. 6-1 27-32 *";
  const std::string page = page_of("[GameType \"21\"]\n[FEN \"B:WK32:BK1\"]\n" + moves,
                                   {MoveNumber{1, Color::white}, {}, {}});
  for (const char* row :
       {"<div><b>1.</b><span>...</span><span></span><span>32-27</span><b>1</b></div>",
        "<div><b>2.</b><span>6-1</span><b>1</b><span>27-32</span><b>2</b></div>"})
    EXPECT_NE(page.find(row), std::string::npos) << page;
}

TEST(ClaimPage, NeedsNothingElse) {
  const std::string page = page_of(annulled, from_30);
  for (const char* outside : {"http", "src=", "url(", "<link", "<script", "@import"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

TEST(ClaimPage, IsInTheLanguageAskedFor) {
  const std::string page = page_of(annulled, from_30, italian_phrases());
  EXPECT_NE(page.find("<html lang=\"it\">"), std::string::npos);
  EXPECT_NE(page.find("Verbale del conteggio delle mosse"), std::string::npos);
  EXPECT_NE(page.find("Il direttore di gara"), std::string::npos);
  EXPECT_EQ(page.find("White"), std::string::npos);
}

TEST(ClaimPage, HasASheetForEachGameAndTellsErrors) {
  const std::string page = page_of(std::string{annulled} +
                                   "[GameType \"22\"]\n1. 23-<20 *\n[GameType \"21\"]\n1. 11-15");
  EXPECT_EQ(count_of(page, "<section>"), 3U);
  EXPECT_NE(page.find("game 2, move 1w, line 7"), std::string::npos);
  EXPECT_TRUE(is_balanced(page)) << page;
}

// On paper, the sheet of a game that cannot be read still says whose it is.
TEST(ClaimPage, SaysWhoseGameCannotBeRead) {
  const std::string page =
      page_of("[GameType \"22\"]\n[White \"Rossi\"]\n[Event \"Coppa\"]\n[FEN \"W:WK3,3:BK31\"]\n*",
              {}, italian_phrases());
  for (const char* said :
       {"Rossi", "Coppa", "casella 3 è già occupata", "dama italiana", "class=\"signatures\""})
    EXPECT_NE(page.find(said), std::string::npos) << said;
  EXPECT_TRUE(is_balanced(page)) << page;
}

TEST(ClaimPage, ShowsNoBeginningOfACountThatCannotBegin) {
  const std::string page = page_of("[GameType \"22\"]\n[FEN \"W:WK3:B1\"]\n1. 3-7 *", {});
  EXPECT_NE(page.find("cannot be applied"), std::string::npos) << page;
  EXPECT_EQ(page.find("Where the count begins"), std::string::npos);
  EXPECT_NE(page.find("The position before Black"), std::string::npos);
}

// A count that a win ends has begun.
TEST(ClaimPage, ShowsTheEndOfAWonGame) {
  const std::string page = page_of("[GameType \"20\"]\n[FEN \"W:WK32,47:B36\"]\n1. 32-41 2-0", {});
  EXPECT_NE(page.find("Where it ends"), std::string::npos) << page;
}

TEST(BoardSvg, ShowsEverySquareAndPiece) {
  for (Variant variant : all_variants) {
    const Rules& rules = rules_of(variant);
    const std::string board = board_svg(variant, initial_setup(variant));
    EXPECT_TRUE(is_balanced(board));
    EXPECT_EQ(count_of(board, "<circle"), initial_setup(variant).pos.occupied().count());
    EXPECT_EQ(count_of(board, "<path"), 0U);
    for (int sq = 0; sq < rules.squares_total(); ++sq)
      EXPECT_EQ(count_of(board, ">" + square_name(rules, Square(sq)) + "</text>"), 1U);
  }
}

TEST(BoardSvg, CrownsKings) {
  const auto setup = *parse_fen(Variant::italian, "B:WK1,20:BK32,5,6");
  const std::string board = board_svg(Variant::italian, setup);
  EXPECT_EQ(count_of(board, "<path"), 2U);
  EXPECT_EQ(count_of(board, "fill=\"#222\" stroke"), 3U);
  // White's king on square 1: at the top left, whoever is to move.
  EXPECT_NE(board.find("translate(23 24)\"><circle r=\"14\" fill=\"#fff\""), std::string::npos);
}

}  // namespace
}  // namespace damiera

#include "answers/claim/claim_page.h"

#include <iterator>

#include "answers/board_svg.h"
#include "answers/claim/claim_names.h"
#include "answers/claim/claim_sentences.h"
#include "answers/claim/claim_text.h"

namespace damiera {

namespace {

constexpr const char* style = R"(
@page { size: A4; margin: 11mm 16mm }
body { font: 10pt/1.3 serif; margin: 0 auto; max-width: 178mm; color: #000; background: #fff }
section { break-after: page; padding: 1px 0 }
section:last-of-type { break-after: auto }
h1 { font-size: 15pt; margin: 0 0 3mm }
h2 { font-size: 11pt; margin: 3mm 0 1mm }
p, ul { margin: 0 0 1mm }
.headline { border: 1.5pt solid #000; padding: 2mm 3mm; font-weight: bold }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr) max-content minmax(0, 1fr); gap: .5mm 4mm; margin: 3mm 0 0 }
dt { font-style: italic }
dd { margin: 0 }
dd, p { overflow-wrap: anywhere }
.boards { display: flex; gap: 16mm; justify-content: center; margin-top: 3mm; break-inside: avoid }
figure { margin: 0; width: 52mm; text-align: center; font-size: 9pt }
.board { width: 100%; print-color-adjust: exact; -webkit-print-color-adjust: exact }
.count { columns: 3; column-gap: 6mm; column-rule: .5pt solid #999; font-size: 9pt; margin-top: 1mm }
.count div { display: grid; grid-template-columns: 2em 1fr 2em 1fr 2em; break-inside: avoid; border-bottom: .3pt solid #ccc }
.count b { text-align: right; padding-right: .4em }
.count i { grid-column: 2 / -1 }
.annuls { text-decoration: underline; font-weight: bold }
.tables { border: 1pt dashed #000; padding: 1mm 3mm; margin-top: 3mm; font-size: 9pt }
.tables h2 { margin-top: 1mm }
.signatures { display: flex; gap: 14mm; margin-top: 13mm; break-inside: avoid }
.signatures div { flex: 1; border-top: .7pt solid #000; padding-top: 1mm; font-size: 9pt }
footer { margin-top: 1mm; font-size: 8pt; text-align: right }
@media screen and (max-width: 40rem) {
  body { padding: 0 3mm }
  dl { grid-template-columns: max-content minmax(0, 1fr) }
  .boards { gap: 4mm }
  .count { columns: 1 }
  .signatures { gap: 4mm }
}
)";

/// Writes the sheet of one game.
class SheetWriter {
 public:
  SheetWriter(const JudgedGame& judged, Text& out, const ClaimPhrases& phrases)
      : judged_{judged},
        sentences_{judged, phrases},
        decisive_{judged.claims.empty() ? nullptr : &decisive_claim(judged)},
        out_{out},
        say_{phrases} {}

  void write() {
    begin(sentences_.headline());
    for (const std::string& note : judged_.read.notes)
      element("p", say(say_.note, fmt::arg("note", note_text(note, say_))));
    boards();
    if (decisive_) {
      verdicts();
      count();
      tables();
    }
    signatures();
  }
  /// Writes the sheet of a game that cannot be read: whose it is, and why.
  void write_unread() {
    begin(note_text(judged_.read.error->message, say_));
    signatures();
  }

 private:
  void begin(const std::string& headline) {
    element("h1", say_.page_title);
    write_(R"(<p class="headline">{}</p>)", html_escaped(headline));
    details();
  }

  const Game& game() const { return judged_.read.game; }
  /// The count that decides. Requires that there is one.
  const CountRun& run() const { return decisive_->claim.run; }

  template <class... Arguments>
  void write_(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    append(out_, "\n");
  }
  void element(std::string_view name, std::string_view text) {
    write_("<{0}>{1}</{0}>", name, html_escaped(text));
  }

  void detail(const char* label, std::string_view value) {
    if (!value.empty() && value != "?")
      write_("<dt>{}</dt><dd>{}</dd>", html_escaped(label), html_escaped(value));
  }

  void details() {
    const auto tag = [&](const char* name) { return game().tag(name).value_or(""); };
    append(out_, "<dl>\n");
    detail(say_.white, tag("White"));
    detail(say_.black, tag("Black"));
    detail(say_.event, tag("Event"));
    detail(say_.place, tag("Site"));
    detail(say_.date, tag("Date"));
    detail(say_.round, tag("Round"));
    if (judged_.read.has_variant) detail(say_.game, game_name(game().variant, say_));
    detail(say_.result, game().result);
    append(out_, "</dl>\n");
  }

  void board(const char* caption, std::size_t i) {
    const ClaimSheet& sheet = sentences_.sheet();
    const Setup& setup = sheet.before(i);
    const auto move = sentences_.words().move(sheet.number(i));
    const auto side = sentences_.words().side(setup.to_move);
    write_("<figure>{}<figcaption>{} ({})</figcaption></figure>", board_svg(game().variant, setup),
           html_escaped(say(caption, fmt::arg("move", move))),
           html_escaped(say(say_.to_move, fmt::arg("side", side))));
  }

  void boards() {
    append(out_, "<div class=\"boards\">\n");
    if (decisive_)
      boards_of_count();
    else
      board(say_.last_position, game().moves.size());
    append(out_, "</div>\n");
  }

  void boards_of_count() {
    const bool has_begun = run().verdict != Verdict::not_admissible || run().plies() > 0;
    if (!has_begun) return board(say_.position_before, run().from);
    board(say_.where_begun, run().from);
    if (run().plies() > 0) board(say_.where_ended, run().to);
  }

  /// Each count with its rule and its verdict.
  void verdicts() {
    element("h2", say_.rule);
    for (const JudgedClaim& judged : judged_.claims) {
      const Claim& claim = judged.claim;
      write_("<p><strong>{}.</strong> {}</p>", html_escaped(sentences_.title(claim)),
             html_escaped(sentences_.words().rule(claim.count)));
      element("p", std::string{say_.verdict} + ": " + sentences_.verdict(claim) + ".");
      for (const std::string& other : sentences_.others(claim)) element("p", other + ".");
    }
  }

  /// The count that decides: its moves, each with the number of moves that its side has counted.
  void count() {
    const std::size_t end = run().annulled_by() ? run().to + 1 : run().to;
    if (end == run().from) return;
    const auto article = article_name(decisive_->claim.count.article, say_);
    element("h2", std::string{say_.counter} + " (" + std::string{article} + ")");
    append(out_, "<div class=\"count\">\n");
    for (std::size_t i = run().from; i < end;) i = row(i, end);
    append(out_, "</div>\n");
  }

  /// True if the move before it has the same number.
  bool is_second(std::size_t i) const {
    const auto& moves = game().moves;
    if (i > 0) return moves[i - 1].number.number == moves[i].number.number;
    const MoveNumber next = moves.size() > 1 ? moves[1].number : game().following();
    return next.number > moves[0].number.number;
  }

  /// The moves with one number, of one side and of the other. Returns the index of the next move.
  std::size_t row(std::size_t i, std::size_t end) {
    const MoveNumber number = game().moves[i].number;
    fmt::format_to(std::back_inserter(out_), "<div><b>{}.</b>", number.number);
    if (is_second(i)) append(out_, "<span>...</span><span></span>");
    move(i);
    const bool both = i + 1 < end && is_second(i + 1);
    if (both) move(i + 1);
    const std::size_t next = i + (both ? 2 : 1);
    if (next == end && run().annulled_by())
      fmt::format_to(
          std::back_inserter(out_), "<i>{}</i>",
          html_escaped(sentences_.words().kind(game().moves[end - 1].move) + ": " + say_.annuls));
    append(out_, "</div>\n");
    return next;
  }

  void move(std::size_t i) {
    const bool annuls = i == run().to;
    const std::size_t stand = (i - run().from) / 2 + 1;
    fmt::format_to(std::back_inserter(out_), "<span{}>{}</span><b>{}</b>",
                   annuls ? " class=\"annuls\"" : "", sentences_.sheet().move(i),
                   annuls ? std::string{"-"} : std::to_string(stand));
  }

  void tables() {
    append(out_, "<aside class=\"tables\">\n");
    element("h2", say_.tables_title);
    element("p", say_.tables_note);
    append(out_, "<ul>\n");
    for (const std::string& line : sentences_.truth(*decisive_)) element("li", line);
    append(out_, "</ul>\n</aside>\n");
  }

  void signatures() {
    write_(R"(<div class="signatures"><div>{}</div><div>{}</div></div>)",
           html_escaped(say_.arbiter), html_escaped(say_.director));
    element("footer", say_.made_by);
  }

  const JudgedGame& judged_;
  ClaimSentences sentences_;
  const JudgedClaim* decisive_;  // null if the rules of the game have no count
  Text& out_;
  const ClaimPhrases& say_;
};

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  return escaped;
}

void append_page_start(Text& out, const ClaimPhrases& phrases) {
  fmt::format_to(std::back_inserter(out),
                 "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
                 "<style>{}</style>\n</head>\n<body>\n",
                 phrases.language, html_escaped(phrases.page_title), style);
}

void append_sheet(const JudgedGame& judged, Text& out, const ClaimPhrases& phrases) {
  append(out, "<section>\n");
  SheetWriter writer{judged, out, phrases};
  judged.read.error ? writer.write_unread() : writer.write();
  append(out, "</section>\n");
}

void append_page_end(Text& out) { append(out, "</body>\n</html>\n"); }

}  // namespace damiera

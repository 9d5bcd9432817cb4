// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace damiera {

/// A token of a PDN file. Comments, glyphs and marks such as "!?" are skipped.
struct PdnToken {
  enum class Kind {
    end,          ///< of the text
    tag,          ///< [Name "value"]
    move_number,  ///< "12."
    ellipsis,     ///< "12..." or the dots alone: the other side's move comes next
    move,         ///< a text where a move is expected: "12x19x26"
    result,       ///< "1-0", "*"
    open,
    close,  ///< of a variation
    setup,  ///< /W:W31-50:B1-20/
    bad,    ///< none of these
  };
  Kind kind = Kind::end;
  int line = 1;               ///< of the text, from 1
  std::size_t begin = 0;      ///< in the text
  std::size_t end = 0;        ///< in the text; a move ends after its marks
  std::string_view text;      ///< the token's text; for a tag its value, without the quotes
  std::string_view name;      ///< of a tag
  const char* expected = "";  ///< for a bad token: what should stand in its place
};

/// Cuts a PDN text into tokens. It reads each byte a bounded number of times and keeps only its
/// place. It accepts the reading grammar of PDN 3.0 and forms of older files: comments from ';' to
/// the end of the line, "*" behind a forced move, results of all kinds, and dashes for hyphens.
/// A comment in braces that is not closed ends before the next line with a tag.
/// Source: Portable Draughts Notation 3.0, "Reading grammar".
class PdnLexer {
 public:
  explicit PdnLexer(std::string_view text);

  /// The next token. At the end of the text every call returns `end`.
  PdnToken next();

 private:
  void skip_silence();
  bool skip_comment();
  void skip_braces();
  void skip_marks();
  PdnToken tag();
  PdnToken setup();
  PdnToken number_or_word();
  PdnToken word();
  PdnToken dots();
  PdnToken token(PdnToken::Kind kind, std::size_t length);
  PdnToken bad(std::size_t length, const char* expected);

  char at(std::size_t ahead = 0) const {
    return place_ + ahead < text_.size() ? text_[place_ + ahead] : '\0';
  }
  bool at_end() const { return place_ == text_.size(); }
  std::string_view rest_of_line();
  void advance(std::size_t length);

  std::string_view text_;
  std::size_t place_ = 0;
  std::size_t line_end_ = 0;  // the end of the line that place_ is on, or of an earlier line
  std::size_t close_ = 0;     // the first '}' from place_ on, or an earlier one
  int line_ = 1;
  int unclosed_ = 0;  // the line of a comment that does not end; 0: there is none
};

/// The text with a hyphen for each dash, such as the en dash that word processors put into "4-7".
std::string with_hyphens(std::string_view text);

}  // namespace damiera

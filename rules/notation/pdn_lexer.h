// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace damiera {

/// A piece of a PDN file that says something. Comments, glyphs and marks such as "!?" do not.
struct PdnToken {
  enum class Kind {
    end,          ///< of the text
    tag,          ///< [Name "value"]
    move_number,  ///< "12."
    ellipsis,     ///< "12...": the other side's move comes next; or the dots alone
    move,         ///< what stands where a move is expected: "12x19x26"
    result,       ///< "1-0", "*"
    open,
    close,  ///< of a variation
    setup,  ///< /W:W31-50:B1-20/
    bad,    ///< none of these
  };
  Kind kind = Kind::end;
  int line = 1;               ///< of the text, from 1
  std::string_view text;      ///< as it stands there; of a tag its value, without the quotes
  std::string_view name;      ///< of a tag
  const char* expected = "";  ///< if bad: in its place
};

/// Cuts a PDN text into tokens, each byte looked at a bounded number of times; keeps nothing but
/// its place. Reads the grammar of PDN 3.0 for reading, and what older files have besides: comments
/// from ';' to the end of the line, "*" behind a move for a forced one, and results of all kinds.
/// Source: Portable Draughts Notation 3.0, "Reading grammar".
class PdnLexer {
 public:
  explicit PdnLexer(std::string_view text);

  /// The next token; at the end again and again the end.
  PdnToken next();

 private:
  void skip_silence();
  bool skip_comment();
  bool skip_mark();
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
  std::size_t line_end_ = 0;  // of the line that place_ is on, or of one before it
  int line_ = 1;
  bool unclosed_ = false;  // the text ended in a comment
};

}  // namespace damiera

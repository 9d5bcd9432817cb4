// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace damiera {

/// A mark for each cell of a matrix. Different threads may use different rows.
class CellMarks {
  using Word = std::uint32_t;  // most matrices have few columns
  static constexpr std::size_t word_bits = 32;
  static std::size_t words_for(std::size_t columns) { return (columns - 1) / word_bits + 1; }

 public:
  /// Walks the marked columns of a row, from the lowest up.
  class Iterator {
   public:
    explicit Iterator(std::span<const Word> words) : words_{words} { find(); }
    std::size_t operator*() const {
      return n_ * word_bits + static_cast<std::size_t>(std::countr_zero(rest_));
    }
    Iterator& operator++() {
      rest_ &= rest_ - 1;
      if (rest_ == 0) ++n_, find();
      return *this;
    }
    bool operator==(std::default_sentinel_t) const { return n_ == words_.size(); }

   private:
    void find() {
      while (n_ < words_.size() && (rest_ = words_[n_]) == 0) ++n_;
    }
    std::span<const Word> words_;
    std::size_t n_ = 0;
    Word rest_ = 0;
  };

  /// The marks of one row, as they stand in the matrix. Valid until the matrix is reset.
  class RowView {
   public:
    explicit RowView(std::span<const Word> words) : words_{words} {}
    Iterator begin() const { return Iterator{words_}; }
    std::default_sentinel_t end() const { return {}; }
    std::span<const Word> words() const { return words_; }

   private:
    std::span<const Word> words_;
  };

  /// A copy of the marks of one row, which can be changed.
  class Row {
   public:
    explicit Row(std::size_t columns) : words_(words_for(columns)) {}
    void clear() {
      words_.front() = 0;  // nearly always the only word
      if (words_.size() > 1) std::ranges::fill(words_, 0);
    }
    void set(std::size_t column) { words_[column / word_bits] |= Word{1} << column % word_bits; }
    void add(const RowView& row) {
      for (std::size_t n = 0; n < words_.size(); ++n) words_[n] |= row.words()[n];
    }
    Iterator begin() const { return Iterator{words_}; }
    std::default_sentinel_t end() const { return {}; }

   private:
    std::vector<Word> words_;
  };

  /// Removes all marks, and sets the size of the matrix.
  void reset(std::size_t rows, std::size_t columns) {
    row_words_ = words_for(columns);
    words_.assign(rows * row_words_, 0);
  }
  void set(std::size_t row, std::size_t column) {
    words_[row * row_words_ + column / word_bits] |= Word{1} << column % word_bits;
  }
  bool any(std::size_t row) const {
    Word any = 0;
    for (std::size_t n = 0; n < row_words_; ++n) any |= words_[row * row_words_ + n];
    return any != 0;
  }
  RowView row(std::size_t row) const {
    return RowView{std::span{words_}.subspan(row * row_words_, row_words_)};
  }
  /// Removes all marks of a row.
  void clear(std::size_t row) {
    for (std::size_t n = 0; n < row_words_; ++n) words_[row * row_words_ + n] = 0;
  }

 private:
  std::size_t row_words_ = 1;
  std::vector<Word> words_;
};

}  // namespace damiera

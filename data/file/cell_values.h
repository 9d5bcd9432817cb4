// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "data/file/cell_order.h"
#include "data/memory/buffer.h"

namespace damiera {

/// Stands for the value of a cell that no probe looks up: a table may store any value for it.
inline constexpr std::uint16_t dont_care = std::numeric_limits<std::uint16_t>::max();

/// A value for each cell of a slice, by the cell's number in the order of CellLayout{}. It takes
/// two bits if all values are 0, 1 or 2, else two bytes. At first all are `dont_care`.
class CellValues {
 public:
  /// `few`: all values will be 0, 1, 2 or dont_care. Errors: as for Memory::allocate().
  static Result<CellValues> make(const Rules& rules, const Material& m, bool few, Memory& memory);
  /// The bytes that make() allocates.
  static std::uint64_t bytes_for(const CellOrder& order, bool few);

  const CellOrder& order() const { return order_; }
  bool has_few_values() const { return wide_.empty(); }

  /// Thread-safe while other threads get() other cells.
  void set(std::uint64_t cell, std::uint16_t value) {
    if (!wide_.empty()) {
      wide_[cell] = complement(value);
      return;
    }
    const int at = 2 * static_cast<int>(cell % in_word);
    set_bits(cell / in_word, (~value & std::uint64_t{3}) << at);
  }
  std::uint16_t get(std::uint64_t cell) const {
    return wide_.empty() ? few(word(cell), cell) : complement(wide_[cell]);
  }

  /// Sets cells faster than set() if they come in about ascending order. One thread at a time for
  /// each Setter; no two Setters may set the same cell.
  class Setter {
   public:
    explicit Setter(CellValues& values) : values_{values} {}
    Setter(const Setter&) = delete;
    Setter& operator=(const Setter&) = delete;
    ~Setter() { write(); }

    void set(std::uint64_t cell, std::uint16_t value) {
      if (!values_.wide_.empty()) {
        values_.wide_[cell] = complement(value);
        return;
      }
      if (cell / in_word != word_) {
        write();
        word_ = cell / in_word;
      }
      set_ |= (~value & std::uint64_t{3}) << 2 * (cell % in_word);
    }

   private:
    void write() {
      if (set_ != 0) values_.set_bits(word_, set_);
      set_ = 0;
    }
    CellValues& values_;
    std::uint64_t word_ = 0, set_ = 0;
  };

  /// Sets values[i] to the value of cell from + offsets[i].
  void gather(std::uint64_t from, std::span<const std::uint64_t> offsets,
              std::span<std::uint16_t> values) const;
  /// The values of up to 32 cells, two bits each, the first in the lowest bits; 3 for dont_care.
  /// Requires has_few_values().
  std::uint64_t gather_few(std::uint64_t from, std::span<const std::uint64_t> offsets) const {
    std::uint64_t pairs = 0;
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      const std::uint64_t cell = from + offsets[i];
      pairs |= (~word(cell) >> 2 * (cell % in_word) & 3) << 2 * i;
    }
    return pairs;
  }
  /// Like gather(), but leaves files unmapped: see Buffer::copy().
  void copy(std::uint64_t from, std::span<const std::uint64_t> offsets,
            std::span<std::uint16_t> values) const;
  /// The values other than dont_care, ascending.
  std::vector<std::uint16_t> alphabet() const;

 private:
  static constexpr std::uint64_t in_word = 32;

  CellValues(CellOrder order, Buffer stored, bool few);

  // Cells hold the complements of their values: zeroed memory stands for `dont_care` in all cells,
  // and pages of cells that are never set take no memory.
  static std::uint16_t complement(std::uint16_t value) {
    return static_cast<std::uint16_t>(~value);
  }
  static std::uint16_t few(std::uint64_t word, std::uint64_t cell) {
    const auto bits = static_cast<std::uint16_t>(~word >> 2 * (cell % in_word) & 3);
    return bits == 3 ? dont_care : bits;
  }
  // relaxed: the threads are joined before anything is read.
  std::uint64_t word(std::uint64_t cell) const {
    return std::atomic_ref{words_[cell / in_word]}.load(std::memory_order_relaxed);
  }
  void set_bits(std::uint64_t word, std::uint64_t bits) {
    std::atomic_ref{words_[word]}.fetch_or(bits, std::memory_order_relaxed);
  }

  CellOrder order_;
  Buffer stored_;
  std::span<std::uint64_t> words_;  // in stored_, if values are few
  std::span<std::uint16_t> wide_;   // in stored_, if they are not
};

}  // namespace damiera

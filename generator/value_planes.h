// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "data/file/even_bits.h"
#include "data/memory/buffer.h"
#include "generator/outcome_bits.h"
#include "generator/shared_bits.h"
#include "rules/board/bitboard.h"

namespace damiera {

/// The values of a slice at two bits a position. Each men block has a bit plane of the wins, then
/// one of the losses, in the order of placement numbers. Planes begin at a byte, so that threads
/// can write different blocks at the same time. In slices without kings a block is a single
/// position; there its two bits are neighbours and four blocks share a byte, because planes of
/// whole bytes would take eight times the memory.
class ValuePlanes {
 public:
  static constexpr std::uint64_t bytes_for(std::uint64_t blocks, std::uint64_t block_size) {
    return block_size == 1 ? (blocks + 3) / 4 : blocks * 2 * plane_bytes(block_size);
  }

  ValuePlanes() = default;
  /// `memory` is zeroed and has bytes_for() bytes. All positions are draws at first.
  ValuePlanes(Buffer memory, std::uint64_t block_size)
      : memory_{std::move(memory)},
        bytes_{memory_.as<std::uint8_t>().data()},
        plane_bytes_{block_size == 1 ? 0 : plane_bytes(block_size)} {}

  Value value(std::uint64_t block, std::uint64_t placement) const {
    if (shares_bytes()) {
      const unsigned bits = byte(bytes_ + block / 4) >> 2 * (block % 4);
      return bits & 1 ? Value::win : bits & 2 ? Value::loss : Value::draw;
    }
    std::uint8_t* at = bytes_ + block * 2 * plane_bytes_ + placement / 8;
    if (byte(at) >> placement % 8 & 1) return Value::win;
    return byte(at + plane_bytes_) >> placement % 8 & 1 ? Value::loss : Value::draw;
  }

  /// The values of up to 57 positions in order, from the lowest bit on.
  struct Run {
    std::uint64_t win, loss;
  };
  /// Bit k stands for placement `first + k`, within the block. Requires blocks of more than one
  /// position.
  Run run(std::uint64_t block, std::uint64_t first) const {
    const std::uint8_t* begin = bytes_ + block * 2 * plane_bytes_;
    const std::uint8_t* end = begin + 2 * plane_bytes_;
    const std::uint8_t* at = begin + first / 8;
    return {word(at, begin, end) >> first % 8, word(at + plane_bytes_, begin, end) >> first % 8};
  }

  /// Bit k stands for block `first + k`. The lowest 28 bits are valid, as far as the slice goes.
  /// Requires blocks of one position, none of which is being stored.
  Run run_of_blocks(std::uint64_t first) const {
    const std::uint8_t* end = bytes_ + memory_.as<std::uint8_t>().size();
    const std::uint64_t bits = word(bytes_ + first / 4, bytes_, end) >> 2 * (first % 4);
    return {even_bits(bits), even_bits(bits >> 1)};
  }

  /// Sets the outcomes of up to 57 positions. Positions with a capture get an Outcome::capture();
  /// the others get no distance. Bit k stands for out[k].
  static void decode(const Run& values, std::uint64_t captures, std::span<Outcome> out) {
    std::size_t i = 0;
    const auto decode_eight = [&](std::size_t bytes) {
      const EightOutcomes eight = eight_outcomes(values.win >> i, values.loss >> i, captures >> i);
      std::memcpy(std::as_writable_bytes(out.subspan(i)).data(), &eight, bytes);
    };
    for (; i + 8 <= out.size(); i += 8) decode_eight(sizeof(EightOutcomes));
    if (i < out.size()) decode_eight((out.size() - i) * sizeof(Outcome));
  }
  /// 57 bits of a plane from bit `first` on, the first one lowest; zeros beyond its end.
  static std::uint64_t bits(std::span<const std::uint8_t> plane, std::uint64_t first) {
    const std::uint8_t* begin = plane.data();
    return word(begin + first / 8, begin, begin + plane.size()) >> first % 8;
  }

  /// Prefetches the value of a block of one position into the processor's cache.
  void prefetch(std::uint64_t block) const { __builtin_prefetch(bytes_ + block / 4, 1); }

  /// All planes, block by block.
  std::span<std::byte> content() const { return memory_.as<std::byte>(); }
  /// Where a block begins in content(). Requires blocks of more than one position.
  std::uint64_t begin_of(std::uint64_t block) const { return block * 2 * plane_bytes_; }
  /// Both planes of a block. Requires blocks of more than one position.
  std::span<std::uint8_t> bytes(std::uint64_t block) const {
    return {bytes_ + block * 2 * plane_bytes_, 2 * plane_bytes_};
  }

  /// Stores a block of decided outcomes. To be called once for each block.
  void store(std::uint64_t block, std::span<const Outcome> outcomes) {
    if (shares_bytes()) return replace(block, 0, outcomes[0].value());
    std::uint8_t* at = bytes_ + block * 2 * plane_bytes_;
    put_bits<&FourOutcomes::wins>(outcomes, at);
    put_bits<&FourOutcomes::losses>(outcomes, at + plane_bytes_);
  }
  /// Stores one value. Threads may store into the same block at the same time, if each position
  /// is stored once.
  void store(std::uint64_t block, std::uint64_t placement, Value v) {
    if (v == Value::draw) return;
    if (shares_bytes()) return set_shared_bit(bytes_, 2 * block + (v == Value::win ? 0 : 1));
    set_shared_bit(bytes_ + block * 2 * plane_bytes_ + (v == Value::win ? 0 : plane_bytes_),
                   placement);
  }
  /// Replaces one value, while no other thread reads or writes the block.
  void replace(std::uint64_t block, std::uint64_t placement, Value v) {
    if (shares_bytes()) {
      if (value(block, 0) != Value::draw) clear(bytes_ + block / 4, 2 * (block % 4));
      return store(block, 0, v);
    }
    std::uint8_t* at = bytes_ + block * 2 * plane_bytes_ + placement / 8;
    const auto bit = static_cast<std::uint8_t>(1 << placement % 8);
    at[0] = static_cast<std::uint8_t>(v == Value::win ? at[0] | bit : at[0] & ~bit);
    at[plane_bytes_] = static_cast<std::uint8_t>(v == Value::loss ? at[plane_bytes_] | bit
                                                                  : at[plane_bytes_] & ~bit);
  }

 private:
  // Whether blocks are single positions.
  bool shares_bytes() const { return plane_bytes_ == 0; }
  // Reads a byte that other threads may be changing. Relaxed, here and below: changes of different
  // bits commute, and a join orders what is written and what is read.
  static unsigned byte(std::uint8_t* at) {
    return std::atomic_ref{*at}.load(std::memory_order_relaxed);
  }
  // Clears two bits.
  static void clear(std::uint8_t* at, std::uint64_t bit) {
    std::atomic_ref{*at}.fetch_and(static_cast<std::uint8_t>(~(3 << bit)),
                                   std::memory_order_relaxed);
  }

  static constexpr std::uint64_t plane_bytes(std::uint64_t block_size) {
    return (block_size + 7) / 8;
  }
  // Eight bytes from `at` on, the first one lowest. Bytes beyond the block count as zeros, because
  // other threads may be writing there.
  static std::uint64_t word(const std::uint8_t* at, const std::uint8_t* begin,
                            const std::uint8_t* end) {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::ptrdiff_t size = sizeof(std::uint64_t);
    std::uint64_t w = 0;
    if (end - begin < size) {
      std::memcpy(&w, at, static_cast<std::size_t>(end - at));
      return w;
    }
    const std::uint8_t* from = std::min(at, end - size);
    std::memcpy(&w, from, sizeof w);
    return w >> 8 * (at - from);
  }

  Buffer memory_;
  std::uint8_t* bytes_ = nullptr;
  std::uint64_t plane_bytes_ = 0;
};

}  // namespace damiera

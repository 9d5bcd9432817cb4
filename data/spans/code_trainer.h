// SPDX-License-Identifier: MIT
#pragma once

#include "data/spans/pair_codes.h"
#include "data/workers.h"

namespace damiera {

/// Samples of the values to be coded; don't-cares are SpanEncoder::any.
using Windows = std::vector<std::vector<std::uint16_t>>;

/// The number of values in the windows.
std::uint64_t count_values(const Windows& windows);
/// The number of codes that a SpanEncoder with a beam of this width needs for the windows.
std::uint64_t count_codes(const PairCodes& codes, const Windows& windows, std::size_t beam,
                          const Workers& workers = one_worker);

/// Makes a dictionary: joins the most frequent pair of symbols into a new symbol, again and again,
/// until there are `most` symbols or no pair saves bytes. Every symbol has a code. A don't-care
/// counts as the value before it. `values`: all values that will be coded, ascending; at least one,
/// and at most PairCodes::max_strings.
PairCodes join_pairs(const std::vector<std::uint16_t>& values, const Windows& windows,
                     std::size_t most);

/// A dictionary for which the sum of its own bytes and the bytes of the coded windows is small;
/// codes take one byte unless there are many values. Takes far longer than join_pairs(), and longer
/// with a wider beam. `values` as in join_pairs().
PairCodes train_codes(const std::vector<std::uint16_t>& values, const Windows& windows,
                      std::size_t beam, const Workers& workers = one_worker);

}  // namespace damiera

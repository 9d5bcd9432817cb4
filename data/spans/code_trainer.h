// SPDX-License-Identifier: MIT
#pragma once

#include "data/spans/pair_codes.h"
#include "data/workers.h"

namespace damiera {

/// Samples of what is to be coded; values that do not matter are SpanEncoder::any.
using Windows = std::vector<std::vector<std::uint16_t>>;

/// How many values they have.
std::uint64_t count_values(const Windows& windows);
/// How many codes they take, found with a beam of this width: SpanEncoder.
std::uint64_t count_codes(const PairCodes& codes, const Windows& windows, std::size_t beam,
                          const Workers& workers = one_worker);

/// Joins the pair that is most frequent, and again, until there are `most` strings, or none is
/// worth it; all have codes. What does not matter takes the value before. `values`: all that will
/// be coded, ascending; at least one, and no more than there may be strings.
PairCodes join_pairs(const std::vector<std::uint16_t>& values, const Windows& windows,
                     std::size_t most);

/// The dictionary that makes windows short and is not large itself; codes take a byte unless there
/// are many values. Takes far longer than join_pairs, the more so with a wide beam. `values` as
/// there.
PairCodes train_codes(const std::vector<std::uint16_t>& values, const Windows& windows,
                      std::size_t beam, const Workers& workers = one_worker);

}  // namespace damiera

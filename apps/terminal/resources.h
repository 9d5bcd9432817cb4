// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "rules/result.h"

namespace damiera {

/// Three quarters of the memory that this process may have.
std::uint64_t default_memory();

/// The number of threads that the option --threads stands for: `threads`, or one for each processor
/// if it is 0.
std::size_t thread_count(int threads);

/// Bytes that the program holds in addition to those that a build counts: for the program itself,
/// for the encoder of each thread, and for pages of scratch files beyond their bound; measured, and
/// rounded up. `threads` as for thread_count().
std::uint64_t memory_beside_tables(int threads);

/// The part of --memory that is left for tables. Error bad_notation if this is less than `least`;
/// `who` needs it: "this build".
Result<std::uint64_t> memory_for_tables(std::uint64_t memory, int threads, std::uint64_t least,
                                        const std::string& who);

}  // namespace damiera

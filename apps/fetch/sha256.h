// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "rules/result.h"

namespace damiera {

/// SHA-256 as 64 hexadecimal digits in lower case.
std::string sha256(std::string_view bytes);
/// The SHA-256 of a whole file. `read` is called after every MiB with the bytes that were read
/// since the last call, and returns false to stop. Errors: io; try_again, if it was stopped.
Result<std::string> sha256_of_file(const std::filesystem::path& path,
                                   const std::function<bool(std::uint64_t)>& read);

/// Whether the owner of a private key signed `text`; `public_key` is a file in PEM, of an Ed25519
/// key for instance. `place` is the signature's name in messages. Errors: io, if the key cannot be
/// read; corrupt, if the signature was not made with this key.
Result<void> check_signature(std::string_view text, std::string_view signature,
                             const std::filesystem::path& public_key, const std::string& place);

}  // namespace damiera

// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include "rules/result.h"

namespace damiera {

/// "tables/italian/KvK.wdl: write: No space left on device".
inline Error io_error(const std::filesystem::path& path, const char* doing,
                      const std::error_code& why) {
  return {Error::Code::io, path.string() + ": " + doing + ": " + why.message()};
}

/// The same with errno, right after a call that failed.
inline Error io_error(const std::filesystem::path& path, const char* doing) {
  return io_error(path, doing, {errno, std::generic_category()});
}

}  // namespace damiera

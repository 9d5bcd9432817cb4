// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include "rules/result.h"

namespace damiera {

/// "tables/italian/KvK.wdl: write: No space left on device". A full disk is try_again, all else io.
inline Error io_error(const std::filesystem::path& path, const char* doing,
                      const std::error_code& why) {
  bool is_full = why == std::errc::no_space_on_device;
#ifdef EDQUOT  // of POSIX: the user's quota is used up
  is_full = is_full || why == std::error_code{EDQUOT, std::generic_category()};
#endif
  return {is_full ? Error::Code::try_again : Error::Code::io,
          path.string() + ": " + doing + ": " + why.message()};
}

/// An io_error() with errno as the reason. Use it right after the call that failed.
inline Error io_error(const std::filesystem::path& path, const char* doing) {
  return io_error(path, doing, {errno, std::generic_category()});
}

}  // namespace damiera

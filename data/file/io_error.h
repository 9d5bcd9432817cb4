// SPDX-License-Identifier: MIT
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

#include "rules/result.h"

namespace damiera {

/// Whether an error says that the disk, or the user's quota of it, is full.
inline bool is_disk_full(const std::error_code& why) {
#ifdef EDQUOT  // of POSIX
  if (why == std::error_code{EDQUOT, std::generic_category()}) return true;
#endif
  return why == std::errc::no_space_on_device;
}

/// "tables/italian/KvK.wdl: write: No space left on device". A full disk is try_again, all else io.
inline Error io_error(const std::filesystem::path& path, const char* doing,
                      const std::error_code& why) {
  return {is_disk_full(why) ? Error::Code::try_again : Error::Code::io,
          path.string() + ": " + doing + ": " + why.message()};
}

/// An io_error() with errno as the reason. Use it right after the call that failed.
inline Error io_error(const std::filesystem::path& path, const char* doing) {
  return io_error(path, doing, {errno, std::generic_category()});
}

}  // namespace damiera

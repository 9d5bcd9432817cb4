// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "data/file/file_descriptor.h"
#include "rules/result.h"

namespace damiera {

/// Writes all bytes from `offset` on. Errors: io; `path` is the name in the message.
Result<void> write_at(const FileDescriptor& fd, const std::filesystem::path& path,
                      std::uint64_t offset, std::span<const std::byte> bytes);

/// Syncs a folder, so that the names in it survive a loss of power. Errors: io.
Result<void> sync_folder(const std::filesystem::path& folder);

/// Makes a folder and its missing parents, and syncs them. Errors: io.
Result<void> make_folders(const std::filesystem::path& folder);

}  // namespace damiera

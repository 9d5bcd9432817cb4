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

/// Makes the names in a folder outlive a loss of power. Errors: io.
Result<void> sync_folder(const std::filesystem::path& folder);

/// Makes a folder and those above it that are not there, for good. Errors: io.
Result<void> make_folders(const std::filesystem::path& folder);

}  // namespace damiera

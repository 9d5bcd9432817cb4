#include "data/folder/disk_space.h"

#include <string>

namespace damiera {

namespace {

std::string free_text(std::uint64_t bytes) {
  if (bytes == 0) return "the disk is full";
  if (bytes >> 20 == 0) return std::to_string(bytes) + " bytes free";
  return std::to_string(bytes >> 20) + " MiB free";
}

}  // namespace

Result<void> expect_space(const std::filesystem::path& folder, std::uint64_t needed,
                          std::uint64_t available) {
  if (needed <= available) return {};
  const auto needed_mib = (needed >> 20) + 1;  // rounded up, so that it is shown as more than free
  return Error{Error::Code::try_again, folder.string() + ": about " + std::to_string(needed_mib) +
                                           " MiB of disk needed, " + free_text(available)};
}

Result<void> expect_space(const std::filesystem::path& folder, std::uint64_t needed) {
  std::error_code failed;
  const auto space = std::filesystem::space(folder, failed);
  return failed ? Result<void>{} : expect_space(folder, needed, space.available);
}

}  // namespace damiera

#include "data/folder/disk_space.h"

#include <gtest/gtest.h>

namespace damiera {
namespace {

std::string message(std::uint64_t needed, std::uint64_t available) {
  const auto room = expect_space("tables", needed, available);
  return room ? "" : room.error().message;
}

TEST(DiskSpace, SaysHowMuchIsNeededAndFree) {
  constexpr std::uint64_t mib = 1 << 20;
  EXPECT_EQ(message(10, 10), "");
  EXPECT_EQ(message(5 * mib, 3 * mib), "tables: about 6 MiB of disk needed, 3 MiB free");
  EXPECT_EQ(message(5 * mib, 4096), "tables: about 6 MiB of disk needed, 4096 bytes free");
  EXPECT_EQ(message(1, 0), "tables: about 1 MiB of disk needed, the disk is full");
}

}  // namespace
}  // namespace damiera

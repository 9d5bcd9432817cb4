// The tables that come with the source: how many bytes they may take, and that the README says so.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

const std::filesystem::path source = DAMIERA_SOURCE_DIR;

std::uintmax_t shipped_bytes() {
  std::uintmax_t bytes = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator{source / "data/tables"})
    if (file.is_regular_file()) bytes += file.file_size();
  return bytes;
}

/// 13578228 as "13,578,228".
std::string with_commas(std::uintmax_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

TEST(ShippedTables, TakeLessThan14MB) {
  EXPECT_GT(shipped_bytes(), 1'000'000u);
  EXPECT_LT(shipped_bytes(), 14'000'000u);
}

TEST(ShippedTables, TakeWhatTheReadmeSays) {
  std::ostringstream readme;
  readme << std::ifstream{source / "README.md"}.rdbuf();
  const std::string said = with_commas(shipped_bytes()) + " bytes in `data/tables/`";
  EXPECT_NE(readme.str().find(said), std::string::npos) << said;
}

}  // namespace

#include <cinttypes>

#include "data/file/checksum.h"
#include "data/folder/checksum_list.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

// The last line, as it should be after these.
std::string sealed(std::string_view lines) {
  std::array<char, 32> end;
  std::snprintf(end.data(), end.size(), "end %016" PRIx64 "\n",
                checksum(std::as_bytes(std::span{lines})));
  return std::string{lines} + end.data();
}

void check(std::string_view text) {
  const std::filesystem::path path = "list";
  const auto list = parse_checksums(text, path);
  if (!list) {
    require(list.error().code == Error::Code::corrupt, "a list is damaged");
    require(list.error().message.starts_with("list: line "), "the line is named");
    return require_readable(list.error());
  }
  const auto again = parse_checksums(to_text(*list), path);
  require(again && *again == *list, "a list is read as it is written");
}

}  // namespace

/// The first byte chooses whether a last line that fits follows.
void checksums(Input input) {
  if (input.empty()) return;
  const std::string_view text = text_of(input.subspan(1));
  check(std::to_integer<unsigned>(input.front()) % 2 == 0 ? std::string{text} : sealed(text));
}

}  // namespace damiera::fuzz

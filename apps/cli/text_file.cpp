#include "apps/cli/text_file.h"

#include <cstdio>
#include <fstream>
#include <iostream>

#include "data/file/utf8_path.h"

namespace damiera {

namespace {

Result<std::string> read_all(std::istream& in, const std::string& name) {
  constexpr std::size_t most = std::size_t{256} << 20;
  std::string text;
  std::string chunk(std::size_t{1} << 20, '\0');
  while (in) {
    in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    text.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > most) return Error{Error::Code::io, name + ": larger than 256 MiB"};
  }
  if (in.bad()) return Error{Error::Code::io, name + ": cannot be read"};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return Error{Error::Code::io, name + ": UTF-16; expected a text in UTF-8"};
  return text;
}

}  // namespace

Result<std::string> read_text(const std::string& file) {
  if (file == "-") return read_all(std::cin, "standard input");
  std::ifstream in{utf8_path(file), std::ios::binary};
  if (!in) return Error{Error::Code::io, file + ": cannot be opened"};
  return read_all(in, file);
}

Result<void> write_text(const std::filesystem::path& file, std::string_view text) {
  std::ofstream out{file, std::ios::binary};
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) return {};
  return Error{Error::Code::io, file.string() + ": cannot be written"};
}

}  // namespace damiera

#include "apps/terminal/text_file.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <random>

#include "data/file/io_error.h"
#include "data/file/utf8_path.h"

namespace damiera {

namespace {

// With a byte order mark, or by the zero in every other byte of letters and digits.
bool is_utf16(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  return text.size() >= 4 && (text[0] == 0) != (text[1] == 0) && (text[0] == 0) == (text[2] == 0) &&
         (text[1] == 0) == (text[3] == 0);
}

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
  if (is_utf16(text)) return Error{Error::Code::io, name + ": UTF-16; expected a text in UTF-8"};
  return text;
}

// Errors name the file `named`.
Result<void> write_all(const std::filesystem::path& file, const std::filesystem::path& named,
                       std::string_view text) {
  errno = 0;
  std::ofstream out{file, std::ios::binary};
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (out) return {};
  return io_error(named, "write");
}

// An older file stays until the new one is whole. PartFile does more of this for tables, but is not
// there under Windows, where pages are written as well.
Result<void> write_aside(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::path part = file;
  part += "." + std::to_string(std::random_device{}()) + ".part";
  auto done = write_all(part, file, text);
  std::error_code failed;
  if (done) std::filesystem::rename(part, file, failed);
  if (done && failed) done = io_error(file, "rename", failed);
  if (!done) std::filesystem::remove(part, failed);
  return done;
}

/// Whether it is there and is no regular file: a device, a pipe, or a link to one, such as
/// /dev/stdout.
bool is_device(const std::filesystem::path& file) {
  std::error_code none;
  const auto status = std::filesystem::status(file, none);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

}  // namespace

Result<std::string> read_text(const std::string& file) {
  if (file == "-") return read_all(std::cin, name_of_input(file));
  std::ifstream in{utf8_path(file), std::ios::binary};
  if (!in) return Error{Error::Code::io, file + ": cannot be opened"};
  return read_all(in, file);
}

std::string name_of_input(const std::string& file) { return file == "-" ? "standard input" : file; }

Result<void> write_text(const std::filesystem::path& file, std::string_view text) {
  std::error_code none;
  if (is_device(file)) return write_all(file, file, text);            // it must not be replaced
  const auto target = std::filesystem::weakly_canonical(file, none);  // of a link, where it leads
  return write_aside(target.empty() ? file : target, text);
}

Result<void> expect_output(const std::string& option, const std::filesystem::path& file,
                           const std::string& input) {
  if (file.empty()) return {};
  std::error_code none;  // a file that is not there is not the input
  if (input != "-" && std::filesystem::equivalent(file, utf8_path(input), none))
    return Error{Error::Code::bad_notation,
                 option + ": " + file.string() + " is what is read: expected another file"};
  const bool is_folder = std::filesystem::is_directory(file, none);
  if (is_device(file) && !is_folder) return {};
  const auto folder =
      std::filesystem::weakly_canonical(std::filesystem::absolute(file), none).parent_path();
  if (is_folder || !std::filesystem::is_directory(folder, none))
    return Error{Error::Code::io,
                 option + ": " + file.string() + ": expected a file in a folder that is there"};
  return {};
}

}  // namespace damiera

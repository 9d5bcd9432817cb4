#include "data/folder/checksum_list.h"

#include <array>
#include <vector>

#include "data/file/checksum.h"
#include "data/file/mapped_file.h"
#include "data/folder/catalogue.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

constexpr std::string_view first_line = "damiera checksums 1";
constexpr std::string_view last_word = "end";

std::uint64_t sum_of(std::string_view text) { return checksum(std::as_bytes(std::span{text})); }

std::string hexadecimal(std::uint64_t n) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int bits = 60; bits >= 0; bits -= 4) text += digits[n >> bits & 15];
  return text;
}

// The inverse of hexadecimal().
std::optional<std::uint64_t> parse_hexadecimal(std::string_view text) {
  if (text.size() != 16) return {};
  return whole_number<std::uint64_t>(text, 0, UINT64_MAX, 16);
}

std::string_view take_until(std::string_view& rest, char separator) {
  const auto at = rest.find(separator);
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at == rest.npos ? rest.size() : at + 1);
  return taken;
}

struct Entry {
  std::string_view name;
  FileSum sum;
};

// Reads a line such as "e34615aade2e6333 9712 italian/KvK.wdl".
std::optional<Entry> parse_entry(std::string_view line) {
  const auto sum = parse_hexadecimal(take_until(line, ' '));
  const auto bytes = whole_number<std::uint64_t>(take_until(line, ' '));
  if (!sum || !bytes || line.empty()) return {};
  return Entry{line, {*bytes, *sum}};
}

}  // namespace

std::string to_text(const ChecksumList& list) {
  std::string text{first_line};
  text += '\n';
  for (const auto& [file, sum] : list)
    text += hexadecimal(sum.checksum) + ' ' + std::to_string(sum.bytes) + ' ' + file + '\n';
  return text + std::string{last_word} + ' ' + hexadecimal(sum_of(text)) + '\n';
}

Result<ChecksumList> parse_checksums(std::string_view text, const std::filesystem::path& path) {
  int line = 1;
  const auto expected = [&](std::string_view what) {
    return Error{Error::Code::corrupt, path.string() + ": line " + std::to_string(line) +
                                           ": expected " + std::string{what}};
  };
  std::string_view rest = text;
  if (take_until(rest, '\n') != first_line) return expected("'" + std::string{first_line} + "'");
  ChecksumList list;
  for (++line; !rest.starts_with(last_word); ++line) {
    const auto entry = parse_entry(take_until(rest, '\n'));
    if (!entry) return expected("a checksum, a size and a name, or 'end'");
    if (!list.empty() && entry->name <= list.rbegin()->first)
      return expected("a name after " + damiera::quoted(list.rbegin()->first));
    list.emplace_hint(list.end(), entry->name, entry->sum);
  }
  const std::string_view body = text.substr(0, text.size() - rest.size());
  if (rest != std::string{last_word} + ' ' + hexadecimal(sum_of(body)) + '\n')
    return expected("'end' with the checksum of all lines before, and nothing after it");
  return list;
}

Result<ChecksumList> read_checksums(const std::filesystem::path& path) {
  const auto file = MappedFile::open(path);
  if (!file)
    return file.error().code == Error::Code::missing_table
               ? Error{Error::Code::missing_table, path.string() + ": no such list of checksums"}
               : file.error();
  const auto bytes = file->bytes();
  return parse_checksums({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

Result<FileSum> sum_file(const std::filesystem::path& folder, const TableId& id) {
  const auto file = MappedFile::open(table_path(folder, id));
  if (!file) return file.error();
  return FileSum{file->bytes().size(), checksum(file->bytes())};
}

Result<ChecksumList> sum_files(const std::filesystem::path& folder, std::span<const TableId> ids) {
  ChecksumList list;
  for (const TableId& id : ids) {
    const auto sum = sum_file(folder, id);
    if (!sum) return sum.error();
    list.emplace(name(id), *sum);
  }
  return list;
}

}  // namespace damiera

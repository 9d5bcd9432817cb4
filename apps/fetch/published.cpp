#include "apps/fetch/published.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "data/folder/catalogue.h"

namespace damiera {

namespace {

using Json = nlohmann::json;

bool is_sum(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// A member of a table's entry; nothing if it has another type.
template <class T>
std::optional<T> member(const Json& entry, const char* name) {
  const auto found = entry.find(name);
  if (found == entry.end()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::string>)
    return found->is_string() ? std::optional{found->get<T>()} : std::nullopt;
  else
    return found->is_number_unsigned() ? std::optional{found->get<T>()} : std::nullopt;
}

Result<PublishedTable> parse_table(const Json& entry, const TableId& id, const std::string& place) {
  const auto bytes = member<std::uint64_t>(entry, "bytes");
  if (!bytes) return corrupt(place + ": " + name(id) + ": bytes: expected a number");
  const auto sum = member<std::string>(entry, "sha256");
  if (!sum || !is_sum(*sum))
    return corrupt(place + ": " + name(id) + ": sha256: expected 64 hexadecimal digits");
  return PublishedTable{id, *bytes, *sum};
}

}  // namespace

Result<std::vector<PublishedTable>> parse_index(std::string_view text, Variant variant,
                                                const std::string& place) {
  const Json index = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!index.is_object()) return corrupt(place + ": expected an object in JSON");
  if (const auto format = member<std::uint64_t>(index, "format"); format != 1)
    return Error{Error::Code::foreign_table, place + ": format: expected 1"};
  const auto files = index.find("files");
  if (files == index.end() || !files->is_array())
    return corrupt(place + ": files: expected an array");
  std::vector<PublishedTable> tables;
  std::set<TableId> seen;
  for (const Json& entry : *files) {
    const auto file = entry.is_object() ? member<std::string>(entry, "name") : std::nullopt;
    if (!file) return corrupt(place + ": files: expected objects with a name");
    const auto id = parse_table_name(*file);
    if (!id || id->variant != variant) continue;
    if (!seen.insert(*id).second) return corrupt(place + ": " + name(*id) + ": it is there twice");
    auto table = parse_table(entry, *id, place);
    if (!table) return table.error();
    tables.push_back(*std::move(table));
  }
  std::ranges::sort(tables, {}, [](const PublishedTable& t) { return solving_order(t.id); });
  return tables;
}

Result<std::string> listed_sum(std::string_view sums, std::string_view file,
                               const std::string& place) {
  constexpr std::size_t digits = 64;
  while (!sums.empty()) {
    const std::string_view line = sums.substr(0, sums.find('\n'));
    sums.remove_prefix(std::min(line.size() + 1, sums.size()));
    if (line.size() > digits + 2 && line.substr(digits + 2) == file &&
        is_sum(line.substr(0, digits)))
      return std::string{line.substr(0, digits)};
  }
  return corrupt(place + ": expected a line for " + std::string{file});
}

}  // namespace damiera

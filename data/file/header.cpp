#include "data/file/header.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/outcome.h"
#include "indexing/slice_index.h"

namespace damiera {

namespace {

constexpr std::array<std::uint8_t, 8> magic{0x89, 'D', 'T', 'B', '\r', '\n', 0x1a, '\n'};

// Keeps the first error found in a header: later errors often follow from it.
class Findings {
 public:
  explicit Findings(const std::filesystem::path& path) : path_{path} {}

  void expect(Error::Code code, const char* field, const std::string& found,
              const std::string& expected) {
    if (!error_ && found != expected)
      error_ = Error{code,
                     path_.string() + ": " + field + ": found " + found + ", expected " + expected};
  }
  void expect(Error::Code code, const char* field, std::uint64_t found, std::uint64_t expected) {
    expect(code, field, std::to_string(found), std::to_string(expected));
  }
  void expect_within(Error::Code code, const char* field, std::uint64_t found, std::uint64_t low,
                     std::uint64_t high) {
    if (found < low || found > high)
      expect(code, field, std::to_string(found),
             std::to_string(low) + " to " + std::to_string(high));
  }
  void expect_within(const char* field, std::uint64_t found, std::uint64_t low,
                     std::uint64_t high) {
    expect_within(Error::Code::corrupt, field, found, low, high);
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const std::filesystem::path& path_;
  std::optional<Error> error_;
};

std::string variant_name(int number) {
  return is_variant(number) ? std::string{name(Variant(number))} : std::to_string(number);
}
std::string metric_name(int number) {
  return number <= static_cast<int>(Metric::counted_dtc) ? std::string{name(Metric(number))}
                                                         : std::to_string(number);
}

std::string material_name(const Material& m) {
  constexpr int most = 64;
  return m.total() <= most ? name(m) : std::to_string(m.total()) + " pieces";
}

// The fields of the file before any check.
struct Fields {
  std::uint16_t index_version;
  std::uint8_t variant, metric;
  std::uint8_t coding, count, squares, runs;
  std::uint32_t longest_plies;
  Header header;
};

Fields read_fields(ByteReader& in) {
  Fields f{};
  TableInfo& info = f.header.info;
  f.index_version = in.get<std::uint16_t>();
  f.variant = in.get<std::uint8_t>();
  f.metric = in.get<std::uint8_t>();
  f.coding = in.get<std::uint8_t>();
  f.count = in.get<std::uint8_t>();
  Material& m = info.id.material;
  for (int* count : {&m.my_men, &m.my_kings, &m.their_men, &m.their_kings})
    *count = in.get<std::uint8_t>();
  f.header.block_positions = in.get<std::uint32_t>();
  for (std::uint64_t* count :
       {&info.positions, &info.wins, &info.draws, &info.losses, &info.captures})
    *count = in.get<std::uint64_t>();
  info.longest = Index{in.get<std::uint64_t>()};
  f.longest_plies = in.get<std::uint32_t>();
  f.header.block_count = in.get<std::uint32_t>();
  f.header.file_bytes = in.get<std::uint64_t>();
  f.header.layout.groups = in.get<std::uint8_t>();
  f.squares = in.get<std::uint8_t>();
  f.header.layout.learned_groups = in.get<std::uint8_t>();
  f.runs = in.get<std::uint8_t>();
  f.header.directory_bytes = in.get<std::uint32_t>();
  f.header.directory_checksum = in.get<std::uint64_t>();
  return f;
}

void check_identity(Findings& findings, const Fields& f, const TableId& id) {
  constexpr auto foreign = Error::Code::foreign_table;
  findings.expect(foreign, "index version", f.index_version, index_version);
  findings.expect(foreign, "variant", variant_name(f.variant), std::string{name(id.variant)});
  findings.expect(foreign, "metric", metric_name(f.metric), std::string{name(id.metric)});
  // Deriving the values of a slice that is its own flip would not end.
  const bool may_be_searched = !is_counted(id.metric) && id.material != id.material.flipped();
  const Coding last = may_be_searched ? Coding::searched : Coding::tree;
  findings.expect_within(foreign, "coding", f.coding, 0, static_cast<std::uint64_t>(last));
  findings.expect_within(foreign, "order of groups", f.header.layout.groups, 0,
                         CellLayout::group_orders - 1);
  findings.expect_within(foreign, "order of squares", f.squares, 0, 1);
  const bool may_be_learned = Coding(f.coding) == Coding::spans;
  findings.expect_within(foreign, "learned groups", f.header.layout.learned_groups, 0,
                         may_be_learned ? 3 : 0);
  const bool has_runs = KingRuns{id.material, rules_of(id.variant).king_limit}.count() > 1,
             has_cells = Coding(f.coding) == Coding::tree || Coding(f.coding) == Coding::spans;
  const bool has_places = has_runs && has_cells && f.header.layout.learned_groups == 0;
  findings.expect_within(foreign, "place of runs", f.runs, 0, has_places ? 2 : 0);
  findings.expect(foreign, "draw count", f.count, static_cast<std::uint64_t>(id.count));
  findings.expect(foreign, "material", material_name(f.header.info.id.material), name(id.material));
}

// Checks the numbers of a header whose identity is right.
void check_numbers(Findings& findings, const Fields& f, std::uint64_t file_bytes) {
  constexpr auto corrupt = Error::Code::corrupt;
  const Header& h = f.header;
  const TableInfo& info = h.info;
  // With more pieces the positions may be too many for 64 bits: on 50 squares 12 pieces have at
  // most 4.5e16 placements, each with up to 169 runs of kings.
  findings.expect_within("pieces", static_cast<std::uint64_t>(info.id.material.total()), 2,
                         most_pieces);
  findings.expect(corrupt, "positions", info.positions,
                  count_positions(info.id.material, rules_of(info.id.variant)));
  findings.expect_within("wins", info.wins, 0, info.positions);
  findings.expect_within("draws", info.draws, 0, info.positions);
  findings.expect_within("losses", info.losses, 0, info.positions);
  findings.expect(corrupt, "wins, draws and losses together", info.wins + info.draws + info.losses,
                  info.positions);
  findings.expect_within("captures", info.captures, 0, info.positions);
  findings.expect_within("longest", static_cast<std::uint64_t>(info.longest), 0,
                         info.positions - 1);
  findings.expect_within("longest plies", f.longest_plies, 0, Outcome::max_plies);
  findings.expect_within(
      "block positions", h.block_positions, 1,
      h.coding == Coding::tree ? most_block_values(info.id.metric) : max_block_positions);
  if (findings.error()) return;
  if (h.coding == Coding::searched)
    findings.expect(corrupt, "block count", h.block_count, 0);
  else if (!is_counted(info.id.metric) || h.block_count != 0)
    findings.expect(corrupt, "block count", h.block_count,
                    blocks_for(count_values(info.id, h.coding, h.layout), h.block_positions));
  findings.expect(corrupt, "file size", file_bytes, h.file_bytes);
  findings.expect_within("directory size", h.directory_bytes, 1, file_bytes - header_bytes);
}

}  // namespace

std::uint64_t count_values(const TableId& id, Coding coding, const CellLayout& layout) {
  const Rules& rules = rules_of(id.variant);
  if (coding == Coding::runs || coding == Coding::searched)
    return count_positions(id.material, rules);
  return CellOrder{rules, id.material, layout}.cells();
}

std::vector<std::byte> encode_header(const Header& header) {
  const TableInfo& info = header.info;
  const Material& m = info.id.material;
  std::vector<std::byte> bytes;
  ByteWriter out{bytes};
  for (const std::uint8_t byte : magic) out.put(byte);
  out.put(static_cast<std::uint16_t>(format_version));
  out.put(static_cast<std::uint16_t>(index_version));
  out.put(static_cast<std::uint8_t>(info.id.variant));
  out.put(static_cast<std::uint8_t>(info.id.metric));
  out.put(static_cast<std::uint8_t>(header.coding));
  out.put(static_cast<std::uint8_t>(info.id.count));
  for (const int count : {m.my_men, m.my_kings, m.their_men, m.their_kings})
    out.put(static_cast<std::uint8_t>(count));
  out.put(header.block_positions);
  for (const std::uint64_t count :
       {info.positions, info.wins, info.draws, info.losses, info.captures})
    out.put(count);
  out.put(static_cast<std::uint64_t>(info.longest));
  out.put(static_cast<std::uint32_t>(info.longest_plies));
  out.put(header.block_count);
  out.put(header.file_bytes);
  out.put(header.layout.groups);
  out.put(static_cast<std::uint8_t>(header.layout.squares));
  out.put(header.layout.learned_groups);
  out.put(static_cast<std::uint8_t>(header.layout.runs));
  out.put(header.directory_bytes);
  out.put(header.directory_checksum);
  out.put(checksum(bytes));
  assert(bytes.size() == header_bytes);
  return bytes;
}

Result<Header> decode_header(std::span<const std::byte> file, const TableId& id,
                             const std::filesystem::path& path) {
  Findings findings{path};
  ByteReader in{file};
  if (!std::ranges::equal(in.take(magic.size()), std::as_bytes(std::span{magic})))
    findings.expect(Error::Code::corrupt, "content",
                    file.empty() ? "an empty file" : "other first bytes", "a table of Damiera");
  findings.expect(Error::Code::foreign_table, "format version", in.get<std::uint16_t>(),
                  format_version);
  if (findings.error()) return *findings.error();
  if (file.size() < header_bytes)
    return Error{Error::Code::corrupt, path.string() + ": header: found " +
                                           std::to_string(file.size()) + " bytes, expected " +
                                           std::to_string(header_bytes)};
  Fields fields = read_fields(in);
  const std::uint64_t actual = checksum(file.first(header_bytes - sizeof(std::uint64_t)));
  findings.expect(Error::Code::corrupt, "header checksum", in.get<std::uint64_t>(), actual);
  check_identity(findings, fields, id);
  if (findings.error()) return *findings.error();
  fields.header.info.id = id;
  fields.header.coding = Coding(fields.coding);
  fields.header.layout.squares = CellLayout::Squares(fields.squares);
  fields.header.layout.runs = CellLayout::Runs(fields.runs);
  check_numbers(findings, fields, file.size());
  if (findings.error()) return *findings.error();
  fields.header.info.longest_plies = static_cast<int>(fields.longest_plies);
  return fields.header;
}

}  // namespace damiera

#include "apps/cli/options.h"

#include <fmt/core.h>
#include <oneapi/tbb/info.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <fstream>

#include "apps/cli/progress.h"

namespace damiera {

namespace {

/// The value, or an end of parsing that shows the message.
template <class T>
T checked(Result<T> result, const std::string& option) {
  if (!result) throw CLI::ValidationError(option, result.error().message);
  return *std::move(result);
}

/// The bound that a control group sets, if it does.
std::uint64_t memory_bound() {
  std::uint64_t bytes = UINT64_MAX;
  std::ifstream{"/sys/fs/cgroup/memory.max"} >> bytes;  // "max" reads as 0
  return bytes == 0 ? UINT64_MAX : bytes;
}

}  // namespace

std::filesystem::path Options::folder() const { return tables.empty() ? user_tables() : tables; }

std::vector<std::filesystem::path> Options::folders() const {
  std::error_code failed;
  if (tables.empty() && !std::filesystem::exists(user_tables(), failed)) return {};
  return {folder()};
}

void add_variant_option(CLI::App& command, Variant& variant) {
  command
      .add_option_function<std::string>(
          "variant",
          [&variant](const std::string& text) {
            variant = checked(parse_variant(text), "variant");
          },
          "The game: italian, english, international, russian or brazilian")
      ->required();
}

void add_tables_option(CLI::App& command, Options& options) {
  command
      .add_option("--tables", options.tables,
                  "Folder of tables [" + user_tables().string() +
                      "]; those that come with the program are always seen")
      ->type_name("DIR");
}

void add_memory_option(CLI::App& command, std::uint64_t& memory) {
  command
      .add_option_function<std::string>(
          "--memory",
          [&memory](const std::string& text) {
            const auto bytes = parse_bytes(text);
            if (!bytes) throw CLI::ValidationError("--memory", bytes.error().message);
            memory = *bytes;
          },
          "Memory to use at most, such as 512M or 8G [" + bytes_text(memory) + "]")
      ->type_name("BYTES");
}

void add_threads_option(CLI::App& command, Options& options) {
  command.add_option("--threads", options.threads, "Threads [one for each processor]")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
}

void add_json_option(CLI::App& command, Options& options) {
  command.add_flag("--json", options.json, "Write JSON for programs instead of text");
}

void add_slices_option(CLI::App& command, std::vector<Material>& slices, const char* help) {
  command
      .add_option_function<std::vector<std::string>>(
          "--slices",
          [&slices](const std::vector<std::string>& texts) {
            for (const auto& text : texts)
              slices.push_back(checked(parse_material(text), "--slices"));
          },
          help)
      ->delimiter(',')
      ->type_name("SLICE,...");
}

std::filesystem::path user_tables() {
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  // The rules say that a relative path is to be ignored.
  const std::filesystem::path base = data && data[0] == '/'
                                         ? std::filesystem::path{data}
                                         : std::filesystem::path{home ? home : ""} / ".local/share";
  return base / "damiera" / "tables";
}

Result<std::uint64_t> parse_bytes(std::string_view text) {
  constexpr std::string_view units = "KMGT";
  std::uint64_t n = 0;
  const char* end = text.data() + text.size();
  const auto [unit, failed] = std::from_chars(text.data(), end, n);
  const std::size_t place = unit == end ? 0 : units.find(*unit);
  const std::size_t bits = unit == end ? 0 : 10 * (place + 1);
  if (failed != std::errc{} || n == 0 || end - unit > 1 || place >= units.size() ||
      n > UINT64_MAX >> bits)
    return Error{Error::Code::bad_notation,
                 fmt::format("'{}': expected bytes, such as 512M or 8G", text)};
  return n << bits;
}

std::uint64_t default_memory() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(pages * page, memory_bound()) / 4 * 3;
}

std::size_t thread_count(int threads) {
  return static_cast<std::size_t>(threads > 0 ? threads : oneapi::tbb::info::default_concurrency());
}

std::uint64_t memory_beside_tables(int threads) {
  return (std::uint64_t{16} + std::uint64_t{4} * thread_count(threads)) << 20;
}

Exit fail(const Error& error) {
  fmt::print(stderr, "damiera: {}\n", error.message);
  switch (error.code) {
    case Error::Code::bad_notation:
    case Error::Code::bad_position:
    case Error::Code::out_of_memory:
      return exit_usage;
    case Error::Code::missing_table:
    case Error::Code::foreign_table:
    case Error::Code::corrupt:
    case Error::Code::io:
    case Error::Code::not_in_memory:
      return exit_data;
  }
  return exit_data;
}

}  // namespace damiera

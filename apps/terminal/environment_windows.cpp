#include <windows.h>

#include "apps/terminal/environment.h"
#include "data/file/utf8_path.h"

namespace damiera {

std::optional<std::string> environment(const char* name) {
  const wchar_t* value = ::_wgetenv(std::filesystem::path{name}.c_str());
  return value ? std::optional{std::filesystem::path{value}.string()} : std::nullopt;
}

const char* const user_tables_text = "%LOCALAPPDATA%\\damiera\\tables";

std::filesystem::path user_tables() {
  return utf8_path(environment("LOCALAPPDATA").value_or("")) / "damiera" / "tables";
}

// A console since Windows 10 does, once this is switched on.
bool shows_colours() {
  const HANDLE console = ::GetStdHandle(STD_OUTPUT_HANDLE);
  DWORD mode = 0;
  return environment("NO_COLOR").value_or("").empty() && ::GetConsoleMode(console, &mode) &&
         ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

}  // namespace damiera

#include <pwd.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>
#include <vector>

#include "apps/terminal/environment.h"

namespace damiera {

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::optional<std::string>{value} : std::nullopt;
}

const char* const user_tables_text = "~/.local/share/damiera/tables";

namespace {

// Without $HOME, as under cron, the system knows the folder. A relative path would be another
// folder in each current one.
std::filesystem::path home_folder() {
  const char* home = std::getenv("HOME");
  if (home && home[0] == '/') return home;
  passwd entry{};
  passwd* user = nullptr;
  std::vector<char> texts(std::size_t{1} << 14);
  if (getpwuid_r(getuid(), &entry, texts.data(), texts.size(), &user) == 0 && user)
    return user->pw_dir;
  return "/";
}

}  // namespace

std::filesystem::path user_tables() {
  const char* data = std::getenv("XDG_DATA_HOME");
  // The rules say that a relative path is to be ignored.
  const std::filesystem::path base =
      data && data[0] == '/' ? std::filesystem::path{data} : home_folder() / ".local/share";
  return base / "damiera" / "tables";
}

/// Source: no-color.org; an empty $NO_COLOR counts as none.
bool shows_colours() {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && !(none && none[0] != '\0') &&
         !(terminal && std::string_view{terminal} == "dumb");
}

}  // namespace damiera

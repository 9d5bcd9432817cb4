#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/program.h"
#include "apps/terminal/out_of_memory.h"

namespace {

/// The arguments in UTF-8, whatever the code page of the system.
std::vector<std::string> arguments() {
  int count = 0;
  const std::unique_ptr<wchar_t*, decltype(&::LocalFree)> wide{
      ::CommandLineToArgvW(::GetCommandLineW(), &count), &::LocalFree};
  std::vector<std::string> all;
  for (int n = 0; n < count; ++n) all.push_back(std::filesystem::path{wide.get()[n]}.string());
  return all;
}

}  // namespace

int main() {
  damiera::end_in_order_without_memory();
  // The same bytes as on other systems: lines end in one character.
  ::_setmode(::_fileno(stdin), _O_BINARY);
  ::_setmode(::_fileno(stdout), _O_BINARY);
  ::SetConsoleOutputCP(CP_UTF8);
  auto texts = arguments();
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return damiera::run_program(static_cast<int>(texts.size()), pointers.data());
}

#include <windows.h>

#include <string>

#include "probe/this_file.h"

namespace damiera {

std::filesystem::path this_file() {
  HMODULE module = nullptr;
  constexpr DWORD of_address =
      GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  if (!::GetModuleHandleExW(of_address, reinterpret_cast<LPCWSTR>(&this_file), &module)) return {};
  std::wstring path(32768, L'\0');  // no path is longer
  const DWORD length = ::GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size()));
  return path.substr(0, length);
}

}  // namespace damiera

// Runs one target under libFuzzer.
//
// usage: fuzz TARGET [libFuzzer's options and folders]
#include <algorithm>
#include <cstdint>

#include "tests/fuzz/target.h"

namespace {

const damiera::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  using namespace damiera::fuzz;
  const std::string_view wanted = *argc > 1 ? (*argv)[1] : "";
  const auto found = std::ranges::find(targets, wanted, &Target::name);
  if (found == targets.end()) {
    std::fprintf(stderr, "usage: fuzz TARGET [options of libFuzzer]\ntargets:");
    for (const Target& t : targets) std::fprintf(stderr, " %s", std::string{t.name}.c_str());
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  chosen = found;
  (*argv)[1] = (*argv)[0];  // libFuzzer sees its own arguments only
  ++*argv;
  --*argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen->run(std::as_bytes(std::span{data, size}));
  return 0;
}

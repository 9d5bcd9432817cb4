// Runs the fuzz targets on their corpora, each file as it is and after random changes, so that what
// was found once is never lost. Ends abnormally if a law is broken.
//
// usage: replay CORPORA CHANGES SEED   (a folder with a folder for each target; changes of a file)
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <vector>

#include "tests/fuzz/target.h"

using namespace damiera::fuzz;
namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<std::byte>;

std::vector<Bytes> files_in(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator{folder}) paths.push_back(entry.path());
  std::ranges::sort(paths);  // the same inputs everywhere
  std::vector<Bytes> files;
  for (const fs::path& path : paths) {
    std::ifstream in{path, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    const auto bytes = std::as_bytes(std::span{text});
    files.emplace_back(bytes.begin(), bytes.end());
  }
  return files;
}

/// One to four changes: a bit, a byte, some bytes taken out or doubled.
Bytes changed(Bytes file, std::mt19937_64& random) {
  for (auto n = 1 + random() % 4; n > 0 && !file.empty(); --n) {
    const auto at = static_cast<std::ptrdiff_t>(random() % file.size());
    const auto length = static_cast<std::ptrdiff_t>(
        std::min<std::size_t>(file.size() - static_cast<std::size_t>(at), 1 + random() % 16));
    const auto begin = file.begin() + at;
    switch (random() % 4) {
      case 0:
        *begin ^= std::byte{1} << random() % 8;
        break;
      case 1:
        *begin = static_cast<std::byte>(random());
        break;
      case 2:
        file.erase(begin, begin + length);
        break;
      default:
        const Bytes copy{begin, begin + length};
        file.insert(begin, copy.begin(), copy.end());
    }
  }
  return file;
}

}  // namespace

int main(int argc, char** argv) {
  require(argc == 4, "usage: replay CORPORA CHANGES SEED");
  const auto changes = std::strtoull(argv[2], nullptr, 10);
  std::mt19937_64 random{std::strtoull(argv[3], nullptr, 10)};
  for (const Target& target : targets) {
    const auto begin = std::chrono::steady_clock::now();
    const auto files = files_in(fs::path{argv[1]} / target.name);
    require(!files.empty(), "a corpus for " + std::string{target.name});
    for (const Bytes& file : files) {
      target.run(file);
      for (auto n = changes; n > 0; --n) target.run(changed(file, random));
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::cout << target.name << ": " << files.size() << " files, " << files.size() * (changes + 1)
              << " inputs, " << took.count() << " s" << std::endl;
  }
}

// Best play from a position of the Hub protocol, in C++17, from the tables that come with Damiera.
//
//   c++ -std=c++17 line.cpp -o line $(pkg-config --cflags --libs damiera)
//   ./line WWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB
#include <damiera.hpp>
#include <damiera_import.h>

#include <cstdio>

namespace api = damiera::api;

int main(int argc, char** argv) {
  if (argc != 2) return std::fputs("usage: line POSITION\n", stderr), 1;
  const auto tables = api::Tablebase::open(DAMIERA_ITALIAN, {});
  if (!tables) return std::fprintf(stderr, "line: %s\n", tables.message().c_str()), 1;
  const auto line = tables->best_line(damiera_from_hub(DAMIERA_ITALIAN, argv[1]));
  if (!line) return std::fprintf(stderr, "line: %s\n", line.message().c_str()), 1;
  for (const api::Move& move : *line) std::printf("%s ", move.text);
  std::puts(line->empty() ? "a draw" : "");
}

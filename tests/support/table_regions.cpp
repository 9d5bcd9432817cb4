#include "tests/support/table_regions.h"

#include <array>
#include <span>

#include "data/file/bytes.h"
#include "data/file/header.h"

namespace damiera::test {

namespace {

struct Field {
  const char* name;
  std::size_t size;
};

// FORMAT.md, "Header".
constexpr std::array fields{Field{"magic", 8},
                            Field{"format version", 2},
                            Field{"index version", 2},
                            Field{"variant", 1},
                            Field{"metric", 1},
                            Field{"coding", 1},
                            Field{"draw count", 1},
                            Field{"material", 4},
                            Field{"block positions", 4},
                            Field{"positions", 8},
                            Field{"wins", 8},
                            Field{"draws", 8},
                            Field{"losses", 8},
                            Field{"captures", 8},
                            Field{"longest", 8},
                            Field{"longest plies", 4},
                            Field{"block count", 4},
                            Field{"file size", 8},
                            Field{"order of groups", 1},
                            Field{"order of squares", 1},
                            Field{"reserved", 2},
                            Field{"directory size", 4},
                            Field{"directory checksum", 8},
                            Field{"header checksum", 8}};
constexpr std::size_t directory_bytes_at = 92;

class Regions {
 public:
  std::vector<Region> found;
  void add(std::string name, std::size_t size) {
    if (size > 0) found.push_back({std::move(name), end_, size});
    end_ += size;
  }
  void add_in_three(const std::string& name, std::size_t size) {
    add(name + ", begin", std::min<std::size_t>(size, 1));
    add(name + ", middle", size > 2 ? size - 2 : 0);
    add(name + ", end", size > 1 ? 1 : 0);
  }

 private:
  std::size_t end_ = 0;
};

}  // namespace

std::vector<Region> regions_of(const Bytes& file) {
  Regions regions;
  for (const Field& f : fields) regions.add(f.name, f.size);
  const auto size = ByteReader{std::span{file}.subspan(directory_bytes_at)}.get<std::uint32_t>();
  const auto directory = std::span{file}.last(size);
  std::vector<std::size_t> entry_bytes;  // for each entry: of its size, of its checksum
  bool model = true;
  for (ByteReader in{directory}; !in.at_end(); model = false) {
    const std::size_t before = in.rest().size(), block = in.get_varint();
    entry_bytes.push_back(before - in.rest().size());
    entry_bytes.push_back(block == 0 ? 0 : in.take(4).size());
    regions.add_in_three(model ? "model" : "block", block);
  }
  for (std::size_t n = 0; n < entry_bytes.size(); ++n)
    regions.add(n % 2 == 0 ? "directory: a size" : "directory: a checksum", entry_bytes[n]);
  return regions.found;
}

}  // namespace damiera::test

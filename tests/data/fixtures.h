// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "data/file/table.h"
#include "data/file/table_writer.h"
#include "data/folder/catalogue.h"
#include "indexing/slice_index.h"

namespace damiera {

/// A new, empty folder, removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "damiera-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

using Bytes = std::vector<std::byte>;

inline Bytes bytes_in(std::initializer_list<int> values) {
  Bytes bytes;
  for (const int v : values) bytes.push_back(static_cast<std::byte>(v));
  return bytes;
}

inline Bytes bytes_of(const std::filesystem::path& path) {
  std::ifstream in{path, std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>{in}, {}};
  const auto bytes = std::as_bytes(std::span{text});
  return {bytes.begin(), bytes.end()};
}

inline void overwrite(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream out{path, std::ios::binary | std::ios::trunc};
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
}

/// Outcomes as a solver may leave them: runs of about `run` positions, distances below `plies`.
inline std::vector<Outcome> random_outcomes(std::size_t count, int run, int plies, unsigned seed) {
  std::mt19937 random{seed};
  std::vector<Outcome> outcomes(count);
  Outcome now = Outcome::draw();
  for (Outcome& o : outcomes) {
    if (random() % static_cast<unsigned>(run) == 0) {
      const int n = static_cast<int>(random() % static_cast<unsigned>(plies));
      switch (random() % 4) {
        case 0:
          now = Outcome::win(n);
          break;
        case 1:
          now = Outcome::loss(n);
          break;
        case 2:
          now = Outcome::draw();
          break;
        default:
          now = Outcome::capture(Value(static_cast<int>(random() % 3) - 1));
      }
    }
    o = now;
  }
  return outcomes;
}

inline TableInfo summary(const TableId& id, std::span<const Outcome> outcomes) {
  TableInfo info{id, outcomes.size(), 0, 0, 0, 0, 0, Index{0}};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Outcome o = outcomes[i];
    (o.value() == Value::win ? info.wins : o.value() == Value::draw ? info.draws : info.losses)++;
    info.captures += o.is_capture();
    if (!o.is_capture() && o.plies() > info.longest_plies) {
      info.longest_plies = o.plies();
      info.longest = Index{i};
    }
  }
  return info;
}

/// Appends all blocks; does not finish.
inline void add_all(TableWriter& writer, Metric metric, std::span<const Outcome> outcomes) {
  while (!outcomes.empty()) {
    const auto size = std::min<std::size_t>(block_positions, outcomes.size());
    const auto added = writer.add(encode_block(metric, outcomes.first(size)));
    ASSERT_TRUE(added) << added.error().message;
    outcomes = outcomes.subspan(size);
  }
}

inline void write_table(const std::filesystem::path& folder, const TableId& id,
                        std::span<const Outcome> outcomes) {
  auto writer = TableWriter::create(folder, summary(id, outcomes));
  ASSERT_TRUE(writer) << writer.error().message;
  add_all(*writer, id.metric, outcomes);
  const auto finished = writer->finish();
  ASSERT_TRUE(finished) << finished.error().message;
}

/// Whether a decoded value, or distance, equals the outcome's. Positions with a capture may have
/// any value, and draws any distance.
inline bool stands_for(Value v, Outcome o) { return o.is_capture() || v == o.value(); }
inline bool stands_for(std::uint16_t plies, Outcome o) {
  return o.is_capture() || o.value() == Value::draw || plies == o.plies();
}

}  // namespace damiera

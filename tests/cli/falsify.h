// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "data/file/table.h"
#include "data/file/table_writer.h"
#include "indexing/slice_index.h"
#include "rules/moves.h"

namespace damiera {

/// Writes a table of one block again, as a sound table with these outcomes.
inline void write_anew(const Table& table, const std::filesystem::path& folder,
                       const std::vector<Outcome>& outcomes) {
  auto writer = TableWriter::create(folder, table.info());
  ASSERT_TRUE(writer);
  ASSERT_TRUE(writer->add(encode_block(table.info().id.metric, outcomes)));
  ASSERT_TRUE(writer->finish());
}

/// Writes the table again with another value of one quiet position.
inline void falsify(const std::filesystem::path& folder, const TableId& id) {
  const auto table = Table::open(folder, id);
  ASSERT_TRUE(table);
  const SliceIndex<italian> slice{id.material};
  std::uint64_t quiet = 0;
  while (has_capture<italian>(slice.position(Index{quiet}))) ++quiet;
  std::vector<Value> values(table->positions_in(0));
  ASSERT_TRUE(table->read(0, std::span{values}));
  std::vector<Outcome> outcomes;
  for (const Value v : values)
    outcomes.push_back(v == Value::win    ? Outcome::win(1)
                       : v == Value::draw ? Outcome::draw()
                                          : Outcome::loss(1));
  outcomes[quiet] = values[quiet] == Value::draw ? Outcome::win(1) : Outcome::draw();
  write_anew(*table, folder, outcomes);
}

}  // namespace damiera

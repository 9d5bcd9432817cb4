// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <span>

#include "data/file/table_info.h"

namespace damiera {

/// The names of tables as an array: ["italian/KvK.wdl"].
inline nlohmann::ordered_json table_names(std::span<const TableId> tables) {
  auto names = nlohmann::ordered_json::array();
  for (const TableId& id : tables) names.push_back(name(id));
  return names;
}

}  // namespace damiera

#include "data/table_info.h"

namespace damiera {

std::string name(const TableId& id) {
  return std::string{name(id.variant)} + '/' + name(id.material) + '.' +
         std::string{name(id.metric)};
}

}  // namespace damiera

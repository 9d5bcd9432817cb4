#include "data/file/table_info.h"

namespace damiera {

namespace {

std::string ending(const TableId& id) {
  switch (id.metric) {
    case Metric::counted_wdl:
      return "wdl" + std::to_string(id.count);
    case Metric::counted_dtc:
      return "dtc" + std::to_string(id.count);
    case Metric::wdl:
    case Metric::dtc:
    case Metric::dtw:
      break;
  }
  return std::string{name(id.metric)};
}

}  // namespace

std::string name(const TableId& id) {
  return std::string{name(id.variant)} + '/' + name(id.material) + '.' + ending(id);
}

std::filesystem::path table_path(const std::filesystem::path& folder, const TableId& id) {
  return folder / name(id);
}

Error no_such_table(const TableId& id) {
  return {Error::Code::missing_table, name(id) + ": there is no such table", name(id)};
}

}  // namespace damiera

#include "apps/python/arguments.h"

namespace damiera::python {

Metric metric_named(const std::string& text) {
  for (const Metric m :
       {Metric::wdl, Metric::dtc, Metric::dtw, Metric::counted_wdl, Metric::counted_dtc})
    if (name(m) == text) return m;
  throw py::value_error{"metric '" + text +
                        "': expected wdl, dtc, dtw, counted wdl or counted dtc"};
}

Metric metric_of_positions(const std::string& text) {
  for (const Metric m : {Metric::wdl, Metric::dtc, Metric::dtw})
    if (name(m) == text) return m;
  throw py::value_error{"metric '" + text + "': expected wdl, dtc or dtw"};
}

Material slice_named(const std::string& text) {
  const auto material = parse_material(text);
  if (!material) throw py::value_error{material.error().message};
  if (material->total() <= most_pieces) return *material;
  throw py::value_error{"slice '" + text + "': expected at most " + std::to_string(most_pieces) +
                        " pieces"};
}

}  // namespace damiera::python

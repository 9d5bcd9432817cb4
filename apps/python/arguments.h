// SPDX-License-Identifier: MIT
// Converts arguments from Python; each function raises ValueError for one that cannot be read.
#pragma once

#include <pybind11/pybind11.h>

#include <span>
#include <string>

#include "data/file/table_info.h"
#include "rules/rules.h"

namespace damiera::python {

namespace py = pybind11;

/// A metric of a table: "wdl", "dtc", "dtw", "counted wdl", "counted dtc".
Metric metric_named(const std::string& text);
/// A metric of a position: "wdl", "dtc" or "dtw".
Metric metric_of_positions(const std::string& text);
/// The slice of this name. Throws ValueError for another text, and for more than `most_pieces`.
Material slice_named(const std::string& text);

/// Gives up the GIL while it lives. Where Python is ending, it ends a thread that asks for the GIL
/// again, and unwinds it; the destructor of py::gil_scoped_release would not let that pass.
class GilReleased {
 public:
  GilReleased() = default;
  GilReleased(const GilReleased&) = delete;
  GilReleased& operator=(const GilReleased&) = delete;
  ~GilReleased() noexcept(false) { PyEval_RestoreThread(state_); }

 private:
  PyThreadState* state_ = PyEval_SaveThread();
};

/// Calls body() without the GIL: neither the call nor its result may touch a Python object.
template <class Body>
auto without_gil(const Body& body) {
  const GilReleased released;
  return body();
}

/// The numbers of an array of one dimension without gaps. The array must outlive them.
template <class T>
std::span<T> numbers_in(const py::buffer& array, bool writable = false) {
  const py::buffer_info info = array.request(writable);
  if (info.ndim != 1 || info.itemsize != sizeof(T) ||
      (info.size > 1 && info.strides[0] != static_cast<py::ssize_t>(sizeof(T))))
    throw py::value_error{"expected an array of one dimension, of numbers of " +
                          std::to_string(sizeof(T)) + " bytes without gaps"};
  return {static_cast<T*>(info.ptr), static_cast<std::size_t>(info.size)};
}

}  // namespace damiera::python

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "apps/serve/message.h"

namespace damiera {

/// The files of a folder, as clients fetch them: whole, or from some byte on. Thread-safe.
class Downloads {
 public:
  /// None.
  Downloads() = default;
  /// Lists the files below the folder; those that appear later are not seen, and hidden ones never.
  /// Nothing but these can be asked for, however a path is written. Errors: io.
  static Result<Downloads> open(const std::filesystem::path& folder);

  /// The file of this name, "italian/KKvK.wdl", or the part of it that the header Range asks for: a
  /// single range, or else it is ignored. With "ETag", which follows from the file's size and time,
  /// and is heeded in If-None-Match and If-Range. 404 if there is no such file.
  Response answer(const Request& request, std::string_view name) const;

 private:
  std::map<std::string, std::filesystem::path, std::less<>> files_;
};

}  // namespace damiera

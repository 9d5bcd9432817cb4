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
  /// No files.
  Downloads() = default;
  /// Lists the files below the folder; those that appear later are not seen, and hidden ones never.
  /// Nothing but these can be asked for, however a path is written. Errors: io.
  static Result<Downloads> open(const std::filesystem::path& folder);

  /// Answers with the file of this name, such as "italian/KKvK.wdl", or with the part of it that
  /// the header Range asks for. Ranges are heeded only if there is a single one. The response has
  /// an "ETag" that follows from the file's size and time; If-None-Match and If-Range compare it.
  /// 404 if there is no such file, 416 if the range begins after its end.
  Response answer(const Request& request, std::string_view name) const;

 private:
  std::map<std::string, std::filesystem::path, std::less<>> files_;
};

}  // namespace damiera

#include "apps/serve/downloads.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>

#include "data/file/io_error.h"
#include "rules/notation/utf8.h"
#include "rules/notation/whole_number.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

/// A file that is read, and what the system says of it.
struct OpenFile {
  std::shared_ptr<const FileDescriptor> fd;
  std::uint64_t bytes;
  std::string tag;
};

Result<OpenFile> open_file(const fs::path& path) {
  auto fd =
      std::make_shared<FileDescriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat found {};
  if (!*fd && errno == ENOENT)
    return Error{Error::Code::missing_table, path.filename().string() + ": there is no more"};
  if (!*fd || ::fstat(fd->get(), &found) != 0) return io_error(path, "open");
  if (!S_ISREG(found.st_mode))
    return Error{Error::Code::io, path.filename().string() + ": is no file any more"};
  return OpenFile{std::move(fd), static_cast<std::uint64_t>(found.st_size),
                  fmt::format("\"{:x}-{:x}.{:x}\"", found.st_size, found.st_mtim.tv_sec,
                              found.st_mtim.tv_nsec)};
}

std::string_view type_of(std::string_view name) {
  if (name.ends_with(".json")) return "application/json";
  const bool is_text = name.ends_with("SUMS") || name.ends_with(".txt");
  return is_text ? "text/plain; charset=utf-8" : "application/octet-stream";
}

/// Bytes `begin` to `end` of a file; `end` may lie beyond it.
struct Range {
  std::uint64_t begin, end;
};

/// "bytes=100-199", "bytes=100-" and "bytes=-50" of a file; nothing if it is another form.
std::optional<Range> parse_range(std::string_view text, std::uint64_t bytes) {
  constexpr std::string_view unit = "bytes=";
  const auto dash = text.find('-');
  if (!text.starts_with(unit) || dash == text.npos) return std::nullopt;
  const auto first = text.substr(unit.size(), dash - unit.size()), last = text.substr(dash + 1);
  const auto from = whole_number<std::uint64_t>(first), to = whole_number<std::uint64_t>(last);
  if (first.empty() && to) return Range{bytes - std::min(*to, bytes), bytes};
  if (!from || (!to && !last.empty()) || (to && *to < *from)) return std::nullopt;
  return Range{*from, to && *to < bytes ? *to + 1 : bytes};
}

/// The requested range, unless the file has changed since.
std::optional<Range> asked_range(const Request& request, const OpenFile& file) {
  if (request.method != "GET") return std::nullopt;  // RFC 9110, 14.2
  const std::string_view wanted = request.header("if-range");
  if (!wanted.empty() && wanted != file.tag) return std::nullopt;
  return parse_range(request.header("range"), file.bytes);
}

}  // namespace

Result<Downloads> Downloads::open(const fs::path& folder) {
  Downloads downloads;
  std::error_code failed;
  for (fs::recursive_directory_iterator it{folder, failed}, end; !failed && it != end;
       it.increment(failed)) {
    const bool is_hidden = it->path().filename().string().starts_with('.');
    if (is_hidden) it.disable_recursion_pending();
    std::error_code unknown;
    if (!is_hidden && it->is_regular_file(unknown))
      downloads.files_.emplace(it->path().lexically_relative(folder).generic_string(), it->path());
  }
  if (failed) return io_error(folder, "list", failed);
  return downloads;
}

Response Downloads::answer(const Request& request, std::string_view name) const {
  const auto found = files_.find(name);
  if (found == files_.end())
    return error_response(404, {Error::Code::missing_table,
                                fmt::format("download {}: there is no such file; index.json "
                                            "lists all",
                                            quoted(name, 80))});
  auto file = open_file(found->second);
  if (!file) return error_response(file.error());
  Response response = response_of(type_of(name), {});
  response.set("Accept-Ranges", "bytes");
  response.set("ETag", file->tag);
  response.set("Cache-Control", "no-cache");  // may be kept, if the client asks each time whether
                                              // it changed
  if (names_tag(request.header("if-none-match"), file->tag)) {
    response.status = 304;
    return response;
  }
  const auto range = asked_range(request, *file);
  if (range && range->begin >= file->bytes) {
    response = error_response(416, {Error::Code::bad_notation, "range: it begins after the file"});
    response.set("Content-Range", fmt::format("bytes */{}", file->bytes));
    return response;
  }
  const Range part = range.value_or(Range{0, file->bytes});
  if (range) {
    response.status = 206;
    response.set("Content-Range",
                 fmt::format("bytes {}-{}/{}", part.begin, part.end - 1, file->bytes));
  }
  response.file = {std::move(file->fd), part.begin, part.end - part.begin};
  return response;
}

}  // namespace damiera

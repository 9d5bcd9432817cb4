#include "data/file/table_writer.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <array>
#include <cassert>
#include <cstdio>
#include <random>
#include <string>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/durable.h"
#include "data/file/file_descriptor.h"
#include "data/file/header.h"
#include "data/file/io_error.h"
#include "data/folder/catalogue.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;

// No other writer has this name, not on another machine either, of processes with the same number.
fs::path part_path(const fs::path& target) {
  std::array<char, 9> random{};
  std::snprintf(random.data(), random.size(), "%08x", std::random_device{}());
  return target.parent_path() / ('.' + target.filename().string() + '.' +
                                 std::to_string(::getpid()) + '-' + random.data() + ".part");
}

struct Part {
  fs::path path;
  FileDescriptor fd;
};

bool has_name(const FileDescriptor& fd) {
  struct stat file {};
  return ::fstat(fd.get(), &file) == 0 && file.st_nlink > 0;
}

// A new file with a lock on it. Before it was locked another process may have taken it for a
// leftover and removed it: then there is another try.
Result<Part> open_part(const fs::path& target) {
  for (;;) {
    const fs::path path = part_path(target);
    FileDescriptor fd{::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)};
    if (!fd) return io_error(path, "create");
    while (::flock(fd.get(), LOCK_EX) != 0 && errno == EINTR) {
    }  // where there are no locks, leftovers are just removed
    if (has_name(fd)) return Part{path, std::move(fd)};
  }
}

}  // namespace

struct TableWriter::File {
  fs::path target, part;
  FileDescriptor fd;  // locked, so that remove_leftovers sees that somebody is at work
  Header header;
  std::vector<std::byte> directory;  // of the model and the blocks added
  std::uint64_t end;                 // where the next block begins
  bool finished = false;

  ~File() {
    if (!finished) ::unlink(part.c_str());
  }
};

TableWriter::TableWriter(std::unique_ptr<File> file) : file_{std::move(file)} {}
TableWriter::TableWriter(TableWriter&&) noexcept = default;
TableWriter& TableWriter::operator=(TableWriter&&) noexcept = default;
TableWriter::~TableWriter() = default;

Result<TableWriter> TableWriter::create(const fs::path& folder, const TableInfo& info,
                                        const TableForm& form) {
  const auto values = count_values(info.id, form.coding, form.layout);
  return create(folder, info, form, blocks_for(values, form.block_positions));
}

Result<TableWriter> TableWriter::create_without_blocks(const fs::path& folder,
                                                       const TableInfo& info) {
  assert(is_counted(info.id.metric));
  return create(folder, info, {}, 0);
}

Result<TableWriter> TableWriter::create_searched(const fs::path& folder, const TableInfo& info) {
  assert(!is_counted(info.id.metric) && info.id.material != info.id.material.flipped());
  return create(folder, info, {.coding = Coding::searched}, 0);
}

Result<TableWriter> TableWriter::create(const fs::path& folder, const TableInfo& info,
                                        const TableForm& form, std::uint64_t blocks) {
  const fs::path target = table_path(folder, info.id);
  if (auto made = make_folders(target.parent_path()); !made) return made.error();
  auto opened = open_part(target);
  if (!opened) return opened.error();
  auto& [part, fd] = *opened;
  const Header header{info,
                      form.coding,
                      form.layout,
                      form.block_positions,
                      static_cast<std::uint32_t>(blocks),
                      0,
                      0,
                      0};
  TableWriter writer{
      std::unique_ptr<File>{new File{target, part, std::move(fd), header, {}, header_bytes}}};
  if (auto added = writer.add(form.model); !added) return added.error();
  return writer;
}

const TableId& TableWriter::id() const { return file_->header.info.id; }

Result<void> TableWriter::add(std::span<const std::byte> block) {
  File& f = *file_;
  ByteWriter entry{f.directory};
  entry.put_varint(static_cast<std::uint32_t>(block.size()));
  if (!block.empty()) entry.put(static_cast<std::uint32_t>(checksum(block)));
  const std::uint64_t begin = f.end;
  f.end += block.size();
  return write_at(f.fd, f.part, begin, block);
}

Result<void> TableWriter::finish() {
  File& f = *file_;
  f.header.directory_bytes = static_cast<std::uint32_t>(f.directory.size());
  f.header.file_bytes = f.end + f.directory.size();
  f.header.directory_checksum = checksum(f.directory);
  if (auto r = write_at(f.fd, f.part, 0, encode_header(f.header)); !r) return r;
  if (auto r = write_at(f.fd, f.part, f.end, f.directory); !r) return r;
  if (::fsync(f.fd.get()) != 0) return io_error(f.part, "sync");
  if (::rename(f.part.c_str(), f.target.c_str()) != 0) return io_error(f.target, "rename");
  f.finished = true;
  return sync_folder(f.target.parent_path());
}

}  // namespace damiera

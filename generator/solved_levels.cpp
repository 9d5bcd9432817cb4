#include "generator/solved_levels.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/compressed.h"
#include "data/file/durable.h"
#include "data/file/io_error.h"
#include "data/file/mapped_file.h"
#include "generator/parallel.h"

namespace damiera {

namespace {

using PartsOf = SolvedLevels::PartsOf;
using Notes = SolvedLevels::Notes;
using Bytes = std::vector<std::byte>;

constexpr std::size_t start_bytes = 8, head_bytes = 7 * 8;
constexpr std::size_t frames_at_once = 64;
constexpr int zstd_level = 1;

/// A frame: which blocks it has, and their bytes.
struct Frame {
  std::uint64_t begin, end;
  Notes notes;
  std::span<const std::byte> bytes;  // compressed
  std::uint64_t checksum;
};

std::uint64_t checksum_of(const Frame& frame) {
  Bytes head;
  ByteWriter writer{head};
  writer.put(frame.end);
  for (const std::uint64_t note : frame.notes) writer.put(note);
  writer.put(checksum(frame.bytes));
  return checksum(head);
}

// A complete frame, as it stands in the file.
Bytes encode(std::uint64_t begin, std::uint64_t end, const PartsOf& parts_of, const Notes& notes) {
  Bytes content;
  append_blocks(begin, end, parts_of, content);
  Bytes compressed;
  append_compressed(content, zstd_level, compressed);
  Frame frame{begin, end, notes, compressed, 0};
  Bytes bytes;
  ByteWriter writer{bytes};
  writer.put(end);
  for (const std::uint64_t note : notes) writer.put(note);
  writer.put(std::uint64_t{compressed.size()});
  writer.put(checksum_of(frame));
  bytes.insert(bytes.end(), compressed.begin(), compressed.end());
  return bytes;
}

// Fills the blocks of a frame. Returns false, and changes nothing, if the frame is damaged.
bool decode(const Frame& frame, const PartsOf& parts_of) {
  if (checksum_of(frame) != frame.checksum) return false;
  const std::size_t size = size_of(frame.begin, frame.end, parts_of);
  const auto content = decompressed(frame.bytes, size);
  if (!content || content->size() != size) return false;
  copy_to_blocks(*content, frame.begin, frame.end, parts_of);
  return true;
}

// Divides blocks into frames; returns where each ends.
std::vector<std::uint64_t> frame_ends(std::uint64_t begin, std::uint64_t end,
                                      std::size_t block_bytes) {
  const std::uint64_t step = blocks_in_frame(block_bytes);
  std::vector<std::uint64_t> ends;
  while (begin < end) ends.push_back(begin += std::min(step, end - begin));
  return ends;
}

}  // namespace

SolvedLevels::SolvedLevels(std::filesystem::path file, std::string_view content,
                           std::chrono::duration<double> interval)
    : file_{std::move(file)},
      content_{checksum(std::as_bytes(std::span{content}))},
      interval_{interval} {}

SolvedLevels::Restored SolvedLevels::restore(std::uint64_t blocks, const PartsOf& parts_of) {
  Restored restored;
  const auto file = MappedFile::open(file_);
  if (!file) return restored;
  ByteReader reader{file->bytes()};
  if (reader.get<std::uint64_t>() != content_) return restored;
  size_ = start_bytes;
  for (bool whole = true; whole;) {
    std::vector<Frame> frames;
    std::uint64_t begin = restored.blocks;
    while (frames.size() < frames_at_once && !reader.at_end()) {
      Frame frame{begin, reader.get<std::uint64_t>(), {}, {}, 0};
      for (std::uint64_t& note : frame.notes) note = reader.get<std::uint64_t>();
      const auto size = reader.get<std::uint64_t>();
      frame.checksum = reader.get<std::uint64_t>();
      frame.bytes = reader.take(size);
      if (!reader.ok() || frame.end <= begin || frame.end > blocks) break;
      frames.push_back(frame);
      begin = frame.end;
    }
    std::vector<std::uint8_t> good(frames.size());
    for_each_number(frames.size(), [&](std::uint64_t n) { good[n] = decode(frames[n], parts_of); });
    const auto bad = std::ranges::find(good, 0) - good.begin();
    for (const Frame& frame : std::span{frames}.first(static_cast<std::size_t>(bad))) {
      restored = {frame.end, frame.notes};
      size_ += head_bytes + frame.bytes.size();
    }
    whole = frames.size() == frames_at_once && static_cast<std::size_t>(bad) == frames.size();
  }
  kept_ = restored.blocks;
  return restored;
}

bool SolvedLevels::is_due() const { return !failed_ && Clock::now() - kept_at_ >= interval_; }

void SolvedLevels::keep(std::uint64_t end, const PartsOf& parts_of, const Notes& notes) {
  if (failed_ || end <= kept_) return;
  if (!append(end, parts_of, notes)) {
    failed_ = true;
    fd_.reset();
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  kept_at_ = Clock::now();
}

bool SolvedLevels::open() {
  if (fd_) return true;
  fd_.emplace(::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!*fd_ || ::ftruncate(fd_->get(), static_cast<off_t>(size_)) != 0) return false;
  if (size_ != 0) return true;
  Bytes start;
  ByteWriter{start}.put(content_);
  size_ = start_bytes;
  return static_cast<bool>(write_at(*fd_, file_, 0, start));
}

Result<void> SolvedLevels::append(std::uint64_t end, const PartsOf& parts_of, const Notes& notes) {
  if (!open()) return io_error(file_, "write");
  const auto ends = frame_ends(kept_, end, size_of(parts_of(kept_)));
  for (std::size_t first = 0; first < ends.size(); first += frames_at_once) {
    std::vector<Bytes> frames(std::min(frames_at_once, ends.size() - first));
    for_each_number(frames.size(), [&](std::uint64_t n) {
      const std::uint64_t begin = first + n == 0 ? kept_ : ends[first + n - 1];
      frames[n] = encode(begin, ends[first + n], parts_of, notes);
    });
    for (const Bytes& frame : frames) {
      if (auto written = write_at(*fd_, file_, size_, frame); !written) return written;
      size_ += frame.size();
    }
  }
  kept_ = end;
  return {};
}

}  // namespace damiera

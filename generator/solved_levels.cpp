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
#include "generator/framed_file.h"
#include "generator/parallel.h"

namespace damiera {

namespace {

using PartsOf = SolvedLevels::PartsOf;
using Notes = SolvedLevels::Notes;
using Bytes = std::vector<std::byte>;

constexpr std::size_t start_bytes = 8, head_bytes = 7 * 8;

/// A frame: what it holds, and the bytes of the file.
struct Frame {
  FrameOfBlocks holds;
  Notes notes;
  std::span<const std::byte> bytes;  // compressed
  std::uint64_t checksum;
};

std::uint64_t checksum_of(const Frame& frame) {
  Bytes head;
  ByteWriter writer{head};
  writer.put(frame.holds.end);
  for (const std::uint64_t note : frame.notes) writer.put(note);
  writer.put(checksum(frame.bytes));
  return checksum(head);
}

// A complete frame, as it stands in the file.
Bytes encode(const FrameOfBlocks& holds, const PartsOf& parts_of, const Notes& notes) {
  Bytes content;
  append_frame(holds, parts_of, content);
  Bytes compressed;
  append_compressed(content, frame_zstd_level, compressed);
  const Frame frame{holds, notes, compressed, 0};
  Bytes bytes;
  ByteWriter writer{bytes};
  writer.put(holds.end);
  for (const std::uint64_t note : notes) writer.put(note);
  writer.put(std::uint64_t{compressed.size()});
  writer.put(checksum_of(frame));
  bytes.insert(bytes.end(), compressed.begin(), compressed.end());
  return bytes;
}

// Fills what a frame holds. Returns false, and changes nothing, if the frame is damaged.
bool decode(const Frame& frame, const PartsOf& parts_of) {
  if (checksum_of(frame) != frame.checksum) return false;
  const auto content = decompressed(frame.bytes, frame.holds.size);
  if (!content || content->size() != frame.holds.size) return false;
  copy_to_blocks(*content, frame.holds, parts_of);
  return true;
}

/// A byte in a list of blocks.
struct Place {
  std::uint64_t block;
  std::size_t offset = 0;

  void go_past(const FrameOfBlocks& frame) {
    *this = {frame.end, frame.end == frame.begin ? frame.offset + frame.size : 0};
  }
};

// Reads the frame that begins at `place`; nothing if there is none that could be whole.
std::optional<Frame> read_frame(ByteReader& reader, const Place& place, std::uint64_t blocks,
                                const PartsOf& parts_of) {
  if (reader.at_end() || place.block == blocks) return {};
  const auto end = reader.get<std::uint64_t>();
  Frame frame{};
  for (std::uint64_t& note : frame.notes) note = reader.get<std::uint64_t>();
  const auto size = reader.get<std::uint64_t>();
  frame.checksum = reader.get<std::uint64_t>();
  frame.bytes = reader.take(size);
  if (!reader.ok() || end < place.block || end > blocks) return {};
  // A frame is not full where keep() had no more blocks to write.
  frame.holds = frame_at(place.block, place.offset, std::max(end, place.block + 1), parts_of);
  if (frame.holds.end != end) return {};
  return frame;
}

void clear_blocks(std::uint64_t begin, std::uint64_t end, const PartsOf& parts_of) {
  for (std::uint64_t place = begin; place < end; ++place)
    for (const auto& part : parts_of(place)) std::ranges::fill(part, std::byte{0});
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
  std::uint64_t size = size_ = start_bytes;
  Place place{0};
  for (bool whole = true; whole;) {
    std::vector<Frame> frames;
    while (frames.size() < frames_at_once) {
      const auto frame = read_frame(reader, place, blocks, parts_of);
      if (!frame) break;
      frames.push_back(*frame);
      place.go_past(frame->holds);
    }
    std::vector<std::uint8_t> good(frames.size());
    for_each_number(frames.size(), [&](std::uint64_t n) { good[n] = decode(frames[n], parts_of); });
    const auto bad = static_cast<std::size_t>(std::ranges::find(good, 0) - good.begin());
    for (const Frame& frame : std::span{frames}.first(bad)) {
      size += head_bytes + frame.bytes.size();
      if (frame.holds.end == frame.holds.begin) continue;  // a part of a block
      restored = {frame.holds.end, frame.notes};
      size_ = size;
    }
    whole = frames.size() == frames_at_once && bad == frames.size();
  }
  // Frames have filled parts of blocks that are not complete. These are solved again, from nothing.
  clear_blocks(restored.blocks, place.block + (place.offset != 0), parts_of);
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
  // O_NONBLOCK: a pipe of that name must not hold us up.
  fd_.emplace(
      ::open(file_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
  if (!*fd_ || ::ftruncate(fd_->get(), static_cast<off_t>(size_)) != 0) return false;
  if (size_ != 0) return true;
  Bytes start;
  ByteWriter{start}.put(content_);
  size_ = start_bytes;
  return static_cast<bool>(write_at(*fd_, file_, 0, start));
}

Result<void> SolvedLevels::append(std::uint64_t end, const PartsOf& parts_of, const Notes& notes) {
  if (!open()) return io_error(file_, "write");
  for (Place place{kept_}; place.block != end;) {
    std::vector<FrameOfBlocks> holds;
    while (holds.size() < frames_at_once && place.block != end) {
      holds.push_back(frame_at(place.block, place.offset, end, parts_of));
      place.go_past(holds.back());
    }
    std::vector<Bytes> frames(holds.size());
    for_each_number(frames.size(),
                    [&](std::uint64_t n) { frames[n] = encode(holds[n], parts_of, notes); });
    for (const Bytes& frame : frames) {
      if (auto written = write_at(*fd_, file_, size_, frame); !written) return written;
      size_ += frame.size();
    }
  }
  kept_ = end;
  return {};
}

}  // namespace damiera

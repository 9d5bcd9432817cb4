#include "generator/levels/chunk_file.h"

#include <algorithm>
#include <atomic>

#include "data/file/bytes.h"
#include "data/file/checksum.h"
#include "data/file/first_damage.h"
#include "generator/parallel.h"
#include "indexing/index.h"

namespace damiera {

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::byte>;

constexpr std::array<std::uint8_t, 8> chunk_magic{0x89, 'D', 'C', 'H', '\r', '\n', 0x1a, '\n'};
constexpr std::uint16_t chunk_version = 2;
constexpr std::size_t chunk_header_size = 104;

/// What a header says.
struct Header {
  ChunkId id;
  NumberedFrames frames;
  PairNotes notes;
  FramedTotals totals;
};

Bytes encode(const Header& header) {
  Bytes bytes;
  ByteWriter out{bytes};
  for (const std::uint8_t byte : chunk_magic) out.put(byte);
  out.put(chunk_version);
  out.put(static_cast<std::uint16_t>(index_version));
  const auto& [variant, m, keep, chunk] = header.id;
  out.put(static_cast<std::uint8_t>(variant));
  out.put(static_cast<std::uint8_t>(keep == Keep::values ? 0 : 1));
  out.put(std::uint16_t{0});
  for (const int pieces : {m.my_men, m.my_kings, m.their_men, m.their_kings})
    out.put(static_cast<std::uint8_t>(pieces));
  out.put(static_cast<std::uint16_t>(chunk.first_level));
  out.put(static_cast<std::uint16_t>(chunk.last_level));
  out.put(static_cast<std::uint32_t>(chunk.part));
  out.put(static_cast<std::uint32_t>(chunk.parts));
  out.put(header.frames.blocks());
  out.put(header.frames.block_bytes());
  for (const std::uint64_t note : header.notes) out.put(note);
  out.put(header.totals.file_bytes);
  out.put(header.totals.directory_checksum);
  out.put(checksum(bytes));
  return bytes;
}

// The header that these bytes hold, if they are a header.
Header decode(std::span<const std::byte> bytes) {
  ByteReader in{bytes};
  in.take(chunk_magic.size() + sizeof chunk_version + sizeof(std::uint16_t));
  ChunkId id{};
  auto& [variant, m, keep, chunk] = id;
  variant = Variant{in.get<std::uint8_t>()};
  keep = in.get<std::uint8_t>() == 0 ? Keep::values : Keep::distances;
  in.take(2);
  for (int* pieces : {&m.my_men, &m.my_kings, &m.their_men, &m.their_kings})
    *pieces = in.get<std::uint8_t>();
  chunk.first_level = in.get<std::uint16_t>();
  chunk.last_level = in.get<std::uint16_t>();
  chunk.part = static_cast<int>(in.get<std::uint32_t>());
  chunk.parts = static_cast<int>(in.get<std::uint32_t>());
  const auto blocks = in.get<std::uint64_t>(), block_bytes = in.get<std::uint64_t>();
  Header header{id, {blocks, block_bytes}, {}, {}};
  for (std::uint64_t& note : header.notes) note = in.get<std::uint64_t>();
  header.totals.file_bytes = in.get<std::uint64_t>();
  header.totals.directory_checksum = in.get<std::uint64_t>();
  return header;
}

Error damaged_chunk(const fs::path& file) {
  return corrupt(file.string() +
                 ": this chunk is damaged: its job has to run again, or the file to be "
                 "removed where a plan has no such job");
}

// What reading the chunk ended with: of damage it says what to do.
Error with_advice(const Error& error, const fs::path& file) {
  return error.code == Error::Code::corrupt ? damaged_chunk(file) : error;
}

const char* what_is_kept(Keep keep) { return keep == Keep::values ? "values" : "distances"; }

std::string in_words(const ChunkId& id) {
  return name(id.chunk) + " of " + std::string{name(id.variant)} + " " + name(id.material) +
         " with " + what_is_kept(id.keep);
}

Error foreign(const fs::path& file, const ChunkId& expected, const ChunkId& found) {
  return {Error::Code::foreign_table, file.string() + ": expected " + in_words(expected) +
                                          ", found " + in_words(found) +
                                          ": its job has to run again, after the file is removed"};
}

}  // namespace

Result<void> write_chunk(const fs::path& file, const ChunkId& id, std::uint64_t blocks,
                         std::uint64_t block_bytes, const PartsOfBlock& parts_of,
                         const PairNotes& notes) {
  auto aside = PartFile::create(file);
  if (!aside) return aside.error();
  Header header{id, {blocks, block_bytes}, notes, {}};
  const auto content_of = [&](std::uint64_t frame, Bytes& scratch) {
    append_frame(header.frames.at(frame, parts_of), parts_of, scratch);
    return std::span<const std::byte>{scratch};
  };
  const auto header_of = [&](const FramedTotals& totals) {
    header.totals = totals;
    return encode(header);
  };
  if (auto written =
          write_framed(*aside, chunk_header_size, header.frames.count(), content_of, header_of);
      !written)
    return written;
  return aside->finish_for_good();
}

Result<ChunkFile> ChunkFile::open(const fs::path& file, const ChunkId& id) {
  auto frames = FramedFile::open(file, chunk_header_size,
                                 [](const auto& bytes) { return decode(bytes).frames.count(); });
  if (!frames && frames.error().code == Error::Code::missing_table)
    return Error{Error::Code::missing_table, file.string() + ": no such chunk"};
  if (!frames) return with_advice(frames.error(), file);
  Header header = decode(frames->header());
  header.totals = frames->totals();
  if (frames->header() != encode(header)) return damaged_chunk(file);
  if (header.id != id) return foreign(file, id, header.id);
  return ChunkFile{file, std::move(*frames), header.frames, header.notes};
}

template <class Frame>
Result<void> ChunkFile::for_each_frame(const Frame& look_at) const {
  FirstDamage first;
  std::atomic<bool> sound = true;
  for_each_number(frames_.frames(), [&](std::uint64_t n) {
    if (!sound) return;
    const auto done = look_at(n);
    first.add(n, done);
    if (!done) sound = false;
  });
  const auto done = first.result();
  return done ? done : with_advice(done.error(), file_);
}

Result<void> ChunkFile::read(const PartsOfBlock& parts_of) const {
  return for_each_frame([&](std::uint64_t n) {
    const FrameOfBlocks frame = numbers_.at(n, parts_of);
    return frames_.read(n, frame.size, [&](std::span<const std::byte> content) {
      copy_to_blocks(content, frame, parts_of);
    });
  });
}

Result<void> ChunkFile::check() const {
  return for_each_frame([&](std::uint64_t n) { return frames_.check(n); });
}

}  // namespace damiera

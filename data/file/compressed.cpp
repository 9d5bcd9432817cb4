#include "data/file/compressed.h"

#include <zstd.h>

#include <array>
#include <memory>
#include <new>
#include <string>

#include "data/file/per_thread.h"

namespace damiera {

namespace {

enum class Form : std::uint8_t { plain = 0, zstd = 1 };

// The bytes with which every zstd frame begins; they are not stored.
constexpr std::array zstd_magic{std::byte{0x28}, std::byte{0xb5}, std::byte{0x2f}, std::byte{0xfd}};

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// Contexts are large: each thread keeps its own.
template <class Context>
std::unique_ptr<Context, FreeContext> owned(Context* context) {
  if (context == nullptr) throw std::bad_alloc{};
  return std::unique_ptr<Context, FreeContext>{context};
}

// Returns a frame without its magic, valid until the thread's next call.
std::span<const std::byte> compress(std::span<const std::byte> content, int level) {
  struct Compression {
    std::unique_ptr<ZSTD_CCtx, FreeContext> context = owned(ZSTD_createCCtx());
    std::vector<std::byte> frame;
  };
  auto& [context, frame] = per_thread<Compression>();
  frame.resize(ZSTD_compressBound(content.size()));
  const std::size_t size = ZSTD_compressCCtx(context.get(), frame.data(), frame.size(),
                                             content.data(), content.size(), level);
  if (ZSTD_isError(size)) throw std::bad_alloc{};  // the frame has room, so memory is lacking
  return std::span{frame}.first(size).subspan(zstd_magic.size());
}

// Returns the content of a frame without its magic, valid until the thread's next call.
Result<std::span<const std::byte>> decompress(std::span<const std::byte> payload,
                                              std::size_t max_size) {
  struct Decompression {
    std::unique_ptr<ZSTD_DCtx, FreeContext> context = owned(ZSTD_createDCtx());
    std::vector<std::byte> frame, content;
  };
  auto& [context, frame, content] = per_thread<Decompression>();
  frame.assign(zstd_magic.begin(), zstd_magic.end());
  frame.insert(frame.end(), payload.begin(), payload.end());
  const auto stated = ZSTD_getFrameContentSize(frame.data(), frame.size());
  // zstd returns the two largest numbers for an unknown size and for an invalid frame.
  if (stated > max_size) return corrupt("zstd frame: content size");
  content.resize(stated);
  const std::size_t size = ZSTD_decompressDCtx(context.get(), content.data(), content.size(),
                                               frame.data(), frame.size());
  if (ZSTD_isError(size))
    return Error{Error::Code::corrupt, std::string{"zstd frame: "} + ZSTD_getErrorName(size)};
  if (size != stated) return corrupt("zstd frame: content size");
  return std::span<const std::byte>{content};
}

}  // namespace

void append_compressed(std::span<const std::byte> content, int level, std::vector<std::byte>& out) {
  const auto append = [&](Form form, std::span<const std::byte> payload) {
    out.push_back(static_cast<std::byte>(form));
    out.insert(out.end(), payload.begin(), payload.end());
  };
  const auto frame = compress(content, level);
  frame.size() < content.size() ? append(Form::zstd, frame) : append(Form::plain, content);
}

Result<std::span<const std::byte>> decompressed(std::span<const std::byte> bytes,
                                                std::size_t max_size) {
  if (bytes.empty()) return corrupt("no bytes");
  const auto payload = bytes.subspan(1);
  switch (Form{std::to_integer<std::uint8_t>(bytes[0])}) {
    case Form::plain:
      return payload;
    case Form::zstd:
      return decompress(payload, max_size);
  }
  return Error{
      Error::Code::corrupt,
      "form: found " + std::to_string(std::to_integer<int>(bytes[0])) + ", expected 0 or 1"};
}

}  // namespace damiera

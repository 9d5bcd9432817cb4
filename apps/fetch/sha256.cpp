#include "apps/fetch/sha256.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <array>
#include <cstdio>
#include <memory>
#include <vector>

#include "data/file/file_descriptor.h"
#include "data/file/io_error.h"

namespace damiera {

namespace {

template <auto function>
struct Free {
  template <class T>
  void operator()(T* owned) const {
    function(owned);
  }
};

using Key = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;

class Digest {
 public:
  Digest() { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }
  void add(const void* bytes, std::size_t size) { EVP_DigestUpdate(context_.get(), bytes, size); }
  std::string text() {
    std::array<unsigned char, 32> bytes{};
    EVP_DigestFinal_ex(context_.get(), bytes.data(), nullptr);
    std::string digits;
    for (const unsigned char byte : bytes) digits += fmt::format("{:02x}", byte);
    return digits;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>> context_{EVP_MD_CTX_new()};
};

Result<Key> read_key(const std::filesystem::path& path) {
  const std::unique_ptr<std::FILE, Free<std::fclose>> file{std::fopen(path.c_str(), "re")};
  if (!file) return io_error(path, "open");
  Key key{PEM_read_PUBKEY(file.get(), nullptr, nullptr, nullptr)};
  if (!key)
    return Error{Error::Code::io, path.string() + ": expected a public key in PEM, as " +
                                      "`openssl pkey -pubout` writes it"};
  return key;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  Digest digest;
  digest.add(bytes.data(), bytes.size());
  return digest.text();
}

Result<std::string> sha256_of_file(const std::filesystem::path& path,
                                   const std::function<bool(std::uint64_t)>& read) {
  const FileDescriptor fd{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!fd) return io_error(path, "open");
  Digest digest;
  std::vector<char> part(std::size_t{1} << 20);
  for (;;) {
    const auto got = ::read(fd.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return io_error(path, "read");
    if (got == 0) return digest.text();
    digest.add(part.data(), static_cast<std::size_t>(got));
    if (!read(static_cast<std::uint64_t>(got)))
      return Error{Error::Code::try_again, path.string() + ": stopped"};
  }
}

Result<void> check_signature(std::string_view text, std::string_view signature,
                             const std::filesystem::path& public_key, const std::string& place) {
  const auto key = read_key(public_key);
  if (!key) return key.error();
  const std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX_free>> context{EVP_MD_CTX_new()};
  const auto* signed_text = reinterpret_cast<const unsigned char*>(text.data());
  const bool is_fine =
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key->get()) == 1 &&
      EVP_DigestVerify(context.get(), reinterpret_cast<const unsigned char*>(signature.data()),
                       signature.size(), signed_text, text.size()) == 1;
  if (is_fine) return {};
  return corrupt(place + ": not a signature by the key in " + public_key.string());
}

}  // namespace damiera

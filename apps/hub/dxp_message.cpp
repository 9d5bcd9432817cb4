#include "apps/hub/dxp_message.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace damiera {

namespace {

constexpr std::size_t name_length = 32, longest = 127;

/// With '?' for each byte that is no printable ASCII: a terminal might obey it.
std::string ascii(std::string text, std::size_t most) {
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text.substr(0, most);
}

std::string padded(const std::string& name) {
  return fmt::format("{:<{}}", ascii(name, name_length), name_length);
}

/// The Hub protocol's letters for pieces and sides, and the letters of DXP.
constexpr std::array letters{std::pair{'b', 'z'}, std::pair{'B', 'Z'}};

std::string to_dxp_letters(std::string text) {
  for (const auto& [hub, dxp] : letters) std::ranges::replace(text, hub, dxp);
  return text;
}

std::string to_hub_letters(std::string text) {
  for (const auto& [hub, dxp] : letters) std::ranges::replace(text, dxp, hub);
  return text;
}

struct Encoder {
  std::string operator()(const DxpRequest& r) const {
    return fmt::format("R{:02}{}{}{:03}{:03}", r.version, padded(r.initiator), r.follower_side,
                       std::clamp(r.minutes, 0, 999), std::clamp(r.moves, 0, 999)) +
           (r.position ? "B" + to_dxp_letters(*r.position) : "A");
  }
  std::string operator()(const DxpAnswer& a) const { return "A" + padded(a.follower) + a.code; }
  std::string operator()(const DxpMove& m) const {
    std::string text = fmt::format("M{:04}", std::clamp(m.seconds, 0, 9999));
    for (std::size_t i = 0; i < m.squares.size(); ++i) {
      if (i == 2) text += fmt::format("{:02}", m.squares.size() - 2);
      text += fmt::format("{:02}", m.squares[i]);
    }
    return m.squares.size() == 2 ? text + "00" : text;
  }
  std::string operator()(const DxpEnd& e) const { return {'E', e.reason, e.stop}; }
  std::string operator()(const DxpChat& c) const { return "C" + ascii(c.text, longest - 1); }
  std::string operator()(const DxpBack& b) const {
    return fmt::format("B{:03}{}", std::clamp(b.number, 0, 999), b.side);
  }
  std::string operator()(const DxpBackAnswer& a) const { return {'K', a.code}; }
};

/// Takes fields from the front of a text. After one that cannot be read, failed() stays true.
class Fields {
 public:
  explicit Fields(std::string_view rest) : rest_{rest} {}

  std::string_view text(std::size_t length) {
    if (rest_.size() < length) failed_ = true;
    const auto taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  int number(std::size_t digits) {
    const auto taken = text(digits);
    unsigned n = 0;
    const auto [end, error] = std::from_chars(taken.data(), taken.data() + taken.size(), n);
    if (error != std::errc{} || end != taken.data() + taken.size()) failed_ = true;
    return static_cast<int>(n);
  }
  char one_of(std::string_view allowed) {
    const auto taken = text(1);
    if (taken.empty() || allowed.find(taken[0]) == std::string_view::npos) failed_ = true;
    return taken.empty() ? ' ' : taken[0];
  }
  std::string name() {
    auto taken = text(name_length);
    while (!taken.empty() && taken.back() == ' ') taken.remove_suffix(1);
    return ascii(std::string{taken}, name_length);
  }
  std::string_view all() { return text(rest_.size()); }
  bool failed() const { return failed_; }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

DxpMessage decode_request(Fields& fields) {
  DxpRequest r;
  r.version = fields.number(2);
  r.initiator = fields.name();
  r.follower_side = fields.one_of("WZ");
  r.minutes = fields.number(3);
  r.moves = fields.number(3);
  if (fields.one_of("AB") == 'B') {
    const char side = fields.one_of("WZ");
    r.position = to_hub_letters(side + std::string{fields.all()});
  }
  return r;
}

DxpMessage decode_move(Fields& fields) {
  DxpMove m;
  m.seconds = fields.number(4);
  m.squares = {fields.number(2), fields.number(2)};
  for (int left = fields.number(2); left > 0 && !fields.failed(); --left)
    m.squares.push_back(fields.number(2));
  return m;
}

std::optional<DxpMessage> decode(char kind, Fields& fields) {
  switch (kind) {
    case 'R':
      return decode_request(fields);
    case 'A': {
      const std::string name = fields.name();
      return DxpAnswer{name, fields.one_of("0123")};
    }
    case 'M':
      return decode_move(fields);
    case 'E': {
      const char reason = fields.one_of("0123");
      return DxpEnd{reason, fields.one_of("01")};
    }
    case 'C':
      return DxpChat{std::string{fields.all()}};
    case 'B': {
      const int number = fields.number(3);
      return DxpBack{number, fields.one_of("WZ")};
    }
    case 'K':
      return DxpBackAnswer{fields.one_of("012")};
    default:
      return {};
  }
}

}  // namespace

std::string encode(const DxpMessage& message) { return std::visit(Encoder{}, message); }

Result<DxpMessage> decode_dxp(std::string_view text) {
  Fields fields{text.substr(std::min<std::size_t>(1, text.size()))};
  auto message = text.empty() ? std::nullopt : decode(text[0], fields);
  if (message && !fields.failed()) return *std::move(message);
  return Error{Error::Code::bad_notation,
               "DXP message '" + ascii(std::string{text}, 60) + "': cannot be read"};
}

}  // namespace damiera

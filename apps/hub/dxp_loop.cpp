#include "apps/hub/dxp_loop.h"

namespace damiera {

namespace {

Result<void> send_all(Connection& connection, const std::vector<std::string>& messages) {
  for (const auto& message : messages)
    if (auto sent = connection.send(message); !sent) return sent;
  return {};
}

}  // namespace

Result<void> play_dxp(Connection& connection, DxpPlayer& player) {
  if (auto sent = send_all(connection, player.begin()); !sent) return sent;
  while (!player.finished()) {
    const auto message = connection.receive();
    if (!message) return message.error();
    if (!*message) return {};
    const auto answers = player.receive(**message);
    // Who has nothing more to say may be gone before the last confirmation.
    if (auto sent = send_all(connection, answers); !sent && !player.finished()) return sent;
  }
  return {};
}

}  // namespace damiera

#include "apps/hub/dxp_loop.h"

namespace damiera {

namespace {

Result<void> send_all(DxpConnection& connection, const std::vector<std::string>& messages) {
  for (const auto& message : messages)
    if (auto sent = connection.send(message); !sent) return sent;
  return {};
}

}  // namespace

Result<void> play_dxp(DxpConnection& connection, DxpPlayer& player) {
  if (auto sent = send_all(connection, player.begin()); !sent) return sent;
  while (!player.finished()) {
    const auto message = connection.receive();
    if (!message) return message.error();
    if (!*message) return player.closed();
    if (auto sent = send_all(connection, player.receive(**message)); !sent) return sent;
    if (const auto move = player.play())
      if (auto sent = connection.send(*move); !sent) return sent;
  }
  return {};
}

}  // namespace damiera

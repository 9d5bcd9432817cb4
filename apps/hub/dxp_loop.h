// SPDX-License-Identifier: MIT
#pragma once

#include "apps/hub/dxp_player.h"
#include "apps/hub/tcp.h"

namespace damiera {

/// Plays over a connection until no further game follows or the other side closes it. Errors: io;
/// try_again if the other side closes it too early, see DxpPlayer::closed().
Result<void> play_dxp(DxpConnection& connection, DxpPlayer& player);

}  // namespace damiera

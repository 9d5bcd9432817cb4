// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

namespace damiera::test {

/// What damaged and hostile PDN is made of.
inline constexpr std::array<std::string_view, 40> pdn_pieces{"[",
                                                             "]",
                                                             "\"",
                                                             "\\",
                                                             "(",
                                                             ")",
                                                             "{",
                                                             "}",
                                                             ";",
                                                             "%",
                                                             "*",
                                                             "/",
                                                             "$7",
                                                             "!?",
                                                             "(!)",
                                                             "...",
                                                             "1.",
                                                             "47...",
                                                             "1-0",
                                                             "1-1",
                                                             "x",
                                                             "-",
                                                             ":",
                                                             "999999.",
                                                             "K",
                                                             "W:",
                                                             "B:",
                                                             ",",
                                                             "1-50",
                                                             "[FEN \"",
                                                             "\xff",
                                                             "\n",
                                                             "12x19x26",
                                                             "0-0",
                                                             "a1-b2",
                                                             "c3d4",
                                                             "\r",
                                                             "[GameType \"20\"]\n",
                                                             "[GameType \"26\"]\n",
                                                             "[FEN \"W:WK1,K2,K3:BK50\"]\n"};

/// `text` with one place changed: a byte, a piece put in, or a stretch removed, doubled or moved.
inline std::string mutated_once(std::string text, std::mt19937_64& random) {
  const auto place = [&] { return random() % (text.size() + 1); };
  const std::size_t at = place();
  const std::size_t length = std::min(text.size() - at, std::size_t{1} + random() % 60);
  switch (random() % 6) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    case 1:
      text.insert(at, pdn_pieces[random() % pdn_pieces.size()]);
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(place(), text.substr(at, length));
      break;
    case 4: {
      const std::string moved = text.substr(at, length);
      text.erase(at, length);
      text.insert(place(), moved);
      break;
    }
    default:
      if (at < text.size()) text[at] = "0123456789-x:."[random() % 14];
  }
  return text;
}

/// `text` after one to three changes.
inline std::string mutated(std::string text, std::mt19937_64& random) {
  for (auto n = 1 + random() % 3; n > 0; --n) text = mutated_once(std::move(text), random);
  return text;
}

}  // namespace damiera::test

// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/hub/hub_line.h"
#include "apps/hub/hub_search.h"

namespace damiera {

/// The name by which the protocol knows a game: name(), but "normal" for the international one.
std::string_view hub_name(Variant variant);
/// The inverse of hub_name(); also reads "standard", "american" and all that parse_variant() does.
Result<Variant> parse_hub_name(std::string_view text);

/// The engine's side of the Hub protocol, version 2, as a state machine: lines in, lines out. It
/// starts nothing by itself. One thread at a time; searches that it returns may run at the same
/// time. Sources: the protocol's description in Scan 3.0, and the behaviour of its clients.
class HubSession {
 public:
  struct Reply {
    std::vector<std::string> lines;
    std::optional<HubSearch> search;  ///< to run now
    bool quit = false;
  };

  /// Folders in which the user expects tables of a game, and there are none.
  using EmptyFolders = std::function<std::vector<std::filesystem::path>(Variant)>;

  /// `options` hold until the GUI sets something else. The answer to "init" names the first of the
  /// folders that `empty_folders` gives for the game.
  explicit HubSession(const MoverOptions& options, EmptyFolders empty_folders = {});

  /// True if this line may come while a search runs, and leaves it alone or only stops it. Before
  /// any other line is received the search must have ended.
  static bool may_come_during_search(std::string_view line);

  /// Answers a line. Lines, arguments and parameters that are not known are ignored.
  Reply receive(std::string_view line);
  /// Makes the search that was returned last end soon, if it still runs.
  void stop();

 private:
  Reply greet() const;
  Reply set_param(const HubLine& line);
  Result<void> set(std::string_view name, std::string_view value);
  Reply init();
  Reply set_position(const HubLine& line);
  Result<GameRecord> read_game(const HubLine& line) const;
  Reply go(const HubLine& line);
  /// Makes a mover for the current parameters, unless there is one. If a folder cannot be read,
  /// returns the error and makes a mover without the folders of `set-param name=tables`, or else
  /// one that uses the shipped tables only.
  Result<void> open_mover();
  // Error missing_table if the folder of `set-param name=tables` has no tables of the game, or if
  // there is one of `empty_folders_`.
  Result<void> expect_tables() const;

  MoverOptions defaults_, options_;
  EmptyFolders empty_folders_;
  Level level_;
  Result<GameRecord> game_;       // or why the last position cannot be used
  std::shared_ptr<Mover> mover_;  // none: to be opened
  std::shared_ptr<SearchControl> control_;
};

}  // namespace damiera

#include "apps/cli/holder.h"

#include <fmt/chrono.h>

#include <ctime>

namespace damiera {

std::string holder(std::string_view command, Variant variant) {
  return fmt::format("damiera {} {}, since {:%Y-%m-%d %H:%M:%S} UTC", command, name(variant),
                     fmt::gmtime(std::time(nullptr)));
}

}  // namespace damiera

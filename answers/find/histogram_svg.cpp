#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "answers/find/histogram.h"
#include "answers/text.h"

namespace damiera {

namespace {

// In units of the picture.
constexpr int width = 960, height = 620, left_edge = 70, right_edge = 20, top_edge = 64,
              panel = 270;
constexpr int longest_bar = 100;  // the longest bar of a panel, up or down

/// Draws one side to move.
class Panel {
 public:
  Panel(Text& out, int y, std::size_t plies, std::uint64_t most)
      : out_{out},
        axis_{static_cast<double>(y + longest_bar + 24)},
        step_{static_cast<double>(width - left_edge - right_edge) / static_cast<double>(plies + 1)},
        scale_{longest_bar /
               std::log10(1.0 + static_cast<double>(std::max<std::uint64_t>(most, 9)))},
        plies_{plies},
        most_{most} {}

  void draw(const char* title, const Tally& tally) {
    const auto wins = Tally::sum(tally.wins), losses = Tally::sum(tally.losses);
    write(R"(<text x="{}" y="{}" class="side">{}</text>)", left_edge, axis_ - longest_bar - 10,
          title);
    write(R"(<text x="{}" y="{}" text-anchor="end">{} wins, {} draws, {} losses{}</text>)",
          width - right_edge, axis_ - longest_bar - 10, wins, tally.draws, losses,
          made_draws(tally));
    grid();
    bars(tally.wins, true);
    bars(tally.losses, false);
    write(R"(<path d="M{} {}H{}" stroke="#000"/>)", left_edge, axis_, width - right_edge);
  }

 private:
  template <class... Arguments>
  void write(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    append(out_, "\n");
  }
  static std::string made_draws(const Tally& tally) {
    const auto n = tally.cursed_wins + tally.blessed_losses;
    return n == 0 ? "" : fmt::format("; {} decided ones are draws by the count", n);
  }
  double length(std::uint64_t n) const { return scale_ * std::log10(1.0 + static_cast<double>(n)); }
  double x(std::size_t plies) const { return left_edge + step_ * static_cast<double>(plies); }

  void grid() {
    for (std::uint64_t n = 1; n <= most_; n *= 10)
      for (const int sign : {-1, 1}) {
        const double y = axis_ + sign * length(n);
        write(R"(<path d="M{} {:.1f}H{}" stroke="#ddd"/>)", left_edge, y, width - right_edge);
        write(R"(<text x="{}" y="{:.1f}" text-anchor="end">{}</text>)", left_edge - 6, y + 4, n);
      }
    const std::size_t every = plies_ < 25 ? 1 : plies_ < 60 ? 5 : plies_ < 130 ? 10 : 20;
    for (std::size_t n = 0; n <= plies_; n += every)
      write(R"(<text x="{:.1f}" y="{}" text-anchor="middle">{}</text>)", x(n) + step_ / 2,
            axis_ + longest_bar + 18, n);
  }
  void bars(const std::vector<std::uint64_t>& by_plies, bool wins) {
    for (std::size_t n = 0; n < by_plies.size(); ++n) {
      if (by_plies[n] == 0) continue;
      const double tall = length(by_plies[n]);
      write(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="{}">)"
            R"(<title>{} plies: {} {}</title></rect>)",
            x(n) + step_ * 0.1, wins ? axis_ - tall : axis_, step_ * 0.8, tall,
            wins ? "#0072b2" : "#d55e00", n, by_plies[n], wins ? "wins" : "losses");
    }
  }

  Text& out_;
  double axis_, step_, scale_;
  std::size_t plies_;
  std::uint64_t most_;
};

}  // namespace

std::string histogram_svg(const Histogram& h) {
  std::size_t plies = 1;
  std::uint64_t most = 1;
  for (const Tally* tally : {&h.white, &h.black})
    for (const auto* by_plies : {&tally->wins, &tally->losses}) {
      plies = std::max(plies, by_plies->size() - !by_plies->empty());
      for (const auto n : *by_plies) most = std::max(most, n);
    }
  Text out;
  fmt::format_to(std::back_inserter(out),
                 R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" )"
                 R"(height="{1}" font-family="sans-serif" font-size="12">
<style>.title{{font-size:18px;font-weight:bold}}.side{{font-size:14px;font-weight:bold}}</style>
<rect width="{0}" height="{1}" fill="#fff"/>
<text x="{2}" y="26" class="title">{3}: {4}, {5}</text>
<text x="{2}" y="46">Positions by plies{6}. Blue, upwards: the side to move wins; )"
                 R"(orange, downwards: it loses.</text>
)",
                 width, height, left_edge, name(h.variant), name(h.slice), in_words(h.kind),
                 h.kind.captures == CaptureFilter::none ? ", without captures" : "");
  Panel{out, top_edge, plies, most}.draw("White to move", h.white);
  Panel{out, top_edge + panel, plies, most}.draw("Black to move", h.black);
  append(out, "</svg>\n");
  return fmt::to_string(out);
}

}  // namespace damiera

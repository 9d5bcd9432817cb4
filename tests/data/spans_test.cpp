// Tables read in place: dictionaries, spans and where they begin.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <set>

#include "data/file/checksum.h"
#include "data/spans/code_trainer.h"
#include "data/spans/span_encoder.h"
#include "data/spans/span_reader.h"
#include "data/spans/string_planes.h"
#include "tests/data/fixtures.h"

namespace damiera {
namespace {

using Span = std::vector<std::uint16_t>;

Span random_values(std::size_t count, unsigned run, unsigned values, unsigned seed) {
  std::mt19937 random{seed};
  Span made(count);
  std::uint16_t v = 0;
  for (std::uint16_t& m : made)
    m = v = random() % run == 0 ? static_cast<std::uint16_t>(3 * (random() % values)) : v;
  return made;
}

/// The values, spelled in another alphabet.
Span spelled(Span values, const Span& alphabet) {
  for (std::uint16_t& v : values) v = alphabet[v / 3U];
  return values;
}

Span alphabet_of(Span values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

/// `values`, in which a part of each run is replaced by don't-cares.
Span with_gaps(Span values, unsigned seed) {
  std::mt19937 random{seed};
  bool open = false;
  for (std::uint16_t& v : values) {
    if (random() % 4 == 0) open = !open;
    if (open) v = SpanEncoder::any;
  }
  return values;
}

bool agree(const Span& values, const Span& decoded) {
  return std::ranges::equal(values, decoded, [](std::uint16_t wanted, std::uint16_t found) {
    return wanted == SpanEncoder::any || wanted == found;
  });
}

Bytes encoded(const PairCodes& codes, const Span& values, std::size_t beam = SpanEncoder::widest) {
  Bytes bytes;
  SpanEncoder{codes, beam}.encode(values, bytes);
  return bytes;
}

Span string_of(const PairCodes& codes, std::size_t code) {
  Span string;
  for (const auto& run : codes.runs(code)) string.insert(string.end(), run.length, run.value);
  return string;
}

void expect_decoded(const PairCodes& codes, const Bytes& bytes, const Span& values) {
  Span decoded(values.size());
  ASSERT_TRUE(codes.decode(bytes, decoded));
  EXPECT_TRUE(agree(values, decoded));
  const auto size = static_cast<std::uint32_t>(values.size());
  for (std::uint32_t i = 0; i < size; i += 1 + i / 100) {
    ASSERT_EQ(codes.value(bytes, i), decoded[i]) << i;
    ASSERT_EQ(codes.value_from_end(bytes, size - 1 - i), decoded[i]) << i;
  }
  EXPECT_FALSE(codes.value(bytes, size));
  EXPECT_FALSE(codes.value_from_end(bytes, size));
  EXPECT_FALSE(codes.decode(bytes, std::span{decoded}.first(values.size() - 1)));
}

TEST(PairCodes, ValuesSurvive) {
  for (const unsigned values : {1u, 3u, 100u, 400u})
    for (const unsigned run : {1u, 5u, 300u}) {
      const Span span = random_values(1 << 14, run, values, run);
      const PairCodes codes = train_codes(alphabet_of(span), {span}, SpanEncoder::widest);
      Bytes model;
      codes.append_to(model);
      const Bytes bytes = encoded(codes, span);
      EXPECT_LT(bytes.size(), span.size() * codes.code_bytes() + 1);
      const auto parsed = PairCodes::parse(model);
      ASSERT_TRUE(parsed);
      expect_decoded(*parsed, bytes, span);
      for (std::size_t size = 0; size < model.size(); ++size)
        EXPECT_FALSE(PairCodes::parse(std::span{model}.first(size)));
    }
}

// Values 5 and 9, "5 9" and "5 9 9"; 5 and "5 9 9" have codes.
TEST(PairCodes, OnlyMarkedStringsHaveCodes) {
  const auto codes = PairCodes::parse(bytes_in({2, 5, 9, 2, 0, 1, 2, 1, 0b1001}));
  ASSERT_TRUE(codes);
  EXPECT_EQ(codes->values(), (Span{5, 9}));
  ASSERT_EQ(codes->size(), 2u);
  EXPECT_EQ(string_of(*codes, 0), (Span{5}));
  EXPECT_EQ(string_of(*codes, 1), (Span{5, 9, 9}));
  Span values(5);
  ASSERT_TRUE(codes->decode(bytes_in({0, 1, 0}), values));
  EXPECT_EQ(values, (Span{5, 5, 9, 9, 5}));
  EXPECT_FALSE(codes->decode(bytes_in({0, 2, 0, 0, 0}), values));  // a code that does not exist
  EXPECT_FALSE(codes->value(bytes_in({2}), 0));
  EXPECT_EQ(codes->value_from_end(bytes_in({2}), 0), std::nullopt);
}

TEST(PairCodes, KeepsWhatStringsWithCodesAreMadeOf) {
  const auto all = PairCodes::make({0, 1}, {{0, 0}, {2, 1}, {1, 1}, {3, 3}});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 6u);
  const PairCodes kept = all->with_codes({true, true, false, false, false, true});
  ASSERT_EQ(kept.size(), 3u);
  EXPECT_EQ(string_of(kept, 2), (Span{0, 0, 1, 0, 0, 1}));
  Bytes bytes;
  kept.append_to(bytes);
  EXPECT_EQ(bytes, bytes_in({2, 0, 1, 3, 0, 0, 2, 1, 3, 3, 0b10011}));  // without "1 1"
}

TEST(PairCodes, RefusesWhatIsNoDictionary) {
  EXPECT_TRUE(PairCodes::parse(bytes_in({1, 5, 1, 0, 0, 3})));
  EXPECT_FALSE(PairCodes::parse(bytes_in({0, 0})));                 // no value
  EXPECT_FALSE(PairCodes::parse(bytes_in({2, 5, 5, 0, 3})));        // not ascending
  EXPECT_FALSE(PairCodes::parse(bytes_in({1, 5, 1, 0, 1, 3})));     // a pair of itself
  EXPECT_FALSE(PairCodes::parse(bytes_in({1, 5, 1, 0, 0, 3, 0})));  // a byte too many
  EXPECT_FALSE(PairCodes::parse(bytes_in({1, 5, 1, 0, 0, 0})));     // no code
  EXPECT_FALSE(PairCodes::parse(bytes_in({1, 5, 1, 0, 0, 7})));     // a mark of no string
}

TEST(PairCodes, StringsAreBounded) {
  // Doubled again and again; 2^15 values, and 2^8 runs.
  for (const auto& [first, most] : {std::pair{PairCodes::Pair{0, 0}, 15u}, {{0, 1}, 8u}})
    for (const unsigned doublings : {most, most + 1}) {
      std::vector<PairCodes::Pair> pairs{first};
      for (unsigned n = 1; n < doublings; ++n) {
        const auto last = static_cast<std::uint16_t>(n + 1);
        pairs.push_back({last, last});
      }
      EXPECT_EQ(PairCodes::make({0, 1}, pairs).has_value(), doublings == most);
    }
}

/// The fewest codes for the values, found by trying every string at every place.
std::size_t fewest(const PairCodes& codes, const Span& values) {
  std::vector<Span> strings;
  for (std::size_t n = 0; n < codes.size(); ++n) strings.push_back(string_of(codes, n));
  std::vector<std::size_t> best(values.size() + 1, values.size());  // to reach each place
  best[0] = 0;
  for (std::size_t at = 0; at < values.size(); ++at)
    for (const Span& string : strings) {
      if (string.size() > values.size() - at) continue;
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(at);
      if (agree({first, first + static_cast<std::ptrdiff_t>(string.size())}, string))
        best[at + string.size()] = std::min(best[at + string.size()], best[at] + 1);
    }
  return best.back();
}

TEST(SpanEncoder, FindsTheFewestCodes) {
  for (const unsigned run : {3u, 30u}) {
    const PairCodes codes = join_pairs({0, 3, 6}, {random_values(10000, run, 3, run)}, 256);
    ASSERT_GT(codes.size(), 30u);
    for (unsigned seed = 0; seed < 8; ++seed) {
      const Span values = with_gaps(random_values(200, run, 3, seed), seed);
      const Bytes bytes = encoded(codes, values);
      EXPECT_EQ(bytes.size(), fewest(codes, values));
      expect_decoded(codes, bytes, values);
    }
  }
}

TEST(SpanEncoder, TakesFewerCodesWhereValuesDoNotMatter) {
  for (const unsigned values : {3u, 300u})
    for (const unsigned run : {2u, 100u}) {
      const Span all = random_values(1 << 12, run, values, run), open = with_gaps(all, run);
      const PairCodes codes = join_pairs(alphabet_of(all), {all}, 4 * values + 256);
      const Bytes bytes = encoded(codes, open);
      EXPECT_LT(bytes.size(), encoded(codes, all).size());
      expect_decoded(codes, bytes, open);
    }
}

// No beam finds fewer codes than the widest one. A beam that keeps more places than a span has
// finds equally few.
TEST(SpanEncoder, BeamsFindFewCodes) {
  for (const unsigned run : {2u, 3u, 30u, 300u}) {
    const PairCodes codes = join_pairs({0, 3, 6}, {random_values(10000, run, 3, run)}, 256);
    std::array<std::size_t, 4> counts{};
    for (unsigned seed = 0; seed < 8; ++seed) {
      const Span values = with_gaps(random_values(500, run, 3, seed), seed);
      const std::array beams{std::size_t{1}, std::size_t{4}, std::size_t{501}, SpanEncoder::widest};
      for (std::size_t n = 0; n < beams.size(); ++n) {
        const Bytes bytes = encoded(codes, values, beams[n]);
        expect_decoded(codes, bytes, values);
        counts[n] += bytes.size();
      }
    }
    EXPECT_GE(counts[0], counts[1]);
    EXPECT_GE(counts[1], counts[3]);
    EXPECT_EQ(counts[2], counts[3]);
    EXPECT_LE(100 * counts[1], 105 * counts[3]) << run;
  }
}

/// The strings that fit at a place, by their lengths, as the codes that have them.
using Fitting = std::vector<std::pair<std::uint32_t, Span>>;

Fitting fitting(const PairCodes& codes, const Span& values, std::uint32_t at) {
  Fitting found;
  for (std::size_t code = 0; code < codes.size(); ++code) {
    const Span string = string_of(codes, code);
    if (string.size() > values.size() - at) continue;
    const auto first = values.begin() + at;
    if (agree({first, first + static_cast<std::ptrdiff_t>(string.size())}, string))
      found.emplace_back(string.size(), string);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// Strings of up to hundreds of values, and of one value and hundreds of them. Each function that
// compares strings finds the same, in the same order.
TEST(StringPlanes, FindTheStringsThatFit) {
  for (const unsigned kinds : {1u, 2u, 3u, 40u, 300u})
    for (const unsigned run : {3u, 100u}) {
      const Span all = random_values(1 << 13, run, kinds, run), alphabet = alphabet_of(all);
      const PairCodes codes = join_pairs(alphabet, {all}, alphabet.size() + 100);
      const Span values = with_gaps(Span{all.begin() + 1000, all.begin() + 1300}, run);
      Span numbers = values;
      for (std::uint16_t& v : numbers)
        if (v != SpanEncoder::any)
          v = static_cast<std::uint16_t>(std::ranges::lower_bound(alphabet, v) - alphabet.begin());
      const SpanPlanes span{numbers, alphabet.size(), SpanEncoder::any};
      StringPlanes strings{codes, alphabet};
      std::size_t longest = 0;
      for (std::uint32_t at = 0; at < values.size(); at += 1 + at / 40) {
        const Fitting wanted = fitting(codes, values, at);
        ASSERT_FALSE(wanted.empty());
        longest = std::max<std::size_t>(longest, wanted.back().first);
        for (const std::uint32_t least : {0u, 1u, 5u, 70u}) {
          std::vector<std::vector<std::uint16_t>> found;
          for (const auto scan : StringPlanes::scans()) {
            strings.use(scan);
            found.emplace_back();
            Fitting fits;
            strings.each_that_fits(
                span, at, [&] { return least; },
                [&](std::uint32_t length, std::uint16_t code) {
                  found.back().push_back(code);
                  fits.emplace_back(length, string_of(codes, code));
                });
            std::ranges::sort(fits);
            const auto longer =
                std::ranges::find_if(wanted, [&](const auto& fit) { return fit.first > least; });
            ASSERT_EQ(fits, Fitting(longer, wanted.end())) << at << " " << least;
            ASSERT_EQ(found.back(), found.front());
          }
        }
      }
      if (kinds <= 3 && run == 100) {
        EXPECT_GT(longest, 64u);
      }
    }
}

/// The number of codes that a beam of this width finds, by trying every string at every place.
std::size_t codes_of_beam(const PairCodes& codes, const Span& values, std::size_t width) {
  std::vector<std::uint32_t> places{0};
  for (std::size_t count = 0;; ++count) {
    if (std::ranges::find(places, values.size()) != places.end()) return count;
    std::set<std::uint32_t, std::greater<>> next;
    for (const std::uint32_t at : places)
      for (const auto& [length, string] : fitting(codes, values, at)) next.insert(at + length);
    places.clear();
    for (const std::uint32_t place : next)
      if (places.size() < width) places.push_back(place);
  }
}

TEST(SpanEncoder, BeamsKeepTheFarthestPlaces) {
  for (const unsigned run : {3u, 40u}) {
    const PairCodes codes = join_pairs({0, 3, 6}, {random_values(10000, run, 3, run)}, 150);
    for (unsigned seed = 0; seed < 3; ++seed) {
      const Span values = with_gaps(random_values(300, run, 3, seed), seed);
      for (const std::size_t width : {1u, 2u, 5u})
        EXPECT_EQ(encoded(codes, values, width).size(), codes_of_beam(codes, values, width));
    }
  }
}

// A span of the values 0, 1 and 2 can be given in two bits a value.
TEST(SpanEncoder, FindsTheSameCodesOfFewValues) {
  for (const auto& alphabet : {Span{0, 1, 2}, Span{0, 2}, Span{1}, Span{1, 2}})
    for (const std::size_t size : {0u, 1u, 63u, 64u, 65u, 500u}) {
      const auto random = [&](std::size_t count, unsigned seed) {
        const auto kinds = static_cast<unsigned>(alphabet.size());
        return spelled(random_values(count, 5, kinds, seed), alphabet);
      };
      const PairCodes codes = join_pairs(alphabet, {random(10000, 1)}, 256);
      const Span values = with_gaps(random(size, 2), 3);
      FewValues few{size};
      for (std::size_t i = 0; i < size; ++i)
        few.put(i, values[i] == SpanEncoder::any ? 3 : values[i]);
      for (const std::size_t beam : {std::size_t{1}, std::size_t{4}, SpanEncoder::widest}) {
        Bytes found;
        SpanEncoder{codes, beam}.encode(few, found);
        EXPECT_EQ(found, encoded(codes, values, beam));
      }
    }
}

TEST(SpanEncoder, AnEmptySpanHasNoCodes) {
  const PairCodes codes = *PairCodes::make({0, 1}, {{0, 0}});
  for (const std::size_t beam : {std::size_t{4}, SpanEncoder::widest})
    EXPECT_TRUE(encoded(codes, {}, beam).empty());
}

// Training beats joining pairs, even on values that suit the joined strings: the least used strings
// have to lose their codes.
TEST(CodeTrainer, ChoosesStringsThatAreWorthTheirCodes) {
  for (const unsigned run : {3u, 20u}) {
    Windows windows, suiting;
    for (unsigned seed = 0; seed < 12; ++seed)
      windows.push_back(with_gaps(random_values(1 << 14, run, 3, seed), seed));
    const Span values{0, 3, 6};
    const PairCodes joined = join_pairs(values, windows, 256),
                    trained = train_codes(values, windows, SpanEncoder::widest);
    EXPECT_LE(trained.size(), 256u);
    for (const Span& window : windows) {
      suiting.emplace_back(window.size());
      ASSERT_TRUE(joined.decode(encoded(joined, window), suiting.back()));
      expect_decoded(trained, encoded(trained, window), window);
    }
    const PairCodes joined_again = join_pairs(values, suiting, 256);
    const auto count = [&](const PairCodes& codes) {
      return count_codes(codes, windows, SpanEncoder::widest);
    };
    EXPECT_LT(count(joined_again), count(joined));
    EXPECT_LT(count(trained), count(joined_again));
  }
}

TEST(CodeTrainer, TakesWhatHasNoValueThatMatters) {
  const Span nothing(100, SpanEncoder::any);
  const PairCodes codes = train_codes({7}, {nothing}, 2);
  expect_decoded(codes, encoded(codes, nothing), nothing);
}

Result<SpanReader> open(const Bytes& bytes, const PairCodes& codes, std::uint32_t span_values,
                        std::uint32_t spans) {
  std::vector<CheckedBytes> pages;
  for (std::span rest{bytes}; !rest.empty(); rest = rest.subspan(pages.back().bytes.size())) {
    const auto page = rest.first(std::min(rest.size(), SpanReader::page_bytes));
    pages.push_back({page, static_cast<std::uint32_t>(checksum(page))});
  }
  return SpanReader::make(pages, codes, span_values, spans);
}

/// Spans of 8 values each, as they lie in a file. `sizes`: the bytes of each span.
struct Written {
  explicit Written(const std::vector<std::size_t>& sizes) {
    std::vector<std::uint32_t> begins;
    Bytes spans;
    for (const std::size_t size : sizes) {
      begins.push_back(static_cast<std::uint32_t>(spans.size()));
      spans.insert(spans.end(), size, std::byte{1});
    }
    begins.push_back(static_cast<std::uint32_t>(spans.size()));
    auto places = span_places(begins);
    fits = places.has_value();
    if (!fits) return;
    bytes = *std::move(places);
    bytes.insert(bytes.end(), spans.begin(), spans.end());
  }
  Result<SpanReader> open(std::uint32_t spans) const {
    return damiera::open(bytes, *PairCodes::make({0, 1}, {}), 8, spans);
  }
  bool fits;
  Bytes bytes;
};

TEST(SpanReader, FindsSpansOfAnyNumber) {
  for (const std::size_t count : {1u, 2u, 63u, 64u, 65u, 128u, 20000u}) {
    const Written written{std::vector<std::size_t>(count, 8)};
    const auto reader = written.open(static_cast<std::uint32_t>(count));
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_FALSE(reader->has_read(0));
    for (std::uint64_t span = 0; span < count; span += 1 + span / 300)
      for (const std::uint64_t n : {8 * span, 8 * span + 7}) {
        const auto value = reader->value(n);
        ASSERT_TRUE(value) << value.error().message;
        EXPECT_EQ(*value, 1u);
        EXPECT_TRUE(reader->has_read(n));
      }
  }
}

Bytes joined(const std::vector<Bytes>& parts) {
  Bytes all;
  for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// A value in the second half of a span is found from the span's end. This does not hold for the
// last span, which may be shorter.
TEST(SpanReader, FindsEachValueOfASpan) {
  const PairCodes codes = *PairCodes::make({0, 1}, {{0, 0}, {2, 1}, {2, 3}});
  Span values(8 * 70 + 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i * i % 7 < 3;
  const SpanEncoder encoder{codes, SpanEncoder::widest};
  const auto spans = encode_spans(values.size(), 64, [&](auto begin, auto size, Bytes& out) {
    encoder.encode(std::span{values}.subspan(begin, size), out);
    return true;
  });
  ASSERT_TRUE(spans && *spans);
  const auto count = static_cast<std::uint32_t>((values.size() + 63) / 64);
  const Bytes bytes = joined((*spans)->parts);
  const auto reader = open(bytes, codes, 64, count);
  ASSERT_TRUE(reader) << reader.error().message;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = reader->value(i);
    ASSERT_TRUE(value) << value.error().message;
    ASSERT_EQ(*value, unsigned{values[i]}) << i;
  }
}

// For each span, two bytes say how far it is from the first span of its group of 64.
TEST(SpanReader, PlacesAreTwoBytesEach) {
  EXPECT_TRUE(Written(std::vector<std::size_t>(63, 1000)).fits);
  EXPECT_FALSE(Written(std::vector<std::size_t>(63, 1100)).fits);
  std::vector<std::size_t> last_of_group(64, 0);
  last_of_group.back() = 1 << 20;
  EXPECT_TRUE(Written(last_of_group).fits);
  EXPECT_EQ(Written(std::vector<std::size_t>(128, 0)).bytes.size(), 3 * 4 + 129 * 2u);
}

// All values are equal, except in one part where each value takes a code.
TEST(EncodeSpans, MakesThemShorterWhereTheirPlacesCannotBeTold) {
  const PairCodes codes = *PairCodes::make({0, 1}, {{0, 0}, {2, 2}, {3, 3}});
  Span values(150000);
  for (std::size_t i = 60000; i < values.size(); ++i) values[i] = i % 2;
  std::uint64_t asked = 0;
  const SpanEncoder encoder{codes, SpanEncoder::widest};
  const auto encode = [&](std::uint64_t begin, std::uint64_t size, Bytes& out) {
    asked += size;
    encoder.encode(std::span{values}.subspan(begin, size), out);
    return true;
  };
  for (const auto& [wanted, made] : {std::pair{1024u, 1024u}, {4096u, 1024u}}) {
    asked = 0;
    const auto spans = encode_spans(values.size(), wanted, encode);
    ASSERT_TRUE(spans && *spans);
    EXPECT_EQ((*spans)->span_values, made);
    EXPECT_EQ(asked, values.size() * (wanted == made ? 1 : 3));
    const auto count = static_cast<std::uint32_t>((values.size() + made - 1) / made);
    const Bytes bytes = joined((*spans)->parts);
    const auto reader = open(bytes, codes, made, count);
    ASSERT_TRUE(reader) << reader.error().message;
    for (std::size_t i = 0; i < values.size(); i += 7)
      ASSERT_EQ(*reader->value(i), unsigned{values[i]});
  }
  const auto stopped =
      encode_spans(values.size(), 64, [&](std::uint64_t begin, std::uint64_t size, Bytes& out) {
        return begin < 6400 && encode(begin, size, out);
      });
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(*stopped);
}

TEST(EncodeSpans, RefusesMoreBytesThanPlacesCanTell) {
  const auto encode = [](std::uint64_t, std::uint64_t, Bytes& out) {
    out.push_back({});
    return true;
  };
  EXPECT_TRUE(encode_spans(640, 64, encode, one_worker, 10));
  const auto refused = encode_spans(640, 64, encode, one_worker, 9);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("more than 9 bytes"), std::string::npos);
}

TEST(SpanReader, RefusesPlacesThatAreNone) {
  Written written{{8, 8, 8}};
  EXPECT_FALSE(written.open(100));  // the table of places would go beyond the end
  const auto with_place = [&](std::size_t span, std::uint16_t place) {
    Written changed = written;
    std::memcpy(&changed.bytes[4 + 2 * span], &place, sizeof place);
    const auto reader = changed.open(3);
    const auto value = reader->value(8);
    Span values(8);
    EXPECT_EQ(bool(reader->read(1, values)), bool(value));
    return value ? std::string{} : value.error().message;
  };
  EXPECT_EQ(with_place(1, 8), "");
  EXPECT_EQ(with_place(2, 7), "span 1: ends before it begins");
  EXPECT_EQ(with_place(2, 500), "a span beyond the end");
  EXPECT_EQ(with_place(2, 8), "span 1: too short");
}

}  // namespace
}  // namespace damiera

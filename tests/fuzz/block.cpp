#include "data/file/block_codec.h"
#include "data/file/bytes.h"
#include "data/spans/pair_codes.h"
#include "data/trees/tree_codec.h"
#include "tests/fuzz/target.h"

namespace damiera::fuzz {

namespace {

// Decoded values, encoded and decoded again, are the same.
template <class T, class OutcomeOf>
void check_runs(Metric metric, Input bytes, std::size_t positions, const OutcomeOf& outcome) {
  std::vector<T> values(positions), again(positions);
  if (const auto decoded = decode_block(bytes, std::span<T>{values}); !decoded)
    return require_readable(decoded.error());
  std::vector<Outcome> outcomes;
  for (const T v : values) {
    const auto o = outcome(v);
    if (!o) return;
    outcomes.push_back(*o);
  }
  require(decode_block(encode_block(metric, outcomes), std::span<T>{again}) && again == values,
          "values survive");
}

std::optional<Outcome> outcome_of(Value v) {
  require(Value::loss <= v && v <= Value::win, "a value is a win, a draw or a loss");
  return v == Value::draw ? Outcome::draw() : v == Value::win ? Outcome::win(1) : Outcome::loss(0);
}
std::optional<Outcome> outcome_of(std::uint16_t plies) {
  if (plies > Outcome::max_plies) return {};
  return Outcome::win(plies);
}

void wdl_runs(ByteReader& in) {
  const std::size_t positions = 1 + in.get<std::uint16_t>();
  check_runs<Value>(Metric::wdl, in.rest(), positions, [](Value v) { return outcome_of(v); });
}
void dtc_runs(ByteReader& in) {
  const std::size_t positions = 1 + in.get<std::uint16_t>();
  check_runs<std::uint16_t>(Metric::dtc, in.rest(), positions,
                            [](std::uint16_t plies) { return outcome_of(plies); });
}

// Two bytes stand for an outcome.
Outcome made(std::uint16_t bits) {
  const int plies = bits >> 3;
  const Value v = Value(static_cast<int>(bits % 3) - 1);
  if ((bits & 4) != 0) return Outcome::capture(v, plies);
  return v == Value::draw  ? Outcome::draw()
         : v == Value::win ? Outcome::win(plies)
                           : Outcome::loss(plies);
}

// Any outcomes can be stored.
void stored_outcomes(ByteReader& in) {
  std::vector<Outcome> outcomes;
  while (!in.at_end()) outcomes.push_back(made(in.get<std::uint16_t>()));
  if (outcomes.empty()) return;
  std::vector<Value> values(outcomes.size());
  std::vector<std::uint16_t> plies(outcomes.size());
  require(decode_block(encode_block(Metric::wdl, outcomes), std::span{values}) &&
              decode_block(encode_block(Metric::dtc, outcomes), std::span{plies}),
          "what is encoded is decoded");
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const Outcome o = outcomes[i];
    require(o.is_capture() || values[i] == o.value(), "values are kept");
    require(o.is_capture() || o.value() == Value::draw || plies[i] == o.plies(),
            "distances are kept");
  }
}

// The model, which follows its length.
Input model_of(ByteReader& in) {
  const std::size_t size = in.get<std::uint16_t>();
  return in.take(size);
}

void spans(ByteReader& in) {
  std::vector<std::uint16_t> values(in.get<std::uint16_t>() % 4096);
  const auto codes = PairCodes::parse(model_of(in));
  if (!codes) return;
  std::vector<std::byte> model, model_again;
  codes->append_to(model);
  const auto codes_again = PairCodes::parse(model);
  require(bool(codes_again), "a dictionary survives");
  codes_again->append_to(model_again);
  require(model == model_again, "a dictionary is written alike");
  const Input bytes = in.rest();
  if (!codes->decode(bytes, values)) return;
  for (std::uint32_t i = 0; i < values.size(); ++i)
    require(codes->value(bytes, i) == values[i], "a value alone is that of its span");
  require(!codes->value(bytes, static_cast<std::uint32_t>(values.size())), "a span ends");
}

// Trees, the cells of a block and the block.
void trees(ByteReader& in, Metric metric) {
  const auto choice = in.get<std::uint8_t>();
  const bool limits_kings = choice / 128 != 0;
  const TableId id{limits_kings ? Variant::frisian
                                : all_variants[choice % 5],  // the corpus relies on five games
                   {choice / 8 % 2, 1, choice / 16 % 2, 1 + choice / 32 % 2},
                   metric};
  CellLayout layout{static_cast<std::uint8_t>(in.get<std::uint8_t>() % 24),
                    CellLayout::Squares(choice / 64 % 2)};
  if (limits_kings) layout.runs = CellLayout::Runs::before_last;
  const int greatest = in.get<std::uint8_t>();
  const std::uint64_t number = in.get<std::uint32_t>();
  const std::size_t scores = TreeCodec::scores(metric);
  auto parsed = parse_trees(model_of(in), scores);
  if (!parsed) return;
  std::vector<std::byte> model, model_again;
  append_trees(*parsed, scores, model);
  const auto parsed_again = parse_trees(model, scores);
  require(bool(parsed_again), "trees survive");
  append_trees(*parsed_again, scores, model_again);
  require(model == model_again, "trees are written alike");
  const auto codec = TreeCodec::make(id, layout, *std::move(parsed), greatest);
  if (!codec) return require_readable(codec.error());
  const std::uint64_t begin = number % codec->order().cells();
  const bool values = holds_values(metric);
  std::vector<std::uint16_t> before(std::min<std::uint64_t>(512, codec->order().cells() - begin));
  for (std::size_t i = 0; i < before.size(); ++i) before[i] = static_cast<std::uint16_t>(i % 3);
  auto cells = before;
  codec->decode(in.rest(), begin, cells);
  auto entries = cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == dont_care) continue;
    require(cells[i] <= (values ? 2 : greatest), "what is decoded is within bounds");
    if (!values) entries[i] = static_cast<std::uint16_t>(cells[i] << 1 | (before[i] == 2));
  }
  std::vector<std::byte> block;
  RowMoves moves = codec->row_moves();
  codec->encode(begin, entries, moves, block);
  codec->decode(block, begin, before);
  require(before == cells, "what is decoded survives");
}

}  // namespace

/// The first byte chooses what is decoded.
void block(Input input) {
  if (input.empty()) return;
  ByteReader in{input.subspan(1)};
  switch (std::to_integer<unsigned>(input.front()) % 6) {
    case 0:
      return wdl_runs(in);
    case 1:
      return dtc_runs(in);
    case 2:
      return stored_outcomes(in);
    case 3:
      return spans(in);
    case 4:
      return trees(in, Metric::wdl);
    default:
      return trees(in, Metric::dtc);
  }
}

}  // namespace damiera::fuzz

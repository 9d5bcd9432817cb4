#include "answers/verification/read_keys.h"

namespace damiera {

template <class T>
Result<void> each_block_of(const Table& table, Work& work,
                           const std::function<void(std::uint64_t, std::span<const T>)>& visit) {
  FirstDamage damage;
  work.share(table.blocks(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t n = first; n < last; ++n) {
      std::vector<T> values(table.positions_in(n));
      const auto done = table.read(n, std::span{values});
      damage.add(n, done);
      if (done) visit(n * table.block_positions(), values);
    }
  });
  return damage.result();
}

template Result<void> each_block_of(
    const Table& table, Work& work,
    const std::function<void(std::uint64_t, std::span<const Value>)>& visit);
template Result<void> each_block_of(
    const Table& table, Work& work,
    const std::function<void(std::uint64_t, std::span<const std::uint16_t>)>& visit);

}  // namespace damiera

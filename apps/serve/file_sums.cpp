#include "apps/serve/file_sums.h"

#include "data/folder/catalogue.h"
#include "probe/tablebase.h"

namespace damiera {

Result<FileSum> FileSums::of(const std::filesystem::path& folder, const TableId& id,
                             Time deadline) {
  const std::unique_lock lock{reading_, deadline};
  if (!lock) return given_up();
  const auto path = table_path(folder, id);
  std::error_code failed, unknown;
  const auto bytes = std::filesystem::file_size(path, failed);
  const auto time = std::filesystem::last_write_time(path, unknown);
  const auto found = known_.find(path);
  const bool is_same = !failed && !unknown && found != known_.end() && found->second.time == time &&
                       found->second.sum.bytes == bytes;
  if (is_same) return found->second.sum;
  const auto sum = sum_file(folder, id);
  if (sum && !unknown) known_.insert_or_assign(path, Known{time, *sum});
  return sum;
}

}  // namespace damiera

// Lets ThreadSanitizer see what oneTBB orders. The packaged libtbb is not instrumented: spawning a
// task and waiting for it order memory by atomics that the sanitizer never sees, so that every
// parallel_for looks like a race. Here the few entry points that start, run and await tasks are
// defined before the library's own, and report this order to the sanitizer. What they report:
//   spawn(task), execute_and_wait(task) happens before the task is executed releasing a
//   wait_context happens before waiting for it returns a finished call of a pipeline filter happens
//   before any call that starts later Nothing is suppressed: races between tasks are reported as
//   everywhere else (between filters of a pipeline only where their calls overlap). Linked into
//   programs of the tsan preset only.

#include <dlfcn.h>
#include <oneapi/tbb/detail/_small_object_pool.h>
#include <oneapi/tbb/detail/_task.h>
#include <oneapi/tbb/parallel_pipeline.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>

extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);

namespace tbb::detail {
namespace {

using Slot = void (*)();

/// A task's virtual table as the Itanium ABI lays it out; an object points to `slots`.
struct Vtable {
  void* offset_and_type[2];
  Slot slots[4];  ///< two destructors, execute, cancel
  const Slot* original;

  static constexpr int execute = 2, cancel = 3;
};

using Run = d1::task* (*)(d1::task*, d1::execution_data&);

const Slot*& slots_of(d1::task* task) { return *reinterpret_cast<const Slot**>(task); }

/// Runs slot `n` of the task's own table, after everything before its spawning.
template <int n>
d1::task* run(d1::task* task, d1::execution_data& data) {
  __tsan_acquire(task);
  const auto* table = reinterpret_cast<const Vtable*>(
      reinterpret_cast<const char*>(slots_of(task)) - offsetof(Vtable, slots));
  slots_of(task) = table->original;
  return reinterpret_cast<Run>(table->original[n])(task, data);
}

/// The stand-in for a table, made once for each class of tasks.
const Vtable& stand_in(const Slot* slots) {
  static std::mutex mutex;
  static std::map<const Slot*, Vtable> tables;
  const std::lock_guard lock{mutex};
  const auto [it, is_new] = tables.try_emplace(slots);
  if (is_new) {
    const auto* before = reinterpret_cast<void* const*>(slots) - 2;
    it->second = {{before[0], before[1]},
                  {slots[0], slots[1], reinterpret_cast<Slot>(&run<Vtable::execute>),
                   reinterpret_cast<Slot>(&run<Vtable::cancel>)},
                  slots};
  }
  return it->second;
}

void release(d1::task& task) {
  slots_of(&task) = stand_in(slots_of(&task)).slots;
  __tsan_release(&task);
}

/// wait_context counts its references in an atomic behind one word of flags.
void acquire(d1::wait_context& context) {
  __tsan_acquire(reinterpret_cast<char*>(&context) + sizeof(std::uint64_t));
}

template <class F>
F* in_library(const char* mangled) {
  void* const found = dlsym(RTLD_NEXT, mangled);
  if (!found) std::abort();
  return reinterpret_cast<F*>(found);
}

char pipeline_order;                                     ///< its address names the order to tsan
thread_local d1::base_filter* filter_in_work = nullptr;  ///< the filter that the library knows

/// Wraps a filter of a pipeline.
class Filter : public d1::base_filter {
 public:
  explicit Filter(d1::base_filter& real) : base_filter{mode_of(real)}, real_{real} {}
  ~Filter() override {
    __tsan_acquire(&pipeline_order);
    real_.~base_filter();
    r1::deallocate_memory(&real_);
  }

  void* operator()(void* item) override {
    __tsan_acquire(&pipeline_order);
    filter_in_work = this;
    void* const result = real_(item);
    __tsan_release(&pipeline_order);
    return result;
  }
  void finalize(void* item) override { real_.finalize(item); }

 private:
  static unsigned mode_of(d1::base_filter& f) {
    return (f.is_serial() ? filter_is_serial : 0) |
           (f.is_serial() && f.is_ordered() ? 0 : filter_is_out_of_order) |
           (f.object_may_be_null() ? filter_may_emit_null : 0);
  }
  d1::base_filter& real_;
};

/// Wraps a leaf of the tree that describes a pipeline.
class Leaf : public d1::filter_node {
 public:
  explicit Leaf(const d1::filter_node& real) : real_{real} {}
  d1::base_filter* create_filter() const override {
    return new (r1::allocate_memory(sizeof(Filter))) Filter{*real_.create_filter()};
  }

 private:
  const d1::filter_node& real_;
};

d1::filter_node_ptr seen(const d1::filter_node& node) {
  if (node.left && node.right)
    return new (r1::allocate_memory(sizeof(d1::filter_node)))
        d1::filter_node{seen(*node.left), seen(*node.right)};
  return new (r1::allocate_memory(sizeof(Leaf))) Leaf{node};
}

}  // namespace

namespace r1 {

void spawn(d1::task& task, d1::task_group_context& context) {
  static const auto real = in_library<void(d1::task&, d1::task_group_context&)>(
      "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextE");
  release(task);
  real(task, context);
}

void spawn(d1::task& task, d1::task_group_context& context, d1::slot_id slot) {
  static const auto real = in_library<void(d1::task&, d1::task_group_context&, d1::slot_id)>(
      "_ZN3tbb6detail2r15spawnERNS0_2d14taskERNS2_18task_group_contextEt");
  release(task);
  real(task, context, slot);
}

void execute_and_wait(d1::task& task, d1::task_group_context& context, d1::wait_context& wait,
                      d1::task_group_context& wait_group) {
  static const auto real = in_library<void(d1::task&, d1::task_group_context&, d1::wait_context&,
                                           d1::task_group_context&)>(
      "_ZN3tbb6detail2r116execute_and_waitERNS0_2d14taskERNS2_18task_group_contextERNS2_12wait_"
      "contextES6_");
  release(task);
  real(task, context, wait, wait_group);
  acquire(wait);
}

void wait(d1::wait_context& context, d1::task_group_context& group) {
  static const auto real = in_library<void(d1::wait_context&, d1::task_group_context&)>(
      "_ZN3tbb6detail2r14waitERNS0_2d112wait_contextERNS2_18task_group_contextE");
  real(context, group);
  acquire(context);
}

void parallel_pipeline(d1::task_group_context& context, std::size_t tokens,
                       const d1::filter_node& node) {
  static const auto real = in_library<void(d1::task_group_context&, std::size_t,
                                           const d1::filter_node&)>(
      "_ZN3tbb6detail2r117parallel_pipelineERNS0_2d118task_group_contextEmRKNS2_11filter_nodeE");
  __tsan_release(&pipeline_order);
  real(context, tokens, *seen(node));
  __tsan_acquire(&pipeline_order);
}

void set_end_of_input(d1::base_filter&) {
  static const auto real = in_library<void(d1::base_filter&)>(
      "_ZN3tbb6detail2r116set_end_of_inputERNS0_2d111base_filterE");
  real(*filter_in_work);
}

// The library's pool hands memory from thread to thread unseen; malloc is watched.
void* allocate(d1::small_object_pool*& pool, std::size_t bytes) {
  static char no_pool;
  pool = reinterpret_cast<d1::small_object_pool*>(&no_pool);
  return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
}
void* allocate(d1::small_object_pool*& pool, std::size_t bytes, const d1::execution_data&) {
  return allocate(pool, bytes);
}
void deallocate(d1::small_object_pool&, void* memory, std::size_t) { std::free(memory); }
void deallocate(d1::small_object_pool&, void* memory, std::size_t, const d1::execution_data&) {
  std::free(memory);
}

}  // namespace r1
}  // namespace tbb::detail

// SPDX-License-Identifier: MIT
#pragma once

namespace damiera {

#ifdef _WIN32
/// A slot in which each thread keeps a pointer; the object is destroyed when the thread ends.
class ThreadSlot {
 public:
  explicit ThreadSlot(void (*destroy)(void*));
  ThreadSlot(const ThreadSlot&) = delete;
  /// Destroys the objects of all threads: a library may be unloaded before its threads end.
  ~ThreadSlot();

  void* get() const;
  void set(void* pointer) const;

 private:
  unsigned long number_;
};
#endif

/// An object for each thread and each type, made at the thread's first call and destroyed with the
/// thread. On Windows it is not a thread_local: mingw-w64 frees the memory of thread_local objects
/// before it runs their destructors, so that ending threads damage the heap.
template <class T>
T& per_thread() {
#ifdef _WIN32
  static const ThreadSlot slot{[](void* p) { delete static_cast<T*>(p); }};
  if (void* p = slot.get()) return *static_cast<T*>(p);
  T* made = new T;
  slot.set(made);
  return *made;
#else
  thread_local T made;
  return made;
#endif
}

}  // namespace damiera

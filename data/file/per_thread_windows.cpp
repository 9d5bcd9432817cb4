#include <windows.h>

#include <new>

#include "data/file/per_thread.h"

namespace damiera {

ThreadSlot::ThreadSlot(void (*destroy)(void*)) : number_{::FlsAlloc(destroy)} {
  if (number_ == FLS_OUT_OF_INDEXES) throw std::bad_alloc{};
}

ThreadSlot::~ThreadSlot() { ::FlsFree(number_); }

void* ThreadSlot::get() const { return ::FlsGetValue(number_); }

void ThreadSlot::set(void* pointer) const { ::FlsSetValue(number_, pointer); }

}  // namespace damiera

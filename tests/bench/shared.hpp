#pragma once
// A value that this process shares with those that it forks from now on.

#include <atomic>
#include <new>
#include <sys/mman.h>

namespace adoube::bench {

template<class T>
class Shared {
  public:
    Shared()
        : value_(new (::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))
                     T) {}
    ~Shared() { ::munmap(value_, sizeof(T)); }
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

    T* operator->() const { return value_; }
    T& operator*() const { return *value_; }

  private:
    T* value_;
};

} // namespace adoube::bench

#include "tests/bench/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> allocated{0};

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    allocated.fetch_add(1, std::memory_order_relaxed);
    return memory;
}

} // namespace

// Those of arrays and without exceptions call these.
void* operator new(std::size_t size) { return counted(std::malloc(size != 0 ? size : 1)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto by = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(by, (size + by - 1) / by * by));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace adoube::bench {

std::uint64_t allocations_of(const std::function<void()>& work) {
    const std::uint64_t before = allocated.load();
    work();
    return allocated.load() - before;
}

} // namespace adoube::bench

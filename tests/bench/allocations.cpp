#include "tests/bench/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <new>

namespace {

std::atomic<std::uint64_t> allocated{0};
std::atomic<std::int64_t> bytes{0};

constexpr std::size_t of_heap = sizeof(std::size_t); // before each block of glibc's

std::int64_t bytes_of(void* memory) {
    return static_cast<std::int64_t>(::malloc_usable_size(memory) + of_heap);
}

void* counted(void* memory) {
    if (memory == nullptr) throw std::bad_alloc();
    allocated.fetch_add(1, std::memory_order_relaxed);
    bytes.fetch_add(bytes_of(memory), std::memory_order_relaxed);
    return memory;
}

void release(void* memory) {
    if (memory != nullptr) bytes.fetch_sub(bytes_of(memory), std::memory_order_relaxed);
    std::free(memory);
}

} // namespace

// Those of arrays and without exceptions call these.
void* operator new(std::size_t size) { return counted(std::malloc(size != 0 ? size : 1)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto by = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(by, (size + by - 1) / by * by));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace adoube::bench {

std::uint64_t allocations_of(const std::function<void()>& work) {
    const std::uint64_t before = allocated.load();
    work();
    return allocated.load() - before;
}

std::int64_t bytes_left_by(const std::function<void()>& work) {
    const std::int64_t before = bytes.load();
    work();
    return bytes.load() - before;
}

} // namespace adoube::bench

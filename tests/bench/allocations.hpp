#pragma once
// Counts what the program that links it allocates.

#include <cstdint>
#include <functional>

namespace adoube::bench {

/// By operator new, in all threads.
std::uint64_t allocations_of(const std::function<void()>& work);

/// What it has allocated and not freed when it returns, as the allocator rounds it.
std::int64_t bytes_left_by(const std::function<void()>& work);

} // namespace adoube::bench

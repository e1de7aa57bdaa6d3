#pragma once
// Waits for other threads and processes.

#include <chrono>
#include <thread>

namespace adoube::tests {

using namespace std::chrono_literals;

/// Polls until `so()` holds or the time is up.
template<class So>
bool wait_until(So&& so, std::chrono::milliseconds longest = 30s) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (!so()) {
        if (std::chrono::steady_clock::now() >= end) return false;
        std::this_thread::sleep_for(5ms);
    }
    return true;
}

} // namespace adoube::tests

#pragma once
// For what other threads and processes do in their own time.

#include <chrono>
#include <thread>

namespace adoube::tests {

using namespace std::chrono_literals;

/// Asks again and again until it is so, or the time is over.
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

#pragma once
// A SQLite file's locks and shared memory among connections of one process (sqlite.org/lockingv3.html,
// sqlite.org/c3ref/io_methods.html). Not thread-safe.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace adoube::tests {

class FileLocks {
  public:
    /// Held by one connection.
    struct Held {
        int level = 0;                           // SQLITE_LOCK_...
        std::uint32_t shared = 0, exclusive = 0; // shared-memory places, one bit each
        bool uses_memory = false;
    };

    /// Locking returns SQLITE_OK or SQLITE_BUSY.
    int lock(Held& held, int level);
    void unlock(Held& held, int level);
    bool is_reserved() const { return reserved_ != nullptr; }

    /// `size` zeros, shared by all; null if absent and not `make`.
    char* memory(Held& held, std::size_t region, std::size_t size, bool make);
    int lock_memory(Held& held, std::uint32_t places, bool exclusive);
    void unlock_memory(Held& held, std::uint32_t places);
    void forget_memory(Held& held);

  private:
    int readers_ = 0; // with a lock of any level
    const Held *reserved_ = nullptr, *pending_ = nullptr;
    std::vector<std::unique_ptr<char[]>> memory_;
    int users_ = 0;                // of the memory
    std::array<int, 32> places_{}; // sharers; -1: one has it alone
};

} // namespace adoube::tests

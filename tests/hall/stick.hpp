#pragma once
// The stick with a copy of the journal. It is slow: everything else, pulling it out and power loss too,
// happens in the middle of its writes.

#include "daemon/journal/file/copy_store.hpp"
#include "tests/unit/journal/faulty_disk.hpp"

#include <functional>
#include <optional>

namespace adoube::hall {

class Stick {
  public:
    explicit Stick(std::uint64_t seed) : disk_(seed) {}

    /// At a start, or when put back. Throws Broken if the copy cannot be continued.
    void put_in(const std::string& journal, const char* vfs);
    bool is_in() const { return copy_.has_value(); }
    /// Calls `meanwhile` half-way. False if there was nothing to write.
    bool copy_during(const std::function<void()>& meanwhile);
    /// A few writes from now.
    void lose_power(tests::FaultyDisk::End end, std::uint64_t seed);
    journal::Copied holds();

  private:
    tests::FaultyDisk disk_;
    std::optional<journal::CopyStore> copy_;
};

} // namespace adoube::hall

#pragma once
// The stick on which the daemon keeps a copy of its journal. It is slow: whatever else happens, happens in
// the middle of its writes; and it is pulled out, or loses its power, there.

#include "daemon/journal/file/copy_store.hpp"
#include "tests/unit/journal/faulty_disk.hpp"

#include <functional>
#include <optional>

namespace adoube::hall {

class Stick {
  public:
    explicit Stick(std::uint64_t seed) : disk_(seed) {}

    /// A life of the daemon begins, or the stick is put back. Throws Broken where what is on it is no copy of
    /// this journal that it goes on with.
    void put_in(const std::string& journal, const char* vfs);
    bool is_in() const { return copy_.has_value(); }
    /// Brings the copy up to date; `meanwhile` happens when it is half written. False where there was nothing
    /// to write.
    bool copy_during(const std::function<void()>& meanwhile);
    /// In the middle of its writes, a few from now.
    void lose_power(tests::FaultyDisk::End end, std::uint64_t seed);
    /// What is on it.
    journal::Copied holds();

  private:
    tests::FaultyDisk disk_;
    std::optional<journal::CopyStore> copy_;
};

} // namespace adoube::hall

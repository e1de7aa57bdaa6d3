#pragma once
// What one table has on its way to the journal. At the bound the board must keep and resend its events, and
// the arbiter is refused; nothing accepted is dropped.

#include "daemon/journal/record.hpp"
#include "protocol/rules.hpp"

#include <cstddef>

namespace adoube::round {

class Backlog {
  public:
    /// As many events as a driver accepts before the first is durable.
    static constexpr std::size_t most_records = 2 * wire::window_events, most_bytes = 512 * 1024;

    /// Memory in all places where the record waits.
    static std::size_t bytes_of(const journal::Record& record);

    void put(std::size_t bytes) {
        ++records_, bytes_ += bytes;
        full_ |= records_ >= most_records || bytes_ >= most_bytes;
    }
    /// Once full, stays full until half is durable, so that the board is not asked again for each event.
    void confirm(std::size_t bytes) {
        --records_, bytes_ -= bytes;
        full_ &= records_ > most_records / 2 || bytes_ > most_bytes / 2;
    }
    bool full() const { return full_; }
    static constexpr const char* too_much_waits =
        "too much waits for the journal already: make it possible to write it, then say it again";
    std::size_t room() const { return full_ ? 0 : most_records - records_; }
    std::size_t records() const { return records_; }
    std::size_t bytes() const { return bytes_; }

  private:
    std::size_t records_ = 0, bytes_ = 0;
    bool full_ = false;
};

} // namespace adoube::round

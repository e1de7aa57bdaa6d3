#pragma once
// What one table has on its way to the journal. At the bound nothing more is taken from its board, which
// keeps its events and sends them again, nor from the arbiter, who is told; what was taken waits as long as
// it must.

#include "daemon/journal/record.hpp"
#include "protocol/rules.hpp"

#include <cstddef>

namespace adoube::round {

class Backlog {
  public:
    /// For each table. As many events as a driver takes before the first is durable.
    static constexpr std::size_t most_records = 2 * wire::window_events, most_bytes = 512 * 1024;

    /// Of memory, in all places where it waits.
    static std::size_t bytes_of(const journal::Record& record);

    void put(std::size_t bytes) {
        ++records_, bytes_ += bytes;
        full_ |= records_ >= most_records || bytes_ >= most_bytes;
    }
    /// What was full is so until half of it is durable: a board is not to be asked again for each event.
    void confirm(std::size_t bytes) {
        --records_, bytes_ -= bytes;
        full_ &= records_ > most_records / 2 || bytes_ > most_bytes / 2;
    }
    bool full() const { return full_; }
    /// What an arbiter is told then.
    static constexpr const char* too_much_waits =
        "too much waits for the journal already: make it possible to write it, then say it again";
    /// So many records may still be taken.
    std::size_t room() const { return full_ ? 0 : most_records - records_; }
    std::size_t records() const { return records_; }
    std::size_t bytes() const { return bytes_; }

  private:
    std::size_t records_ = 0, bytes_ = 0;
    bool full_ = false;
};

} // namespace adoube::round

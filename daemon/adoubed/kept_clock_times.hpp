#pragma once
// The clock times that the daemon notes each half hour, over its restarts: a file beside the journal.

#include "daemon/adoubed/kept_file.hpp"
#include "daemon/report/clock_times.hpp"
#include "daemon/round/round.hpp"

namespace adoube::adoubed {

class KeptClockTimes {
  public:
    /// After a start the boards have so long to come and to tell what was played meanwhile.
    static constexpr std::uint64_t first_look_after_us = 15'000'000;

    KeptClockTimes(const std::filesystem::path& journal, account::LocalTime local);
    /// For the log: what was kept cannot be read. Empty: all is well.
    const std::string& told() const { return told_; }

    /// Call about once a second: notes what is due. A sentence for the log, or empty; where the disk fails it
    /// is told once, and tried again at each call.
    std::string look(const round::Round& round, round::HostTime now);
    /// A game whose record is to be deleted.
    void forget(std::string_view record);
    /// As report::ClockTimes.
    std::string told_to(const access::Grant& who, int round) const { return times_.told_to(who, round); }

  private:
    std::string write();

    KeptFile file_;
    account::LocalTime local_;
    report::ClockTimes times_;
    std::optional<SteadyUs> first_us_;
    std::string told_, trouble_;
    bool is_written_ = true;
};

} // namespace adoube::adoubed

#pragma once
// Which arbiter looks at which board, for the others to see: of the moment alone, and in no record. No I/O.
// JSON, to whoever has the boards, without the own ones:
//
//   {"type":"looking","at":[{"board":3,"case":"i2","by":"Anna","since":UTC ms},…]}
//
// `case`: "i" and the `seq` of an incident, or "p" and that of a proposal, or null: the board as a whole.
// Pages say it again now and then (console_message.hpp).

#include "daemon/access/rights.hpp"
#include "daemon/time/instant.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace adoube::server {

class Lookers {
  public:
    /// Without another word the arbiter has laid the phone away.
    static constexpr std::int64_t kept_ms = 5 * 60 * 1000;

    struct At {
        int board = 0;
        std::string one_case{}; // may be empty
        friend bool operator==(const At&, const At&) = default;
    };
    /// `viewer`: the caller's number of the page that says so.
    void look(int viewer, const access::Grant& who, const At& at, UtcMs utc_ms, std::int64_t steady_ms);
    void leave(int viewer) { all_.erase(viewer); }
    /// Those who have said nothing for too long; true if there were some.
    bool forget(std::int64_t steady_ms);

    std::string told_to(const access::Grant& grant) const;

  private:
    struct One {
        access::Grant who;
        At at;
        UtcMs since{};
        std::int64_t said_ms = 0; // steady
    };
    std::map<int, One> all_; // by viewer
};

} // namespace adoube::server

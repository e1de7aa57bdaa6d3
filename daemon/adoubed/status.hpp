#pragma once
// The daemon's status for its operator: the JSON object of GET /api/status (daemon/INTERFACES.md).

#include "daemon/adoubed/programs.hpp"
#include "daemon/adoubed/sheet_printer.hpp"
#include "daemon/livechess/server.hpp"
#include "daemon/nats/hall_log_keeper.hpp"
#include "daemon/nats/hall_publisher.hpp"
#include "daemon/round/round.hpp"
#include "daemon/server/stats.hpp"
#include "daemon/targets/report.hpp"

#include <boost/json/array.hpp>

namespace adoube::adoubed {

struct CopyStatus {
    bool kept = false, on_one_disk = false; // with the journal
    std::string trouble{};                  // why none is kept
};

struct Status {
    const round::Round& round;
    UtcMs started_utc_ms{}, now_utc_ms{};
    struct Journal {
        std::uint64_t handed_in = 0, durable = 0; // records since the start
        std::string trouble;                      // why it cannot be written; empty: it can
        std::size_t commands_waiting = 0;
        std::string lost; // what it once held; empty: nothing
        std::optional<std::uint64_t> disk_free_bytes{};
        std::optional<CopyStatus> copy{}; // empty: none is wanted
    } journal;
    struct Keys {
        bool signs = false;  // the record
        std::string trouble; // with what is published of them
    } keys{};
    std::int64_t delay_ms = 0;
    std::uint64_t delay_left_out = 0;
    struct Standings {
        std::optional<int> shown; // after which round; empty: none
        std::vector<int> waiting; // for the delay
        bool in_hall = false;     // on screens there, too
    } standings{};
    ClosedExits closed_exits{};
    std::vector<Programs::State> programs{};
    server::Stats server;
    struct Access {
        std::size_t feeds = 0;
        std::uint64_t wrong_tokens = 0, forbidden = 0;
    } access;
    std::optional<livechess::Stats> livechess;     // empty: it is off
    std::optional<SheetPrinter::State> printing{}; // empty: no printer
    boost::json::array rounds{};                   // as Rounds::now
    std::vector<targets::Report> targets;
    std::optional<nats::HallPublisher::Report> stream{};  // empty: none is configured
    std::optional<nats::HallLogKeeper::Report> standby{}; // empty: nobody is to stand by
};

std::string to_json(const Status& status);

} // namespace adoube::adoubed

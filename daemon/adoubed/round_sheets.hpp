#pragma once
// The full scoresheets of a round as one PDF, for the operator, and for arbiters those of their boards. At
// once, whatever the delay, and with all that a record holds but a sealed move: nothing of it is for the
// public.
//
//   GET /api/scoresheets.pdf?round=3&letters=de&times=yes&for=white
//     By board, of games in play as far as they are completed, each marked so with the time. `round`: 1 to
//     99, absent: that of the game opened last; `letters`: as sheet::letters_named takes them, absent: "en";
//     `times`: with the time left after each move; `for`: white or black, absent: a sheet for both.

#include "daemon/server/router.hpp"
#include "daemon/sheet/hall_sheets.hpp"

namespace adoube::adoubed {

struct SheetsAsked {
    int round = 0; // as for sheet::sheets_of_round
    sheet::Options how;
};
/// The error is one sentence.
std::expected<SheetsAsked, std::string> sheets_asked(std::string_view target);

/// Slow.
server::Response sheets_for(const std::filesystem::path& journal, const SheetsAsked& asked,
                            const access::Grant& who, const account::LocalTime& local, std::int64_t now_utc_s,
                            const std::string& site);

} // namespace adoube::adoubed

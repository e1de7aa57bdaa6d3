#include "tests/catch.hpp"
#include "tools/hands/time_control.hpp"

using adoube::tools::pgn_time_control;

TEST_CASE("a time control as people write it becomes that of the PGN tag") {
    struct Row {
        const char *written, *expected;
    };
    const Row rows[] = {
        {"900+10", "900+10"},
        {"40/5400+30:1800+30", "40/5400+30:1800+30"},
        {"300", "300"},
        {"15 min/game + 10 sec/move", "900+10"},
        {"15 min + 10 sec", "900+10"},
        {"90 minutes plus 30 seconds per move", "5400+30"},
        {"2 hours", "7200"},
        {"3' + 2''", "180+2"},
        {"10 Min.", "600"},
        {"-", ""},
        {"?", ""},
        {"", ""},
        {"as agreed", ""},
        {"99999999999999 min", ""},
    };
    for (const Row& row : rows) {
        CAPTURE(row.written);
        CHECK(pgn_time_control(row.written) == row.expected);
    }
}

#pragma once
// `adoube round clock-times`: both clocks of the games in play, as a daemon has noted them each half hour.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct RoundClockTimesOptions {
    std::string control; // of the daemon; empty: as found by find_control
    HallOptions hall;    // with a URL: instead of the control socket
    int round = 0;       // 0: the one noted last
    bool all = false;    // every list of the round; otherwise the newest
    bool json = false;   // as report/clock_times.hpp
};

/// 1 where nothing is noted; 2 where it is refused, or without a daemon.
int run_round_clock_times(const RoundClockTimesOptions& options, Streams io);

/// "1:29:57"; "not known" of null.
std::string clock_time_in_words(const std::int64_t* left_ms);

} // namespace adoube::tools

#pragma once
// Incidents and proposals as shown in the log, in replies to commands and in `adoube arbiter watch`.

#include "daemon/umpire/data/incident.hpp"

namespace adoube::umpire {

/// "1:02:03", "-0:00:05"
std::string clock_time(std::int64_t ms);

/// "incident 2, move 12, Article 7.5.3: …"
std::string in_words(const Incident& incident);
/// "proposal 1, move 12, Article 7.5.5: … (time b=+120)": in brackets what to tell `adoube arbiter`.
std::string in_words(const Proposal& proposal);

std::string in_words(std::string_view kind, std::int64_t seq, std::int64_t move, std::string_view article,
                     std::string_view text);
/// With a leading space; empty if the game just goes on.
std::string how_to_do(std::string_view result, std::array<std::int64_t, 2> add_ms);

} // namespace adoube::umpire

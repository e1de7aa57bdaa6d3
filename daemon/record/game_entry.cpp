#include "daemon/record/game_entry.hpp"

#include "daemon/text/utc.hpp"

namespace adoube::record {

std::string when_and_why(const Tombstone& tombstone) {
    return "deleted on " + text::utc_minute(tombstone.deleted_utc_ms) + " (" + tombstone.why + ")";
}

} // namespace adoube::record

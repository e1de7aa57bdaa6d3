#pragma once
// What every incident has in common, whichever article it is of.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

/// "White" or "Black".
std::string name(Side side);

/// An incident of the ply in progress; its number comes later.
Incident incident_of(const Reading& reading, IncidentKind kind, laws::Rule rule, Side side, Moment first,
                     Moment last);

} // namespace adoube::umpire

#pragma once
// What incidents of every Article share.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

std::string name(Side side);

/// Of the ply in progress; numbered later.
Incident incident_of(const Reading& reading, IncidentKind kind, laws::Rule rule, Side side, Moment first,
                     Moment last);

} // namespace adoube::umpire

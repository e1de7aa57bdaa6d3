#include "daemon/umpire/articles/telling.hpp"

#include <algorithm>

namespace adoube::umpire {

std::string name(Side side) { return side == Side::white ? "White" : "Black"; }

Incident incident_of(const Reading& reading, IncidentKind kind, laws::Rule rule, Side side, Moment first,
                     Moment last) {
    Incident incident;
    incident.t_ms = last.t_ms;
    incident.kind = kind;
    incident.laws = reading.header->laws;
    incident.article = laws::article(rule, incident.laws);
    incident.side = side;
    incident.ply = reading.plies + 1;
    incident.first_input = std::min(first.input, last.input);
    incident.last_input = last.input;
    return incident;
}

} // namespace adoube::umpire

#include "daemon/round/act.hpp"

#include "daemon/record/sensor_log.hpp"

namespace adoube::round {
namespace {

bool is_told(const record::What& what) {
    return std::visit(
        []<class Kind>(const Kind&) {
            using namespace record;
            return std::is_same_v<Kind, Lift> || std::is_same_v<Kind, Drop> || std::is_same_v<Kind, Press> ||
                   std::is_same_v<Kind, Snapshot> || std::is_same_v<Kind, Gap> ||
                   std::is_same_v<Kind, ClockReading> || std::is_same_v<Kind, Mask> ||
                   std::is_same_v<Kind, BoardChange>;
        },
        what);
}

} // namespace

std::optional<Act> act_of(const record::Entry& entry, const record::Input& input, bool moves_are_entered) {
    if (entry.origin || is_told(input.what)) return std::nullopt;
    if (moves_are_entered && std::holds_alternative<record::PlayMove>(input.what)) return std::nullopt;
    Act act{input.t_ms, input.what, record::said_by(entry.line)};
    if (auto* adjourned = std::get_if<record::Adjourn>(&act.what)) adjourned->sealed.clear();
    return act;
}

} // namespace adoube::round

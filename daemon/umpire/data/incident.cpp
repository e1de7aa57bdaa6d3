#include "daemon/umpire/data/incident.hpp"

#include <boost/json.hpp>

#include <iterator>

namespace adoube::umpire {

std::string_view to_string(IncidentKind kind) {
    constexpr std::string_view names[] = {"touch-move",
                                          "rook-first-castling",
                                          "released-piece",
                                          "adjust-out-of-turn",
                                          "illegal-move",
                                          "promotion-missing",
                                          "press-without-move",
                                          "forfeit-by-illegal-moves",
                                          "displaced",
                                          "wrong-start",
                                          "board-rotated",
                                          "claim-window-closed",
                                          "offer-declined-by-touch",
                                          "draw-claimable",
                                          "flag",
                                          "ambiguous",
                                          "reconstructed",
                                          "out-of-step"};
    static_assert(std::size(names) == static_cast<std::size_t>(IncidentKind::out_of_step) + 1);
    return names[static_cast<int>(kind)];
}

std::string to_line(const Incident& incident) {
    boost::json::object object{{"seq", incident.seq},
                               {"t", incident.t_ms.count()},
                               {"kind", to_string(incident.kind)},
                               {"article", incident.article},
                               {"laws", to_string(incident.laws)}};
    if (incident.side) object["side"] = *incident.side == Side::white ? "w" : "b";
    object["ply"] = incident.ply;
    boost::json::array squares;
    for (const auto square : incident.squares) squares.emplace_back(to_string(square));
    object["squares"] = std::move(squares);
    object["inputs"] = boost::json::array{incident.first_input, incident.last_input};
    if (!incident.allowed.empty())
        object["allowed"] = boost::json::array(incident.allowed.begin(), incident.allowed.end());
    if (incident.hand_unknown) object["hand"] = "unknown";
    object["text"] = incident.text.told();
    return boost::json::serialize(object);
}

} // namespace adoube::umpire

#pragma once
// A board of some geometry with pieces that move over it: its sensors feel them, its firmware scans, its wire
// tells them to a host.

#include "tests/magnets/paths.hpp"
#include "tests/magnets/placements.hpp"

#include "protocol/messages.hpp"

namespace adoube::magnets {

struct Contact {
    double t_ms;
    wire::EventKind kind; // a press of the lever or a button
};

/// All that the board's firmware told until the last piece and contact was at rest; times in ms of the log.
struct Told {
    double t_ms;
    wire::Event event;
};
template<class Board>
std::vector<Told> told_by_board(const Geometry<Board>& geometry, const FieldMap& map,
                                const std::vector<Path>& paths, std::span<const Contact> contacts,
                                Dice& dice);

} // namespace adoube::magnets

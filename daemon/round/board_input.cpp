#include "daemon/round/board_input.hpp"

#include "daemon/umpire/sensor_log.hpp"

namespace adoube::round {
namespace {

using chess::PieceType;
using chess::Side;
using umpire::Seen;

Seen seen(wire::Content content, umpire::Sensing sensing) {
    const auto code = static_cast<unsigned>(content);
    constexpr auto first_black = static_cast<unsigned>(wire::Content::black_pawn);
    if (content == wire::Content::empty || content == wire::Content::occupied) return {};
    const bool white = code < first_black;
    Seen all{white ? Side::white : Side::black, std::nullopt};
    if (content != wire::Content::white && content != wire::Content::black)
        all.type = static_cast<PieceType>(white ? code - 1 : code - first_black);
    return umpire::reduced(all, sensing);
}

} // namespace

umpire::Sensing sensing_of(wire::Sensing sensing) {
    switch (sensing) {
    case wire::Sensing::identity: return umpire::Sensing::identity;
    case wire::Sensing::colour: return umpire::Sensing::colour;
    case wire::Sensing::presence: break;
    }
    return umpire::Sensing::presence;
}

umpire::What input_of(const wire::Event& event, umpire::Sensing sensing) {
    const auto square = static_cast<chess::Square>(event.square);
    switch (event.kind) {
    case wire::EventKind::lift: return umpire::Lift{square, seen(event.content, sensing)};
    case wire::EventKind::drop: return umpire::Drop{square, seen(event.content, sensing)};
    case wire::EventKind::press_white: return umpire::Press{Side::white};
    case wire::EventKind::press_black: return umpire::Press{Side::black};
    case wire::EventKind::adjust_white: return umpire::Adjust{Side::white};
    case wire::EventKind::adjust_black: return umpire::Adjust{Side::black};
    case wire::EventKind::call_white: return umpire::Call{Side::white};
    case wire::EventKind::call_black: return umpire::Call{Side::black};
    case wire::EventKind::mask_on: return umpire::Mask{square, true};
    case wire::EventKind::mask_off: break;
    }
    return umpire::Mask{square, false};
}

umpire::Snapshot snapshot_of(const wire::Squares& squares, umpire::Sensing sensing) {
    umpire::Snapshot snapshot;
    for (unsigned square = 0; square < wire::square_count; ++square)
        if (squares.at(square) != wire::Content::empty)
            snapshot.squares[square] = seen(squares.at(square), sensing);
    return snapshot;
}

umpire::Gap gap_of(wire::GapCause cause) {
    return {cause == wire::GapCause::overflow ? umpire::Gap::Cause::overflow : umpire::Gap::Cause::link};
}

} // namespace adoube::round

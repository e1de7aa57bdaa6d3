#include "daemon/round/board_input.hpp"

#include "daemon/record/sensor_log.hpp"

namespace adoube::round {
namespace {

using chess::PieceType;
using chess::Side;
using record::Seen;

Seen seen(wire::Content content, record::Sensing sensing) {
    const auto code = static_cast<unsigned>(content);
    constexpr auto first_black = static_cast<unsigned>(wire::Content::black_pawn);
    if (content == wire::Content::empty || content == wire::Content::occupied) return {};
    const bool white = code < first_black;
    Seen all{white ? Side::white : Side::black, std::nullopt};
    if (content != wire::Content::white && content != wire::Content::black)
        all.type = static_cast<PieceType>(white ? code - 1 : code - first_black);
    return record::reduced(all, sensing);
}

} // namespace

record::Sensing sensing_of(wire::Sensing sensing) {
    switch (sensing) {
    case wire::Sensing::identity: return record::Sensing::identity;
    case wire::Sensing::colour: return record::Sensing::colour;
    case wire::Sensing::presence: break;
    }
    return record::Sensing::presence;
}

record::What input_of(const wire::Event& event, record::Sensing sensing) {
    const auto square = static_cast<chess::Square>(event.square);
    switch (event.kind) {
    case wire::EventKind::lift: return record::Lift{square, seen(event.content, sensing)};
    case wire::EventKind::drop: return record::Drop{square, seen(event.content, sensing)};
    case wire::EventKind::press_white: return record::Press{Side::white};
    case wire::EventKind::press_black: return record::Press{Side::black};
    case wire::EventKind::adjust_white: return record::Adjust{Side::white};
    case wire::EventKind::adjust_black: return record::Adjust{Side::black};
    case wire::EventKind::call_white: return record::Call{Side::white};
    case wire::EventKind::call_black: return record::Call{Side::black};
    case wire::EventKind::mask_on: return record::Mask{square, true};
    case wire::EventKind::mask_off: break;
    }
    return record::Mask{square, false};
}

std::optional<Side> pressed_last(wire::Lever lever) {
    if (lever == wire::Lever::white) return Side::white;
    if (lever == wire::Lever::black) return Side::black;
    return std::nullopt;
}

record::Snapshot snapshot_of(const wire::Squares& squares, wire::Lever lever, record::Sensing sensing) {
    record::Snapshot snapshot;
    snapshot.lever = pressed_last(lever);
    for (unsigned square = 0; square < wire::square_count; ++square)
        if (squares.at(square) != wire::Content::empty)
            snapshot.squares[square] = seen(squares.at(square), sensing);
    return snapshot;
}

record::Gap gap_of(drivers::LossCause cause) {
    return {cause == drivers::LossCause::overflow ? record::Gap::Cause::overflow : record::Gap::Cause::link};
}

} // namespace adoube::round

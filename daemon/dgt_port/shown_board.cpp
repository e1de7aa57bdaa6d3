#include "daemon/dgt_port/shown_board.hpp"

#include "daemon/drivers/dgt/messages.hpp"

namespace adoube::dgt_port {

using Data = ShownBoard::Data;

std::vector<SquareChange> ShownBoard::stand(const Squares& squares, SteadyUs now_us) {
    if (!std::exchange(is_on_, true)) {
        squares_ = squares;
        switch_on(now_us);
        return {};
    }
    const auto changes = changes_between(squares_, squares);
    for (const auto& change : changes) {
        squares_[static_cast<std::size_t>(change.square)] = change.piece;
        stored_.changed(change, squares_, now_us);
    }
    return changes;
}

void ShownBoard::show(const std::optional<Clocks>& clocks) {
    if (clocks && clocks_ && clocks->to_move != clocks_->to_move) {
        const bool white_pressed = clocks->to_move == chess::Side::black;
        stored_.pressed(chess::other(clocks->to_move), white_pressed ? clocks->white_s : clocks->black_s);
    }
    clocks_ = clocks;
}

Data ShownBoard::dump() const { return drivers::dgt::fields_of(squares_); }

Data ShownBoard::clock() const {
    const auto data = clock_data(clocks_);
    return {data.begin(), data.end()};
}

std::optional<Data> ShownBoard::battery() const {
    constexpr std::uint8_t unknown = 0x7f, charging = 0x01, discharging = 0x02;
    if (!battery_) return std::nullopt;
    return Data{static_cast<std::uint8_t>(battery_->percent), unknown, unknown, 0, 0, 0, 0, 0,
                battery_->charging ? charging : discharging};
}

/// Up to 1.2 a bus was told no version.
Data ShownBoard::version() const { return {1, 8}; }

Data ShownBoard::long_serial() const {
    Data data(5, '0');
    for (const char digit : identity_.serial) data.push_back(static_cast<std::uint8_t>(digit));
    return data;
}

unsigned ShownBoard::address() const {
    const auto number = static_cast<unsigned>(std::stoul(identity_.serial)) & 0x3fff;
    return number == 0 ? 1 : number;
}

} // namespace adoube::dgt_port

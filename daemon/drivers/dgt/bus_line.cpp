#include "daemon/drivers/dgt/bus_line.hpp"

namespace adoube::drivers::dgt {
void BusLine::hear(const BusNews& news, SteadyUs now_us) {
    if (cut_) return;
    std::visit([&](const auto& one) { on(one, now_us); }, news.what);
}

void BusLine::on(const BusSquares& squares, SteadyUs) {
    squares_ = squares.squares;
    cut_ = squares.gap;
}

void BusLine::on(const FieldUpdate& update, SteadyUs) {
    if (!squares_) return;
    (*squares_)[static_cast<std::size_t>(update.square)] = update.piece;
    if (updates_) say(MessageId::field_update, std::array{field_of(update.square), code_of(update.piece)});
}

void BusLine::on(const BusBoardHeard& heard, SteadyUs) {
    if (!squares_) return;
    for (; !clocks_.empty() && clocks_.front().since_us + scan_us <= heard.asked_us; clocks_.pop_front())
        say(MessageId::clock, clocks_.front().data);
    if (!dump_asked_us_ || heard.asked_us < *dump_asked_us_) return;
    dump_asked_us_.reset();
    say(MessageId::board_dump, fields_of(*squares_));
}

void BusLine::on(const BusClock& clock, SteadyUs now_us) {
    if (!std::exchange(clock_asked_, false) && !updates_) return;
    if (clocks_.size() == most_clock_times) clocks_.pop_front();
    clocks_.push_back({now_us, clock.data});
}

void BusLine::received(std::span<const std::uint8_t> commands, SteadyUs now_us) {
    for (const auto command : commands) obey(static_cast<Command>(command), now_us);
}

/// Version, battery and trademark are not told on the bus.
void BusLine::obey(Command command, SteadyUs now_us) {
    switch (command) {
    case Command::stop_updates: updates_ = false; break;
    case Command::updates: updates_ = true; break;
    case Command::clock_time: clock_asked_ = true; break;
    case Command::whole_board:
        if (!dump_asked_us_) dump_asked_us_ = now_us;
        break;
    case Command::serial_number:
        if (squares_)
            say(MessageId::serial_number, std::vector<std::uint8_t>(serial_.begin(), serial_.end()));
        break;
    default: break;
    }
}

void BusLine::say(MessageId id, std::span<const std::uint8_t> data) {
    const auto message = message_of(static_cast<std::uint8_t>(id), data);
    bytes_.insert(bytes_.end(), message.begin(), message.end());
}

} // namespace adoube::drivers::dgt

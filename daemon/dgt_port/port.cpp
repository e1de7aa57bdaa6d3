#include "daemon/dgt_port/port.hpp"

#include "daemon/drivers/dgt/codes.hpp"
#include "daemon/drivers/dgt/messages.hpp"

#include <numeric>

namespace adoube::dgt_port {
namespace {

using drivers::dgt::BusCommand;
using drivers::dgt::BusMessageId;
using drivers::dgt::Command;
using drivers::dgt::MessageId;

constexpr std::uint64_t between_clocks_us = 1'000'000; // in mode 43

std::uint8_t seven_bits(std::size_t number) { return static_cast<std::uint8_t>(number & 0x7f); }

void learn(std::optional<Squares>& known, const SquareChange& change) {
    if (known) (*known)[static_cast<std::size_t>(change.square)] = change.piece;
}

} // namespace

Port::Port(const std::vector<Identity>& boards) {
    for (const auto& identity : boards) boards_.emplace_back(identity);
}

// --- the boards ---

void Port::stand(std::size_t board, const Squares& squares, SteadyUs now_us) {
    for (const auto& change : boards_[board].stand(squares, now_us))
        if (tells_squares() && !missed_) tell(change);
}

void Port::show(std::size_t board, const std::optional<Clocks>& clocks, SteadyUs now_us) {
    boards_[board].show(clocks);
    look_at_clock(now_us);
}

void Port::tell(const SquareChange& change) {
    const std::uint8_t data[] = {drivers::dgt::field_of(change.square), drivers::dgt::code_of(change.piece)};
    say(static_cast<std::uint8_t>(MessageId::field_update), data, {{}, change, {}});
}

/// What has changed since the program was told of the board.
void Port::tell_missed() {
    if (!told_ || !tells_squares()) return;
    for (const auto& change : changes_between(*told_, boards_.front().squares())) tell(change);
}

void Port::look_at_clock(SteadyUs now_us) {
    if (!tells_clock()) return;
    auto data = boards_.front().clock();
    const bool is_due = mode_ == Mode::squares_and_clock && now_us - clock_told_us_ >= between_clocks_us;
    if (data == clock_told_ && !is_due) return;
    say(static_cast<std::uint8_t>(MessageId::clock), data);
    clock_told_ = std::move(data);
    clock_told_us_ = now_us;
}

// --- the program ---

void Port::program_left() {
    commands_.reset();
    waiting_.clear();
    waiting_bytes_ = 0;
    mode_ = Mode::bus;
    read_.reset();
    told_.reset();
    missed_ = false;
}

void Port::received(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    for (const auto& request : commands_.feed(bytes, now_us))
        std::visit([&](const auto& asked) { obey(asked, now_us); }, request);
}

void Port::go_to(Mode mode, SteadyUs now_us) {
    mode_ = mode;
    clock_told_.reset();
    if (mode == Mode::bus) told_.reset();
    if (!missed_) tell_missed();
    look_at_clock(now_us);
}

void Port::acknowledge(std::span<const std::uint8_t> clock_message) {
    constexpr std::uint8_t start = 0x03;
    if (!tells_clock() || clock_message.size() < 2 || clock_message[0] != start) return;
    say(static_cast<std::uint8_t>(MessageId::clock), acknowledgement_of(clock_message[1]));
}

/// A command that is known; the board then stands in single-board mode.
bool Port::is_single(std::uint8_t command) {
    switch (Command{command}) {
    case Command::clock_message:
    case Command::stop_updates:
    case Command::clock_time:
    case Command::whole_board:
    case Command::updates:
    case Command::square_updates:
    case Command::serial_number:
    case Command::bus_address:
    case Command::trademark:
    case Command::stored_moves:
    case Command::to_bus:
    case Command::updates_of_change:
    case Command::battery_status:
    case Command::version:
    case Command::boot_loader:
    case Command::long_serial_number:
    case Command::lights: return true;
    }
    return false;
}

void Port::obey(const Asked& asked, SteadyUs now_us) {
    if (boards_.size() > 1 || !is_single(asked.command)) return;
    if (mode_ == Mode::bus) mode_ = Mode::idle;
    auto& board = boards_.front();
    const auto answer = [this](MessageId id, const ShownBoard::Data& data) {
        say(static_cast<std::uint8_t>(id), data);
    };
    switch (Command{asked.command}) {
    case Command::clock_message: return acknowledge(asked.data);
    case Command::boot_loader:
    case Command::stop_updates: return go_to(Mode::idle, now_us);
    case Command::clock_time: return answer(MessageId::clock, board.clock());
    case Command::whole_board:
        return say(static_cast<std::uint8_t>(MessageId::board_dump), board.dump(), {{}, {}, board.squares()});
    case Command::updates: return go_to(Mode::squares_and_clock, now_us);
    case Command::square_updates: return go_to(Mode::squares, now_us);
    case Command::serial_number: return answer(MessageId::serial_number, board.serial());
    case Command::bus_address:
        return answer(MessageId::bus_address,
                      {seven_bits(board.address() >> 7), seven_bits(board.address())});
    case Command::trademark: return answer(MessageId::trademark, board.trademark());
    case Command::stored_moves: return answer(MessageId::stored_moves, board.stored().all());
    case Command::to_bus: return go_to(Mode::bus, now_us);
    case Command::updates_of_change: return go_to(Mode::clock_changes, now_us);
    case Command::battery_status:
        if (const auto battery = board.battery()) answer(MessageId::battery, *battery);
        return;
    case Command::version: return answer(MessageId::version, board.version());
    case Command::long_serial_number: return answer(MessageId::long_serial_number, board.long_serial());
    case Command::lights: return;
    }
}

void Port::obey(const AskedOnBus& asked, SteadyUs now_us) {
    if (mode_ != Mode::bus) return go_to(Mode::bus, now_us);
    for (auto& board : boards_) {
        if (asked.address == board.address()) obey_on_bus(board, asked.command, now_us);
        if (asked.address != 0) continue;
        switch (BusCommand{asked.command}) {
        case BusCommand::ping:
            if (board.answers_ping()) obey_on_bus(board, asked.command, now_us);
            break;
        case BusCommand::end_bus:
        case BusCommand::reset: obey_on_bus(board, asked.command, now_us); break;
        default: break;
        }
    }
}

void Port::obey_on_bus(ShownBoard& board, std::uint8_t command, SteadyUs now_us) {
    const auto answer = [&](BusMessageId id, const ShownBoard::Data& data = {}) {
        say_on_bus(board, static_cast<std::uint8_t>(id), data);
    };
    switch (BusCommand{command}) {
    case BusCommand::clock_time: return answer(BusMessageId::clock, board.clock());
    case BusCommand::whole_board: return answer(BusMessageId::board_dump, board.dump());
    case BusCommand::changes: return answer(BusMessageId::changes, board.changes());
    case BusCommand::repeat_changes: return answer(BusMessageId::changes, board.changes_again());
    case BusCommand::begin_game: board.begin_game(now_us); return answer(BusMessageId::game_begun);
    case BusCommand::from_begin: return answer(BusMessageId::from_begin, board.stored().from_begin());
    case BusCommand::ignore_next_ping: board.ignore_ping(); [[fallthrough]];
    case BusCommand::ping: return answer(BusMessageId::ping);
    case BusCommand::end_bus:
        if (boards_.size() == 1) mode_ = Mode::idle;
        return;
    case BusCommand::reset: return board.switch_on(now_us);
    case BusCommand::version: return answer(BusMessageId::version, board.version());
    case BusCommand::all:
        answer(BusMessageId::changes, board.changes());
        answer(BusMessageId::clock, board.clock());
        return answer(BusMessageId::board_dump, board.dump());
    }
}

// --- bytes for the program ---

void Port::say(std::uint8_t id, std::span<const std::uint8_t> data, Waiting waiting) {
    waiting.bytes = drivers::dgt::message_of(id, data);
    put(std::move(waiting));
}

void Port::say_on_bus(const ShownBoard& board, std::uint8_t id, std::span<const std::uint8_t> data) {
    const auto length = data.size() + 6;
    Bytes bytes{id, seven_bits(length >> 7), seven_bits(length), seven_bits(board.address() >> 7),
                seven_bits(board.address())};
    bytes.insert(bytes.end(), data.begin(), data.end());
    bytes.push_back(seven_bits(std::accumulate(bytes.begin(), bytes.end(), std::size_t{0})));
    put({std::move(bytes)});
}

void Port::put(Waiting waiting) {
    if (waiting_bytes_ + waiting.bytes.size() > most_waiting_bytes) {
        ++dropped_;
        return drop_waiting();
    }
    if (waiting.dump) told_ = waiting.dump;
    if (waiting.change) learn(told_, *waiting.change);
    waiting_bytes_ += waiting.bytes.size();
    waiting_.push_back(std::move(waiting));
}

void Port::drop_waiting() {
    dropped_ += waiting_.size();
    waiting_.clear();
    waiting_bytes_ = 0;
    told_ = read_;
    missed_ = true;
}

Port::Bytes Port::take(std::size_t most) {
    Bytes bytes;
    while (!waiting_.empty() && (bytes.empty() || bytes.size() + waiting_.front().bytes.size() <= most)) {
        const auto& next = waiting_.front();
        if (next.dump) read_ = next.dump;
        if (next.change) learn(read_, *next.change);
        bytes.insert(bytes.end(), next.bytes.begin(), next.bytes.end());
        waiting_bytes_ -= next.bytes.size();
        waiting_.pop_front();
    }
    if (std::exchange(missed_, false)) tell_missed();
    return bytes;
}

} // namespace adoube::dgt_port

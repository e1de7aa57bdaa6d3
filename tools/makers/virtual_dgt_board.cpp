#include "tools/makers/virtual_dgt_board.hpp"

#include <string_view>
#include <utility>

namespace adoube::tools::makers {
namespace {

constexpr std::uint64_t byte_us = 1'042; // ten bits at 9600 baud
constexpr std::uint8_t version[] = {1, 8};

std::uint8_t code_of(const std::optional<chess::Piece>& piece) {
    if (!piece) return 0;
    return static_cast<std::uint8_t>(std::string_view(".PRNBKQprnbkq").find(chess::to_char(*piece)));
}

} // namespace

std::size_t VirtualDgtBoard::field_of(chess::Square square) {
    const auto at = static_cast<std::size_t>(chess::index(square));
    return (7 - at / 8) * 8 + at % 8;
}

VirtualDgtBoard::VirtualDgtBoard(DgtOptions options, const chess::Position& start)
    : options_(std::move(options)), random_(options_.seed) {
    square_us_ = std::uniform_int_distribution<std::uint64_t>(200'000, 250'000)(random_) / 64;
    next_poll_us_ = std::uniform_int_distribution<std::uint64_t>(0, 400'000)(random_);
    for (int at = 0; at < 64; ++at) {
        const auto square = static_cast<chess::Square>(at);
        seen_[field_of(square)] = stands_[field_of(square)] = code_of(start.at(square));
    }
}

void VirtualDgtBoard::stand(chess::Square square, std::optional<chess::Piece> piece) {
    stands_[field_of(square)] = code_of(piece);
}

void VirtualDgtBoard::begin() {
    if (auto* at = clock()) at->start();
}

void VirtualDgtBoard::press(chess::Side side) {
    if (auto* at = clock()) at->press(side);
}

void VirtualDgtBoard::connect(std::optional<DgtClock> clock) {
    options_.clock = std::move(clock);
    if (auto* at = this->clock()) at->advance_to(now_us_);
}

void VirtualDgtBoard::say(std::uint8_t id, Bytes data) {
    const auto length = data.size() + 3;
    data.insert(data.begin(),
                {id, static_cast<std::uint8_t>(length >> 7), static_cast<std::uint8_t>(length & 0x7f)});
    for (const auto byte : data) {
        line_free_us_ = std::max(line_free_us_, now_us_) + byte_us;
        sent_.push_back({line_free_us_, byte});
    }
}

VirtualDgtBoard::Bytes VirtualDgtBoard::clock_data() const {
    if (!options_.clock) return {0, 0, 0, 0, 0, 0, 0x20};
    return options_.clock->message();
}

void VirtualDgtBoard::scan(std::size_t field) {
    if (seen_[field] == stands_[field]) return;
    seen_[field] = stands_[field];
    if (mode_ != Mode::idle) say(0x8e, {static_cast<std::uint8_t>(field), seen_[field]});
}

/// What was read is passed on with the next poll at the latest.
void VirtualDgtBoard::poll_clock() {
    next_poll_us_ += std::uniform_int_distribution<std::uint64_t>(330'000, 500'000)(random_);
    const auto read = std::exchange(clock_read_, clock_data());
    const bool late = random_() % 3 == 0; // up to a second in all
    const auto& told = late && !read.empty() ? read : clock_read_;
    const bool wanted =
        mode_ == Mode::squares_and_clock || (mode_ == Mode::clock_changes && told != clock_told_);
    if (!wanted) return;
    clock_told_ = told;
    say(0x8d, told);
}

void VirtualDgtBoard::obey(std::uint8_t command) {
    switch (command) {
    case 0x40: mode_ = Mode::idle; break;
    case 0x41: say(0x8d, clock_data()); break;
    case 0x42: say(0x86, {seen_.begin(), seen_.end()}); break;
    case 0x43: mode_ = Mode::squares_and_clock; break;
    case 0x44: mode_ = Mode::squares; break;
    case 0x45: say_text(0x91, options_.serial); break;
    case 0x46: say(0x90, {0, 1}); break;
    case 0x47: say_text(0x92, "Adoube: a virtual board\r\n"); break;
    case 0x4b: mode_ = Mode::clock_changes; break;
    case 0x4c:
        if (options_.battery_percent)
            say(0xa0, {static_cast<std::uint8_t>(*options_.battery_percent), 0x7f, 0x7f, 0, 0, 0, 0, 0, 0});
        break;
    case 0x4d: say(0x93, {std::begin(version), std::end(version)}); break;
    case 0x55: say_text(0xa2, std::string(5, '0') + options_.serial); break;
    default: break;
    }
}

void VirtualDgtBoard::received(std::span<const std::uint8_t> bytes) {
    for (const auto byte : bytes) {
        if (std::exchange(length_comes_, false)) {
            passed_over_ = byte;
        } else if (passed_over_ > 0) {
            --passed_over_;
        } else if (byte == 0x2b || byte == 0x60) { // to the clock, and of lights
            length_comes_ = true;
        } else {
            obey(byte);
        }
    }
}

std::vector<std::uint8_t> VirtualDgtBoard::advance_to(std::uint64_t t_us) {
    for (;;) {
        const auto next_us = std::min(next_square_us_, next_poll_us_);
        if (next_us > t_us) break;
        now_us_ = next_us;
        if (auto* at = clock()) at->advance_to(now_us_);
        if (next_us == next_poll_us_) {
            poll_clock();
            continue;
        }
        scan(next_field_);
        next_field_ = (next_field_ + 1) % 64;
        next_square_us_ += square_us_;
    }
    now_us_ = t_us;
    if (auto* at = clock()) at->advance_to(now_us_);
    Bytes bytes;
    for (; !sent_.empty() && sent_.front().arrives_us <= t_us; sent_.pop_front())
        bytes.push_back(sent_.front().byte);
    return bytes;
}

} // namespace adoube::tools::makers

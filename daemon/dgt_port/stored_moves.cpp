#include "daemon/dgt_port/stored_moves.hpp"

#include "daemon/chess/position.hpp"
#include "daemon/dgt_port/clock_face.hpp"
#include "daemon/drivers/dgt/codes.hpp"

#include <algorithm>

namespace adoube::dgt_port {
namespace {

using Bytes = StoredMoves::Bytes;

enum Tag : std::uint8_t {
    change = 0x40,     // with the code of the piece
    soon = 0x10,       // beside `change`: soon after the last one
    right_time = 0x60, // with the hours
    left_time = 0x70,
    power_up = 0x6a,
    end_of_all = 0x6b,
    four_rows = 0x6c, // as a game of Chess960 begins
    empty_board = 0x6d,
    downloaded = 0x6e,
    start_position = 0x6f,
    game_begins = 0x7b,
    nothing = 0x7f,
};

constexpr std::uint64_t soon_us = 250'000;

bool is_start(const Squares& squares) {
    static const auto start = chess::Position::start();
    for (std::size_t square = 0; square < 64; ++square)
        if (squares[square] != start.at(static_cast<chess::Square>(square))) return false;
    return true;
}

bool has_four_rows(const Squares& squares) {
    for (std::size_t square = 0; square < 64; ++square)
        if (squares[square].has_value() != (square < 16 || square >= 48)) return false;
    return true;
}

std::optional<Tag> tag_of(const Squares& squares) {
    if (is_start(squares)) return start_position;
    if (has_four_rows(squares)) return four_rows;
    if (std::ranges::none_of(squares, [](const auto& piece) { return piece.has_value(); }))
        return empty_board;
    return std::nullopt;
}

} // namespace

void StoredMoves::put(Bytes message) {
    bytes_ += message.size();
    messages_.push_back(std::move(message));
    for (; bytes_ + 1 > most_bytes; ++first_) { // 1: the end
        bytes_ -= messages_.front().size();
        messages_.pop_front();
    }
}

void StoredMoves::put_squares(const Squares& squares, SteadyUs now_us) {
    for (std::size_t field = 0; field < 64; ++field) {
        const auto square = drivers::dgt::square_of(field);
        if (const auto& piece = squares[static_cast<std::size_t>(square)])
            put({static_cast<std::uint8_t>(change | drivers::dgt::code_of(piece)),
                 static_cast<std::uint8_t>(field)});
    }
    changed_us_ = now_us;
}

void StoredMoves::switched_on(const Squares& squares, SteadyUs now_us) {
    for (const auto tag : {nothing, nothing, nothing, power_up}) put({tag});
    put_squares(squares, now_us);
    start_.reset();
    look_for_start(squares);
}

void StoredMoves::begin_game(const Squares& squares, SteadyUs now_us) {
    begun_ = end();
    has_begun_ = true;
    put({game_begins});
    put_squares(squares, now_us);
}

void StoredMoves::changed(const SquareChange& now, const Squares& squares, SteadyUs now_us) {
    const bool is_soon = changed_us_ && now_us - *changed_us_ < soon_us;
    changed_us_ = now_us;
    put({static_cast<std::uint8_t>(change | (is_soon ? soon : 0) | drivers::dgt::code_of(now.piece)),
         drivers::dgt::field_of(now.square)});
    look_for_start(squares);
}

void StoredMoves::look_for_start(const Squares& squares) {
    constexpr int most_out = 2; // a piece that is lifted and set right is no new start
    if (start_) {
        int out = 0;
        for (std::size_t square = 0; square < 64; ++square) out += squares[square] != (*start_)[square];
        if (out <= most_out) return;
        start_.reset();
    }
    const auto tag = tag_of(squares);
    if (!tag) return;
    start_ = squares;
    put({*tag});
}

void StoredMoves::pressed(chess::Side side, int time_s) {
    auto time = bcd_time(time_s);
    time[0] |= side == chess::Side::white ? left_time : right_time;
    put({time.begin(), time.end()});
}

Bytes StoredMoves::between(std::uint64_t first, std::uint64_t end) const {
    Bytes bytes;
    for (auto number = std::max(first, first_); number < end; ++number)
        for (const auto byte : messages_[number - first_]) bytes.push_back(byte);
    return bytes;
}

Bytes StoredMoves::all() {
    auto bytes = between(first_, end());
    bytes.push_back(end_of_all);
    put({downloaded});
    return bytes;
}

Bytes StoredMoves::changes() {
    auto bytes = between(told_, end());
    told_ = end();
    return bytes;
}

Bytes StoredMoves::from_begin() const {
    return has_begun_ && begun_ >= first_ ? between(begun_, told_) : Bytes();
}

} // namespace adoube::dgt_port

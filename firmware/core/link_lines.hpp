#pragma once
// One board's link over several lines (line_choice.hpp). Nothing waits: an unread line keeps its last frame.

#include "firmware/core/line_choice.hpp"
#include "protocol/frame.hpp"

#include <tuple>

namespace adoube::firmware {

/// Whole frames out, bytes in; neither waits.
template<class Line>
concept HostLine = requires(Line& line, std::span<std::uint8_t> room, std::span<const std::uint8_t> frame) {
    { line.receive(room) } -> std::same_as<std::size_t>; // number of bytes
    { line.can_send() } -> std::same_as<bool>;           // a frame of wire::max_frame bytes
    line.send(frame);                                    // precondition: can_send()
    { line.sent() } -> std::same_as<bool>;               // nothing is under way
    { line.take_ended() } -> std::same_as<bool>;         // since the last call; a new stream follows
};

template<HostLine... Lines>
class LinkLines {
  public:
    /// The link rests on the last line, which never ends. All lines must outlive this.
    explicit LinkLines(Lines&... lines) : lines_(lines...) {}

    /// Reads from each line and sends one frame on the link's line. True if there may be more to do.
    template<class Board>
    bool serve(Board& board, std::uint64_t now_us) {
        bool busy = false;
        for_each([&](unsigned number, auto& line) {
            if (line.take_ended() && choice_.ended(number)) board.closed();
            std::array<std::uint8_t, 64> room;
            const std::size_t length = line.receive(room);
            if (length == 0) return;
            busy = true;
            take(board, number, std::span(room).first(length), now_us);
        });
        for_each([&](unsigned number, auto& line) {
            if (number != choice_.line() || !line.can_send()) return;
            std::array<std::uint8_t, wire::max_frame> frame;
            const std::size_t length = board.transmit(frame, now_us);
            if (length == 0) return;
            busy = true;
            line.send(std::span(frame).first(length));
        });
        return busy;
    }
    bool sent() {
        bool sent = true;
        for_each([&](unsigned number, auto& line) {
            if (number == choice_.line()) sent = line.sent();
        });
        return sent;
    }
    unsigned line() const { return choice_.line(); }

  private:
    template<class Act>
    void for_each(Act&& act) {
        unsigned number = 0;
        std::apply([&](auto&... line) { (act(number++, line), ...); }, lines_);
    }
    template<class Board>
    void take(Board& board, unsigned line, std::span<const std::uint8_t> bytes, std::uint64_t now_us) {
        const LineChoice::Bytes whose = choice_.came(line, now_us, board.link().heard_us());
        if (whose == LineChoice::Bytes::ignored) return;
        if (whose == LineChoice::Bytes::anew) board.closed();
        board.receive(bytes, now_us);
    }

    std::tuple<Lines&...> lines_;
    LineChoice choice_{sizeof...(Lines) - 1};
};

} // namespace adoube::firmware

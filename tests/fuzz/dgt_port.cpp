// Any bytes from a program to a port of ours: what it answers is what a decoder of DGT's messages reads, as
// little as there is room for, and the next program is answered.

#include "daemon/chess/position.hpp"
#include "daemon/dgt_port/port.hpp"
#include "daemon/drivers/dgt/messages.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <string>

using namespace adoube;
using dgt_port::Port;
using fuzz::promise;

namespace {

/// The first byte's low bit: two boards on a bus.
std::vector<dgt_port::Identity> boards(std::uint8_t choice) {
    std::vector<dgt_port::Identity> all{{"00001", "One"}};
    if (choice & 1) all.push_back({"16390", "Two"});
    return all;
}

dgt_port::Squares start() {
    static const auto position = chess::Position::start();
    dgt_port::Squares squares;
    for (std::size_t square = 0; square < 64; ++square)
        squares[square] = position.at(static_cast<chess::Square>(square));
    return squares;
}

void promise_readable(drivers::dgt::Decoder& decoder, const std::vector<std::uint8_t>& bytes) {
    for (const auto& message : decoder.feed(bytes)) {
        // The bus numbers its messages otherwise: one of them, of any length, has the number of a board dump.
        const bool is_of_bus = !message && (message.error().starts_with("message 86") ||
                                            message.error().starts_with("a board dump"));
        promise(message || is_of_bus, "what is answered can be read");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    Port port(boards(data[0]));
    auto squares = start();
    SteadyUs now_us{1};
    for (std::size_t board = 0; board < boards(data[0]).size(); ++board) port.stand(board, squares, now_us);
    drivers::dgt::Decoder decoder;
    for (std::size_t at = 1; at < size; ++at) {
        port.received({data + at, 1}, now_us += data[at] * 100U);
        if (data[at] % 5 == 0) {
            squares[data[at] % 64U].reset();
            port.stand(0, squares, now_us);
        }
        if (data[at] % 3 == 0) promise_readable(decoder, port.take(data[at]));
        if (data[at] == 0xff) {
            port.program_left();
            promise(!port.has_bytes(), "the next program gets nothing of the last one's");
        }
    }
    while (port.has_bytes()) promise_readable(decoder, port.take(1000));
    promise(!decoder.in_message(), "messages are whole");

    port.program_left();
    const std::uint8_t ping_all[] = {0x87, 0, 0, 0x07};
    port.received(ping_all, now_us);
    port.received(ping_all, now_us); // the first may have been left out, as it was asked to
    promise(!port.take(100).empty(), "the next program is answered");
    return 0;
}

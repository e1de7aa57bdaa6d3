// Any bytes from a DGT board: each message is decoded or refused with a sentence, however the stream is cut;
// the next whole message is always read.

#include "daemon/drivers/dgt/messages.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <string>

using namespace adoube;
using namespace adoube::drivers::dgt;
using fuzz::promise;

namespace {

using Result = std::expected<Message, std::string>;

bool is_time(int seconds) { return seconds >= 0 && seconds < 10 * 3600; }

/// In words, to compare messages.
struct Told {
    std::string operator()(const FieldUpdate& update) const {
        promise(chess::index(update.square) < 64, "a field update is of one of the 64 squares");
        return "field " + to_string(update.square) + letter(update.piece);
    }
    std::string operator()(const BoardDump& dump) const {
        std::string text = "board ";
        for (const auto& piece : dump.squares) text += letter(piece);
        return text;
    }
    std::string operator()(const ClockTime& time) const {
        promise(is_time(time.left_s) && is_time(time.right_s), "the clock shows less than ten hours");
        return "clock " + std::to_string(time.left_s) + ' ' + std::to_string(time.right_s) +
               (time.running ? " runs" : "") + (time.right_to_move ? " right" : "");
    }
    std::string operator()(const NoClock&) const { return "no clock"; }
    std::string operator()(const ClockAcknowledgement&) const { return "acknowledged"; }
    std::string operator()(const Battery& battery) const {
        return "battery " + std::to_string(battery.percent) + (battery.charging ? " charging" : "");
    }
    std::string operator()(const Other& other) const {
        promise(other.id >= 0x80, "an id has the high bit");
        promise(std::ranges::all_of(other.data, [](std::uint8_t byte) { return byte < 0x80; }),
                "data has no high bit");
        return "other " + std::to_string(other.id) + ' ' + std::string(other.data.begin(), other.data.end());
    }

  private:
    static std::string letter(const std::optional<chess::Piece>& piece) {
        return std::string(1, piece ? to_char(*piece) : '.');
    }
};

std::vector<std::string> read(Decoder& decoder, std::span<const std::uint8_t> bytes, std::size_t piece) {
    std::vector<std::string> told;
    while (!bytes.empty()) {
        const auto part = bytes.first(std::min(piece, bytes.size()));
        for (const Result& result : decoder.feed(part)) {
            if (!result) fuzz::promise_sentence(result.error());
            told.push_back(result ? std::visit(Told{}, *result) : "refused: " + result.error());
        }
        bytes = bytes.subspan(part.size());
    }
    return told;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span bytes(data, size);
    Decoder whole, pieces;
    const auto told = read(whole, bytes, size);
    promise(told == read(pieces, bytes, 1), "cutting the stream changes nothing");
    const auto beginnings = std::ranges::count_if(bytes, [](std::uint8_t byte) { return byte >= 0x80; });
    promise(std::ssize(told) <= 2 * beginnings + 1, "each message is told once, and what strays behind it");

    constexpr std::array<std::uint8_t, 5> pawn_on_e4{0x8E, 0, 5, 36, 1};
    const auto next = read(whole, pawn_on_e4, pawn_on_e4.size());
    promise(!next.empty() && next.back() == "field e4P", "the next whole message is read");
    promise(!whole.in_message(), "and nothing is begun behind it");
    return 0;
}

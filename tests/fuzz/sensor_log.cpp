// Any lines to the umpire, a header and inputs: each is taken or refused with a reason; the game is legal,
// its texts can be read again, and the same log gives the same.

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/game/umpire.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

using namespace adoube::umpire;
using adoube::fuzz::promise;

namespace {

struct Log {
    Header header;
    std::vector<Input> inputs;
};

std::optional<Log> read(std::string_view text) {
    const auto take_line = [&] {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        return line;
    };
    const auto header = parse_header(take_line());
    if (!header) {
        promise(!header.error().empty(), "a refused header has a reason");
        return std::nullopt;
    }
    Log log{*header, {}};
    while (!text.empty()) {
        const auto input = parse_input(take_line(), header->sensing);
        if (input)
            log.inputs.push_back(*input);
        else
            promise(!input.error().empty(), "a refused line has a reason");
    }
    return log;
}

void check_is_legal(const GameRecord& record) {
    promise(record.moves.size() == record.game.moves().size(), "every move has its record");
    auto position = record.game.start();
    for (const auto& played : record.moves) {
        promise(position.is_legal(played.move), "every move is legal");
        position.play(played.move);
    }
    promise(position == record.game.position(), "the moves lead to the position");
}

std::string said(const Log& log) {
    Umpire umpire(log.header);
    adoube::GameMs last_ms;
    for (const auto& input : log.inputs) {
        umpire.feed(input);
        last_ms = std::max(last_ms, input.t_ms);
    }
    check_is_legal(umpire.record(last_ms));
    const auto record = umpire.final_record();
    check_is_legal(record);
    std::string text(to_string(record.result));
    for (const auto& played : record.moves) text += " " + to_uci(played.move, true);
    for (const auto& incident : umpire.final_incidents()) text += "\n" + to_line(incident);
    return text;
}

/// As the journal returns it.
Log written_and_read(const Log& log) {
    std::string text = to_line(log.header);
    for (const auto& input : log.inputs) text += "\n" + to_line(input);
    auto again = read(text);
    promise(again && again->inputs.size() == log.inputs.size(),
            "what was read and written can be read again");
    return std::move(*again);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto log = read({reinterpret_cast<const char*>(data), size});
    if (!log) return 0;
    promise(said(*log) == said(written_and_read(*log)), "the same log says the same again");
    return 0;
}

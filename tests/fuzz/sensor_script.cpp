// Any lines as the virtual board's sensor log: each is a deed, nothing, or refused with a reason, and the
// board plays to the end.

#include "firmware/virtual/playback.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube::firmware;
using adoube::fuzz::promise;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    const auto take_line = [&] {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        return line;
    };
    SensorScript script;
    if (const auto read = script.read_header(take_line()); !read) {
        promise(!read.error().empty(), "a refused header has a reason");
        return 0;
    }
    VirtualBoard board({.sensing = script.sensing()}, script.squares());
    Playback playback(board, 0);
    while (!rest.empty()) {
        const auto read = script.read_input(take_line());
        if (!read)
            promise(!read.error().empty(), "a refused line has a reason");
        else if (read->has_value())
            playback.add(**read);
    }
    playback.end();
    std::uint64_t real_us = 0, last_us = 0;
    for (int runs = 0; !playback.over(); ++runs) {
        promise(runs < 10'000, "a log comes to its end");
        playback.run(real_us += 1'000);
        for (const auto& event : board.drain()) {
            promise(adoube::wire::valid(event), "the board tells of squares and pieces that exist");
            promise(event.time_us >= last_us, "time does not run back");
            last_us = event.time_us;
        }
    }
    return 0;
}

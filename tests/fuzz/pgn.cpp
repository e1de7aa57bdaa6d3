// Any text as PGN: the reader ends, each game is legal and survives a round trip, each fault names its line
// and leaves a legal game up to it.

#include "daemon/chess/notation/pgn.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/pgn_as_written.hpp"

#include <algorithm>

using namespace adoube::chess;
using adoube::fuzz::promise;

namespace {

void check_is_legal(const PgnGame& game) {
    Position position = game.start;
    for (const PgnMove& played : game.moves) {
        promise(position.is_legal(played.move), "every move is legal");
        position.play(played.move);
    }
}

void check_lines(std::string_view movetext) {
    while (!movetext.empty()) {
        const auto line = movetext.substr(0, movetext.find('\n'));
        promise(line.size() < 80, "a line of movetext has under 80 characters");
        promise(!line.starts_with(' ') && !line.ends_with(' '), "no line starts or ends with a space");
        promise(line.size() < movetext.size(), "every line ends");
        movetext.remove_prefix(line.size() + 1);
    }
}

void check_can_be_written(const PgnGame& game) {
    const std::string text = to_pgn(game);
    check_lines(std::string_view(text).substr(text.find("\n\n") + 1));
    PgnReader reader(text);
    const auto again = reader.next();
    promise(again && *again && **again == adoube::tests::as_written(game),
            "what was read and written can be read again");
    promise(to_pgn(**again) == text, "and is written the same");
    promise(!reader.next(), "one game is written");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto lines = std::ranges::count(text, '\n') + 1;
    PgnReader reader(text);
    std::size_t games = 0;
    while (const auto game = reader.next()) {
        promise(++games <= size, "it comes to an end");
        if (*game) {
            check_is_legal(**game);
            check_can_be_written(**game);
            continue;
        }
        adoube::fuzz::promise_sentence(game->error().reason);
        promise(game->error().line >= 1 && game->error().line <= lines, "a fault is in a line of the text");
        check_is_legal(reader.partial());
        check_can_be_written(reader.partial());
    }
    promise(!reader.next(), "the end is the end");
    return 0;
}

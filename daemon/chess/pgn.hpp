#pragma once
// PGN, import and export format (1994 standard, with the clk and emt commands).

#include "daemon/chess/game.hpp"

#include <cstdint>
#include <map>

namespace adoube::chess {

struct PgnMove {
    Move move;
    /// `[%clk]`: what the mover's clock shows after the move.
    std::optional<std::int64_t> clock_ms;
    /// `[%emt]`: the time the move took.
    std::optional<std::int64_t> elapsed_ms;
};

struct PgnGame {
    /// Every tag but Result, FEN and SetUp, which the members below hold.
    std::map<std::string, std::string, std::less<>> tags;
    Position start = Position::start();
    bool chess960 = false;
    std::vector<PgnMove> moves;
    Result result = Result::open;
};

/// Export format: the seven-tag roster first, then the other tags in ASCII order, LF, lines under 80
/// characters and none starting or ending with a space, one empty line at the end.
std::string to_pgn(const PgnGame& game);

struct PgnError {
    int line;           // 1 = the first of the text
    std::string reason; // one sentence
};

/// Reads games one after another from a text. Comments, variations, NAGs and escapes are passed over; clk and
/// emt are kept. After a bad game it goes on with the next.
class PgnReader {
  public:
    explicit PgnReader(std::string_view text);
    /// The next game; an error for one that cannot be read whole (`partial()` then holds it up to the fault);
    /// nothing at the end of the text.
    std::optional<std::expected<PgnGame, PgnError>> next();
    const PgnGame& partial() const;
};

} // namespace adoube::chess

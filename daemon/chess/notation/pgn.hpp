#pragma once
// PGN, import and export format (1994 standard, with the clk and emt commands).

#include "daemon/chess/notation/movetext.hpp"

#include <map>

namespace adoube::chess {

struct PgnMove {
    Move move;
    /// `[%clk]`, the mover's, after the move; PGN keeps whole seconds.
    std::optional<std::int64_t> clock_ms;
    /// `[%emt]`; whole seconds.
    std::optional<std::int64_t> elapsed_ms;

    friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

struct PgnGame {
    /// UTF-8, by name; Result, FEN, SetUp and a Variant that means Chess960 are in the members below. Not
    /// written: names with other than letters, digits and _+#=:-. Control characters in values become spaces.
    std::map<std::string, std::string, std::less<>> tags;
    Position start = Position::start();
    bool chess960 = false;
    /// Before the first move; written without closing braces, skipped by the reader.
    std::string comment;
    /// Legal in sequence from `start`.
    std::vector<PgnMove> moves;
    Result result = Result::open;

    friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

/// Export format: the seven-tag roster first ("?" if unknown), other tags in ASCII order, LF, movetext lines
/// under 80 characters without leading or trailing spaces, one empty line at the end.
std::string to_pgn(const PgnGame& game);
/// `moves` instead of its own.
std::string to_pgn(const PgnGame& game, const Movetext& moves);

struct PgnError {
    int line;           // from 1
    std::string reason; // one sentence

    friend bool operator==(const PgnError&, const PgnError&) = default;
};

/// Reads game after game from any bytes; more than 256 tags or 20000 plies is a fault. Skips comments (but
/// keeps clk and emt), variations, NAGs and escapes. After a fault it continues with the next game. Tag
/// values not in UTF-8 are read as ISO 8859-1, the standard's character set.
class PgnReader {
  public:
    /// `text` must outlive the reader.
    explicit PgnReader(std::string_view text);
    /// The next game, its seven-tag roster complete; an error if not readable whole (`partial()` holds it up
    /// to the fault); empty at the end.
    std::optional<std::expected<PgnGame, PgnError>> next();
    const PgnGame& partial() const { return partial_; }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    PgnGame partial_;
};

} // namespace adoube::chess

#pragma once
// PGN, import and export format (1994 standard, with the clk and emt commands).

#include "daemon/chess/game.hpp"

#include <map>

namespace adoube::chess {

struct PgnMove {
    Move move;
    /// `[%clk]`: what the mover's clock shows after the move. PGN keeps whole seconds of it.
    std::optional<std::int64_t> clock_ms;
    /// `[%emt]`: the time the move took; whole seconds too.
    std::optional<std::int64_t> elapsed_ms;

    friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

struct PgnGame {
    /// UTF-8, by name. Every tag but Result, FEN, SetUp and a Variant that means Chess960, which the members
    /// below hold. What PGN cannot hold is not written: names with other than letters, digits and _+#=:-, and
    /// control characters in values.
    std::map<std::string, std::string, std::less<>> tags;
    Position start = Position::start();
    bool chess960 = false;
    /// A comment before the first move; closing braces are not written, and the reader passes it over.
    std::string comment;
    /// Legal one after another from `start`.
    std::vector<PgnMove> moves;
    Result result = Result::open;

    friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

/// Export format: the seven-tag roster first, "?" where a tag is not known, then the other tags in ASCII
/// order, LF, lines of movetext under 80 characters and none starting or ending with a space, one empty line
/// at the end.
std::string to_pgn(const PgnGame& game);

struct PgnError {
    int line;           // 1 = the first of the text
    std::string reason; // one sentence

    friend bool operator==(const PgnError&, const PgnError&) = default;
};

/// Reads games one after another from a text; one of more than 256 tags or 20000 plies is a fault. Comments,
/// variations, NAGs and escapes are passed over; clk and emt are kept. After a bad game it goes on with the
/// next. Any bytes are taken; values that are no UTF-8 are taken as ISO 8859-1, the character set of the
/// standard.
class PgnReader {
  public:
    /// `text` must live as long as the reader.
    explicit PgnReader(std::string_view text);
    /// The next game, its seven-tag roster complete; an error for one that cannot be read whole (`partial()`
    /// then holds it up to the fault); nothing at the end of the text.
    std::optional<std::expected<PgnGame, PgnError>> next();
    const PgnGame& partial() const { return partial_; }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
    PgnGame partial_;
};

} // namespace adoube::chess

#pragma once
// What `adoube watch` shows: a function of the boards, the size and the time alone.

#include "tools/adoube/live/hall_state.hpp"

namespace adoube::tools {

/// How a line looks; what it says never rests on it.
enum class Tone : std::uint8_t { plain, heading, urgent, remark, faint };

struct ShownLine {
    std::string text;
    Tone tone = Tone::plain;
    bool chosen = false;
    friend bool operator==(const ShownLine&, const ShownLine&) = default;
};
using Frame = std::vector<ShownLine>;

struct Size {
    int rows = 24, columns = 80;
    friend bool operator==(const Size&, const Size&) = default;
};

struct View {
    std::set<int> only; // these boards; empty: all
    int chosen = 0;     // a board's number; 0: none
    bool opened = false;
    bool figurines = false;
    std::string connection; // why nothing comes at the moment; empty: connected
};

/// The boards shown, worst first.
std::vector<int> shown_boards(const HallState& hall, const View& view, UtcMs now);

/// `size.rows` lines of at most `size.columns` columns, safe to print; no size is below 4 x 20. One line a
/// board, worst first, and below the whole sentence of the chosen one; or, opened, that board alone.
Frame frame_of(const HallState& hall, const View& view, Size size, UtcMs now);

/// All of one board, as long as it gets: position, moves, clocks, state, incidents, proposals.
Frame page_of(const ToldBoard& board, bool figurines, int columns, UtcMs now);

} // namespace adoube::tools

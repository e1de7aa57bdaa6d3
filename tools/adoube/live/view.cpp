#include "tools/adoube/live/view.hpp"

#include "daemon/text/quoting.hpp"
#include "daemon/umpire/data/in_words.hpp"
#include "tools/adoube/live/columns.hpp"
#include "tools/adoube/live/need.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::tools {
namespace {

using chess::Side;

constexpr Side both[] = {Side::white, Side::black};

Tone tone_of(Need need) {
    if (need <= Need::time) return Tone::urgent;
    if (need <= Need::remark) return Tone::remark;
    return need == Need::none ? Tone::plain : Tone::faint;
}

/// Says without colours what the tone says.
char mark_of(Need need) { return need <= Need::time ? '!' : need <= Need::remark ? '?' : ' '; }

/// ">1:02:03": the mark tells which clock runs.
std::string clock_of(const ToldBoard& board, Side side, UtcMs now) {
    if (!board.clocks) return {};
    return (board.clocks->running == side ? ">" : " ") +
           umpire::clock_time(left_ms(*board.clocks, side, now));
}

std::string last_move(const ToldBoard& board) {
    return board.moves.empty() ? std::string() : numbered_move(board, board.moves.size() - 1);
}

std::string players_of(const ToldBoard& board, int columns) {
    const int each = std::max(1, (columns - 3) / 2);
    const auto white = board.player(Side::white), black = board.player(Side::black);
    const int short_by = std::max(0, columns_of(white) + columns_of(black) + 3 - columns);
    if (short_by == 0) return fitted(white + " - " + black, columns);
    const int of_white = std::clamp(columns_of(white), 1, std::max(each, columns - 3 - columns_of(black)));
    return fitted(fitted(white, of_white) + " - " + fitted(black, columns - 3 - of_white), columns);
}

/// Columns of a row; the state gets the rest.
struct Layout {
    int players, move, clock;
};
constexpr int of_number = 6; // "! 123 "
Layout layout_for(int columns) {
    if (columns < 60) return {std::max(10, columns / 3), 0, columns < 44 ? 0 : 9};
    return {columns < 100 ? 25 : columns * 3 / 10, 12, 9};
}

std::string row(std::string_view number, std::string_view players, std::string_view move,
                std::string_view white, std::string_view black, std::string_view state, int columns) {
    const auto layout = layout_for(columns);
    auto text = std::string(number) + ' ' + fitted(players, layout.players);
    if (layout.move > 0) text += ' ' + fitted(move, layout.move);
    if (layout.clock > 0) text += fitted_right(white, layout.clock) + fitted_right(black, layout.clock);
    return fitted(text + "  " + std::string(state), columns);
}

ShownLine row_of(const ToldBoard& board, bool chosen, int columns, UtcMs now) {
    const auto standing = standing_of(board, now);
    const auto number = mark_of(standing.need) + fitted_right(std::to_string(board.number), of_number - 2);
    return {row(number, players_of(board, layout_for(columns).players), last_move(board),
                clock_of(board, Side::white, now), clock_of(board, Side::black, now), standing.why, columns),
            tone_of(standing.need), chosen};
}

std::string heading(const HallState& hall, const std::vector<int>& numbers, UtcMs now) {
    int urgent = 0, running = 0, over = 0;
    for (const int number : numbers) {
        const auto need = standing_of(hall.boards().at(number), now).need;
        urgent += need <= Need::time ? 1 : 0;
        over += need == Need::over ? 1 : 0;
        running += need < Need::waiting && hall.boards().at(number).result == "*" ? 1 : 0;
    }
    return std::to_string(numbers.size()) + (numbers.size() == 1 ? " board: " : " boards: ") +
           std::to_string(urgent) + (urgent == 1 ? " needs" : " need") + " an arbiter, " +
           std::to_string(running) + " in play, " + std::to_string(over) + " over";
}

/// The square of a board view; '.' where it is empty.
std::string drawn(std::optional<chess::Piece> piece, bool figurines) {
    if (!piece) return ".";
    const auto type = static_cast<std::size_t>(piece->type);
    constexpr const char* figures[2][6] = {{"♙", "♘", "♗", "♖", "♕", "♔"}, {"♟", "♞", "♝", "♜", "♛", "♚"}};
    if (figurines) return figures[static_cast<std::size_t>(piece->side)][type];
    return std::string(1, (piece->side == Side::white ? "PNBRQK" : "pnbrqk")[type]);
}

/// Eight ranks and the files' letters, White below.
std::vector<std::string> diagram_of(const std::string& fen, bool figurines) {
    std::vector<std::string> lines;
    const auto position = chess::Position::from_fen(fen);
    if (!position) return {"position " + fen};
    for (int rank = 7; rank >= 0; --rank) {
        std::string line = std::to_string(rank + 1) + " ";
        for (int file = 0; file < 8; ++file)
            line += ' ' + drawn(position->at(static_cast<chess::Square>(8 * rank + file)), figurines);
        lines.push_back(std::move(line));
    }
    lines.emplace_back("   a b c d e f g h");
    return lines;
}

std::string moves_of(const ToldBoard& board) {
    std::string text;
    for (std::size_t at = 0; at < board.moves.size(); ++at) {
        const auto numbered = numbered_move(board, at);
        const bool needs_number = at == 0 || numbered.find("...") == std::string::npos;
        text += (at == 0 ? "" : " ") + (needs_number ? numbered : board.moves[at].san);
    }
    if (board.result != "*") text += (text.empty() ? "" : " ") + board.result;
    return text;
}

void put(Frame& frame, std::string_view text, int columns, Tone tone = Tone::plain) {
    for (auto& line : wrapped(text, columns)) frame.push_back({std::move(line), tone});
}

void put_clocks(Frame& frame, const ToldBoard& board, UtcMs now) {
    for (const auto side : both) {
        const auto time = clock_of(board, side, now);
        frame.push_back({(side == Side::white ? "White " : "Black ") +
                         (time.empty() ? std::string(" no clock") : fitted_right(time, 9)) + "  " +
                         board.player(side)});
    }
}

void put_matters(Frame& frame, const ToldBoard& board, int columns) {
    for (const auto& proposal : board.proposals) put(frame, proposal.sentence, columns);
    for (const auto& incident : board.incidents) {
        const bool is_dismissed = board.dismissed.contains(incident.seq);
        put(frame, incident.sentence + (is_dismissed ? " (dismissed)" : ""), columns,
            is_dismissed ? Tone::faint : Tone::plain);
    }
    for (const auto& complaint : board.complaints) put(frame, "the board says: " + complaint, columns);
}

void put_head(Frame& frame, const ToldBoard& board, int columns, UtcMs now) {
    const auto standing = standing_of(board, now);
    frame.push_back({"Board " + std::to_string(board.number) + ", game " + board.id, Tone::heading});
    put_clocks(frame, board, now);
    put(frame, standing.why, columns, tone_of(standing.need));
}

/// The last `rows` of them, and that there are more.
void put_last(Frame& frame, const Frame& lines, int rows) {
    const auto all = static_cast<int>(lines.size());
    if (all <= rows) return frame.insert(frame.end(), lines.begin(), lines.end()), void();
    if (rows <= 0) return;
    frame.push_back({"… " + std::to_string(all - rows + 1) + " more lines above", Tone::faint});
    frame.insert(frame.end(), lines.end() - (rows - 1), lines.end());
}

/// The page of one board cut to the size: the latest of moves and incidents stays.
Frame opened(const ToldBoard& board, const View& view, Size size, UtcMs now) {
    Frame frame, moves, matters;
    put_head(frame, board, size.columns, now);
    const auto diagram = diagram_of(board.fen, view.figurines);
    if (size.rows >= static_cast<int>(frame.size() + diagram.size()) + 3)
        for (const auto& line : diagram) frame.push_back({line});
    put(moves, moves_of(board), size.columns);
    put_matters(matters, board, size.columns);
    const int rest = size.rows - 1 - static_cast<int>(frame.size());
    const auto of_matters = std::min(static_cast<int>(matters.size()), std::max(rest - 3, rest / 2));
    put_last(frame, moves, rest - of_matters);
    put_last(frame, matters, of_matters);
    return frame;
}

/// The first of the rows shown, so that the chosen one is among them.
std::size_t first_row(std::size_t chosen_at, std::size_t room) {
    return chosen_at < room ? 0 : chosen_at - room + 1;
}

Frame overview(const HallState& hall, const View& view, const std::vector<int>& numbers, Size size,
               UtcMs now) {
    Frame frame{
        {heading(hall, numbers, now), Tone::heading},
        {row("Board", "White - Black", "Last move", "White", "Black", "State", size.columns), Tone::faint}};
    const auto chosen = std::ranges::find(numbers, view.chosen);
    Frame sentence;
    if (chosen != numbers.end()) {
        const auto standing = standing_of(hall.boards().at(*chosen), now);
        put(sentence, "Board " + std::to_string(*chosen) + ": " + standing.why, size.columns,
            tone_of(standing.need));
    }
    if (size.rows < 8) sentence.clear();
    if (sentence.size() > 4) sentence.resize(4);
    const auto room = static_cast<std::size_t>(
        std::max(0, size.rows - 1 - static_cast<int>(frame.size() + sentence.size())));
    const auto at = chosen == numbers.end() ? 0 : static_cast<std::size_t>(chosen - numbers.begin());
    for (const int number : numbers | std::views::drop(first_row(at, room)) | std::views::take(room))
        frame.push_back(row_of(hall.boards().at(number), number == view.chosen, size.columns, now));
    frame.resize(std::max(frame.size(), static_cast<std::size_t>(size.rows) - 1 - sentence.size()));
    frame.insert(frame.end(), sentence.begin(), sentence.end());
    return frame;
}

} // namespace

std::vector<int> shown_boards(const HallState& hall, const View& view, UtcMs now) {
    auto numbers = worst_first(hall.boards(), now);
    if (!view.only.empty()) std::erase_if(numbers, [&](int number) { return !view.only.contains(number); });
    return numbers;
}

Frame frame_of(const HallState& hall, const View& view, Size size, UtcMs now) {
    size = {std::max(size.rows, 4), std::max(size.columns, 20)};
    const auto numbers = shown_boards(hall, view, now);
    const bool is_opened = view.opened && std::ranges::count(numbers, view.chosen) > 0;
    auto frame = is_opened ? opened(hall.boards().at(view.chosen), view, size, now)
                           : overview(hall, view, numbers, size, now);
    frame.resize(static_cast<std::size_t>(size.rows) - 1);
    if (!view.connection.empty())
        frame.push_back({view.connection, Tone::urgent});
    else
        frame.push_back({is_opened ? "q all boards, arrows the next board, f figurines, Ctrl-C end"
                                   : "arrows choose a board, Enter opens it, q or Ctrl-C end",
                         Tone::faint});
    for (auto& line : frame)
        line.text =
            columns_of(line.text) > size.columns ? fitted(line.text, size.columns) : text::shown(line.text);
    return frame;
}

Frame page_of(const ToldBoard& board, bool figurines, int columns, UtcMs now) {
    Frame frame;
    put_head(frame, board, columns, now);
    frame.push_back({});
    for (const auto& line : diagram_of(board.fen, figurines)) frame.push_back({line});
    put(frame, board.fen, columns);
    frame.push_back({});
    put(frame, board.moves.empty() ? "No move was completed." : moves_of(board), columns);
    if (!board.incidents.empty() || !board.proposals.empty() || !board.complaints.empty())
        frame.push_back({});
    put_matters(frame, board, columns);
    return frame;
}

} // namespace adoube::tools

#include "daemon/targets/site_game.hpp"

#include "daemon/broadcast/is_game.hpp"
#include "daemon/broadcast/public_pgn.hpp"

#include <algorithm>

namespace adoube::targets {
namespace {

bool is_unknown(const broadcast::PublicTags& tags, const std::string& side) {
    std::string name(tags[side]);
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return (name.size() <= 1 || name == "unknown") && tags[side + "FideId"].empty();
}

/// "23.", "23..." of the move at `at`.
std::string number(const std::string& start_fen, std::size_t at) {
    const auto start = chess::Position::from_fen(start_fen);
    const std::size_t first = start && start->to_move() == chess::Side::black ? 1 : 0;
    const auto number = static_cast<std::size_t>(start ? start->fullmove_number() : 1) + (first + at) / 2;
    return std::to_string(number) + ((first + at) % 2 ? "..." : ".");
}

/// "23. Nf3", "23... d5".
std::string in_words(const Line& line, std::size_t at) {
    return number(line.start, at) + ' ' + line.moves[at].san;
}

std::string in_words(const std::optional<std::int64_t>& clock_s) {
    if (!clock_s) return "no clock";
    const auto two = [](std::int64_t n) { return (n < 10 ? ":0" : ":") + std::to_string(n); };
    return std::to_string(*clock_s / 3600) + two(*clock_s / 60 % 60) + two(*clock_s % 60);
}

std::string move_and_clock(const Line& line, std::size_t at) {
    if (at >= line.moves.size()) return {};
    const auto& [san, clock_s] = line.moves[at];
    return clock_s ? san + ' ' + in_words(clock_s) : san;
}

std::string players(const broadcast::PublicTags& tags) {
    const auto name = [&](const char* side) { return tags[side].empty() ? "?" : std::string(tags[side]); };
    return name("White") + " – " + name("Black");
}

} // namespace

SiteGame site_game(const broadcast::PublicGame& game) {
    SiteGame site{.id = game.id,
                  .board = game.board,
                  .is_game = broadcast::is_game(game),
                  .pgn = broadcast::to_pgn(game),
                  .line = {game.start.fen(), {}},
                  .players = players(game.tags),
                  .unknown_player = {},
                  .round = std::string(game.tags["Round"])};
    for (const auto& move : game.moves)
        site.line.moves.push_back(
            {move.san(),
             move.clock_ms ? std::optional(std::max<std::int64_t>(*move.clock_ms, 0) / 1000) : std::nullopt});
    for (const std::string side : {"White", "Black"})
        if (site.unknown_player.empty() && is_unknown(game.tags, side)) site.unknown_player = side;
    return site;
}

std::optional<Difference> difference(const Line& shown, const Line& board) {
    using enum Difference::Of;
    if (shown.start.empty()) return std::nullopt;
    if (shown.start != board.start)
        return Difference{moves, "the site shows a game from another start position than the board's"};
    const auto other =
        std::ranges::mismatch(shown.moves, board.moves, {}, &ShownMove::san, &ShownMove::san).in1;
    if (other != shown.moves.end()) {
        const auto at = static_cast<std::size_t>(other - shown.moves.begin());
        const bool is_replaced = at < board.moves.size();
        const auto last = is_replaced ? at : shown.moves.size() - 1;
        return Difference{moves, "the site shows " + in_words(shown, last) +
                                     (is_replaced ? ", the board " + in_words(board, at)
                                                  : ", which was taken back on the board")};
    }
    const auto timed = std::ranges::mismatch(shown.moves, board.moves).in1;
    if (timed == shown.moves.end()) return std::nullopt;
    const auto at = static_cast<std::size_t>(timed - shown.moves.begin());
    return Difference{clock, "after " + in_words(shown, at) + " the site shows " + in_words(timed->clock_s) +
                                 ", the board " + in_words(board.moves[at].clock_s)};
}

std::vector<ComparedMove> compared(const Line& shown, const Line& board) {
    constexpr std::size_t before = 2, most = 40;
    std::vector<ComparedMove> rows;
    if (shown.start != board.start) return rows;
    const auto parted = std::ranges::mismatch(shown.moves, board.moves).in1;
    const auto first = static_cast<std::size_t>(parted - shown.moves.begin());
    auto at = first - std::min(first, before);
    for (const auto end = std::max(shown.moves.size(), board.moves.size()); at < end && rows.size() < most;
         ++at)
        rows.push_back({number(board.start, at), move_and_clock(shown, at), move_and_clock(board, at)});
    return rows;
}

} // namespace adoube::targets

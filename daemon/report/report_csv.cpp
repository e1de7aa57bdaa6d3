#include "daemon/report/report_csv.hpp"

#include "daemon/text/quoting.hpp"

#include <cstdio>

namespace adoube::report {
namespace {

std::string line_of(const std::vector<std::string>& cells) {
    std::string line;
    for (const auto& cell : cells) line += (line.empty() ? "" : ";") + text::csv_cell(cell);
    return line + '\n';
}

} // namespace

std::string clock_text(const std::optional<umpire::Clocks>& clocks, chess::Side side) {
    if (!clocks) return {};
    const auto s =
        std::max<std::int64_t>(side == chess::Side::white ? clocks->white_ms : clocks->black_ms, 0) / 1000;
    char text[32];
    std::snprintf(text, sizeof text, "%d:%02d:%02d", static_cast<int>(s / 3600),
                  static_cast<int>(s / 60 % 60), static_cast<int>(s % 60));
    return text;
}

std::string to_csv(std::span<const GameReport> games, std::span<const RoundRow> rounds) {
    using chess::Side;
    auto text = line_of({"round", "board", "what", "time", "utc", "move", "side", "incident", "article",
                         "laws", "text", "by", "dismissed", "white_clock", "black_clock", "white", "black",
                         "result", "game"});
    for (const auto& row : rounds)
        text += line_of({row.round, "", "round", row.in_hall, row.utc, "", "", "", "", "", row.text, row.by,
                         "", "", "", "", "", "", ""});
    for (const auto& game : games) {
        const auto end = [&](const std::optional<umpire::Clocks>& clocks) {
            return std::vector<std::string>{clock_text(clocks, Side::white),
                                            clock_text(clocks, Side::black),
                                            game.white,
                                            game.black,
                                            game.result,
                                            game.record_id};
        };
        const auto put = [&](std::vector<std::string> cells, const std::optional<umpire::Clocks>& clocks) {
            cells.insert(cells.begin(), {game.round, std::to_string(game.board)});
            const auto rest = end(clocks);
            cells.insert(cells.end(), rest.begin(), rest.end());
            text += line_of(cells);
        };
        put({"game", game.began, "", "", "", "", "", game.laws, game.termination, "", ""}, game.clocks);
        for (const auto& row : game.rows)
            put({std::string(to_string(row.of)), row.in_hall, row.utc,
                 row.move ? std::to_string(row.move) : "", row.side, row.kind, row.article, row.laws,
                 row.text, row.by, row.dismissed ? "dismissed" : ""},
                row.clocks);
    }
    return text;
}

} // namespace adoube::report

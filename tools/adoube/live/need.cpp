#include "tools/adoube/live/need.hpp"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>

namespace adoube::tools {
namespace {

using chess::Side;

bool asks_for_nothing(std::string_view kind) {
    return kind == "draw-claimable" || kind == "offer-declined-by-touch" || kind == "reconstructed" ||
           kind == "ambiguous";
}

/// The next ply of the game; `ply` of incidents counts likewise from 1.
int next_ply(const ToldBoard& board) { return static_cast<int>(board.moves.size()) + 1; }

bool is_open(const ToldMatter& matter, const ToldBoard& board) {
    if (!matter.is_proposal && board.dismissed.contains(matter.seq)) return false;
    return next_ply(board) <= matter.ply + 2;
}

std::optional<Standing> matter_of(const ToldBoard& board) {
    for (const auto& proposal : board.proposals | std::views::reverse)
        if (is_open(proposal, board)) return Standing{Need::decision, proposal.sentence};
    std::optional<Standing> remark;
    for (const auto& incident : board.incidents | std::views::reverse) {
        if (!is_open(incident, board)) continue;
        if (!asks_for_nothing(incident.kind)) return Standing{Need::incident, incident.sentence};
        if (!remark) remark = Standing{Need::remark, incident.sentence};
    }
    return remark;
}

bool white_is_to_move(const ToldBoard& board) { return board.fen.find(" b ") == std::string::npos; }

Standing in_progress(const ToldBoard& board, UtcMs now) {
    if (board.clocks)
        for (const auto side : {Side::white, Side::black})
            if (left_ms(*board.clocks, side, now) <= 0)
                return {Need::time,
                        std::string(side == Side::white ? "White" : "Black") + " has no time left"};
    const std::string to_move = white_is_to_move(board) ? "White to move" : "Black to move";
    if (board.clocks && !board.clocks->running) return {Need::none, to_move + ", clocks stopped"};
    return {Need::none, to_move};
}

} // namespace

Standing standing_of(const ToldBoard& board, UtcMs now) {
    if (!board.lost.empty()) return {Need::record_lost, board.lost};
    if (board.result != "*")
        return {board.notice.empty() ? Need::over : Need::squares,
                "result " + board.result + (board.notice.empty() ? "" : "; " + board.notice)};
    const auto matter = matter_of(board);
    if (matter && matter->need < Need::time) return *matter;
    auto usual = in_progress(board, now);
    if (board.begun && usual.need == Need::time) return usual;
    if (!board.trouble.empty()) return {Need::away, board.trouble};
    if (!board.notice.empty()) return {Need::squares, board.notice};
    if (matter) return *matter;
    if (!board.begun) return {Need::waiting, board.here ? "not begun" : "not begun, no board here"};
    return usual;
}

std::vector<int> worst_first(const std::map<int, ToldBoard>& boards, UtcMs now) {
    std::vector<std::pair<Need, int>> order;
    for (const auto& [number, board] : boards) order.emplace_back(standing_of(board, now).need, number);
    std::ranges::sort(order);
    std::vector<int> numbers;
    for (const auto& [need, number] : order) numbers.push_back(number);
    return numbers;
}

} // namespace adoube::tools

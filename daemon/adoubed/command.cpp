#include "daemon/adoubed/command.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

access::Thing thing_of(const ControlLine& line) {
    struct Of {
        access::Thing operator()(const Say&) const { return access::Thing::arbiters_word; }
        access::Thing operator()(const AddTime&) const { return access::Thing::arbiters_word; }
        access::Thing operator()(const SayMoves&) const { return access::Thing::arbiters_word; }
        access::Thing operator()(const Arm&) const { return access::Thing::arming; }
        access::Thing operator()(const ArmRound&) const { return access::Thing::arming; }
        access::Thing operator()(const UsePort&) const { return access::Thing::board_exchange; }
        access::Thing operator()(const Keep&) const { return access::Thing::records; }
        access::Thing operator()(const SetDelay&) const { return access::Thing::delay; }
        access::Thing operator()(const ShowExits&) const { return access::Thing::delay; }
        access::Thing operator()(const PrintSheets&) const { return access::Thing::printing; }
        access::Thing operator()(const GiveStandings&) const { return access::Thing::delay; }
        access::Thing operator()(const OfTargets&) const { return access::Thing::targets; }
        access::Thing operator()(const TellResults&) const { return access::Thing::arbiters_view; }
        access::Thing operator()(const TellClockTimes&) const { return access::Thing::arbiters_view; }
        access::Thing operator()(const OfRound&) const { return access::Thing::round_acts; }
    };
    return std::visit(Of{}, line);
}

/// 0 if it concerns no board; of a round the first that `who` may not arm, if there is one.
int board_of(const ControlLine& line, const access::Grant& who) {
    if (const auto* round = std::get_if<ArmRound>(&line)) {
        const auto asks_for = [](const Arm& game) { return std::max(1, game.board); }; // 0: asked for boards
        for (const auto& game : round->games)
            if (!may(who, access::Thing::arming, asks_for(game))) return asks_for(game);
        return asks_for(round->games.front());
    }
    return std::visit(
        [](const auto& said) {
            if constexpr (requires { said.board; })
                return said.board;
            else
                return 0;
        },
        line);
}

} // namespace

std::expected<ControlLine, Refusal> permitted(std::string_view text, const record::Header& usual,
                                              const access::Grant& who) {
    auto line = parse_control_line(text, usual);
    if (!line) return std::unexpected(Refusal{Refusal::Why::not_understood, line.error()});
    const int board = board_of(*line, who);
    const auto thing = thing_of(*line);
    if (auto* round = std::get_if<ArmRound>(&*line); round && who.role == access::Role::arbiter)
        round->boards = who.boards; // games of the list may be at others
    if (may(who, thing, board)) return std::move(*line);
    const bool of_own_boards = std::holds_alternative<TellResults>(*line) ||
                               std::holds_alternative<TellClockTimes>(*line); // told of those alone
    if (of_own_boards && reach(who.role, thing) != access::Reach::nowhere) return std::move(*line);
    const bool another_board = reach(who.role, thing) == access::Reach::own_boards;
    return std::unexpected(Refusal{Refusal::Why::forbidden,
                                   another_board ? "this token is not for board " + std::to_string(board) +
                                                       ", only for: " + who.boards.to_string()
                                                 : "this token is not for that: only the operator does it"});
}

std::string to_json(const Answered& answered) {
    namespace json = boost::json;
    if (!answered) return R"({"error":)" + json::serialize(json::string(answered.error().sentence)) + '}';
    if (answered->empty()) return R"({"ok":true})";
    return R"({"ok":true,"answer":)" + json::serialize(json::string(*answered)) + '}';
}

} // namespace adoube::adoubed

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

/// The first board of a round that `who` may not arm; 0: there is none.
int forbidden_in(const ArmRound& round, const access::Grant& who) {
    for (const auto& game : round.games) // with board 0 where it is only asked for one
        if (game.board != 0 && !may(who, access::Thing::arming, game.board)) return game.board;
    return 0;
}

} // namespace

int board_of(const ControlLine& line) {
    return std::visit(
        [](const auto& said) {
            if constexpr (requires { said.board; })
                return said.board;
            else
                return 0;
        },
        line);
}

std::expected<ControlLine, Refusal> permitted(std::string_view text, const record::Header& usual,
                                              const access::Grant& who) {
    auto line = parse_control_line(text, usual);
    if (!line) return std::unexpected(Refusal{Refusal::Why::not_understood, line.error()});
    auto* const round = std::get_if<ArmRound>(&*line);
    const int board = round ? forbidden_in(*round, who) : board_of(*line);
    const auto thing = thing_of(*line);
    if (round && who.role == access::Role::arbiter) round->boards = who.boards;
    if (may(who, thing, board)) return std::move(*line);
    const bool of_own_boards = (round && board == 0) || std::holds_alternative<TellResults>(*line) ||
                               std::holds_alternative<TellClockTimes>(*line); // of those alone
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

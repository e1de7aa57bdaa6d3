#include "daemon/inquiry/claims.hpp"

#include "daemon/account/claim_account.hpp"
#include "daemon/account/ply_account.hpp"
#include "daemon/umpire/data/bounds.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::inquiry {
namespace {

namespace json = boost::json;

std::string letter_of(chess::Side side) { return side == chess::Side::white ? "w" : "b"; }

json::object time_of(const std::string& after, GameMs t_ms) {
    json::object time{{"t", t_ms.count()}};
    if (!after.empty()) time["after"] = after;
    return time;
}

void put_position(json::object& object, const chess::Position& position, json::array times) {
    object["fen"] = position.fen();
    object["halfmoves"] = position.halfmove_clock();
    object["times"] = std::move(times);
}

json::object claim_of(const account::ClaimAccount& account) {
    const auto& verdict = *account.verdict;
    json::array times;
    for (const auto& earlier : account.earlier) times.push_back(time_of(earlier.after, earlier.t_ms));
    times.push_back(time_of({}, verdict.t_ms));
    json::object claim{{"t", verdict.t_ms.count()},
                       {"side", letter_of(verdict.side)},
                       {"text", verdict.text.told()},
                       {"article", verdict.article},
                       {"correct", verdict.result == chess::Result::draw}};
    put_position(claim, account.position, std::move(times));
    return claim;
}

json::array times_of_last(const umpire::GameRecord& record) {
    json::array times;
    const auto& last = record.game.position();
    for (std::size_t at = 0; at <= record.moves.size(); ++at)
        if (record.game.position_at(at).repeats(last))
            times.push_back(
                at == 0 ? time_of({}, {})
                        : time_of(account::numbered(record.game, at - 1), record.moves[at - 1].made_ms));
    return times;
}

json::value right_now(const evidence::Replayed& game) {
    const auto& record = game.record;
    if (!record.termination.empty()) return nullptr;
    const auto& last = record.game.position();
    umpire::Umpire umpire(game.header);
    for (const auto& input : game.inputs) umpire.feed(input);
    // By then a touch is no flicker, and the last move is made.
    const auto now_ms =
        (game.inputs.empty() ? GameMs{} : game.inputs.back().t_ms) + umpire::bounds::completed_ms;
    const auto right = umpire.right_to_claim(now_ms);
    json::object now{{"side", letter_of(last.to_move())},
                     {"repetition", right && right->times >= umpire::RightToClaim::times_to_claim},
                     {"fifty", right && right->fifty},
                     {"lost", right && right->lost}};
    put_position(now, last, times_of_last(record));
    return now;
}

} // namespace

std::string claims_of(const evidence::Replayed& game) {
    json::array claims;
    for (const auto& claim : account::claims_of(game, 1)) claims.push_back(claim_of(claim));
    return json::serialize(json::object{{"claims", std::move(claims)}, {"now", right_now(game)}});
}

} // namespace adoube::inquiry

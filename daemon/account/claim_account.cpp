#include "daemon/account/claim_account.hpp"

#include "daemon/account/ply_account.hpp"
#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <utility>

namespace adoube::account {
namespace {

/// The record as it stood then, before later takebacks.
const umpire::GameRecord& record_at(const evidence::Replayed& replayed, int input) {
    const auto later = std::ranges::find_if(replayed.taken_back, [&](const evidence::TakenBack& back) {
        return std::cmp_greater(back.by_input, input);
    });
    return later == replayed.taken_back.end() ? replayed.record : later->record;
}

ClaimAccount account_of_claim(const record::Claim& claim, const umpire::Proposal& verdict,
                              const umpire::GameRecord& record) {
    const auto made = std::ranges::partition_point(
        record.moves, [&](const auto& move) { return move.made_ms <= verdict.t_ms; });
    const auto plies = static_cast<std::size_t>(made - record.moves.begin());
    ClaimAccount account{.verdict = &verdict, .position = record.game.position_at(plies)};
    const auto intended =
        claim.move.empty() ? std::nullopt : std::optional(chess::move_from_san(account.position, claim.move));
    const bool moves_on = intended && *intended;
    if (moves_on) account.position = account.position.after(**intended);
    if (claim.on != record::Claim::On::repetition) return account;
    for (std::size_t at = 0; at < plies + (moves_on ? 1 : 0); ++at) {
        if (!record.game.position_at(at).repeats(account.position)) continue;
        account.earlier.push_back({at == 0 ? std::string() : numbered(record.game, at - 1),
                                   at == 0 ? GameMs{} : record.moves[at - 1].made_ms});
    }
    return account;
}

} // namespace

std::vector<ClaimAccount> claims_of(const evidence::Replayed& replayed, std::uint64_t first_input) {
    std::vector<ClaimAccount> all;
    for (const auto& proposal : replayed.proposals) {
        if (proposal.remedy != umpire::Remedy::claim) continue;
        const auto at = static_cast<std::uint64_t>(proposal.input) - first_input;
        const auto* const claim =
            at < replayed.inputs.size() ? std::get_if<record::Claim>(&replayed.inputs[at].what) : nullptr;
        if (claim) all.push_back(account_of_claim(*claim, proposal, record_at(replayed, proposal.input)));
    }
    return all;
}

} // namespace adoube::account

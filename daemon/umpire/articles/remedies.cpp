#include "daemon/umpire/articles/remedies.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/laws/penalties.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/articles/telling.hpp"

#include <ranges>

namespace adoube::umpire {
namespace {

laws::IllegalMovePenalty penalty_under(const Header& header) {
    return laws::illegal_move_penalty(header.laws, header.rate_of_play, header.supervised);
}

bool both_kings_in_check(const chess::Position& position) {
    return position.in_check() && position.king_can_be_taken();
}

/// Until when the arbiter may act, and whether only on a claim.
std::string condition_of(const Reading& reading, const Incident& offence) {
    const auto& header = *reading.header;
    const auto opponent = name(chess::other(*offence.side));
    const auto& illegal = reading.ply.illegal;
    const bool gross =
        offence.kind == IncidentKind::promotion_missing || (illegal && both_kings_in_check(*illegal->anew));
    if (gross && laws::arbiter_steps_in(header.laws, header.rate_of_play)) return {};
    if (penalty_under(header).on_claim_only)
        return " Only if " + opponent + " claims it before making a move.";
    const bool stands = laws::illegal_move_stands_once_answered(header.rate_of_play, header.supervised);
    return stands ? " Only before " + opponent + " has made a move." : std::string();
}

} // namespace

Proposal proposal_of(const Incident& incident, Remedy remedy, laws::Rule rule) {
    Proposal proposal;
    proposal.t_ms = incident.t_ms;
    proposal.remedy = remedy;
    proposal.laws = incident.laws;
    proposal.article = laws::article(rule, incident.laws);
    proposal.side = *incident.side;
    proposal.ply = incident.ply;
    proposal.input = incident.last_input;
    return proposal;
}

std::optional<Proposal> penalty_of_illegal_move(const Reading& reading, const Incident& offence, int count) {
    const auto penalty = penalty_under(*reading.header);
    const auto side = *offence.side, opponent = chess::other(side);
    auto proposal = proposal_of(offence, Remedy::penalty, penalty.rule);
    if (penalty.claim_wins) {
        proposal.result = win_if_he_can_mate(reading.position, opponent);
        proposal.text = name(side) + " completed an illegal move: " +
                        (proposal.result == chess::Result::draw
                             ? "the game is drawn, for " + name(opponent) + " cannot mate."
                             : name(opponent) + " wins.");
    } else if (count < penalty.losing_number) {
        proposal.add_ms[static_cast<std::size_t>(opponent)] = penalty.to_opponent_ms;
        proposal.text = "For illegal move number " + std::to_string(count) + " of " + name(side) + ", " +
                        name(opponent) + " gets " + std::to_string(penalty.to_opponent_ms / 1000) +
                        " seconds more.";
    } else {
        return std::nullopt;
    }
    proposal.text += condition_of(reading, offence);
    return proposal;
}

Proposal forfeit_by_illegal_moves(const Reading& reading, const Incident& offence, const Incident& forfeit,
                                  chess::Result result) {
    auto proposal = proposal_of(forfeit, Remedy::forfeit, laws::Rule::forfeit_by_illegal_moves);
    proposal.result = result;
    proposal.text = forfeit.text;
    proposal.text += condition_of(reading, offence);
    return proposal;
}

Proposal lost_by_unclear_sealed_move(const Reading& reading, std::string_view san,
                                     std::span<const chess::Move> fitting, Moment now) {
    const auto side = reading.position.to_move(), opponent = chess::other(side);
    constexpr auto rule = laws::Rule::unclear_sealed_move;
    auto proposal = proposal_of(incident_of(reading, {}, rule, side, now, now), Remedy::sealed_move, rule);
    proposal.result = win_if_he_can_mate(reading.position, opponent);
    std::string meaning;
    for (const auto move : fitting)
        meaning += (meaning.empty() ? "may mean " : " or ") + chess::to_san(reading.position, move);
    proposal.text =
        name(side) + "'s sealed move, " + text::quoted(san) + ", " +
        (meaning.empty() ? "names no legal move" : meaning) + ": " +
        (proposal.result == chess::Result::draw ? "the game is drawn, for " + name(opponent) + " cannot mate."
                                                : name(opponent) + " wins.");
    return proposal;
}

std::string_view termination_of(const SetResult& set, std::span<const Proposal> proposed) {
    if (set.forfeit) return "rules infraction";
    if (set.result == chess::Result::draw) return "normal";
    for (const auto& proposal : proposed | std::views::reverse)
        if (proposal.result == set.result)
            return proposal.remedy == Remedy::flag ? "time forfeit" : "rules infraction";
    return "normal";
}

} // namespace adoube::umpire

#include "daemon/umpire/articles/flags.hpp"

#include "daemon/laws/penalties.hpp"
#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/articles/remedies.hpp"
#include "daemon/umpire/articles/telling.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using laws::Rule;

Proposal for_one_flag(const Reading& reading, const Incident& fall, chess::Result result) {
    const auto& header = *reading.header;
    const auto opponent = chess::other(*fall.side);
    auto proposal = proposal_of(fall, Remedy::flag, Rule::flag_fall);
    proposal.result = result;
    proposal.text = result == chess::Result::draw
                        ? name(*fall.side) + "'s flag fell, and " + name(opponent) +
                              " cannot mate by any series of legal moves: the game is drawn."
                        : name(*fall.side) +
                              "'s flag fell before the moves required were completed: " + name(opponent) +
                              " wins.";
    if (laws::flag_on_claim_only(header.laws, header.rate_of_play, header.supervised))
        proposal.text += " It counts only if " + name(opponent) + " claims it.";
    return proposal;
}

/// The other flag fell before, by an unknown margin.
Proposal for_both_flags(const Reading& reading, const Incident& fall) {
    const bool rapid_rules = reading.header->rate_of_play != laws::RateOfPlay::standard;
    const bool last = rapid_rules || reading.clock.in_last_period(*fall.side);
    auto proposal = proposal_of(fall, Remedy::flag, last ? Rule::both_flags_draw : Rule::both_flags_go_on);
    proposal.result = last ? chess::Result::draw : chess::Result::open;
    proposal.text = std::string("Both flags have fallen; if nobody can say which fell first, ") +
                    (last ? "the game is drawn." : "the game goes on, for this was not its last period.");
    return proposal;
}

} // namespace

bool Flags::due(Side side, const Reading& reading, GameMs t_ms) {
    auto& fell = fell_[static_cast<std::size_t>(side)];
    const bool has_time = !reading.clock.kept() || reading.clock.left_ms(side, t_ms) > 0;
    if (has_time && fell == Fell::dismissed) fell = Fell::no;
    return !has_time && fell == Fell::no;
}

Incident Flags::fallen(Side side, const Reading& reading, const chess::Position& board, Moment now) {
    fell_[static_cast<std::size_t>(side)] = Fell::by_clock;
    return told(side, reading, board, {now.t_ms + reading.clock.left_ms(side, now.t_ms), now.input});
}

std::optional<Incident> Flags::reported(Side side, const Reading& reading, const chess::Position& board,
                                        Moment now) {
    if (has_fallen(side)) return std::nullopt;
    fell_[static_cast<std::size_t>(side)] = Fell::by_report;
    return told(side, reading, board, now);
}

void Flags::dismiss(Side side) {
    auto& fell = fell_[static_cast<std::size_t>(side)];
    fell = fell == Fell::by_report ? Fell::no : Fell::dismissed;
}

bool Flags::has_fallen(Side side) const {
    const auto fell = fell_[static_cast<std::size_t>(side)];
    return fell == Fell::by_report || fell == Fell::by_clock;
}

Incident Flags::told(Side side, const Reading& reading, const chess::Position& board, Moment now) const {
    const auto opponent = chess::other(side);
    const auto result = win_if_he_can_mate(board, opponent);
    auto incident = incident_of(reading, IncidentKind::flag, Rule::flag_fall, side, now, now);
    incident.text = name(side) + "'s flag fell; " + name(opponent) +
                    (result == chess::Result::draw ? " cannot mate by any series of legal moves."
                                                   : " can mate by some series of legal moves.");
    // Only one clock runs at a time: by the reckoned clock the first fall is known.
    const bool order_known =
        std::ranges::all_of(fell_, [](const Fell each) { return each == Fell::by_clock; });
    if (!has_fallen(opponent))
        incident.proposal = for_one_flag(reading, incident, result);
    else if (!order_known)
        incident.proposal = for_both_flags(reading, incident);
    return incident;
}

} // namespace adoube::umpire

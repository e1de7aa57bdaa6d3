#include "daemon/umpire/articles/claims.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/laws/penalties.hpp"
#include "daemon/umpire/articles/telling.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::Game;
using laws::Edition;
using laws::Rule;

constexpr int repetitions_to_claim = RightToClaim::times_to_claim;
constexpr int fifty_moves_in_plies = 100;

bool holds(Claim::On on, const Game& game) {
    return on == Claim::On::repetition ? game.repetitions() >= repetitions_to_claim
                                       : game.position().halfmove_clock() >= fifty_moves_in_plies;
}

/// In 2001 only a move loses the right.
bool takes_the_right(bool touched, Edition laws) { return touched && laws != Edition::laws_2001; }

/// After the intended move, if any.
bool is_correct(const Claim& claim, Game game) {
    if (!claim.move.empty()) {
        const auto move = chess::move_from_san(game.position(), claim.move);
        if (!move) return false;
        game.play(*move);
    }
    return holds(claim.on, game);
}

Proposal proposal_for(const Claim& claim, Rule rule, const Game& game, const Reading& reading, Moment now) {
    Proposal proposal;
    proposal.t_ms = now.t_ms;
    proposal.remedy = Remedy::claim;
    proposal.laws = reading.header->laws;
    proposal.article = laws::article(rule, proposal.laws);
    proposal.side = claim.side;
    proposal.ply = game.plies() + 1;
    proposal.input = now.input;
    return proposal;
}

std::string minutes(std::int64_t ms) {
    const auto count = ms / 60'000;
    return std::to_string(count) + (count == 1 ? " minute" : " minutes");
}

std::string seconds(std::int64_t ms) { return std::to_string(ms / 1000) + " seconds"; }

std::string what_was_claimed(const Claim& claim) {
    const std::string claimed = claim.on == Claim::On::repetition ? "threefold repetition" : "fifty moves";
    return name(claim.side) + "'s claim of " + claimed + (claim.move.empty() ? "" : " by " + claim.move);
}

Proposal found_incorrect(const Claim& claim, Proposal proposal, const Reading& reading, Moment now) {
    const auto& header = *reading.header;
    const auto opponent = chess::other(claim.side);
    const auto gift_ms = laws::wrong_claim_to_opponent_ms(header.laws, header.rate_of_play);
    const auto fine_ms =
        reading.clock.kept()
            ? laws::wrong_claim_from_claimant_ms(header.laws, reading.clock.left_ms(claim.side, now.t_ms))
            : 0;
    proposal.add_ms[static_cast<std::size_t>(opponent)] = gift_ms;
    proposal.add_ms[static_cast<std::size_t>(claim.side)] = -fine_ms;
    proposal.text =
        what_was_claimed(claim) + " is incorrect: " + name(opponent) + " gets " + minutes(gift_ms) + " more";
    if (fine_ms > 0) proposal.text += ", " + name(claim.side) + " loses " + seconds(fine_ms);
    proposal.text += claim.move.empty() ? ", and the game goes on." : ", and the intended move must be made.";
    return proposal;
}

bool has_increment(const Header& header) {
    const auto periods = parse_time_control(header.time_control);
    return periods && std::ranges::any_of(*periods, [](const Period& each) { return each.bonus_ms > 0; });
}

/// 10.2: no automaton can tell whether a game can be won by normal means.
Proposal quickplay(const Claim& claim, Proposal proposal, const Reading& reading, bool has_the_move,
                   Moment now) {
    const auto& header = *reading.header;
    const auto left_ms =
        reading.clock.kept() ? std::optional(reading.clock.left_ms(claim.side, now.t_ms)) : std::nullopt;
    proposal.text = name(claim.side) + " claims a draw: the opponent makes no effort to win by normal means, "
                                       "or cannot. ";
    if (!laws::has_quickplay_claim(header.laws, header.rate_of_play, header.supervised))
        proposal.text += "The Laws of blitz do not have this claim.";
    else if (laws::increment_excludes_quickplay_claim(header.laws) && has_increment(header))
        proposal.text += "It is not to be heard: Guideline III is for games without increment.";
    else if (!has_the_move)
        proposal.text += "It is not to be heard: " + name(claim.side) + " does not have the move.";
    else if (left_ms && *left_ms <= 0)
        proposal.text += "It is not to be heard: " + name(claim.side) + "'s flag has fallen.";
    else if (left_ms && *left_ms >= laws::quickplay_claim_ms)
        proposal.text += "It is not to be heard: " + name(claim.side) + " has two minutes or more left.";
    else
        proposal.text += "The arbiter decides.";
    return proposal;
}

} // namespace

Proposal judged(const Claim& claim, const Game& game, bool touched, const Reading& reading, Moment now) {
    const bool has_the_move = game.position().to_move() == claim.side;
    const auto because_of = [&](Rule rule) { return proposal_for(claim, rule, game, reading, now); };
    if (claim.on == Claim::On::quickplay)
        return quickplay(claim, because_of(Rule::quickplay_finish), reading, has_the_move, now);
    if (!has_the_move || takes_the_right(touched, reading.header->laws)) {
        auto lost = because_of(Rule::claim_right_lost);
        lost.text = what_was_claimed(claim) + " is not to be heard: " +
                    (has_the_move ? "a piece was touched before it." : "the opponent has the move.");
        return lost;
    }
    if (!is_correct(claim, game)) return found_incorrect(claim, because_of(Rule::wrong_claim), reading, now);
    auto right = because_of(Rule::correct_claim);
    right.result = chess::Result::draw;
    right.text = what_was_claimed(claim) + " is correct: the game is drawn.";
    return right;
}

bool is_offer(const Claim& claim, const Header& header) {
    return claim.on != Claim::On::quickplay || is_told_offer(claim, header);
}

bool is_told_offer(const Claim& claim, const Header& header) {
    return claim.on == Claim::On::quickplay &&
           laws::quickplay_claim_is_offer(header.laws, header.rate_of_play, header.supervised);
}

std::optional<RightToClaim> right_to_claim(const Game& game, bool touched, Edition laws) {
    const bool repetition = holds(Claim::On::repetition, game), fifty = holds(Claim::On::fifty, game);
    if (!repetition && !fifty) return std::nullopt;
    return RightToClaim{game.position().to_move(), game.plies() + 1, game.repetitions(), fifty,
                        takes_the_right(touched, laws)};
}

std::vector<Incident> claimable(const Game& game, const Reading& reading, Moment now) {
    const auto side = game.position().to_move();
    std::vector<Incident> incidents;
    const auto tell = [&](Rule rule, std::string_view what) {
        auto incident = incident_of(reading, IncidentKind::draw_claimable, rule, side, now, now);
        incident.ply = game.plies() + 1;
        incident.text = name(side) + " may now claim a draw: " + std::string(what) + ".";
        incidents.push_back(std::move(incident));
    };
    if (game.repetitions() == repetitions_to_claim)
        tell(Rule::threefold_repetition, "the position stands for the third time");
    if (game.position().halfmove_clock() == fifty_moves_in_plies)
        tell(Rule::fifty_moves, "fifty moves by each player without a pawn's move or a capture");
    return incidents;
}

} // namespace adoube::umpire

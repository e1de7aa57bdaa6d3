#include "daemon/account/ply_account.hpp"

#include "daemon/account/description.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/evidence/wall_clock.hpp"
#include "daemon/text/utc.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

namespace adoube::account {
namespace {

/// A move in order of time, also one taken back. `at` past the last: what followed, until a takeback or the
/// end.
struct Made {
    const umpire::GameRecord* record;
    std::size_t at;
    std::uint64_t taken_back_by; // 0: never
    GameMs until_ms;
};

std::vector<Made> all_made(const evidence::Replayed& replayed, std::uint64_t first_input) {
    std::vector<Made> all;
    const auto put = [&](const umpire::GameRecord& record, std::size_t first, std::uint64_t by_input,
                         GameMs end_ms) {
        for (auto at = first; at < record.moves.size(); ++at)
            all.push_back(
                {&record, at, by_input, record.moves[at].completed_ms.value_or(record.moves[at].made_ms)});
        all.push_back({&record, record.moves.size(), by_input, end_ms});
    };
    for (const auto& back : replayed.taken_back)
        put(back.record, back.first, back.by_input, replayed.inputs[back.by_input - first_input].t_ms);
    put(replayed.record, 0, 0, GameMs::max());
    std::ranges::stable_sort(all, {}, &Made::until_ms);
    return all;
}

/// The move as played when the incident was raised, whatever came there later.
PlyAccount& place_of(const umpire::Incident& incident, const evidence::Replayed& replayed,
                     std::vector<PlyAccount>& plies) {
    const auto back = std::ranges::find_if(replayed.taken_back, [&](const evidence::TakenBack& one) {
        return std::cmp_greater(one.by_input, incident.last_input) &&
               replayed.first_ply + static_cast<int>(one.first) <= incident.ply;
    });
    const auto by_input = back == replayed.taken_back.end() ? 0 : back->by_input;
    const auto found = std::ranges::find_if(plies, [&](const PlyAccount& ply) {
        return ply.ply == incident.ply && ply.taken_back_by == by_input;
    });
    return found == plies.end() ? plies.back() : *found;
}

std::string standing_of(const evidence::Voucher& voucher) {
    using Standing = evidence::Voucher::Standing;
    switch (voucher.standing) {
    case Standing::other: break;
    case Standing::owner: return ", of the same owner";
    case Standing::unknown: return ", whom the file alone names: whoever signed it may hold that key too";
    case Standing::revoked: return ", which was revoked and shows nothing";
    }
    return {};
}

} // namespace

std::string numbered(const chess::Game& game, std::size_t at) {
    const auto before = game.position_at(at);
    return std::to_string(before.fullmove_number()) +
           (before.to_move() == chess::Side::white ? ". " : "... ") + to_san(before, game.moves()[at]);
}

std::vector<PlyAccount> account_of(const evidence::Replayed& replayed, std::uint64_t first_input) {
    std::vector<PlyAccount> plies;
    auto next = replayed.inputs.begin();
    bool expected = true; // a snapshot brings no news
    const auto take = [&](GameMs until_ms) {
        for (; next != replayed.inputs.end() && next->t_ms <= until_ms; ++next) {
            const auto at = static_cast<std::size_t>(next - replayed.inputs.begin());
            const bool snapshot = std::holds_alternative<record::Snapshot>(next->what);
            plies.back().seen.push_back({first_input + at, next->t_ms,
                                         described(next->what, replayed.said_by[at]), snapshot && expected});
            expected = snapshot || !std::holds_alternative<record::Gap>(next->what);
        }
    };
    for (const auto& [record, at, taken_back_by, until_ms] : all_made(replayed, first_input)) {
        const bool made = at < record->moves.size();
        plies.push_back({.ply = replayed.first_ply + static_cast<int>(at),
                         .move = made ? numbered(record->game, at) : std::string(),
                         .taken_back_by = taken_back_by,
                         .before = record->game.position_at(at)});
        if (made) plies.back().after = record->game.position_at(at + 1);
        take(until_ms);
    }
    for (const auto& incident : replayed.incidents)
        place_of(incident, replayed, plies).incidents.push_back(&incident);
    std::erase_if(plies, [](const PlyAccount& ply) {
        return ply.move.empty() && ply.seen.empty() && ply.incidents.empty();
    });
    return plies;
}

std::string name_of(const PlyAccount& ply) {
    if (ply.move.empty())
        return ply.taken_back_by == 0 ? "After the last move" : "Before moves were taken back";
    return ply.move + (ply.taken_back_by == 0 ? "" : ", which was taken back");
}

std::string times(std::size_t count) { return count == 1 ? "once" : std::to_string(count) + " times"; }

std::uint64_t dismissed_by(const evidence::Examination& found, const umpire::Incident& incident) {
    if (found.evidence.extract) return 0; // an extract renumbers its incidents
    const auto dismissed = found.replayed->dismissed.find(incident.seq);
    return dismissed == found.replayed->dismissed.end() ? 0 : dismissed->second;
}

std::vector<std::string> asked_of_arbiter(const evidence::Replayed& replayed,
                                          const umpire::Incident& incident) {
    std::vector<std::string> all;
    for (const auto& proposal : replayed.proposals)
        if (proposal.ply == incident.ply && proposal.input >= incident.first_input &&
            proposal.input <= incident.last_input)
            all.push_back(proposal.text.told() +
                          (proposal.article.empty() ? "" : " (Article " + proposal.article + ")"));
    return all;
}

Squares squares_after(const evidence::Replayed& replayed, const PlyAccount& ply, std::uint64_t last_input,
                      std::uint64_t first_input) {
    auto squares = squares_of(ply.before);
    std::vector<chess::Piece> in_hand;
    for (const auto& seen : ply.seen) {
        if (seen.input > last_input) break;
        const auto& what = replayed.inputs[seen.input - first_input].what;
        if (const auto* lift = std::get_if<record::Lift>(&what)) {
            auto& square = squares[static_cast<std::size_t>(lift->square)];
            if (square) in_hand.push_back(*square);
            square.reset();
        } else if (const auto* drop = std::get_if<record::Drop>(&what)) {
            auto& square = squares[static_cast<std::size_t>(drop->square)];
            if (drop->piece.side && drop->piece.type) {
                square = chess::Piece{*drop->piece.side, *drop->piece.type};
                if (const auto held = std::ranges::find(in_hand, *square); held != in_hand.end())
                    in_hand.erase(held);
            } else if (!in_hand.empty()) {
                square = in_hand.back();
                in_hand.pop_back();
            }
        }
    }
    return squares;
}

std::vector<std::string> blind_spots(const evidence::Replayed& replayed, bool is_extract) {
    std::vector<std::string> all{"Sensors see pieces leave squares and come to them. They cannot tell whose "
                                 "hand it was, whether anything was said, "
                                 "or whether a piece was touched that never left its square."};
    const auto sensing = replayed.header.sensing;
    if (sensing == record::Sensing::presence)
        all.emplace_back("The sensors of this board tell only whether a square is occupied: which piece was "
                         "set down follows from the moves "
                         "before, and a piece that takes the place of another at once is not seen.");
    if (sensing == record::Sensing::colour)
        all.emplace_back("The sensors of this board tell the colour of a piece, not which it is: that "
                         "follows from the moves before.");
    if (!replayed.header.clock)
        all.emplace_back(
            "This board has no clock lever: a move counts as completed once the position has come to rest.");
    const auto has = [&]<class Kind>(Kind) {
        return std::ranges::any_of(
            replayed.inputs, [](const auto& input) { return std::holds_alternative<Kind>(input.what); });
    };
    if (has(record::Gap{}))
        all.emplace_back("There are gaps in the record: what was done on the board in them was not seen.");
    if (has(record::Mask{})) all.emplace_back("The board reported sensors that are not to be trusted.");
    if (is_extract)
        all.emplace_back("This is a part of the game. What it begins with is stated by who signed it, and "
                         "what rests on earlier moves "
                         "(repetition, an earlier illegal move, the clocks) does not show in it.");
    return all;
}

std::vector<std::string> wall_clock_set(const evidence::Examination& found, const GameTimes& times) {
    const auto first = found.evidence.first_input();
    std::vector<std::string> all;
    for (const auto& jump : evidence::clock_jumps(found.evidence.inputs, first)) {
        const auto t_ms = found.replayed->inputs[jump.input - first].t_ms;
        all.push_back("Before " + times.both(t_ms) + " (input " + std::to_string(jump.input) + ") " +
                      to_sentence(jump) + ". The times of this record are the board's, and go on.");
    }
    return all;
}

std::vector<std::string> grounds(const evidence::Examination& found) {
    using Standing = evidence::Voucher::Standing;
    std::vector<std::string> lines;
    for (const auto& succession : found.way) lines.push_back(told(succession));
    const auto& signer = found.vouchers.front().key;
    if (found.signer_revoked)
        lines.push_back(told(signer, *found.signer_revoked) +
                        ": what is here was seen before by the others named here, and stands on their word");
    const auto last = found.evidence.end_input() - 1;
    auto seen_until = std::min(found.published_until_input, last);
    for (std::size_t at = 1; at < found.vouchers.size(); ++at) {
        const auto& voucher = found.vouchers[at];
        const auto until = std::min(voucher.until_input, last);
        lines.push_back((until == 0 ? std::string("the header") : "inputs up to " + std::to_string(until)) +
                        (voucher.cosigned_utc_s
                             ? ": co-signed on " +
                                   text::utc_second(static_cast<std::int64_t>(*voucher.cosigned_utc_s)) +
                                   " by "
                             : ": signed too by ") +
                        voucher.key.to_string() + standing_of(voucher));
        if (voucher.standing == Standing::other) seen_until = std::max(seen_until, until);
    }
    for (const auto& published : found.published) lines.push_back(published);
    if (seen_until < last)
        lines.push_back("inputs " + std::to_string(std::max(seen_until + 1, found.evidence.first_input())) +
                        " to " + std::to_string(last) + " rest on the one key " + signer.to_string() +
                        ": who holds it could have signed another record of them");
    lines.push_back(
        found.signed_while_played == 0
            ? "no checkpoint of the game is in it: it was signed when it was exported"
            : std::to_string(found.signed_while_played) +
                  (found.signed_while_played == 1 ? " checkpoint that was" : " checkpoints that were") +
                  " signed before the export, up to input " + std::to_string(found.signed_until_input));
    constexpr std::size_t most_told = 20;
    for (const auto& name : found.unchecked | std::views::take(most_told))
        lines.push_back("also signed by " + name + ", which was not checked: its key was not given");
    if (found.unchecked.size() > most_told)
        lines.push_back("also signed by " + std::to_string(found.unchecked.size() - most_told) +
                        " others, which were not checked");
    return lines;
}

} // namespace adoube::account

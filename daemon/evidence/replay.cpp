#include "daemon/evidence/replay.hpp"

#include "daemon/record/sensor_log.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

constexpr std::size_t most_taken_back = 256; // each is a copy of the game

/// How many inputs had arrived when this move was completed, or made if the next was made first.
std::uint64_t inputs_until(const Replayed& whole, std::size_t ply) {
    const auto& moves = whole.record.moves;
    const auto& move = moves[ply - 1];
    const bool in_time =
        move.completed_ms && (ply == moves.size() || *move.completed_ms <= moves[ply].made_ms);
    const auto end_ms = in_time ? *move.completed_ms : move.made_ms;
    const auto after = std::ranges::upper_bound(whole.inputs, end_ms, {}, &record::Input::t_ms);
    return static_cast<std::uint64_t>(after - whole.inputs.begin());
}

/// Extra plies tried first on each side, as a hand may hold a piece at a cut.
constexpr int most_plies_more = 4;

bool takes_back(const record::Input& input) {
    return std::holds_alternative<record::TakeBack>(input.what) ||
           std::holds_alternative<record::SetPosition>(input.what);
}

std::size_t common_moves(const umpire::GameRecord& one, const umpire::GameRecord& other) {
    if (one.game.position_at(0) != other.game.position_at(0)) return 0;
    const auto moves = one.game.moves(), others = other.game.moves();
    return static_cast<std::size_t>(std::ranges::mismatch(moves, others).in1 - moves.begin());
}

std::vector<Correction> corrections_in(const Replayed& whole, std::span<const record::Entry> inputs) {
    std::vector<Correction> corrections;
    for (std::size_t at = 0; at < inputs.size(); ++at)
        if (std::holds_alternative<record::SetTags>(whole.inputs[at].what))
            corrections.push_back({at + 1, inputs[at]});
    return corrections;
}

bool same_moves(const Replayed& part, const Replayed& whole, int first_ply, int last_ply) {
    const auto all = whole.record.game.moves();
    const auto moves = all.subspan(static_cast<std::size_t>(first_ply - 1),
                                   static_cast<std::size_t>(last_ply - first_ply + 1));
    return std::ranges::equal(part.record.game.moves(), moves) && part.record.before.empty();
}

} // namespace

std::expected<Replayed, std::string> replay(const record::GameEntry& game,
                                            std::span<const record::Entry> inputs,
                                            const std::optional<Extract>& extract, const Steps& told) {
    auto header = record::parse_header(game.header);
    if (!header) return std::unexpected("the header of the game cannot be read: " + header.error());
    if (extract) {
        if (const auto start = chess::Position::from_fen(extract->fen); !start)
            return std::unexpected("the position that it begins with is none: " + start.error());
        header->start_fen = extract->fen;
        header->time_control.clear(); // an extract lacks earlier clock times
        for (const auto& [n, entry] : extract->corrections) {
            const auto input = record::parse_input(entry.line, header->sensing);
            const auto* const set = input ? std::get_if<record::SetTags>(&input->what) : nullptr;
            if (!set) return std::unexpected("input " + std::to_string(n) + " corrects no tags");
            record::correct(header->tags, set->tags);
        }
    }
    const auto first_input = extract ? extract->first_input : 1;
    umpire::Umpire umpire(*header);
    Replayed replayed;
    replayed.header = *header;
    if (extract) replayed.first_ply = extract->first_ply;
    for (const auto& entry : inputs) {
        if (told) told(replayed.inputs.size(), inputs.size());
        const auto number = "input " + std::to_string(first_input + replayed.inputs.size());
        const auto input = record::parse_input(entry.line, header->sensing);
        if (!input) return std::unexpected(number + " cannot be read: " + input.error());
        if (!replayed.inputs.empty() && input->t_ms < replayed.inputs.back().t_ms)
            return std::unexpected("time goes back at " + number);
        const bool kept = takes_back(*input) && replayed.taken_back.size() < most_taken_back;
        auto before = kept ? std::optional(umpire.record(input->t_ms)) : std::nullopt;
        umpire.feed(*input);
        replayed.inputs.push_back(*input);
        if (std::holds_alternative<record::Dismiss>(input->what))
            for (const int incident : umpire.dismissed())
                replayed.dismissed.emplace(incident, first_input + replayed.inputs.size() - 1);
        replayed.said_by.push_back(record::said_by(entry.line));
        if (!before) continue;
        const auto common = common_moves(*before, umpire.record(input->t_ms));
        if (common < before->moves.size())
            replayed.taken_back.push_back(
                {first_input + replayed.inputs.size() - 1, std::move(*before), common});
    }
    replayed.header.tags = umpire.header().tags;
    replayed.record = umpire.final_record();
    replayed.incidents = umpire.final_incidents();
    const auto proposals = umpire.proposals();
    replayed.proposals.assign(proposals.begin(), proposals.end());
    for (auto& proposal : replayed.proposals) {
        proposal.ply += replayed.first_ply - 1;
        proposal.input += static_cast<int>(first_input - 1);
    }
    for (auto& incident : replayed.incidents) {
        incident.ply += replayed.first_ply - 1;
        incident.first_input += static_cast<int>(first_input - 1);
        incident.last_input += static_cast<int>(first_input - 1);
    }
    return replayed;
}

std::size_t inputs_before_sealed_move(const record::GameEntry& game, std::span<const record::Entry> inputs) {
    const auto header = record::parse_header(game.header);
    bool goes_on = false; // after a result that no longer stands
    for (auto told = inputs.size(); header && told > 0; --told) {
        const auto input = record::parse_input(inputs[told - 1].line, header->sensing);
        if (!input) continue;
        if (std::holds_alternative<record::Resume>(input->what)) break;
        const auto* set = std::get_if<record::SetResult>(&input->what);
        const bool ended = set && (set->result != chess::Result::open || set->forfeit);
        if (ended && !goes_on) break;
        goes_on |= set || takes_back(*input);
        const auto* adjourn = std::get_if<record::Adjourn>(&input->what);
        if (adjourn && !adjourn->sealed.empty()) return told - 1;
    }
    return inputs.size();
}

std::expected<PartOfGame, std::string> part_of_game(const record::GameEntry& game,
                                                    std::span<const record::Entry> inputs, int first_ply,
                                                    int last_ply) {
    inputs = inputs.first(inputs_before_sealed_move(game, inputs));
    const auto whole = replay(game, inputs);
    if (!whole) return std::unexpected(whole.error());
    const auto plies = static_cast<int>(whole->record.moves.size());
    if (plies == 0) return std::unexpected("game " + game.id + " has no moves yet");
    if (first_ply < 1 || first_ply > last_ply || last_ply > plies)
        return std::unexpected("game " + game.id + " has plies 1 to " + std::to_string(plies) +
                               ": name some of them");
    const auto cut = [&](int from, int to) -> std::optional<PartOfGame> {
        const auto end = to == plies ? inputs.size() : inputs_until(*whole, static_cast<std::size_t>(to));
        const auto before = from == 1 ? 0 : inputs_until(*whole, static_cast<std::size_t>(from - 1));
        if (before >= end) return std::nullopt;
        const Extract extract{before + 1, from, to,
                              whole->record.game.position_at(static_cast<std::size_t>(from - 1)).fen(),
                              corrections_in(*whole, inputs.first(before))};
        const auto part = replay(game, inputs.subspan(before, end - before), extract);
        if (!part || !same_moves(*part, *whole, from, to)) return std::nullopt;
        return PartOfGame{extract, end - before};
    };
    for (auto to = last_ply; to <= std::min(last_ply + most_plies_more, plies); ++to)
        for (auto from = first_ply; from >= std::max(first_ply - most_plies_more, 1); --from)
            if (auto part = cut(from, to)) return std::move(*part);
    // A later move may reveal a promotion piece.
    for (int more = 2 * most_plies_more; more < 2 * plies; more *= 2)
        if (auto part = cut(std::max(first_ply - more, 1), std::min(last_ply + more, plies)))
            return std::move(*part);
    return std::unexpected("these moves of game " + game.id +
                           ", played again alone, are others: export the whole game");
}

} // namespace adoube::evidence

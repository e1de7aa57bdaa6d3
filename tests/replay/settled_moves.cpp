#include "tests/replay/settled_moves.hpp"

#include <algorithm>

namespace adoube::replay {
namespace {

using chess::MoveKind;
using record::Sensing;

struct Completed {
    chess::Move move;
    chess::Side side;
    std::optional<GameMs> completed_ms; // empty: before the game began anew
};

void add(std::map<int, Completed>& all, const chess::Game& game, std::span<const umpire::MoveRecord> moves) {
    const int first = game.plies() - static_cast<int>(game.moves().size()) + 1;
    for (std::size_t at = 0; at < game.moves().size(); ++at)
        all[first + static_cast<int>(at)] = {game.moves()[at], game.position_at(at).to_move(),
                                             moves.empty() ? std::nullopt : moves[at].completed_ms};
}

bool is_arbiters(const record::What& what) {
    using namespace record;
    return std::holds_alternative<SetPosition>(what) || std::holds_alternative<PlayMove>(what) ||
           std::holds_alternative<TakeBack>(what) || std::holds_alternative<SetResult>(what) ||
           std::holds_alternative<Promoted>(what) || std::holds_alternative<Pause>(what) ||
           std::holds_alternative<Resume>(what) || std::holds_alternative<Adjourn>(what);
}

} // namespace

/// A promoted piece that sensors cannot see is open.
bool SettledMoves::may_become(const Settled& settled, chess::Move move) const {
    auto same = move;
    if (move.kind == MoveKind::promotion && header_.sensing != Sensing::identity)
        same.promoted = settled.move.promoted;
    return same == settled.move || std::ranges::count(settled.listed, to_uci(move, header_.chess960)) > 0;
}

std::vector<std::string> SettledMoves::changed_by(const record::Input& input, const umpire::Umpire& umpire) {
    const auto record = umpire.completed();
    std::map<int, Completed> completed;
    for (const auto& before : record.before) add(completed, before, {});
    add(completed, record.game, record.moves);
    if (is_arbiters(input.what)) settled_.clear();
    std::vector<std::string> changes;
    for (auto& [ply, settled] : settled_) {
        const auto now = completed.find(ply);
        if (now != completed.end() && may_become(settled, now->second.move)) {
            settled.move = now->second.move;
            continue;
        }
        changes.push_back(
            "ply " + std::to_string(ply) + ", " + to_uci(settled.move, header_.chess960) + ", " +
            (now == completed.end() ? "is gone" : "became " + to_uci(now->second.move, header_.chess960)) +
            " at " + std::to_string(input.t_ms.count()) + " ms");
    }
    if (!changes.empty()) settled_.clear();
    const auto* press = std::get_if<record::Press>(&input.what);
    if (!press) return changes;
    for (const auto& [ply, each] : completed) {
        if (each.completed_ms != input.t_ms || each.side != press->side) continue;
        auto& settled = settled_.try_emplace(ply, each.move, std::vector<std::string>{}).first->second;
        ++count_;
        for (const auto& incident : umpire.incidents())
            if (incident.kind == umpire::IncidentKind::ambiguous && incident.ply == ply)
                settled.listed = incident.allowed;
    }
    return changes;
}

} // namespace adoube::replay

#include "daemon/round/objection.hpp"

#include "daemon/chess/san.hpp"

#include <algorithm>

namespace adoube::round {
namespace {

using Objection = std::optional<std::string>;

struct Judge {
    const umpire::GameRecord& record;
    std::size_t incidents;

    Objection operator()(const record::PlayMove& play) const { return no_move(play.san); }
    Objection operator()(const record::Pause&) const { return while_it_lasts(); }
    Objection operator()(const record::Resume&) const { return while_it_lasts(); }
    Objection operator()(const record::Adjourn& adjourn) const {
        if (auto over = while_it_lasts()) return over;
        return adjourn.sealed.empty() ? std::nullopt : no_move(adjourn.sealed);
    }
    Objection operator()(const record::TakeBack& back) const {
        const auto made = record.moves.size();
        if (static_cast<std::size_t>(back.plies) <= made) return std::nullopt;
        return "only " + std::to_string(made) + " plies have been made";
    }
    Objection operator()(const record::Promoted& promoted) const {
        const auto promotes = [&](const umpire::MoveRecord& made) {
            return made.move.kind == chess::MoveKind::promotion && made.move.to == promoted.square;
        };
        if (std::ranges::any_of(record.moves, promotes)) return std::nullopt;
        return "no pawn was promoted on " + to_string(promoted.square);
    }
    Objection operator()(const record::SetTime&) const {
        if (record.clocks) return std::nullopt;
        return "no clock is kept of this game";
    }
    Objection operator()(const record::Dismiss& dismiss) const {
        if (static_cast<std::size_t>(dismiss.incident) <= incidents) return std::nullopt;
        return "there is no incident " + std::to_string(dismiss.incident) + ", only " +
               std::to_string(incidents) + " so far";
    }
    Objection operator()(const record::Offer&) const { return while_it_lasts(); }
    Objection operator()(const record::Accept&) const { return while_it_lasts(); }
    Objection operator()(const record::Decline&) const { return while_it_lasts(); }
    Objection operator()(const record::Resign&) const { return while_it_lasts(); }
    Objection operator()(const record::Flag&) const { return while_it_lasts(); }
    Objection operator()(const record::Claim&) const { return while_it_lasts(); }
    template<class Other>
    Objection operator()(const Other&) const {
        return std::nullopt;
    }

  private:
    Objection while_it_lasts() const {
        if (record.termination.empty()) return std::nullopt;
        return "the game is over: only an arbiter's result, position, move or takeback changes it";
    }
    /// The last move may still be in the making: then his may replace it.
    Objection no_move(const std::string& san) const {
        const auto plies = record.game.moves().size();
        for (const auto ply : {plies, plies > 0 ? plies - 1 : plies})
            if (chess::move_from_san(record.game.position_at(ply), san)) return std::nullopt;
        return "\"" + san + "\" is no move in this position";
    }
};

} // namespace

Objection objection(const record::What& what, const umpire::GameRecord& record, std::size_t incidents) {
    return std::visit(Judge{record, incidents}, what);
}

} // namespace adoube::round

#include "daemon/round/objection.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::round {
namespace {

using Objection = std::optional<std::string>;

struct Judge {
    const Standing& now;
    const umpire::GameRecord& then;
    const umpire::GameRecord& record = now.record;

    Objection operator()(const record::PlayMove& play) const {
        if (is_entered(record, then) || is_last_move(play.san)) return std::nullopt;
        return no_move(play.san);
    }
    Objection operator()(const record::Pause&) const { return while_it_lasts(); }
    Objection operator()(const record::Resume&) const { return while_it_lasts(); }
    Objection operator()(const record::Adjourn&) const {
        if (now.sealed) return "a move is sealed already: it is opened when the game resumes";
        return while_it_lasts();
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
        if (std::ranges::any_of(then.moves, promotes)) return std::nullopt;
        return "no pawn was promoted on " + to_string(promoted.square);
    }
    Objection operator()(const record::SetTime&) const {
        if (record.clocks) return std::nullopt;
        return "no clock is kept of this game";
    }
    Objection operator()(const record::Dismiss& dismiss) const {
        const auto told = now.incidents.size();
        if (static_cast<std::size_t>(dismiss.incident) <= told) return std::nullopt;
        return "there is no incident " + std::to_string(dismiss.incident) + ", only " + std::to_string(told) +
               " so far";
    }
    Objection operator()(const record::Offer&) const { return while_it_lasts(); }
    Objection operator()(const record::Accept&) const { return while_it_lasts(); }
    Objection operator()(const record::Decline&) const { return while_it_lasts(); }
    Objection operator()(const record::Resign&) const { return while_it_lasts(); }
    Objection operator()(const record::Flag&) const { return while_it_lasts(); }
    /// A claim by the player not on the move is not heard anyway.
    Objection operator()(const record::Claim& claim) const {
        if (auto over = while_it_lasts()) return over;
        const bool intended = !claim.move.empty() && record.game.position().to_move() == claim.side;
        return intended ? no_move(claim.move) : std::nullopt;
    }
    template<class Other>
    Objection operator()(const Other&) const {
        return std::nullopt;
    }

  private:
    Objection while_it_lasts() const {
        if (record.termination.empty()) return std::nullopt;
        return "the game is over: only an arbiter's result, position, move or takeback changes it";
    }
    bool is_last_move(const std::string& san) const {
        const auto moves = record.game.moves();
        if (moves.empty()) return false;
        const auto move = chess::move_from_san(record.game.position_at(moves.size() - 1), san);
        return move && *move == moves.back();
    }
    Objection no_move(const std::string& san) const {
        const auto match = chess::match_san(record.game.position(), san);
        if (match) return std::nullopt;
        const auto written = text::quoted(san);
        if (match.error().fitting.empty()) return written + " is no move in this position";
        std::string meanings;
        for (const auto move : match.error().fitting)
            meanings += (meanings.empty() ? "" : " or ") + chess::to_san(record.game.position(), move);
        return written + " may mean " + meanings + ": say which";
    }
};

} // namespace

Objection objection(const record::What& what, const Standing& now, const umpire::GameRecord& then) {
    return std::visit(Judge{now, then}, what);
}

} // namespace adoube::round

#include "daemon/round/outcome.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/laws/articles.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/round/squares_in_words.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/data/in_words.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::round {
namespace {

using chess::Result;
using chess::Side;
using umpire::in_words;

std::string side_name(Side side) { return side == Side::white ? "White" : "Black"; }

/// "23. Nf3", "23… d6"
std::string numbered(const chess::Game& game, std::size_t ply) {
    const auto position = game.position_at(ply);
    return std::to_string(position.fullmove_number()) + (position.to_move() == Side::white ? ". " : "… ") +
           chess::to_san(position, game.moves()[ply]);
}

std::string last_move(const chess::Game& game) { return numbered(game, game.moves().size() - 1); }

std::string clocks_of(const umpire::GameRecord& record) {
    if (!record.clocks) return "no clock is kept";
    return "White " + umpire::clock_time(record.clocks->white_ms) + ", Black " +
           umpire::clock_time(record.clocks->black_ms);
}

std::string result_of(const umpire::GameRecord& record) {
    return std::string(chess::to_string(record.result)) +
           (record.termination == "normal" || record.termination.empty() ? ""
                                                                         : " (" + record.termination + ")");
}

struct Outcome {
    const Standing& before;
    const Standing& after;

    std::string operator()(const record::SetPosition&) const {
        const auto& game = after.record.game;
        if (after.record.before.size() > before.record.before.size())
            return "the game goes on from the position entered, " + side_name(game.position().to_move()) +
                   " to move" + board() + end();
        if (game.moves().empty()) return "the game is back at its start" + board(true) + end();
        return "the game is back after " + last_move(game) + board(true) + end();
    }
    std::string operator()(const record::PlayMove& play) const {
        const auto& was = before.record.game;
        const auto& game = after.record.game;
        if (game.moves().empty()) return play.san + " changed nothing";
        if (!is_entered(before.record, after.record)) return "it was made already: " + last_move(game);
        const auto made = game.moves().size();
        const bool instead = made == was.moves().size() && game.moves().back() != was.moves().back();
        return last_move(game) + " entered" + (instead ? ", instead of " + last_move(was) : "") + board() +
               end();
    }
    std::string operator()(const record::TakeBack&) const {
        const auto& was = before.record.game;
        const auto left = after.record.game.moves().size();
        std::string moves;
        for (auto ply = left; ply < was.moves().size(); ++ply)
            moves += (ply == left ? "" : " ") + numbered(was, ply);
        return (moves.empty() ? "nothing is taken back" : "taken back: " + moves + board(true)) + end();
    }
    std::string operator()(const record::SetResult& set) const {
        if (set.result == Result::open && !set.forfeit)
            return before.record.termination.empty()
                       ? "the game had no result, and goes on"
                       : "result " + result_of(before.record) + " taken back: the game goes on" + board(true);
        const auto why = after.record.termination == "normal" || set.forfeit
                             ? std::string()
                             : " (" + after.record.termination + ")";
        const bool stood =
            !before.record.termination.empty() && result_of(before.record) == result_of(after.record);
        const auto instead =
            before.record.termination.empty() ? "" : ", instead of " + result_of(before.record);
        const auto done =
            stood ? std::string(before.record.confirmed ? "" : " confirmed") : " entered" + instead;
        return (stood && before.record.confirmed ? "it stood already: result " : "result ") +
               std::string(to_string(set)) + why + done;
    }
    std::string operator()(const record::SetTime&) const { return "time: " + clocks_of(after.record); }
    std::string operator()(const record::Promoted& promoted) const {
        const auto& game = after.record.game;
        const auto moves = game.moves();
        for (std::size_t ply = moves.size(); ply-- > 0;) {
            if (moves[ply].kind != chess::MoveKind::promotion || moves[ply].to != promoted.square) continue;
            return moves[ply].promoted == promoted.piece
                       ? "promoted: " + numbered(game, ply) + end()
                       : "the pawn stays what it was, " + numbered(game, ply) +
                             ": else a move after it would not be legal";
        }
        return "no pawn was promoted on " + to_string(promoted.square);
    }
    std::string operator()(const record::Dismiss& dismiss) const {
        const auto at = static_cast<std::size_t>(dismiss.incident) - 1;
        return (before.dismissed.contains(dismiss.incident) ? "it was dismissed already: " : "dismissed: ") +
               (at < after.incidents.size() ? in_words(after.incidents[at]) : std::string("nothing"));
    }
    std::string operator()(const record::Pause&) const {
        return (before.paused ? "the game was paused already: " : "paused: ") + clocks_of(after.record);
    }
    std::string operator()(const record::Adjourn& adjourn) const {
        if (!before.record.termination.empty()) return "the game is over, and cannot be adjourned";
        return std::string("adjourned") +
               (adjourn.sealed.empty() ? ": " : "; the sealed move is kept until it resumes: ") +
               clocks_of(after.record);
    }
    std::string operator()(const record::Resume&) const {
        if (!before.paused) return "the game was not paused";
        if (!after.record.termination.empty()) return "the game is over: nothing resumes";
        const auto& game = after.record.game;
        const bool sealed = game.moves().size() > before.record.game.moves().size();
        const auto& clocks = after.record.clocks;
        return "the game goes on" + (sealed ? " with " + last_move(game) : "") +
               (clocks && clocks->running
                    ? ": " + side_name(*clocks->running) + "'s clock runs, " + clocks_of(after.record)
                    : "") +
               (move_stands() ? std::string() : board()) + proposed();
    }

    std::string operator()(const record::SetTags& set) const {
        std::string text;
        for (const auto& [name, value] : set.tags)
            text += (text.empty() ? "corrected: " : ", ") + name +
                    (value.empty() ? " is taken away" : " " + text::quoted(value));
        return text;
    }

    // --- what a player said ---

    std::string operator()(const record::Offer& offer) const { return noted(offer.side, "offers a draw"); }
    std::string operator()(const record::Accept& accept) const {
        return after.record.termination.empty()
                   ? side_name(accept.side) + " has no offer to accept: nothing changes"
                   : side_name(accept.side) + " accepts the draw: result " + result_of(after.record);
    }
    std::string operator()(const record::Decline& decline) const {
        return before.offers_draw[static_cast<std::size_t>(chess::other(decline.side))]
                   ? noted(decline.side, "declines a draw")
                   : side_name(decline.side) + " has no offer to decline: nothing changes";
    }
    std::string operator()(const record::Resign& resign) const {
        return side_name(resign.side) + " resigns: result " + result_of(after.record) +
               (after.record.result == Result::draw ? why_drawn(chess::other(resign.side)) : "");
    }
    std::string operator()(const record::Flag& flag) const {
        const auto told = after.incidents | std::views::reverse;
        const auto fall = std::ranges::find_if(told, [&](const umpire::Incident& each) {
            return each.kind == umpire::IncidentKind::flag && each.side == flag.side;
        });
        if (fall == told.end()) return noted(flag.side, "has a fallen flag");
        const bool is_new = static_cast<std::size_t>(fall->seq) > before.incidents.size();
        if (!is_new) return "told before: " + in_words(*fall);
        auto told_now = in_words(*fall);
        if (told_now.ends_with('.')) told_now.pop_back();
        return told_now + proposed();
    }
    std::string operator()(const record::Claim& claim) const {
        return noted(claim.side, "claims a draw") + proposed();
    }
    std::string operator()(const record::Adjust& adjust) const { return noted(adjust.side, "said j'adoube"); }
    std::string operator()(const record::Call& call) const { return noted(call.side, "called the arbiter"); }
    template<class OfTheBoard>
    std::string operator()(const OfTheBoard&) const {
        return "noted";
    }

  private:
    /// Why a resignation is a draw.
    std::string why_drawn(Side winner) const {
        using laws::Rule;
        const bool dead = umpire::is_dead_but_for_captures(after.record.game.position());
        const auto article = laws::article(dead ? Rule::dead_position : Rule::resignation_draws, after.laws);
        return ", as " + side_name(winner) + " cannot mate by any series of legal moves (Article " +
               std::string(article) + ")";
    }
    static std::string noted(Side side, const char* what) { return "noted: " + side_name(side) + " " + what; }
    /// A move is made but not pressed.
    bool move_stands() const {
        const auto& position = after.record.game.position();
        return std::ranges::any_of(position.legal_moves(), [&](chess::Move move) {
            return after.board.differing(position.after(move)) == 0;
        });
    }
    /// What must be moved on the board.
    std::string board(bool back = false) const {
        if (!after.electronics) return {};
        const auto work =
            to_put_right(after.board, before.record.game.position(), after.record.game.position(), back);
        return work.empty() ? work : "; on the board " + work;
    }
    std::string proposed() const {
        std::string text;
        for (auto at = before.proposals.size(); at < after.proposals.size(); ++at)
            text += "; " + in_words(after.proposals[at]);
        return text;
    }
    /// The game ended or reopened.
    std::string end() const {
        const bool was_over = !before.record.termination.empty(), is_over = !after.record.termination.empty();
        const auto was = result_of(before.record), is = result_of(after.record);
        if (!was_over) return is_over ? "; the game is over, " + is : std::string();
        if (!is_over) return "; result " + was + " taken back: the game goes on";
        return was == is ? "; result " + is + " stands" : "; the game is over, " + is + " and not " + was;
    }
};

} // namespace

bool is_entered(const umpire::GameRecord& before, const umpire::GameRecord& after) {
    const auto completed = [](const umpire::GameRecord& record) {
        return record.moves.empty() ? std::nullopt : record.moves.back().completed_ms;
    };
    return before.before.size() != after.before.size() ||
           !std::ranges::equal(before.game.moves(), after.game.moves()) ||
           completed(before) != completed(after);
}

umpire::ForArbiter outcome(const record::What& what, const Standing& before, const Standing& after) {
    return std::visit(Outcome{before, after}, what);
}

} // namespace adoube::round

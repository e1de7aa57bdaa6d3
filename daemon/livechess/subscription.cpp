#include "daemon/livechess/subscription.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace adoube::livechess {
namespace {

namespace json = boost::json;

chess::Position position_at(const broadcast::PublicGame& game, std::size_t ply) {
    if (ply == game.moves.size()) return game.position;
    auto position = game.start;
    for (std::size_t at = 0; at < ply; ++at) position.play(game.moves[at].move());
    return position;
}

/// Clients may not know the rights to castle, nor count moves as the board does.
bool stands_as(const chess::Position& one, const chess::Position& other) {
    return one.to_move() == other.to_move() && placement_of(one) == placement_of(other);
}

std::int64_t left_s(const broadcast::ClockFace& face, chess::Side side, UtcMs now) {
    auto left_ms = side == chess::Side::white ? face.white_ms : face.black_ms;
    if (face.running == side) left_ms -= std::max<std::int64_t>(0, now - face.at_utc_ms);
    return std::max<std::int64_t>(0, left_ms) / 1000;
}

std::vector<std::string> san_from(const broadcast::PublicGame& game, std::size_t base) {
    std::vector<std::string> san;
    for (std::size_t ply = base; ply < game.moves.size(); ++ply) san.push_back(game.moves[ply].san());
    return san;
}

} // namespace

json::value clock_json(const std::optional<broadcast::ClockFace>& clocks, UtcMs now) {
    if (!clocks) return nullptr;
    json::value run = nullptr;
    if (clocks->running) run = *clocks->running == chess::Side::white;
    return json::object{{"white", left_s(*clocks, chess::Side::white, now)},
                        {"black", left_s(*clocks, chess::Side::black, now)},
                        {"run", std::move(run)},
                        {"time", now.count()}};
}

void Subscription::set_up(const chess::Position& position, const Board& board) {
    if (board.game) follow(*board.game);
    set_up_ = position;
    moves_due_ms_.reset();
    base_.reset();
    first_base_ = 0;
    if (told_) told_->start.clear();
    if (!board.game) return;
    // The move that goes on from there may stand already.
    first_base_ = std::max<std::size_t>(1, board.game->moves.size()) - 1;
    find_setup(*board.game);
}

void Subscription::follow(const broadcast::PublicGame& game) {
    if (Game now{game.id, game.start}; game_ != now) {
        game_ = std::move(now);
        if (base_) set_up_.reset(); // it was of the game before
        base_.reset();
        first_base_ = 0;
    }
    if (base_ && *base_ > game.moves.size()) base_.reset(); // taken back
    if (waits()) find_setup(game);
}

/// The latest counts: a position may repeat.
void Subscription::find_setup(const broadcast::PublicGame& game) {
    auto position = game.start;
    for (std::size_t ply = 0;; ++ply) {
        if (ply >= first_base_ && stands_as(position, *set_up_)) base_ = ply;
        if (ply == game.moves.size()) return;
        position.play(game.moves[ply].move());
    }
}

void Subscription::tell_start(json::object& event, const Board& board, UtcMs now) {
    told_->start = board.game->start.fen();
    told_->san = san_from(*board.game, 0);
    told_->match = board.placement == placement_of(board.game->position);
    if (!told_->san->empty()) moves_due_ms_ = now + setup_ms;
    event["start"] = told_->start;
    event["match"] = *told_->match;
}

void Subscription::tell_moves(json::object& event, const Board& board, UtcMs now) {
    const bool match = !waits() && board.placement == placement_of(board.game->position);
    if (told_->match != match) event["match"] = match;
    told_->match = match;
    if (waits()) return;
    if (moves_due_ms_ && now >= *moves_due_ms_) told_->san.reset();
    const auto base = base_.value_or(0);
    if (auto start = position_at(*board.game, base).fen(); told_->start != start) {
        event["start"] = start;
        told_->start = std::move(start);
        told_->san.reset();
    }
    if (auto san = san_from(*board.game, base); told_->san != san) {
        event["san"] = json::array(san.begin(), san.end());
        told_->san = std::move(san);
        moves_due_ms_.reset();
    }
}

std::optional<json::object> Subscription::look(const Board& board, UtcMs now) {
    if (board.game) follow(*board.game);
    const bool is_first = !told_;
    if (is_first) told_ = Told{};
    json::object event{{"serialnr", board.serialnr}};
    const auto placement = flipped_ ? turned(board.placement) : board.placement;
    if (std::exchange(told_->flipped, flipped_) != flipped_ || is_first) event["flipped"] = flipped_;
    if (std::exchange(told_->placement, placement) != placement || is_first)
        event["board"] = placement.empty() ? json::value(nullptr) : json::value(placement);
    if (std::exchange(told_->clocks, board.clocks) != board.clocks || is_first)
        event["clock"] = clock_json(board.clocks, now);
    if (board.game && is_first && !set_up_)
        tell_start(event, board, now);
    else if (board.game)
        tell_moves(event, board, now);
    return event.size() > 1 ? std::optional(std::move(event)) : std::nullopt;
}

} // namespace adoube::livechess

#include "daemon/umpire/hands/centre_kings.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/centre.hpp"
#include "daemon/umpire/hands/lost_inputs.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;
using chess::Position;

constexpr Bitboard white_squares = bit(e4) | bit(d5);
constexpr Bitboard black_squares = bit(d4) | bit(e5);

constexpr std::size_t most_lifts = 40; // of a ceremony, flickers elsewhere included

Bitboard kings_of(const Position& position) {
    return bit(position.king(Side::white)) | bit(position.king(Side::black));
}

bool may_be_king(const Sight& sight, Square square, Side side) {
    const auto seen = sight.at(square);
    return seen && (!seen->side || *seen->side == side) &&
           (!seen->type || *seen->type == chess::PieceType::king);
}

bool may_be_kings(const Sight& sight, Square one, Square other) {
    return (may_be_king(sight, one, Side::white) && may_be_king(sight, other, Side::black)) ||
           (may_be_king(sight, one, Side::black) && may_be_king(sight, other, Side::white));
}

chess::Result result_of(Bitboard kings) {
    if ((kings & black_squares) == 0) return chess::Result::white_wins;
    return (kings & white_squares) == 0 ? chess::Result::black_wins : chess::Result::draw;
}

/// Centre squares may be cleared already, or show a king not yet seen to leave its own square.
std::vector<Reading> games(const Readings& before, Moment now) {
    auto all = before.with_standing(now);
    const auto changed = centre & before.sight().differing(before.best().position);
    if (!changed) return all;
    auto overlooking = before;
    overlooking.overlook(changed);
    std::ranges::move(overlooking.with_standing(now), std::back_inserter(all));
    return all;
}

constexpr int most_lost_before = 3; // plies, of a ceremony in the same gap

/// Before a ceremony that has perhaps begun: a king on its way where `position` has it; what stood in the
/// centre may have made room.
Sight before_ceremony(Sight sight, const Position& position) {
    Bitboard set = 0, elsewhere = 0; // kings, by where `position` has them
    for (auto squares = sight.occupied(); squares;) {
        const auto square = chess::pop(squares);
        const auto seen = *sight.at(square);
        if (seen.type != chess::PieceType::king) continue;
        const auto home = position.king(*seen.side);
        if (contains(centre, square) && square != home)
            set |= bit(square);
        else
            elsewhere |= bit(home);
    }
    while (set) sight.show(chess::pop(set), std::nullopt);
    sight.show(position, kings_of(position) & ~elsewhere);
    sight.overlook(centre & ~sight.occupied());
    return sight;
}

/// With the one shortest series of moves lost before the ceremony, if there is one.
std::vector<Reading> with_moves_before_ceremony(const Sight& sight, std::span<const Reading> before,
                                                Moment now) {
    int budget = usual_budget;
    std::vector<Reading> found;
    for (const auto& reading : before) {
        auto games = explained_by_lost_moves(reading, before_ceremony(sight, reading.position), now,
                                             most_lost_before, budget);
        if (games.size() == 1) found.push_back(std::move(games.front()));
    }
    return found;
}

} // namespace

CentreKings::CentreKings() { forget(); }

void CentreKings::forget() {
    traffic_.fill({bounds::long_ago_ms, bounds::long_ago_ms, {}});
    beginnings_.clear();
}

void CentreKings::forget(GameMs until_ms) {
    std::erase_if(beginnings_, [&](const Beginning& each) { return each.t_ms <= until_ms; });
}

namespace {

/// A hand that carries a king low may hover over a square on its way: then the board shows no move.
bool rested(std::int64_t stood_ms, const Readings& before) {
    return stood_ms >= bounds::hovers_ms ||
           (stood_ms >= bounds::released_ms && before.would_show(before.sight()));
}

} // namespace

void CentreKings::lift(Square square, GameMs t_ms, const Readings& before) {
    const auto piece = before.sight().at(square);
    if (!piece) return;
    auto& traffic = at(square);
    const auto stood_ms = t_ms - traffic.came_ms;
    traffic.left_ms = t_ms;
    traffic.piece = *piece;
    // Kings rest only in the centre; an arriving piece may be seen on both its squares for a while.
    if (!contains(centre, square) && rested(stood_ms, before))
        forget(traffic.came_ms + bounds::seen_twice_ms);
    if (beginnings_.size() == most_lifts) beginnings_.erase(beginnings_.begin());
    beginnings_.push_back({t_ms, square, stood_ms, std::make_shared<const Readings>(before)});
}

void CentreKings::drop(Square square, const Seen& piece, GameMs t_ms) {
    auto& traffic = at(square);
    if (t_ms - traffic.left_ms >= bounds::flicker_ms || traffic.piece != piece) traffic.came_ms = t_ms;
}

void CentreKings::show(const Sight& board, Moment now, const Readings& before) {
    const auto t_ms = now.t_ms;
    for (int at = 0; at < 64; ++at) {
        const auto square = static_cast<Square>(at);
        const auto was = before.sight().at(square), is = board.at(square);
        if (was == is) continue;
        lift(square, t_ms, before);
        if (is) drop(square, *is, t_ms);
    }
    if (before.sight().sensing() != Sensing::identity || beginnings_.empty()) return;
    auto games = with_moves_before_ceremony(board, before.possible(), now);
    std::erase_if(games,
                  [](const Reading& game) { return game.line.empty() || !game.line.back().worked_out; });
    if (games.empty()) return;
    auto with_lost = std::make_shared<Readings>(before);
    with_lost->assume(std::move(games), now);
    auto beginning = beginnings_.back();
    beginning.t_ms = t_ms;
    beginning.before = std::move(with_lost);
    beginnings_.push_back(std::move(beginning));
}

void CentreKings::promoted(const chess::Game& game, int first_ply, Square square, chess::PieceType piece) {
    for (auto& beginning : beginnings_) {
        auto before = *beginning.before;
        const auto& best = before.best();
        const auto uncertain = static_cast<int>(best.line.size() + best.ply.answered.size());
        const auto ply = best.plies - uncertain - first_ply;
        if (ply < 0 || ply > std::ssize(game.moves())) continue;
        const bool in_line = std::ranges::any_of(
            best.line, [&](const PlayedMove& played) { return promotes_on(played.record.move, square); });
        if (before.promoted(game.position_at(static_cast<std::size_t>(ply)), square, piece, in_line))
            beginning.before = std::make_shared<const Readings>(std::move(before));
    }
}

Bitboard CentreKings::came_since(Bitboard squares, GameMs t_ms) const {
    Bitboard came = 0;
    while (squares) {
        const auto square = chess::pop(squares);
        if (at(square).came_ms >= t_ms) came |= bit(square);
    }
    return came;
}

std::optional<GameMs> CentreKings::left(Square king, GameMs began_ms) const {
    const auto lift = std::ranges::find_if(beginnings_, [&](const Beginning& each) {
        return each.square == king && each.t_ms >= began_ms && each.stood_ms >= bounds::released_ms;
    });
    return lift != beginnings_.end() ? std::optional(lift->t_ms) : std::nullopt;
}

bool CentreKings::other_piece_set(const Position& position, GameMs since_ms) const {
    for (auto squares = came_since(centre, since_ms); squares;) {
        const auto square = chess::pop(squares);
        const auto& [came_ms, left_ms, piece] = at(square);
        const auto stood = position.at(square);
        const bool put_back = stood && stood->type == piece.type && piece.side == stood->side;
        if (left_ms > came_ms && piece.type && piece.type != chess::PieceType::king && !put_back) return true;
    }
    return false;
}

/// Each square was taken after a different king's lift.
bool CentreKings::came_after(Bitboard set, std::array<GameMs, 2> lifted_ms) const {
    std::array<GameMs, 2> came_ms{};
    for (auto each = came_ms.begin(); set && each != came_ms.end(); ++each)
        *each = at(chess::pop(set)).came_ms;
    std::ranges::sort(came_ms);
    std::ranges::sort(lifted_ms);
    return came_ms[0] + bounds::seen_twice_ms >= lifted_ms[0] &&
           came_ms[1] + bounds::seen_twice_ms >= lifted_ms[1];
}

std::optional<chess::Result> CentreKings::told_after(const Position& position, GameMs began_ms,
                                                     const Sight& sight) const {
    const auto kings = kings_of(position);
    const auto white = left(position.king(Side::white), began_ms);
    const auto black = left(position.king(Side::black), began_ms);
    if (!white || !black) return std::nullopt;
    const auto first_ms = std::min(*white, *black);
    if (other_piece_set(position, began_ms)) return std::nullopt;
    auto set = came_since(centre & sight.occupied(), first_ms - bounds::seen_twice_ms);
    set &= came_since(set, began_ms) | ~position.occupied(); // not what stood there before
    if (std::popcount(set) != 2 || !came_after(set, {*white, *black})) return std::nullopt;
    // Others stand where they stood, except those that made room.
    const auto cleared = centre & ~sight.occupied();
    if (sight.differing(position) & ~(set | kings | cleared)) return std::nullopt;
    if (sight.occupied() & kings & ~set & ~sight.masked()) return std::nullopt;
    auto squares = set;
    const auto one = chess::pop(squares);
    if (!may_be_kings(sight, one, chess::first(squares))) return std::nullopt;
    return result_of(set);
}

int CentreKings::plies_completed() const {
    int plies = 0;
    for (const auto& [began_ms, square, stood_ms, before] : beginnings_) {
        if (began_ms - before->changed_ms() < bounds::between_kings_ms) continue;
        const auto& best = before->best();
        if (!best.header->clock && before->sight().differing(best.position) == 0)
            plies = std::max(plies, best.plies);
    }
    return plies;
}

/// Only kings and pieces in the centre are lifted for it; anything else lifted since the last move was
/// touched for nothing.
int CentreKings::cost_of_touches(const Reading& game, GameMs began_ms) const {
    const auto beside = ~(centre | kings_of(game.position));
    auto touched = came_since(beside, began_ms);
    for (const auto& touch : game.ply.touches) touched |= bit(touch.square) & beside;
    return cost(Doubt::needless_touch) * std::popcount(touched);
}

/// Pieces removed from the centre in a gap look like lost moves; but the clock, running for the player who
/// does not have the move, may tell that there were some.
int CentreKings::cost_of_lost_moves(const Reading& game) const {
    const auto times = [](const Readings& readings) {
        return readings.best().doubts.times(Doubt::lost_move);
    };
    const auto& last = *beginnings_.back().before;
    const int lost = game.doubts.times(Doubt::lost_move) - times(*beginnings_.front().before);
    if (lost > 0) return lost * cost(Doubt::lost_move);
    const auto running = last.lost_some() ? last.best().clock.running() : std::nullopt;
    return running && *running != game.position.to_move() ? cost(Doubt::other_clock_runs) : 0;
}

Bitboard CentreKings::set_lately(const Sight& sight) const {
    if (beginnings_.empty()) return 0;
    return came_since(centre & sight.occupied(), beginnings_.front().t_ms - bounds::seen_twice_ms);
}

/// Prefers the game whose last move was completed by standing; else the one that assumes least beyond the
/// least of its moment, begun where the board last showed it whole.
std::optional<CentreKings::Ceremony> CentreKings::shown(const Sight& sight) const {
    if (!may_be_set(sight)) return std::nullopt;
    std::optional<Ceremony> best;
    std::tuple<bool, int, bool, std::int64_t> best_rank;
    std::vector<std::pair<int, Bitboard>> at_rest; // by plies, where the kings stood
    const int completed_plies = plies_completed();
    for (const auto& [began_ms, square, stood_ms, before] : beginnings_) {
        const auto rested_ms = began_ms - before->changed_ms();
        auto possible = games(*before, {began_ms, 0});
        const auto least = std::ranges::min(possible, {}, &Reading::cost).cost();
        for (auto& game : possible) {
            const bool whole = before->sight().differing(game.position) == 0;
            if (whole && rested_ms >= bounds::rest_ms)
                at_rest.emplace_back(game.plies, kings_of(game.position));
            const auto result = told_after(game.position, began_ms, sight);
            if (!result || game.plies < completed_plies) continue;
            const bool completed =
                !game.header->clock && whole && game.cost() == least && rested_ms >= bounds::completed_ms;
            const auto assumed =
                game.cost() - least + cost_of_touches(game, began_ms) + cost_of_lost_moves(game);
            const std::tuple rank(!completed, assumed, !whole, whole ? -began_ms.count() : began_ms.count());
            if (best && rank >= best_rank) continue;
            best_rank = rank;
            best = Ceremony{*result, set_lately(sight), std::move(game), began_ms, 0};
        }
    }
    for (const auto& [plies, kings] : at_rest)
        if (best && best->game.plies < plies) best->moved |= best->kings & kings;
    return best;
}

bool CentreKings::may_have_begun(const Sight& sight, GameMs t_ms) const {
    const auto on_their_way = came_since(sight.occupied(), t_ms - bounds::released_ms);
    return std::ranges::any_of(beginnings_, [&](const Beginning& each) {
        const auto changed = each.before->sight().occupied() ^ sight.occupied();
        return changed && !(changed & ~(centre | on_their_way | kings_of(each.before->best().position)));
    });
}

std::optional<CentreKings::Ceremony> set_in_gap(const Sight& sight, std::span<const Reading> before,
                                                Moment now) {
    Bitboard kings = 0;
    for (auto squares = centre & sight.occupied(); squares;) {
        const auto square = chess::pop(squares);
        if (sight.at(square)->type == chess::PieceType::king) kings |= bit(square);
    }
    if (std::popcount(kings) != 2) return std::nullopt;
    std::optional<CentreKings::Ceremony> best;
    for (auto& game : with_moves_before_ceremony(sight, before, now))
        if (!best || game.cost() < best->game.cost())
            best = CentreKings::Ceremony{result_of(kings), kings, std::move(game), now.t_ms, 0};
    return best;
}

} // namespace adoube::umpire

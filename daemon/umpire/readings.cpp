#include "daemon/umpire/readings.hpp"

#include "daemon/umpire/reconstruction.hpp"
#include "daemon/umpire/sensor_log.hpp" // reduced

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

constexpr std::size_t most_readings = 48;
/// A reading so much dearer than the best one is no longer believed.
constexpr int believable = 14;
constexpr std::int64_t long_ago_ms = -1'000'000;

bool ends_the_game(const chess::Position& position) { return !position.has_legal_move(); }

bool can_be_captured(const chess::Position& position, Square square) {
    return std::ranges::any_of(position.legal_moves(), [&](chess::Move move) {
        if (move.kind == chess::MoveKind::castling) return false;
        return move.to == square ||
               (move.kind == chess::MoveKind::en_passant && en_passant_victim(move) == square);
    });
}

/// What the first input of a reply costs: none for the opponent's own piece, or one that he can take; others
/// only where the move had been released. A piece that has just been put there is rather moved on by the same
/// hand.
std::optional<int> cost_of_reply(const chess::Position& after, chess::Move move, Square lifted,
                                 std::int64_t stood_ms) {
    const auto piece = after.at(lifted);
    if (!piece) return std::nullopt;
    const int hasty = stood_ms < bounds::released_ms ? cost::hasty_reply : 0;
    if (piece->side == after.to_move()) return 0;
    if (can_be_captured(after, lifted)) return lifted == destination(move) ? cost::hasty_reply : hasty;
    if (stood_ms < bounds::released_ms) return std::nullopt;
    return lifted == destination(move) ? cost::hasty_reply + 1 : cost::hasty_reply;
}

bool same_game(const Reading& a, const Reading& b) {
    return a.position == b.position &&
           std::ranges::equal(
               a.line, b.line, {}, [](const PlayedMove& played) { return played.record.move; },
               [](const PlayedMove& played) { return played.record.move; });
}

void complete(Reading& reading, std::size_t ply, std::int64_t t_ms, bool by_press) {
    auto& played = reading.line[ply];
    played.awaits_press = false;
    if (!played.record.completed_ms) played.record.completed_ms = t_ms;
    if (by_press) played.record.completed_ms = t_ms;
}

void touch(Reading& reading, Square square, std::int64_t t_ms, int input) {
    auto& ply = reading.ply;
    ply.lifted |= bit(square);
    const bool known =
        std::ranges::any_of(ply.touches, [&](const Touch& touch) { return touch.square == square; });
    if (!known && reading.position.at(square)) ply.touches.push_back({square, t_ms, input});
}

} // namespace

Readings::Readings(const chess::Position& position, ChessClock clock, Sensing sensing, bool lever)
    : sight_(sensing), lever_(lever) {
    readings_.push_back({position, {}, std::move(clock), {}, 0});
    sight_.show(position);
    lifted_ms_.fill(long_ago_ms);
    dropped_ms_.fill(long_ago_ms);
}

const Reading& Readings::best() const {
    const auto rank = [&](const Reading& reading) {
        return reading.cost + (matches(reading) ? 0 : cost::hasty_reply + 1);
    };
    return *std::ranges::min_element(readings_, {}, rank);
}

bool Readings::matches(const Reading& reading) const {
    if (sight_.differing(reading.position) == 0) return true;
    const auto standing = standing_moves(reading, sight_);
    return !standing.empty() && standing.front().cost == 0;
}

std::optional<Standing> Readings::made(std::int64_t t_ms) const {
    if (t_ms - changed_ms_ < bounds::released_ms) return std::nullopt;
    const auto standing = standing_moves(best(), sight_);
    if (standing.empty() || standing.front().cost != 0) return std::nullopt;
    return standing.front();
}

// --- time ---

void Readings::stand_still_until(std::int64_t t_ms) {
    const auto stood_ms = t_ms - changed_ms_;
    if (stood_ms >= bounds::released_ms) complete_what_stood(t_ms);
    if (stood_ms >= bounds::completed_ms) drop_unmatched();
}

/// A move that ends the game needs no press; without a lever standing still completes every move.
void Readings::complete_what_stood(std::int64_t t_ms) {
    const bool by_time = !lever_ && t_ms - changed_ms_ >= bounds::completed_ms;
    bool ended = false;
    for (auto& reading : readings_) {
        const auto standing = standing_moves(reading, sight_);
        if (standing.empty() || standing.front().cost != 0) continue;
        const bool last = ends_the_game(reading.position.after(standing.front().move));
        if (!last && !by_time) continue;
        ended |= last;
        reading = with_move(reading, standing.front(), changed_ms_, reading.ply.first_input);
        complete(reading, reading.line.size() - 1, last ? changed_ms_ : changed_ms_ + bounds::completed_ms,
                 false);
    }
    if (ended) drop_unmatched();
}

/// Once the board rests where one reading has it, a reading that cannot say why is believed no longer.
void Readings::drop_unmatched() {
    std::vector<bool> matched;
    int cheapest = -1;
    for (const auto& reading : readings_) {
        matched.push_back(matches(reading));
        if (matched.back() && (cheapest < 0 || reading.cost < cheapest)) cheapest = reading.cost;
    }
    if (cheapest < 0) return;
    std::size_t at = 0;
    std::erase_if(readings_,
                  [&](const Reading& reading) { return !matched[at++] && reading.cost >= cheapest; });
}

// --- lifts and drops ---

void Readings::begin_next_plies(Square square, bool lift, std::int64_t t_ms, int input) {
    std::vector<Reading> begun;
    for (const auto& reading : readings_) {
        for (const auto& standing : standing_moves(reading, sight_)) {
            const auto after = reading.position.after(standing.move);
            const auto extra = lift ? cost_of_reply(after, standing.move, square, t_ms - changed_ms_)
                                    : std::optional(cost::hasty_reply);
            if (!extra) continue;
            auto next = with_move(reading, standing, changed_ms_, input);
            next.cost += *extra;
            if (!lever_) complete(next, next.line.size() - 1, t_ms, false);
            begun.push_back(std::move(next));
        }
    }
    readings_.insert(readings_.begin(), std::make_move_iterator(begun.begin()),
                     std::make_move_iterator(begun.end()));
}

void Readings::lift(Square square, std::int64_t t_ms, int input) {
    const auto at = static_cast<std::size_t>(index(square));
    if (!contains(sight_.occupied(), square)) return;
    begin_next_plies(square, true, t_ms, input);
    const bool soon = t_ms - dropped_ms_[at] <= bounds::bounce_ms && dropped_ms_[at] > pressed_ms_;
    bouncing_ = soon ? bouncing_ | bit(square) : bouncing_ & ~bit(square);
    for (auto& reading : readings_) touch(reading, square, t_ms, input);
    sight_.lift(square);
    lifted_ms_[at] = t_ms;
    changed_ms_ = t_ms;
    prune();
}

void Readings::drop(Square square, const Seen& piece, std::int64_t t_ms, int input) {
    begin_next_plies(square, false, t_ms, input);
    forget_flicker(square, t_ms);
    sight_.drop(square, piece);
    dropped_ms_[static_cast<std::size_t>(index(square))] = t_ms;
    changed_ms_ = t_ms;
    prune();
}

void Readings::forget_flicker(Square square, std::int64_t t_ms) {
    const auto lifted_ms = lifted_ms_[static_cast<std::size_t>(index(square))];
    if (t_ms - lifted_ms >= bounds::flicker_ms && !contains(bouncing_, square)) return;
    for (auto& reading : readings_)
        std::erase_if(reading.ply.touches,
                      [&](const Touch& touch) { return touch.square == square && touch.t_ms == lifted_ms; });
}

void Readings::show(const Snapshot& snapshot, std::int64_t t_ms, int input) {
    Bitboard added = 0;
    for (int at = 0; at < 64; ++at) {
        const auto square = static_cast<Square>(at);
        const auto& seen = snapshot.squares[static_cast<std::size_t>(at)];
        if (!seen)
            lift(square, t_ms, input);
        else if (sight_.at(square) != reduced(*seen, sight_.sensing()))
            added |= bit(square);
    }
    while (added) {
        const auto square = chess::pop(added);
        drop(square, *snapshot.squares[static_cast<std::size_t>(index(square))], t_ms, input);
    }
}

// --- the lever ---

/// The player's own last move, where a late press may still count for it.
static std::optional<std::size_t> awaiting_press(const Reading& reading, Side side) {
    const std::size_t back = reading.position.to_move() == side ? 2 : 1;
    if (reading.line.size() < back) return std::nullopt;
    const auto ply = reading.line.size() - back;
    if (!reading.line[ply].awaits_press) return std::nullopt;
    return ply;
}

static Reading pressed_for(const Reading& before, const Standing& standing, std::int64_t made_ms,
                           std::int64_t t_ms, int input) {
    const auto side = before.position.to_move();
    Reading reading = before;
    reading.clock.press(side, t_ms);
    reading.clock.add_bonus(side);
    reading = with_move(reading, standing, made_ms, input + 1);
    complete(reading, reading.line.size() - 1, t_ms, true);
    if (reading.clock.kept()) reading.line.back().record.clock_ms = reading.clock.left_ms(side, t_ms);
    return reading;
}

static Reading pressed_late(const Reading& before, std::size_t ply, Side side, std::int64_t t_ms) {
    Reading reading = before;
    reading.clock.press(side, t_ms);
    reading.clock.add_bonus(side);
    complete(reading, ply, t_ms, true);
    if (reading.clock.kept()) reading.line[ply].record.clock_ms = reading.clock.left_ms(side, t_ms);
    return reading;
}

void Readings::press_one(const Reading& reading, Side side, std::int64_t t_ms, int input,
                         std::vector<Reading>& next) const {
    const bool has_the_move = reading.position.to_move() == side;
    if (has_the_move) {
        const auto standing = standing_moves(reading, sight_);
        for (const auto& move : standing)
            next.push_back(pressed_for(reading, move, changed_ms_, t_ms, input));
        if (!standing.empty()) return;
    }
    if (const auto ply = awaiting_press(reading, side)) {
        next.push_back(pressed_late(reading, *ply, side, t_ms));
        return;
    }
    Reading idle = reading;
    idle.clock.press(side, t_ms);
    const auto wrong = sight_.differing(reading.position);
    idle.cost += wrong && has_the_move ? cost::irregular_press : cost::idle_press;
    if (wrong && has_the_move) idle.ply.irregular = true;
    next.push_back(std::move(idle));
}

void Readings::press(Side side, std::int64_t t_ms, int input) {
    std::vector<Reading> next;
    for (const auto& reading : readings_) press_one(reading, side, t_ms, input, next);
    readings_ = std::move(next);
    for (auto& reading : readings_)
        if (std::popcount(sight_.occupied()) > std::popcount(reading.position.occupied()))
            reading.cost += cost::surplus_piece;
    pressed_ms_ = t_ms;
    drop_unmatched();
    prune();
}

// --- keeping few ---

/// Of readings that tell the same game the cheapest stays, and of those the one whose ply began first: a
/// player has the move as soon as his opponent's is made.
void Readings::prune() {
    std::ranges::stable_sort(readings_, [](const Reading& a, const Reading& b) { return a.cost < b.cost; });
    std::vector<Reading> kept;
    for (auto& reading : readings_) {
        if (reading.cost > readings_.front().cost + believable) break;
        const auto twin =
            std::ranges::find_if(kept, [&](const Reading& other) { return same_game(reading, other); });
        if (twin == kept.end())
            kept.push_back(std::move(reading));
        else if (twin->cost == reading.cost && reading.ply.first_input < twin->ply.first_input)
            *twin = std::move(reading);
        if (kept.size() == most_readings) break;
    }
    readings_ = std::move(kept);
}

std::vector<PlayedMove> Readings::take_agreed() {
    std::vector<PlayedMove> agreed;
    const auto first_is_shared = [&] {
        return std::ranges::all_of(readings_, [&](const Reading& reading) {
            return !reading.line.empty() &&
                   reading.line.front().record.move == readings_.front().line.front().record.move &&
                   (!reading.line.front().awaits_press || reading.line.size() > 2);
        });
    };
    while (!readings_.front().line.empty() && first_is_shared()) {
        agreed.push_back(best().line.front());
        for (auto& reading : readings_) reading.line.erase(reading.line.begin());
    }
    return agreed;
}

void Readings::settle_on(Reading reading) {
    sight_.show(reading.position);
    readings_.assign(1, std::move(reading));
}

std::vector<Reading> Readings::with_standing(std::int64_t t_ms, int input) const {
    std::vector<Reading> all;
    for (const auto& reading : readings_) {
        for (const auto& standing : standing_moves(reading, sight_)) {
            all.push_back(with_move(reading, standing, changed_ms_, input));
            complete(all.back(), all.back().line.size() - 1, t_ms, false);
        }
        all.push_back(reading);
    }
    std::ranges::stable_sort(all, {}, &Reading::cost);
    return all;
}

void Readings::arrange(Square square, const std::optional<Seen>& piece) {
    if (piece)
        sight_.drop(square, *piece);
    else
        sight_.lift(square);
}

std::vector<std::string> Readings::recover(const Snapshot& snapshot, std::int64_t t_ms, int input) {
    sight_.show(snapshot);
    changed_ms_ = t_ms;
    if (std::ranges::any_of(readings_, [&](const Reading& reading) { return matches(reading); })) {
        drop_unmatched();
        return {};
    }
    std::vector<std::string> texts;
    std::vector<Reading> recovered;
    for (const auto& reading : readings_) {
        for (const auto& moves : shortest_explanations(reading.position, sight_)) {
            Reading next = reading;
            std::string text;
            for (const auto move : moves) {
                text += (text.empty() ? "" : " ") + to_uci(move);
                next = with_move(next, {move, 0}, t_ms, input + 1);
                complete(next, next.line.size() - 1, t_ms, false);
            }
            texts.push_back(std::move(text));
            recovered.push_back(std::move(next));
        }
    }
    if (!recovered.empty()) readings_ = std::move(recovered);
    prune();
    return texts;
}

} // namespace adoube::umpire

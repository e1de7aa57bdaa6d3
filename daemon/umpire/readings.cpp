#include "daemon/umpire/readings.hpp"

#include "daemon/umpire/offences.hpp"
#include "daemon/umpire/reconstruction.hpp"
#include "daemon/umpire/sensor_log.hpp" // reduced

#include <algorithm>
#include <ranges>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

constexpr std::size_t most_readings = 48;
/// A reading so much dearer than the best one is no longer believed.
constexpr int believable = 14;
/// A reading that has no explanation for what another explains, or that explains it at so much more cost, is
/// given up: enough that a hand in the air at a bad moment is not.
constexpr int margin = 3;
constexpr int wide_margin = 6;

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
    const int snatched = lifted == destination(move) ? (hasty ? cost::snatched_piece : cost::hasty_reply) : 0;
    if (can_be_captured(after, lifted)) return hasty + snatched;
    if (stood_ms < bounds::released_ms) return std::nullopt;
    return snatched + (stood_ms < bounds::completed_ms ? cost::hasty_reply : 0);
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

void touch(Reading& reading, Square square, Moment now) {
    auto& ply = reading.ply;
    ply.lifted |= bit(square);
    if (contains(ply.exchange, square) && ply.touches.empty()) return;
    const bool known =
        std::ranges::any_of(ply.touches, [&](const Touch& touch) { return touch.square == square; });
    const bool adjusting = reading.adjusting[static_cast<std::size_t>(reading.position.to_move())];
    if (!known && reading.position.at(square)) ply.touches.push_back({square, now, adjusting});
}

} // namespace

Readings::Readings(const chess::Position& position, ChessClock clock, std::shared_ptr<const Header> header)
    : sight_(header->sensing), lever_(header->clock) {
    readings_.push_back({std::move(header), position, 0, {}, std::move(clock), {}, {}, {}, {}, {}, 0});
    sight_.show(position);
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
    if (t_ms - changed_.t_ms < bounds::released_ms) return std::nullopt;
    const auto standing = standing_moves(best(), sight_);
    if (standing.empty() || standing.front().cost != 0 ||
        contains(sight_.masked(), standing.front().move.from))
        return std::nullopt;
    return standing.front();
}

std::optional<Standing> Readings::unseen_capture() const {
    auto standing = standing_moves(best(), sight_);
    std::erase_if(standing, [&](const Standing& each) { return contains(sight_.masked(), each.move.from); });
    if (standing.empty() || sight_.differing(best().position) == 0) return std::nullopt;
    const auto mate = std::ranges::find_if(standing, [&](const Standing& each) {
        const auto after = best().position.after(each.move);
        return after.in_check() && ends_the_game(after);
    });
    return mate != standing.end() ? *mate : standing.front();
}

// --- time ---

void Readings::stand_still_until(std::int64_t t_ms) {
    const auto stood_ms = t_ms - changed_.t_ms;
    for (auto& reading : readings_)
        if (!reading.ply.touches.empty() &&
            t_ms - reading.ply.touches.front().lifted.t_ms >= bounds::flicker_ms)
            note_touch(reading);
    if (stood_ms >= bounds::released_ms) complete_what_stood(t_ms);
    if (stood_ms >= bounds::completed_ms) drop_unmatched();
}

/// A move that ends the game needs no press; without a lever standing still completes every move.
void Readings::complete_what_stood(std::int64_t t_ms) {
    const bool by_time = !lever_ && t_ms - changed_.t_ms >= bounds::completed_ms;
    bool ended = false;
    for (auto& reading : readings_) {
        const auto standing = standing_moves(reading, sight_);
        if (standing.empty() || standing.front().cost != 0) continue;
        const bool last = ends_the_game(reading.position.after(standing.front().move));
        if (!last && !by_time) continue;
        ended |= last;
        const auto completed_ms = last ? changed_.t_ms : changed_.t_ms + bounds::completed_ms;
        reading = with_move(reading, standing.front(), changed_, changed_, changed_.input + 1);
        complete(reading, reading.line.size() - 1, completed_ms, false);
    }
    if (ended) drop_unmatched();
}

/// Once one reading has the board as it is, one that cannot say why is hardly believed any longer.
void Readings::drop_unmatched() {
    std::vector<bool> matched;
    std::optional<int> cheapest;
    for (const auto& reading : readings_) {
        matched.push_back(matches(reading));
        if (matched.back()) cheapest = std::min(reading.cost, cheapest.value_or(reading.cost));
    }
    if (!cheapest) return;
    for (std::size_t at = 0; at < readings_.size(); ++at)
        if (!matched[at]) readings_[at].cost += cost::unexplained_board;
    std::size_t at = 0;
    std::erase_if(readings_, [&](const Reading& reading) {
        return reading.cost >= *cheapest + (matched[at++] ? wide_margin : margin + cost::unexplained_board);
    });
}

// --- lifts and drops ---

void Readings::begin_next_plies(Square square, bool lift, Moment now) {
    std::vector<Reading> begun;
    for (const auto& reading : readings_) {
        for (const auto& standing : standing_moves(reading, sight_)) {
            const auto after = reading.position.after(standing.move);
            const auto extra = lift ? cost_of_reply(after, standing.move, square, now.t_ms - changed_.t_ms)
                                    : std::optional(cost::hasty_reply);
            if (!extra) continue;
            auto next = with_move(reading, standing, changed_, changed_, now.input);
            next.cost += *extra;
            if (!lever_) complete(next, next.line.size() - 1, now.t_ms, false);
            begun.push_back(std::move(next));
        }
    }
    readings_.insert(readings_.begin(), std::make_move_iterator(begun.begin()),
                     std::make_move_iterator(begun.end()));
}

/// In `reading` the same player goes on: had he released the piece that is lifted now, as a legal move?
void Readings::note_release(Reading& reading, Square square, Moment now) const {
    const auto dropped_ms = sight_.dropped_ms(square);
    if (reading.ply.released || now.t_ms - dropped_ms < bounds::released_ms) return;
    for (const auto& touch : reading.ply.touches) {
        if (touch.lifted.t_ms > dropped_ms || touch.square == square) continue;
        for (const auto move : reading.position.legal_moves()) {
            if (move.from != touch.square || destination(move) != square) continue;
            reading.ply.released = std::pair(move, touch.lifted);
            return;
        }
    }
}

void Readings::lift(Square square, Moment now) {
    if (!contains(sight_.occupied(), square)) return;
    begin_next_plies(square, true, now);
    const auto dropped_ms = sight_.dropped_ms(square);
    const bool soon = now.t_ms - dropped_ms <= bounds::bounce_ms && dropped_ms > pressed_ms_;
    bouncing_ = soon ? bouncing_ | bit(square) : bouncing_ & ~bit(square);
    for (auto& reading : readings_) {
        if (reading.ply.first_input != now.input) note_release(reading, square, now);
        touch(reading, square, now);
    }
    sight_.lift(square, now.t_ms);
    changed_ = now;
    prune();
}

void Readings::drop(Square square, const Seen& piece, Moment now) {
    begin_next_plies(square, false, now);
    sight_.drop(square, piece, now.t_ms);
    put_back(square, now);
    changed_ = now;
    prune();
}

/// A drop on a square that was lifted before: a flicker or a bounce was no touch; a piece of the player who
/// does not have the move was adjusted out of turn.
void Readings::put_back(Square square, Moment now) {
    const auto lifted_ms = sight_.lifted_ms(square);
    const bool flicker = now.t_ms - lifted_ms < bounds::flicker_ms || contains(bouncing_, square);
    for (auto& reading : readings_) {
        const auto touch = std::ranges::find_if(reading.ply.touches, [&](const Touch& each) {
            return each.square == square && each.lifted.t_ms == lifted_ms;
        });
        if (touch == reading.ply.touches.end()) continue;
        if (flicker) {
            reading.ply.touches.erase(touch);
        } else if (!contains(sight_.differing(reading.position), square)) {
            if (auto incident = adjustment_out_of_turn(reading, *touch, now))
                reading.ply.incidents.push_back(std::move(*incident));
        }
    }
}

void Readings::show(const Snapshot& snapshot, Moment now) {
    Bitboard added = 0;
    for (int at = 0; at < 64; ++at) {
        const auto square = static_cast<Square>(at);
        const auto& seen = snapshot.squares[static_cast<std::size_t>(at)];
        if (!seen)
            lift(square, now);
        else if (sight_.at(square) != reduced(*seen, sight_.sensing()))
            added |= bit(square);
    }
    while (added) {
        const auto square = chess::pop(added);
        drop(square, *snapshot.squares[static_cast<std::size_t>(index(square))], now);
    }
}

void Readings::adjust(Side side) {
    for (auto& reading : readings_) {
        const auto standing = standing_moves(reading, sight_);
        const bool made = !standing.empty() && standing.front().cost == 0;
        if (reading.position.to_move() == side || made)
            reading.adjusting[static_cast<std::size_t>(side)] = true;
    }
}

void Readings::offer(std::optional<Side> side) {
    for (auto& reading : readings_) reading.offer = side;
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

static Reading pressed_for(const Reading& before, const Standing& standing, Moment made, Moment now) {
    const auto side = before.position.to_move();
    Reading reading = before;
    reading.clock.press(side, now.t_ms);
    reading.clock.add_bonus(side);
    reading = with_move(reading, standing, made, now, now.input + 1);
    complete(reading, reading.line.size() - 1, now.t_ms, true);
    if (reading.clock.kept()) reading.line.back().record.clock_ms = reading.clock.left_ms(side, now.t_ms);
    return reading;
}

static Reading pressed_late(const Reading& before, std::size_t ply, Side side, Moment now) {
    Reading reading = before;
    reading.clock.press(side, now.t_ms);
    reading.clock.add_bonus(side);
    complete(reading, ply, now.t_ms, true);
    if (reading.clock.kept()) reading.line[ply].record.clock_ms = reading.clock.left_ms(side, now.t_ms);
    return reading;
}

/// Several moves look alike, and nothing told them apart: the first is taken, the others stay possible.
static void tell_ambiguity(Reading& reading, const std::vector<Standing>& standing, Moment now) {
    const auto alike = std::ranges::count(standing, standing.front().cost, &Standing::cost);
    if (alike < 2) return;
    auto incident = incident_of(reading, IncidentKind::ambiguous, {}, reading.position.to_move(), now, now);
    incident.article.clear();
    for (const auto& each : standing | std::views::take(alike)) {
        incident.allowed.push_back(to_uci(each.move, reading.header->chess960));
        incident.squares.push_back(destination(each.move));
    }
    incident.text =
        "The sensors cannot tell which of these moves was made; " + incident.allowed.front() + " is written.";
    reading.ply.incidents.push_back(std::move(incident));
}

/// Pieces of `side` are off the board that the opponent, whose ply this is, cannot have taken.
static bool own_pieces_missing(const Reading& reading, const Sight& sight, Side side) {
    for (auto gone = reading.position.pieces(side) & sight.differing(reading.position) & ~sight.occupied();
         gone;)
        if (!can_be_captured(reading.position, chess::pop(gone))) return true;
    return false;
}

void Readings::press_one(const Reading& reading, Side side, Moment now, std::vector<Reading>& next) const {
    const bool has_the_move = reading.position.to_move() == side;
    if (has_the_move) {
        const auto standing = standing_moves(reading, sight_);
        if (!standing.empty()) {
            Reading told = reading;
            tell_ambiguity(told, standing, now);
            for (const auto& move : standing) next.push_back(pressed_for(told, move, changed_, now));
            return;
        }
    }
    const bool disturbed = !has_the_move && own_pieces_missing(reading, sight_, side);
    if (const auto ply = awaiting_press(reading, side); ply && !disturbed) {
        next.push_back(pressed_late(reading, *ply, side, now));
        return;
    }
    Reading idle = reading;
    idle.clock.press(side, now.t_ms);
    const auto wrong = sight_.differing(reading.position);
    idle.cost += (wrong && has_the_move) || disturbed ? cost::irregular_press : cost::idle_press;
    if (has_the_move) {
        idle.ply.irregular |= wrong != 0;
        std::ranges::move(offences_of_press(idle, sight_, now), std::back_inserter(idle.ply.incidents));
        if (const auto queen = unfinished_promotion(idle, sight_);
            queen && idle.header->laws >= Edition::laws_2018) {
            next.push_back(pressed_for(idle, {*queen, 0}, changed_, now));
            return;
        }
    }
    next.push_back(std::move(idle));
}

void Readings::press(Side side, Moment now) {
    std::vector<Reading> next;
    for (const auto& reading : readings_) press_one(reading, side, now, next);
    readings_ = std::move(next);
    for (auto& reading : readings_) {
        reading.adjusting[static_cast<std::size_t>(side)] = false;
        if (now.t_ms - changed_.t_ms > bounds::seen_twice_ms &&
            std::popcount(sight_.occupied()) > std::popcount(reading.position.occupied()))
            reading.cost += cost::surplus_piece;
    }
    pressed_ms_ = now.t_ms;
    // A promotion that the press made (7.5.2): its square is to show what the record has.
    const auto& likeliest = best();
    if (!likeliest.line.empty() && likeliest.ply.exchange)
        sight_.show(likeliest.position, likeliest.ply.exchange);
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

std::vector<Reading> Readings::with_standing(Moment now) const {
    std::vector<Reading> all;
    for (const auto& reading : readings_) {
        for (const auto& standing : standing_moves(reading, sight_)) {
            all.push_back(with_move(reading, standing, changed_, changed_, now.input));
            complete(all.back(), all.back().line.size() - 1, now.t_ms, false);
        }
        all.push_back(reading);
    }
    std::ranges::stable_sort(all, {}, &Reading::cost);
    return all;
}

// --- arbiters and lost inputs ---

void Readings::arrange(Square square, const std::optional<Seen>& piece) {
    if (piece)
        sight_.drop(square, *piece);
    else
        sight_.lift(square);
}

static void tell_out_of_step(Reading& reading, const Sight& sight, Moment now) {
    auto incident = incident_of(reading, IncidentKind::out_of_step, {}, reading.position.to_move(), now, now);
    incident.article.clear();
    incident.side.reset();
    incident.text = "The board cannot be explained; restore";
    for (auto wrong = sight.differing(reading.position); wrong;) {
        const auto square = chess::pop(wrong);
        const auto piece = reading.position.at(square);
        incident.squares.push_back(square);
        incident.text += " " + to_string(square) + (piece ? std::string("=") + to_char(*piece) : " empty") +
                         (wrong ? "," : ".");
    }
    reading.ply.incidents.push_back(std::move(incident));
}

/// `reading` with the moves of `line`, which nobody saw.
static Reading with_lost_moves(const Reading& reading, std::span<const chess::Move> line, Moment now) {
    Reading next = reading;
    next.ply = PlyInProgress{};
    for (const auto move : line) {
        next = with_move(next, {move, 0}, now, now, now.input + 1);
        complete(next, next.line.size() - 1, now.t_ms, false);
    }
    return next;
}

static void tell_reconstruction(std::vector<Reading>& recovered, const Reading& before,
                                const std::vector<std::vector<chess::Move>>& lines, Moment now) {
    auto incident = incident_of(before, IncidentKind::reconstructed, {}, before.position.to_move(), now, now);
    incident.article.clear();
    incident.side.reset();
    for (const auto& line : lines) {
        std::string moves;
        for (const auto move : line)
            moves += (moves.empty() ? "" : " ") + to_uci(move, before.header->chess960);
        incident.allowed.push_back(std::move(moves));
    }
    incident.text = "Moves that were lost before this moment were worked out from the board: " +
                    incident.allowed.front() + ".";
    for (auto& reading : recovered) reading.line.back().incidents.push_back(incident);
}

void Readings::recover(const Snapshot& snapshot, Moment now) {
    sight_.show(snapshot);
    changed_ = now;
    if (std::ranges::any_of(readings_, [&](const Reading& reading) { return matches(reading); }))
        return drop_unmatched();
    std::vector<Reading> recovered;
    for (const auto& reading : readings_) {
        const auto lines = shortest_explanations(reading.position, sight_);
        std::vector<Reading> those;
        for (const auto& line : lines) those.push_back(with_lost_moves(reading, line, now));
        if (!those.empty()) tell_reconstruction(those, reading, lines, now);
        std::ranges::move(those, std::back_inserter(recovered));
    }
    if (recovered.empty())
        for (auto& reading : readings_) tell_out_of_step(reading, sight_, now);
    else
        readings_ = std::move(recovered);
    prune();
}

} // namespace adoube::umpire

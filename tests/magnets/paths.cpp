#include "tests/magnets/paths.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace adoube::magnets {
namespace {

/// About where a sensor lets a piece go: hands begin a little before a log says so, and end a little later.
constexpr double felt_to_mm = 20;
constexpr double clear_of_pieces_mm = 100; // a king's height, and its base

class Hands {
  public:
    Hands(const chess::Position& start, const Squares& squares, Dice& dice) : squares_(squares), dice_(dice) {
        standing_.fill(none);
        emptied_ms_.fill(-INFINITY);
        for (int square = 0; square < 64; ++square)
            if (const auto piece = start.at(static_cast<chess::Square>(square))) {
                standing_[square] = new_path(piece->side == chess::Side::white, set_up_on(square));
                paths_[standing_[square]].way.front().t_ms = -1e6;
            }
    }

    void lift(int square, double t_ms) {
        const std::size_t piece = standing_[square];
        if (piece == none) return;
        standing_[square] = none;
        emptied_ms_[square] = t_ms;
        held_.push_back({piece, square, t_ms});
    }

    /// The piece has left the hand when the clock is pressed.
    void drop(int square, chess::Side side, double t_ms, double pressed_ms) {
        released_ms_ = std::max(pressed_ms - 20, t_ms);
        if (standing_[square] != none) return;
        const auto held = std::ranges::find_if(held_.rbegin(), held_.rend(), [&](const Held& each) {
            return (paths_[each.piece].pole > 0) == (side == chess::Side::white);
        });
        if (held == held_.rend()) {
            from_the_box(square, side, t_ms);
            return;
        }
        const Held from = *held;
        held_.erase(std::next(held).base());
        carry(from, square, t_ms);
        standing_[square] = from.piece;
    }

    std::vector<Path> all() {
        for (const Held& held : held_) take_away(held);
        return std::move(paths_);
    }

  private:
    static constexpr std::size_t none = SIZE_MAX;
    struct Held {
        std::size_t piece;
        int square;
        double lifted_ms;
    };

    Point middle(int square) const {
        return squares_.square_mm * Point{double(square % 8), double(square / 8)};
    }
    Point somewhere_on(int square) { return middle(square) + dice_.put_down(Hand::usual, squares_); }
    /// With more care: before a game the screen shows what is missing.
    Point set_up_on(int square) { return middle(square) + 0.5 * dice_.put_down(Hand::usual, squares_); }
    std::size_t new_path(bool white, Point at) {
        const double strength = 1 + dice_.either_way(tolerance.level);
        paths_.push_back({white ? strength : -strength, {{0, {at, 0}}}});
        return paths_.size() - 1;
    }
    Path& path(const Held& held) { return paths_[held.piece]; }
    double speed() { return dice_.between(0.2, 0.5); } // mm per ms

    /// Not before the piece came to rest.
    double begins_ms(const Held& held, double rise) {
        return std::max(held.lifted_ms - felt_to_mm / rise, path(held).way.back().t_ms + 1);
    }

    bool is_free(Point from, Point to) const {
        for (int square = 0; square < 64; ++square) {
            if (standing_[square] == none) continue;
            const auto off = middle(square) - from, way = to - from;
            const double length = std::hypot(way.file_mm, way.rank_mm);
            if (length == 0) continue;
            const double along = (off.file_mm * way.file_mm + off.rank_mm * way.rank_mm) / length;
            const double aside = std::abs(off.file_mm * way.rank_mm - off.rank_mm * way.file_mm) / length;
            if (along > 0 && along < length && aside < 0.6 * squares_.square_mm) return false;
        }
        return true;
    }
    /// Whoever takes time holds a piece high; through others nobody can carry one low.
    double height(Point from, Point to, double takes_ms) {
        constexpr double soon_ms = 1'200;
        if (takes_ms > soon_ms || !is_free(from, to)) return clear_of_pieces_mm;
        if (dice_.chance(0.15)) return 0;                   // slid
        if (dice_.chance(0.3)) return dice_.between(3, 30); // felt on its way
        return dice_.between(35, 80);
    }

    void carry(const Held& held, int square, double dropped_ms) {
        auto& way = path(held).way;
        const auto from = way.back().place.at, to = somewhere_on(square);
        const bool captures = emptied_ms_[square] > held.lifted_ms - 1'000 && square != held.square;
        if (captures)
            dropped_ms = std::max(dropped_ms, std::min(emptied_ms_[square] + 250, released_ms_ - 60));
        const double up_mm = captures ? dice_.between(50, 80) : height(from, to, dropped_ms - held.lifted_ms);
        if (up_mm <= 30) return carry_low(held, to, up_mm, dropped_ms);
        const double rise = speed(), fall = speed(), begin = begins_ms(held, rise);
        const double end = std::max(std::min(dropped_ms + felt_to_mm / fall, released_ms_), begin + 40);
        const double far = std::hypot(to.file_mm - from.file_mm, to.rank_mm - from.rank_mm);
        double rises = up_mm / rise, travels = far / (2 * speed()), falls = up_mm / fall;
        if (const double share = (end - begin) / (rises + travels + falls); share < 1) // in a hurry
            rises *= share, travels *= share, falls *= share;
        way.push_back({begin, {from, 0}});
        way.push_back({begin + rises, {from, up_mm}});
        way.push_back({end - falls - travels, {from, up_mm}});
        way.push_back({end - falls, {to, up_mm}});
        way.push_back({end, {to, 0}});
    }

    /// Without a stop: it leaves its square when the log says so, and is where it goes when it is told there.
    void carry_low(const Held& held, Point to, double up_mm, double dropped_ms) {
        auto& way = path(held).way;
        const auto from = way.back().place.at;
        const double far = std::hypot(to.file_mm - from.file_mm, to.rank_mm - from.rank_mm);
        const double pace = std::max(far, 1.0) / std::max(dropped_ms - held.lifted_ms, 100.0);
        const double before = std::min(felt_to_mm / pace, 300.0);
        const double begin = std::max(held.lifted_ms - before, way.back().t_ms + 1);
        const double end = std::max(std::min(dropped_ms + before, released_ms_), begin + 40);
        way.push_back({begin, {from, 0}});
        if (up_mm > 0) {
            const auto at = [&](double share) { return from + share * (to - from); };
            way.push_back({begin + 0.15 * (end - begin), {at(0.15), up_mm}});
            way.push_back({begin + 0.85 * (end - begin), {at(0.85), up_mm}});
        }
        way.push_back({end, {to, 0}});
    }

    void take_away(const Held& held) {
        auto& way = path(held).way;
        const auto from = way.back().place.at;
        const double rise = speed(), begin = begins_ms(held, rise);
        const Point aside{-2 * squares_.square_mm, from.rank_mm};
        way.push_back({begin, {from, 0}});
        way.push_back({begin + clear_of_pieces_mm / rise, {from, clear_of_pieces_mm}});
        way.push_back({begin + clear_of_pieces_mm / rise + 400, {aside, clear_of_pieces_mm}});
    }

    void from_the_box(int square, chess::Side side, double t_ms) {
        const auto at = somewhere_on(square);
        const auto piece = new_path(side == chess::Side::white, at);
        const double fall = speed(), end = std::min(t_ms + felt_to_mm / fall, released_ms_);
        paths_[piece].way = {{end - clear_of_pieces_mm / fall, {at, clear_of_pieces_mm}}, {end, {at, 0}}};
        standing_[square] = piece;
    }

    const Squares& squares_;
    Dice& dice_;
    std::vector<Path> paths_;
    std::array<std::size_t, 64> standing_{};
    std::vector<Held> held_;
    std::array<double, 64> emptied_ms_{};
    double released_ms_ = 0;
};

/// Infinity after the last.
double next_press_ms(std::span<const record::Input> inputs) {
    for (const auto& input : inputs)
        if (std::holds_alternative<record::Press>(input.what)) return static_cast<double>(input.t_ms.count());
    return INFINITY;
}

} // namespace

std::vector<Path> paths_of(const chess::Position& start, std::span<const record::Input> done,
                           const Squares& squares, Dice& dice) {
    Hands hands(start, squares, dice);
    for (std::size_t at = 0; at < done.size(); ++at) {
        const auto& [t_ms, what] = done[at];
        const auto at_ms = static_cast<double>(t_ms.count());
        if (const auto* lift = std::get_if<record::Lift>(&what))
            hands.lift(static_cast<int>(lift->square), at_ms);
        else if (const auto* drop = std::get_if<record::Drop>(&what))
            hands.drop(static_cast<int>(drop->square), drop->piece.side.value(), at_ms,
                       next_press_ms(done.subspan(at)));
    }
    return hands.all();
}

} // namespace adoube::magnets

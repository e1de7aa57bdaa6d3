#include "tests/magnets/placements.hpp"

#include <cmath>
#include <cstdlib>
#include <vector>

namespace adoube::magnets {
namespace {

/// Two squares far, each taken or not.
std::vector<Piece> neighbours(Dice& dice, Hand hand, const Squares& squares) {
    std::vector<Piece> pieces;
    for (int file = -2; file <= 2; ++file)
        for (int rank = -2; rank <= 2; ++rank)
            if ((file != 0 || rank != 0) && dice.chance(0.5))
                pieces.push_back(put_down(dice, hand, squares, {double(file), double(rank)}));
    return pieces;
}

struct Count {
    int missed = 0, wrong_colour = 0, felt = 0, stuck = 0;
    Chances of(int all) const {
        const auto share = [all](int count) { return double(count) / all; };
        return {share(missed), share(wrong_colour), share(felt), share(stuck)};
    }
};

template<class Square>
void count_one(Count& count, const Square& square, const Squares& squares, Hand hand, Dice& dice) {
    double around = 0;
    for (const auto& piece : neighbours(dice, hand, squares)) around += piece.pole * square.level(piece.at);
    auto own = put_down(dice, hand, squares, {});
    own.pole = std::abs(own.pole);
    const double drift = square.drift(dice, false);

    const int shown = square.shows(own.pole * square.level(own.at) + around + drift + square.noise(dice));
    count.missed += shown != 1;
    count.wrong_colour += shown == -1;
    count.stuck += std::abs(around + drift + square.noise(dice)) >= square.release();
    // As after a start in a hall that is warmer or colder: following has not begun.
    count.felt += square.shows(around + drift + square.noise(dice)) != 0;
}

} // namespace

template<class Board>
Chances chances(const Geometry<Board>& geometry, const FieldMap& map, Hand hand, int placements,
                std::uint64_t seed) {
    Dice dice(seed);
    Count count;
    for (int each = 0; each < placements; ++each)
        count_one(count, made(geometry.board, map, dice), geometry.squares, hand, dice);
    return count.of(placements);
}

Chances chances(std::span<const HallSquare> board, const Squares& squares, Hand hand, int placements,
                Dice& dice) {
    Count count;
    for (int each = 0; each < placements; ++each)
        count_one(count, board[std::size_t(each) % board.size()], squares, hand, dice);
    return count.of(placements);
}

template Chances chances(const Geometry<HallBoard>&, const FieldMap&, Hand, int, std::uint64_t);
template Chances chances(const Geometry<UprightReedBoard>&, const FieldMap&, Hand, int, std::uint64_t);
template Chances chances(const Geometry<LyingReedBoard>&, const FieldMap&, Hand, int, std::uint64_t);

} // namespace adoube::magnets

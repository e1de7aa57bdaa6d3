#include "tests/magnets/slides.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace adoube::magnets {
namespace {

constexpr double scan_ms = 2;

struct Square {
    int file, rank;
    friend bool operator==(Square, Square) = default;
    Point middle(double square_mm) const { return {file * square_mm, rank * square_mm}; }
};

constexpr Square first{0, 0};

/// From the first square.
struct Way {
    Square step;
    int squares;
    Square last() const { return {squares * step.file, squares * step.rank}; }
    bool passes(Square square) const {
        for (int n = 0; n <= squares; ++n)
            if (square == Square{n * step.file, n * step.rank}) return true;
        return false;
    }
};
Way some_way(Dice& dice) {
    constexpr Square steps[] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    return {steps[static_cast<int>(dice.between(0, 4))], static_cast<int>(dice.between(1, 8))};
}

struct Standing {
    Square square;
    Piece piece;
};

/// The squares that the way passes and those beside them.
template<class Made>
struct Watched {
    Square square;
    Made made;
    bool stands;
    double around; // of all that stands still
    int shown, changes = 0;

    void look(Point piece, double pole, double square_mm, Dice& dice) {
        const double level = around + pole * made.level(piece - square.middle(square_mm)) + made.noise(dice);
        const int now = made.shows(level, shown);
        changes += now != shown;
        shown = now;
    }
};

template<class Board>
class Slide {
  public:
    Slide(const Geometry<Board>& geometry, const FieldMap& map, Dice& dice)
        : squares_(geometry.squares), dice_(dice), way_(some_way(dice)) {
        stand_around();
        for_each_near(1, [&](Square square) {
            auto made = magnets::made(geometry.board, map, dice_);
            double around = made.drift(dice_, true);
            for (const auto& [_, piece] : standing_)
                around += piece.pole * made.level(piece.at - square.middle(squares_.square_mm));
            const bool stands = std::ranges::find(standing_, square, &Standing::square) != standing_.end();
            watched_.push_back({square, made, stands, around, made.shows(around)});
        });
    }

    enum class Told { rightly, wrongly, unseen };
    Told told() {
        const auto piece = put_down(dice_, Hand::anywhere, squares_, {});
        const auto last = way_.last();
        const auto end = last.middle(squares_.square_mm) + dice_.put_down(Hand::anywhere, squares_);
        const double far_mm = std::hypot(end.file_mm - piece.at.file_mm, end.rank_mm - piece.at.rank_mm);
        const double scans = far_mm / (dice_.between(0.06, 0.4) * scan_ms);
        look(piece.at, piece.pole);
        for (auto& each : watched_) each.changes = 0;
        if (shown_on(first) == 0) return Told::unseen;
        for (double scan = 0; scan < scans; ++scan)
            look(piece.at + scan / scans * (end - piece.at), piece.pole);
        for (int still = 0; still < 50; ++still) look(end, piece.pole);
        if (shown_on(last) == 0) return Told::unseen;
        const auto right = [&](const auto& each) { return told_rightly(each); };
        return std::ranges::all_of(watched_, right) ? Told::rightly : Told::wrongly;
    }

  private:
    template<class Act>
    void for_each_near(int near, Act act) {
        const auto last = way_.last();
        for (int file = std::min(0, last.file) - near; file <= std::max(0, last.file) + near; ++file)
            for (int rank = -near; rank <= last.rank + near; ++rank) act(Square{file, rank});
    }
    void stand_around() {
        for_each_near(2, [&](Square square) {
            if (!way_.passes(square) && dice_.chance(0.5))
                standing_.push_back({square, put_down(dice_, Hand::usual, squares_,
                                                      {double(square.file), double(square.rank)})});
        });
    }
    void look(Point piece, double pole) {
        for (auto& each : watched_) each.look(piece, pole, squares_.square_mm, dice_);
    }
    int shown_on(Square square) const {
        return std::ranges::find(watched_, square, &Watched<Made>::square)->shown;
    }
    bool told_rightly(const auto& each) const {
        if (each.square == first || each.square == way_.last()) return each.changes == 1;
        return each.changes == 0 || (each.changes == 2 && !each.stands);
    }

    using Made =
        decltype(made(std::declval<const Board&>(), std::declval<const FieldMap&>(), std::declval<Dice&>()));
    const Squares& squares_;
    Dice& dice_;
    Way way_;
    std::vector<Standing> standing_;
    std::vector<Watched<Made>> watched_;
};

} // namespace

template<class Board>
SlidesTold slides_told(const Geometry<Board>& geometry, const FieldMap& map, int slides, std::uint64_t seed) {
    using Told = typename Slide<Board>::Told;
    Dice dice(seed);
    int wrongly = 0, unseen = 0;
    for (int each = 0; each < slides; ++each) {
        const auto told = Slide<Board>(geometry, map, dice).told();
        wrongly += told == Told::wrongly;
        unseen += told == Told::unseen;
    }
    return {double(wrongly) / slides, double(unseen) / slides};
}

template SlidesTold slides_told(const Geometry<HallBoard>&, const FieldMap&, int, std::uint64_t);
template SlidesTold slides_told(const Geometry<UprightReedBoard>&, const FieldMap&, int, std::uint64_t);
template SlidesTold slides_told(const Geometry<LyingReedBoard>&, const FieldMap&, int, std::uint64_t);

} // namespace adoube::magnets

// Boards as they come out of a workshop, calibrated as `adoube board calibrate` does and then played on.

#include "tests/catch.hpp"
#include "tests/magnets/placements.hpp"
#include "tests/tier.hpp"
#include "tools/adoube/board/design.hpp"
#include "tools/adoube/board/sensor_calibration.hpp"
#include "tools/adoube/design/expected.hpp"

#include <cmath>
#include <functional>

using namespace adoube;
using namespace adoube::magnets;
using tools::Reading;

namespace {

constexpr int squares_on_board = 64, e2 = 12, d8 = 59, e4 = 28, e5 = 36;

/// What is out of tolerance.
struct Fault {
    double deeper_mm = 0, base_mm = 28;
    double magnets = 1, sensor_of_d8 = 1, piece_on_d8 = 1; // shares
};

/// What its maker says of a board.
struct Kind {
    tools::BoardDesignOptions told;
    HallSensor sensor;
};
const Kind deep_board{.told = {}, .sensor = drv5055_a1};
const Kind thin_board{.told = {.gap_mm = 8, .sensor = "A2", .apart_mm = 7.5}, .sensor = drv5055_a2};

constexpr Disc in_all_pieces{12, 3, n35_t};
const FieldMap& field() {
    static const FieldMap map(in_all_pieces, {.least_mm = 4, .most_mm = 60});
    return map;
}
Geometry<HallBoard> geometry_of(const Kind& kind, const Fault& fault) {
    return {.squares = {.base_mm = fault.base_mm},
            .disc = in_all_pieces,
            .board = {.sensor = kind.sensor,
                      .gap_mm = kind.told.gap_mm + fault.deeper_mm,
                      .apart_mm = kind.told.apart_mm,
                      .threshold = 1}};
}

class WholeBoard {
  public:
    WholeBoard(const Geometry<HallBoard>& geometry, const Fault& fault, std::uint64_t seed)
        : squares_(geometry.squares), built_(geometry.board), fault_(fault), dice_(seed) {
        for (int square = 0; square < squares_on_board; ++square) {
            made_.push_back(made(built_, field(), dice_));
            rests_.push_back(2'048 + dice_.either_way(rest_steps));
            const double level = fault.magnets * (1 + dice_.either_way(tolerance.level));
            poles_.push_back(square < 16 ? level : square >= 48 ? -level : 0);
        }
        poles_[d8] *= fault.piece_on_d8;
    }
    WholeBoard(const WholeBoard&) = delete;
    WholeBoard& operator=(const WholeBoard&) = delete;

    Reading empty() {
        return read([](int) { return 0.; });
    }
    Reading start() { return with_pawn(e2, {}); }
    /// The one from e2, that far from the middle of a square.
    Reading with_pawn(int square, Point off) {
        return read([=, this](int sensor) {
            double sum = feels(sensor, e2, middle(square) + off);
            for (int piece = 0; piece < squares_on_board; ++piece)
                if (piece != e2) sum += feels(sensor, piece, middle(piece));
            return sum;
        });
    }
    double edge_mm() const { return (squares_.square_mm - squares_.base_mm) / 2; }

    Chances played_with(const wire::Calibration& calibration, Hand hand, int placements) {
        built_.threshold = calibration.threshold, built_.release = calibration.release;
        return chances(made_, squares_, hand, placements, dice_);
    }

  private:
    Point middle(int square) const {
        return squares_.square_mm * Point{double(square % 8), double(square / 8)};
    }
    double feels(int sensor, int piece, Point at) const {
        const double level =
            poles_[piece] == 0 ? 0 : poles_[piece] * made_[sensor].level(at - middle(sensor));
        return sensor == d8 ? fault_.sensor_of_d8 * level : level;
    }
    Reading read(const std::function<double(int)>& level_of) {
        std::vector<wire::Levels> readings(32);
        for (int sensor = 0; sensor < squares_on_board; ++sensor) {
            const double level = rests_[sensor] + level_of(sensor);
            for (auto& each : readings)
                each[sensor] = static_cast<std::uint16_t>(std::lround(level + made_[sensor].noise(dice_)));
        }
        return tools::reading_of(readings);
    }

    Squares squares_;
    HallBoard built_; // with a threshold of 1 levels are steps
    Fault fault_;
    Dice dice_;
    std::vector<HallSquare> made_;
    std::vector<double> rests_, poles_;
};

/// A kind of board as the tool judges it.
struct Judged {
    explicit Judged(const Kind& kind)
        : told(*tools::board_of(kind.told)),
          verdict(tools::design::judge(told, kind.told.placements, tools::design_seed)) {}
    /// What a judgement of it would come near to: drift and noise do not grow with levels.
    tools::design::Verdict of(const tools::design::Board& measured) const {
        auto scaled = verdict;
        const double share = level_at(measured, {}) / verdict.level;
        scaled.threshold *= share, scaled.release *= share;
        return scaled;
    }
    tools::design::Board told;
    tools::design::Verdict verdict;
};
const Judged& judged(const Kind& kind) {
    static const Judged one(deep_board), four(thin_board);
    return &kind == &deep_board ? one : four;
}

/// As the verb does.
std::expected<wire::Calibration, std::string> calibrate(WholeBoard& board, const Judged& kind) {
    const auto zero = tools::zeros_of(board.empty());
    if (!zero) return std::unexpected(zero.error());
    const auto start = board.start();
    const auto measured = tools::as_measured(kind.told, *zero, start);
    if (!measured) return std::unexpected(measured.error());
    const double edge = board.edge_mm();
    if (const auto why = tools::objection(*measured, start,
                                          {.in_corner = board.with_pawn(e4, {-edge, -edge}),
                                           .opposite = board.with_pawn(e4, {edge, edge}),
                                           .at_edge = board.with_pawn(e5, {0, -edge})}))
        return std::unexpected(*why);
    return tools::calibration_of(*measured, kind.of(*measured), *zero, start);
}

constexpr tests::Tries boards{20, 150};

} // namespace

TEST_CASE("a board within tolerance is refused, or calibrated to miss or feel more than was published") {
    for (const auto* kind : {&deep_board, &thin_board}) {
        CAPTURE(kind->told.sensor);
        const auto geometry = geometry_of(*kind, {});
        Chances anywhere, by_hand;
        for (const auto seed : tests::seeds(boards)) {
            WholeBoard board(geometry, {}, seed);
            const auto calibration = calibrate(board, judged(*kind));
            INFO("seed " << seed << ": " << (calibration ? "" : calibration.error()));
            REQUIRE(calibration);
            const auto add = [&](Chances& sum, Hand hand) {
                const auto seen = board.played_with(*calibration, hand, 3'000);
                sum.missed += seen.missed / tests::many(boards);
                sum.felt += seen.felt / tests::many(boards);
                sum.stuck += seen.stuck / tests::many(boards);
            };
            add(anywhere, Hand::anywhere), add(by_hand, Hand::usual);
        }
        CHECK(anywhere.missed <= 2e-3);
        CHECK(by_hand.missed <= 2.5e-5);
        CHECK(anywhere.felt + by_hand.felt <= 2.5e-5);
        CHECK(anywhere.stuck <= 3e-4);
        CHECK(by_hand.stuck <= 3e-4);
    }
}

TEST_CASE("a board out of tolerance is calibrated, or the refusal names another cause") {
    const auto refused = [](const Kind& kind, const Fault& fault, const std::string& cause) {
        CAPTURE(kind.told.sensor, cause);
        const auto geometry = geometry_of(kind, fault);
        for (const auto seed : tests::seeds(boards / 10)) {
            WholeBoard board(geometry, fault, seed);
            const auto calibration = calibrate(board, judged(kind));
            CAPTURE(seed);
            REQUIRE_FALSE(calibration);
            CAPTURE(calibration.error());
            CHECK(calibration.error().find(cause) != std::string::npos);
        }
    };
    for (const auto* kind : {&deep_board, &thin_board}) {
        refused(*kind, {.deeper_mm = -2}, "measure the gap");
        refused(*kind, {.magnets = 0.6}, "take other magnets");
        refused(*kind, {.sensor_of_d8 = 0.1}, "d8 shows a piece by ");
        refused(*kind, {.piece_on_d8 = -1}, "d8 shows a piece of the other side");
        refused(*kind, {.base_mm = 23}, "measure base (28 mm)");
    }
    refused(deep_board, {.magnets = 0.7}, "take other magnets");
    refused(deep_board, {.sensor_of_d8 = 0.5}, "d8 shows a piece by ");
    refused(deep_board, {.deeper_mm = 3}, "measure the gap");
}

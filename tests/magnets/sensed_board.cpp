#include "tests/magnets/sensed_board.hpp"

#include "daemon/drivers/own/session.hpp"
#include "firmware/core/board.hpp"
#include "firmware/core/hall_sensing.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace adoube::magnets {
namespace {

using firmware::Scan;

constexpr double starts_ms = -1'000, pressed_ms = 30;
constexpr int squares_on_board = 64;
constexpr std::uint32_t boot_id = 1;

/// What each square feels of all pieces, kept up as they move.
template<class Made>
class Felt {
  public:
    Felt(std::vector<Made> made, double square_mm, const std::vector<Path>& paths)
        : made_(std::move(made)), square_mm_(square_mm) {
        for (const auto& path : paths) pieces_.push_back({&path, 0, {}, {{}, 1e9}});
        move_to(starts_ms);
    }
    /// Whether any piece is elsewhere now.
    bool move_to(double t_ms) {
        bool moved = false;
        for (auto& piece : pieces_) moved |= move(piece, t_ms);
        return moved;
    }
    /// Of the next waypoint; infinity after the last.
    double next_ms(double t_ms) const {
        double next = INFINITY;
        for (const auto& piece : pieces_)
            for (std::size_t at = piece.reached; at < piece.path->way.size(); ++at)
                if (const double when = piece.path->way[at].t_ms; when > t_ms) {
                    next = std::min(next, when);
                    break;
                }
        return next;
    }
    double level(int square) const { return sums_[square]; }
    const Made& made(int square) const { return made_[square]; }

  private:
    struct Piece {
        const Path* path;
        std::size_t reached; // of its waypoints
        std::array<double, squares_on_board> feels;
        Place place;
    };
    static Place place_of(Piece& piece, double t_ms) {
        const auto& way = piece.path->way;
        while (piece.reached + 1 < way.size() && way[piece.reached + 1].t_ms <= t_ms) ++piece.reached;
        const auto& from = way[piece.reached];
        if (t_ms <= from.t_ms || piece.reached + 1 == way.size()) return from.place;
        const auto& to = way[piece.reached + 1];
        const double share = (t_ms - from.t_ms) / (to.t_ms - from.t_ms);
        return {from.place.at + share * (to.place.at - from.place.at),
                from.place.up_mm + share * (to.place.up_mm - from.place.up_mm)};
    }
    bool move(Piece& piece, double t_ms) {
        const auto place = place_of(piece, t_ms);
        if (place == piece.place) return false;
        piece.place = place;
        for (int square = 0; square < squares_on_board; ++square) {
            const auto off = place.at - square_mm_ * Point{double(square % 8), double(square / 8)};
            const double now = piece.path->pole * made_[square].level(off, place.up_mm);
            sums_[square] += now - piece.feels[square];
            piece.feels[square] = now;
        }
        return true;
    }

    std::vector<Made> made_;
    double square_mm_;
    std::vector<Piece> pieces_;
    std::array<double, squares_on_board> sums_{};
};

/// As firmware/boards/pico-hall reads its sensors.
class HallReading {
  public:
    static constexpr firmware::Pace pace{
        .at_start = {.scan_interval_us = 2'000, .debounce_us = 4'000, .snapshot_interval_ms = 10'000}};
    static constexpr auto sensing = wire::Sensing::colour;

    HallReading(const HallBoard& board, const Felt<HallSquare>& felt, Dice& dice) : board_(board) {
        auto calibration = firmware::uncalibrated();
        calibration.threshold = static_cast<std::uint16_t>(board.threshold);
        calibration.release = static_cast<std::uint16_t>(board.release);
        for (int square = 0; square < squares_on_board; ++square) {
            rests_[square] = 2'048 + dice.either_way(rest_steps);
            calibration.zero[square] = static_cast<std::uint16_t>(std::lround(rests_[square]));
            rests_[square] += felt.made(square).drift(dice, false) * board.threshold;
        }
        sensing_.calibrate(calibration);
    }
    Scan look(const Felt<HallSquare>& felt, Dice& dice) {
        wire::Levels levels{};
        for (int square = 0; square < squares_on_board; ++square) {
            const double seen = felt.level(square) + felt.made(square).noise(dice);
            levels[square] = static_cast<std::uint16_t>(
                std::lround(std::clamp(rests_[square] + seen * board_.threshold, 0.0, 4'095.0)));
        }
        Scan scan;
        sensing_.feed(levels, scan);
        return scan;
    }

  private:
    const HallBoard& board_;
    std::array<double, squares_on_board> rests_{};
    firmware::HallSensing sensing_;
};

/// As firmware/boards/pico-matrix reads its reeds.
class ReedReading {
  public:
    static constexpr firmware::Pace pace{};
    static constexpr auto sensing = wire::Sensing::presence;

    ReedReading(const UprightReedBoard&, const Felt<ReedSquare>&, Dice&) {}
    Scan look(const Felt<ReedSquare>& felt, Dice&) {
        for (int square = 0; square < squares_on_board; ++square) {
            const std::uint64_t bit = std::uint64_t{1} << square;
            const int before = (closed_ & bit) != 0 ? 1 : 0;
            const bool closes = felt.made(square).shows(felt.level(square), before) != 0;
            closed_ = closes ? closed_ | bit : closed_ & ~bit;
        }
        Scan scan;
        scan.squares.planes[3] = closed_;
        return scan;
    }

  private:
    std::uint64_t closed_ = 0;
};

HallReading reading(const HallBoard& board, const Felt<HallSquare>& felt, Dice& dice) {
    return {board, felt, dice};
}
ReedReading reading(const UprightReedBoard& board, const Felt<ReedSquare>& felt, Dice& dice) {
    return {board, felt, dice};
}

std::uint8_t closed_at(std::span<const Contact> contacts, double t_ms) {
    std::uint8_t closed = 0;
    for (const auto& [from_ms, kind] : contacts)
        if (t_ms >= from_ms && t_ms < from_ms + pressed_ms)
            closed |= static_cast<std::uint8_t>(
                1 << (static_cast<int>(kind) - static_cast<int>(wire::EventKind::press_white)));
    return closed;
}
double next_contact_ms(std::span<const Contact> contacts, double t_ms) {
    double next = INFINITY;
    for (const auto& contact : contacts)
        for (const double when : {contact.t_ms, contact.t_ms + pressed_ms})
            if (when > t_ms) next = std::min(next, when);
    return next;
}

constexpr double ms_per_us = 1e-3;
std::uint64_t board_us(double t_ms) { return static_cast<std::uint64_t>((t_ms - 2 * starts_ms) / ms_per_us); }

/// Over the wire.
std::vector<Told> heard(firmware::Board<>& board, double t_ms) {
    std::vector<Told> told;
    drivers::Session session;
    auto now_us = board_us(t_ms);
    session.opened(SteadyUs(static_cast<std::int64_t>(now_us)));
    std::array<std::uint8_t, wire::max_frame> frame{};
    for (int rounds = 0; rounds < 2'000; ++rounds, now_us += 5'000) {
        if (const auto bytes = session.take_bytes(); !bytes.empty()) board.receive(bytes, now_us);
        while (const auto length = board.transmit(frame, now_us))
            session.received(std::span(frame).first(length), SteadyUs(static_cast<std::int64_t>(now_us)));
        session.tick(SteadyUs(static_cast<std::int64_t>(now_us)));
        for (const auto& news : session.take_news()) {
            if (std::holds_alternative<drivers::Arrived>(news)) session.follow({0, 0});
            if (const auto* seen = std::get_if<drivers::EventSeen>(&news))
                told.push_back(
                    {static_cast<double>(seen->event.time_us) * ms_per_us + 2 * starts_ms, seen->event});
        }
        session.durable(boot_id, static_cast<std::uint32_t>(told.size()));
        if (told.size() == board.ring().end()) break;
    }
    return told;
}

} // namespace

template<class Board>
std::vector<Told> told_by_board(const Geometry<Board>& geometry, const FieldMap& map,
                                const std::vector<Path>& paths, std::span<const Contact> contacts,
                                Dice& dice) {
    using Made = decltype(made(geometry.board, map, dice));
    std::vector<Made> squares;
    for (int square = 0; square < squares_on_board; ++square)
        squares.push_back(made(geometry.board, map, dice));
    Felt<Made> felt(std::move(squares), geometry.squares.square_mm, paths);
    auto sensors = reading(geometry.board, felt, dice);
    using Sensors = decltype(sensors);

    firmware::NoHardware hardware;
    const auto board = std::make_unique<firmware::Board<>>(
        firmware::Identity{.board_id = 1, .boot_id = boot_id, .sensing = Sensors::sensing}, hardware,
        Sensors::pace);
    const double interval_ms = Sensors::pace.at_start.scan_interval_us * ms_per_us;
    double t_ms = starts_ms;
    for (double awake_until_ms = t_ms + 100;;) {
        if (felt.move_to(t_ms)) awake_until_ms = t_ms + 50;
        auto scan = sensors.look(felt, dice);
        scan.contacts = closed_at(contacts, t_ms);
        board->scan(scan, board_us(t_ms));
        if (t_ms < awake_until_ms || !board->scanner().quiet()) {
            t_ms += interval_ms;
            continue;
        }
        const double next_ms = std::min(felt.next_ms(t_ms), next_contact_ms(contacts, t_ms));
        if (std::isinf(next_ms)) break;
        t_ms = std::max(t_ms + interval_ms, next_ms);
        awake_until_ms = t_ms + 50;
        board->rest_until(board_us(t_ms - interval_ms));
    }
    return heard(*board, t_ms);
}

template std::vector<Told> told_by_board(const Geometry<HallBoard>&, const FieldMap&,
                                         const std::vector<Path>&, std::span<const Contact>, Dice&);
template std::vector<Told> told_by_board(const Geometry<UprightReedBoard>&, const FieldMap&,
                                         const std::vector<Path>&, std::span<const Contact>, Dice&);

} // namespace adoube::magnets

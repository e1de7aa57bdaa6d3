#include "tests/replay/nonsense.hpp"

#include "daemon/record/sensor_log.hpp"

namespace adoube::replay {

namespace {

using namespace record;

Seen any_seen(Sensing sensing, Dice& dice) {
    const Seen all{dice.chance(0.5) ? Side::white : Side::black,
                   static_cast<chess::PieceType>(dice.between(0, 5))};
    return reduced(all, sensing);
}

Square any_square(Dice& dice) { return static_cast<Square>(dice.between(0, 63)); }

Snapshot any_snapshot(Sensing sensing, Dice& dice) {
    Snapshot result;
    const double filled = dice.chance(0.2) ? 1.0 : 0.5;
    for (std::size_t square = 0; square < 64; ++square)
        if (dice.chance(filled)) result.squares[square] = any_seen(sensing, dice);
    return result;
}

ClockReading any_clock(Dice& dice) {
    ClockReading clock{dice.between(-5, 9'000'000), dice.between(0, 9), std::nullopt};
    if (dice.chance(0.6)) clock.running = dice.chance(0.5) ? Side::white : Side::black;
    if (dice.chance(0.5)) std::swap(clock.white_ms, clock.black_ms);
    return clock;
}

What any_word(Dice& dice) {
    const Side side = dice.chance(0.5) ? Side::white : Side::black;
    switch (dice.between(0, 9)) {
    case 0: return Adjust{side};
    case 1: return Offer{side};
    case 2: return Accept{side};
    case 3: return Decline{side};
    case 4: return dice.chance(0.1) ? What(Resign{side}) : What(Call{side});
    case 5: return Flag{side};
    case 6: return Claim{static_cast<Claim::On>(dice.between(0, 2)), side, dice.chance(0.5) ? "" : "Nf3"};
    case 7: return Mask{any_square(dice), dice.chance(0.5)};
    case 8: return Gap{static_cast<Gap::Cause>(dice.between(0, 2))};
    default: return dice.chance(0.5) ? What(BoardChange{"B17"}) : What(Call{side});
    }
}

What any_command(Dice& dice) {
    constexpr const char* fens[] = {"8/8/4k3/8/8/4K3/8/8 w - - 0 1",
                                    "not a position",
                                    "",
                                    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                                    "7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
                                    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 149 99"};
    constexpr const char* moves[] = {"e4", "e5", "d4", "Nf3", "Nf6", "Kf2", "Ke2", "O-O", "e8=Q", "", "Zz9"};
    const auto any_move = [&] { return moves[dice.between(0, std::ssize(moves) - 1)]; };
    const auto any_time = [&]() -> std::optional<std::int64_t> {
        if (dice.chance(0.4)) return std::nullopt;
        return dice.chance(0.1) ? std::int64_t{1} << 53 : dice.between(-1, 1'000'000);
    };
    switch (dice.between(0, 10)) {
    case 0: return SetPosition{fens[dice.between(0, std::ssize(fens) - 1)]};
    case 1: return PlayMove{any_move()};
    case 2: return TakeBack{static_cast<int>(dice.between(-1, 300))};
    case 3: return SetResult{static_cast<chess::Result>(dice.between(0, 3))};
    case 4: return SetTime{any_time(), any_time()};
    case 5: return Promoted{any_square(dice), static_cast<chess::PieceType>(dice.between(0, 5))};
    case 6: return Dismiss{static_cast<int>(dice.between(-1, 9))};
    case 7: return Pause{};
    case 8: return Resume{};
    case 9: return SetTags{{{"White", any_move()}, {"Result", "1-0"}}};
    default: return Adjourn{any_move()};
    }
}

} // namespace

Input any_input(Sensing sensing, GameMs t_ms, Dice& dice) {
    const auto kind = dice.between(0, 99);
    if (kind < 38) return {t_ms, Lift{any_square(dice), any_seen(sensing, dice)}};
    if (kind < 76) return {t_ms, Drop{any_square(dice), any_seen(sensing, dice)}};
    if (kind < 90) return {t_ms, Press{dice.chance(0.5) ? Side::white : Side::black}};
    if (kind < 92) return {t_ms, any_snapshot(sensing, dice)};
    if (kind < 94) return {t_ms, any_clock(dice)};
    return {t_ms, kind < 98 ? any_word(dice) : any_command(dice)};
}

std::vector<Input> any_inputs(Sensing sensing, int count, Dice& dice) {
    std::vector<Input> result;
    GameMs t_ms;
    for (int n = 0; n < count; ++n) {
        if (dice.chance(0.8)) t_ms += dice.between(0, 1500);
        if (dice.chance(0.002)) t_ms += 4'000'000'000'000;
        if (dice.chance(0.005)) t_ms -= dice.between(0, 10'000); // no board does, and no log may
        result.push_back(any_input(sensing, t_ms, dice));
    }
    return result;
}

Header any_header(Sensing sensing, Dice& dice) {
    constexpr const char* controls[] = {"", "300+3", "40/5400+30:1800+30", "1", "nonsense"};
    Header header;
    header.sensing = sensing;
    header.laws = static_cast<Edition>(dice.between(0, 3));
    header.rate_of_play = static_cast<RateOfPlay>(dice.between(0, 2));
    header.supervised = dice.chance(0.5);
    header.time_control = controls[dice.between(0, 4)];
    header.clock = dice.chance(0.7);
    header.clock_mode = dice.chance(0.3) ? ClockMode::delay : ClockMode::increment;
    header.blind = dice.chance(0.1);
    if (dice.chance(0.2)) header.start_fen = "4k3/P6P/8/8/8/8/p6p/4K3 b - - 99 80";
    if (dice.chance(0.1)) {
        header.chess960 = true;
        header.start_fen = "brqbnkrn/pppppppp/8/8/8/8/PPPPPPPP/BRQBNKRN w KQkq - 0 1";
    }
    return header;
}

} // namespace adoube::replay

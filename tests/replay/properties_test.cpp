// Whatever comes, the umpire lives, keeps a legal game, and is deterministic.

#include "tests/catch.hpp"
#include "tests/replay/disturbed_game.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/judge.hpp"
#include "tests/replay/nonsense.hpp"

#include <algorithm>

using namespace adoube;
using record::Input;
using record::Sensing;
using replay::all_of;
using replay::Dice;
using replay::disturbed;
using umpire::Umpire;

namespace {

/// The largest time that a log can hold.
constexpr GameMs longest_log_ms(std::int64_t{1} << 53);

constexpr Sensing kinds[] = {Sensing::presence, Sensing::colour, Sensing::identity};

bool is_legal(const umpire::GameRecord& record) {
    if (record.moves.size() != record.game.moves().size()) return false;
    chess::Position position = record.game.start();
    if (!chess::Position::from_fen(position.fen())) return false;
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        const auto move = record.game.moves()[ply];
        if (!(record.moves[ply].move == move) || !position.is_legal(move)) return false;
        position.play(move);
    }
    return position == record.game.position();
}

} // namespace

TEST_CASE("Nonsense leaves an illegal game, or none") {
    for (const Sensing sensing : kinds)
        for (const auto seed : tests::seeds(replay::of_random)) {
            Dice dice(seed);
            auto header = replay::any_header(sensing, dice);
            const auto inputs = disturbed(header, seed, dice);
            Umpire umpire(header);
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << seed);
            GameMs last_ms;
            for (std::size_t at = 0; at < inputs.size(); ++at) {
                umpire.feed(inputs[at]);
                last_ms = std::max(last_ms, inputs[at].t_ms);
                if (at % 50 == 0) REQUIRE(is_legal(umpire.record(last_ms)));
            }
            REQUIRE(is_legal(umpire.final_record()));
            int seq = 0;
            bool in_order = true;
            for (const auto& incident : umpire.incidents()) in_order = in_order && incident.seq == ++seq;
            REQUIRE(in_order);
        }
}

TEST_CASE("The same log gives another game or other incidents, or looking at it changes them") {
    for (const Sensing sensing : kinds)
        for (const auto seed : tests::seeds(replay::of_random)) {
            Dice dice(seed);
            auto header = replay::any_header(sensing, dice);
            const auto inputs = disturbed(header, seed, dice);
            const auto once = replay::replayed(header, inputs);
            Umpire looked_at(header);
            GameMs last_ms;
            for (const auto& input : inputs) {
                looked_at.feed(input);
                last_ms = std::max(last_ms, input.t_ms);
                if (dice.chance(0.1)) looked_at.record(last_ms + dice.between(0, 5000));
                if (dice.chance(0.02)) looked_at.final_record();
            }
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << seed);
            REQUIRE(all_of(once) == all_of(looked_at));
        }
}

namespace {

/// The whole board as the umpire has it: nothing has happened since.
Input unchanged(const Umpire& umpire, GameMs t_ms) {
    record::Snapshot shown;
    for (int at = 0; at < 64; ++at)
        shown.squares[static_cast<std::size_t>(at)] = umpire.board().at(static_cast<chess::Square>(at));
    return {t_ms, shown};
}

std::string text_of(const umpire::GameRecord& record) {
    std::string text = std::string(to_string(record.result)) + " " + std::to_string(record.settled);
    for (const auto& [move, made_ms, completed_ms, clock_ms] : record.moves)
        text += " " + to_uci(move) + "/" + std::to_string(completed_ms.value_or(GameMs(-1)).count()) + "/" +
                std::to_string(clock_ms.value_or(-1));
    if (record.clocks)
        text += " " + std::to_string(record.clocks->white_ms) + " " + std::to_string(record.clocks->black_ms);
    return text;
}

} // namespace

TEST_CASE(
    "The public is told otherwise what time alone completes than once a look at the board confirms it") {
    std::vector<std::uint64_t> tried{
        950783490}; // human: a look while a press waits for the lift that may come
    std::ranges::copy(tests::seeds(tests::Tries{6, 60}), std::back_inserter(tried));
    for (const auto* knob : {"human", "human_no_lever", "mate", "dead_position", "kings_centre", "repeat"})
        for (const auto seed : tried) {
            const auto played =
                replay::play_by_hand(seed, static_cast<Sensing>(seed % 3), replay::knobs_of(knob));
            Umpire umpire(played.header);
            INFO(knob << ", seed " << seed);
            for (const auto& input : played.inputs) {
                umpire.feed(input);
                if (umpire.record(input.t_ms).moves.empty()) continue; // no first move yet
                for (const int later_ms : {200, 400, 650, 1100, 2600, 5100}) {
                    const auto t_ms = input.t_ms + later_ms;
                    Umpire looked_at(umpire);
                    looked_at.feed(unchanged(umpire, t_ms));
                    INFO("at " << t_ms.count());
                    REQUIRE(text_of(umpire.completed(t_ms)) == text_of(looked_at.completed()));
                }
            }
        }
}

TEST_CASE("A fresh umpire that was told the beginning goes on differently") {
    for (const Sensing sensing : kinds)
        for (const auto seed : tests::seeds(replay::of_random / 2)) {
            const auto played = replay::play_by_hand(seed, sensing, replay::knobs_of("human"));
            const std::span<const Input> inputs = played.inputs;
            const auto split = static_cast<std::size_t>(Dice(seed).between(0, std::ssize(inputs)));
            auto before = replay::replayed(played.header, inputs.first(split));
            auto after = replay::replayed(played.header, inputs.first(split));
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << seed << ", split at " << split);
            REQUIRE(all_of(before) == all_of(after));
            Umpire moved = std::move(after);
            for (const auto& input : inputs.subspan(split)) moved.feed(input);
            REQUIRE(all_of(moved) == all_of(replay::replayed(played.header, inputs)));
        }
}

TEST_CASE("An incident that was raised is changed or withdrawn") {
    for (const Sensing sensing : kinds)
        for (const auto seed : tests::seeds(replay::of_random / 2)) {
            Dice dice(seed);
            auto header = replay::any_header(sensing, dice);
            const auto inputs = disturbed(header, seed, dice);
            Umpire umpire(header);
            std::vector<std::string> raised;
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << seed);
            for (const auto& input : inputs) {
                umpire.feed(input);
                REQUIRE(umpire.incidents().size() >= raised.size());
                for (auto at = raised.size(); at < umpire.incidents().size(); ++at)
                    raised.push_back(to_line(umpire.incidents()[at]));
            }
            REQUIRE(std::ranges::equal(raised, umpire.incidents(), {}, {},
                                       [](const auto& i) { return to_line(i); }));
        }
}

TEST_CASE("A press before anything has happened, or at the end of time, brings the umpire down") {
    for (const Sensing sensing : kinds)
        for (const GameMs t_ms : {GameMs{}, GameMs(1), longest_log_ms}) {
            record::Header header;
            header.sensing = sensing;
            header.time_control = "300+3";
            Umpire umpire(header);
            for (int n = 0; n < 5; ++n) {
                umpire.feed({t_ms, record::Press{chess::Side::white}});
                umpire.feed({t_ms, record::Press{chess::Side::black}});
                umpire.feed({t_ms, record::Lift{chess::Square{12}, {}}});
            }
            CHECK(is_legal(umpire.record(t_ms)));
            CHECK(umpire.final_record().moves.empty());
        }
}

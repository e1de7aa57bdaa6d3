// Whatever comes: the umpire lives, keeps a legal game, and says the same of the same log.

#include "tests/catch.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/judge.hpp"
#include "tests/replay/nonsense.hpp"

#include <algorithm>

using namespace adoube;
using replay::Dice;
using umpire::Input;
using umpire::Sensing;
using umpire::Umpire;

namespace {

/// The largest time that the text of a log can hold.
constexpr std::int64_t longest_log_ms = std::int64_t{1} << 53;

constexpr Sensing kinds[] = {Sensing::presence, Sensing::colour, Sensing::identity};

std::string text_of(const umpire::GameRecord& record) {
    std::string text(to_string(record.result));
    text += " " + record.termination;
    for (const auto& [move, made_ms, completed_ms, clock_ms] : record.moves)
        text += " " + to_uci(move, true) + "@" + std::to_string(made_ms) + "/" +
                std::to_string(completed_ms.value_or(-1)) + "/" + std::to_string(clock_ms.value_or(-1));
    return text;
}

std::string all_of(const Umpire& umpire) {
    std::string text = text_of(umpire.final_record());
    for (const auto& incident : umpire.incidents()) text += "\n" + to_line(incident);
    return text;
}

bool is_legal(const umpire::GameRecord& record) {
    if (record.moves.size() != record.game.moves().size()) return false;
    chess::Position position = record.game.start();
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        const auto move = record.game.moves()[ply];
        if (!(record.moves[ply].move == move) || !position.is_legal(move)) return false;
        position.play(move);
    }
    return position == record.game.position();
}

/// A game by hands with nonsense in the middle of it, or nothing but nonsense.
std::vector<Input> disturbed(umpire::Header& header, std::uint64_t seed, Dice& dice) {
    if (dice.chance(0.4)) return replay::any_inputs(header.sensing, 400, dice);
    const auto played = replay::play_by_hand(seed, header.sensing, replay::knobs_of("human"));
    header = played.header;
    auto inputs = played.inputs;
    const auto times = dice.between(1, 30);
    for (std::int64_t n = 0; n < times && !inputs.empty(); ++n) {
        const auto at = dice.between(0, std::ssize(inputs) - 1);
        if (dice.chance(0.3))
            inputs.erase(inputs.begin() + at);
        else
            inputs.insert(inputs.begin() + at, replay::any_input(header.sensing, inputs[at].t_ms, dice));
    }
    return inputs;
}

} // namespace

TEST_CASE("Nonsense leaves an illegal game, or none") {
    for (const Sensing sensing : kinds)
        for (int seed = 0; seed < replay::of_random; ++seed) {
            Dice dice(seed);
            auto header = replay::any_header(sensing, dice);
            const auto inputs = disturbed(header, seed, dice);
            Umpire umpire(header);
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << seed);
            for (std::size_t at = 0; at < inputs.size(); ++at) {
                umpire.feed(inputs[at]);
                if (at % 50 == 0) REQUIRE(is_legal(umpire.record(inputs[at].t_ms)));
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
        for (int seed = 0; seed < replay::of_random; ++seed) {
            Dice dice(seed);
            auto header = replay::any_header(sensing, dice);
            const auto inputs = disturbed(header, seed, dice);
            const auto once = replay::replayed(header, inputs);
            Umpire looked_at(header);
            for (const auto& input : inputs) {
                looked_at.feed(input);
                if (dice.chance(0.1)) looked_at.record(input.t_ms + dice.between(0, 5000));
                if (dice.chance(0.02)) looked_at.final_record();
            }
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << seed);
            REQUIRE(all_of(once) == all_of(looked_at));
        }
}

TEST_CASE("A fresh umpire that was told the beginning goes on differently") {
    for (const Sensing sensing : kinds)
        for (int seed = 0; seed < replay::of_random / 2; ++seed) {
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
        for (int seed = 0; seed < replay::of_random / 2; ++seed) {
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
        for (const std::int64_t t_ms : {std::int64_t{0}, std::int64_t{1}, longest_log_ms}) {
            umpire::Header header;
            header.sensing = sensing;
            header.time_control = "300+3";
            Umpire umpire(header);
            for (int n = 0; n < 5; ++n) {
                umpire.feed({t_ms, umpire::Press{umpire::Side::white}});
                umpire.feed({t_ms, umpire::Press{umpire::Side::black}});
                umpire.feed({t_ms, umpire::Lift{chess::Square{12}, {}}});
            }
            CHECK(is_legal(umpire.record(t_ms)));
            CHECK(umpire.final_record().moves.empty());
        }
}

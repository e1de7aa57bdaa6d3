// Whole games by hands over magnets, through firmware, wire and umpire.

#include "tests/catch.hpp"
#include "tests/magnets/sensed_board.hpp"
#include "tests/replay/contract_hands.hpp"
#include "tests/replay/judge.hpp"
#include "tests/tier.hpp"

#include "daemon/round/board_input.hpp"

using namespace adoube;
using namespace adoube::magnets;
using record::Sensing;

namespace {

/// As people play; what sensors do wrong is the world's.
replay::Knobs careless_hands() {
    auto knobs = replay::knobs_of("human");
    knobs.flicker = knobs.exchange = knobs.early_drop = 0;
    knobs.snapshots = knobs.start_snapshot = 0;
    knobs.setup = 0;
    knobs.double_press = 0; // a lever has no second position to go to
    return knobs;
}

std::optional<wire::EventKind> contact_of(const record::What& what) {
    if (const auto* press = std::get_if<record::Press>(&what))
        return press->side == chess::Side::white ? wire::EventKind::press_white
                                                 : wire::EventKind::press_black;
    if (const auto* adjust = std::get_if<record::Adjust>(&what))
        return adjust->side == chess::Side::white ? wire::EventKind::adjust_white
                                                  : wire::EventKind::adjust_black;
    return std::nullopt;
}
bool is_of_hands(const record::What& what) {
    return std::holds_alternative<record::Lift>(what) || std::holds_alternative<record::Drop>(what) ||
           contact_of(what);
}

/// The game's log as this board tells it; what people say stays as it was.
template<class Board>
std::vector<record::Input> sensed(const replay::PlayedGame& played, const Geometry<Board>& geometry,
                                  const FieldMap& map, Dice& dice) {
    std::vector<Contact> contacts;
    std::vector<record::Input> inputs;
    for (const auto& input : played.inputs)
        if (const auto kind = contact_of(input.what))
            contacts.push_back({static_cast<double>(input.t_ms.count()), *kind});
        else if (!is_of_hands(input.what))
            inputs.push_back(input);
    const auto paths = paths_of(played.game.start(), played.done, geometry.squares, dice);
    for (const auto& [t_ms, event] : told_by_board(geometry, map, paths, contacts, dice))
        inputs.push_back({GameMs(std::max<std::int64_t>(0, std::lround(t_ms))),
                          round::input_of(event, played.header.sensing)});
    std::ranges::stable_sort(inputs, {}, &record::Input::t_ms);
    return inputs;
}

struct Read {
    int games = 0, right = 0;
    std::size_t moves = 0, moves_right = 0;
    std::string wrong;
};
constexpr tests::Tries for_none{40, 500}, for_one_in_a_thousand{40, 2'000};

template<class Board>
void read_more(Read& all, Sensing sensing, const Geometry<Board>& geometry, tests::Tries tries) {
    const auto map = geometry.map();
    const auto begun = static_cast<std::uint64_t>(all.games);
    for (const auto first : tests::seeds(tries)) {
        const auto seed = first + begun;
        auto played = replay::play_by_hand(seed, sensing, careless_hands());
        Dice dice(seed);
        played.inputs = sensed(played, geometry, map, dice);
        const auto record = replay::replayed(played.header, played.inputs).final_record();
        const auto verdict = replay::judge(played, record);
        ++all.games, all.right += verdict.right();
        all.moves += verdict.moves, all.moves_right += verdict.moves_right;
        if (!verdict.right() && all.wrong.size() < 8'000)
            all.wrong += "seed " + std::to_string(seed) + ": " + replay::explain(played, record) + "\n";
    }
}

template<class Board>
Read read(Sensing sensing, const Geometry<Board>& geometry, tests::Tries tries) {
    Read all;
    read_more(all, sensing, geometry, tries);
    return all;
}

/// Where some games are wrong, more are played before it is said how many.
template<class Board>
Read read_enough(Sensing sensing, const Geometry<Board>& geometry, double right) {
    auto all = read(sensing, geometry, for_one_in_a_thousand);
    const auto enough = 3 * all.games;
    while (all.games < enough && all.right < right * all.games)
        read_more(all, sensing, geometry, for_one_in_a_thousand);
    return all;
}

} // namespace

TEST_CASE("a game over magnets and Hall sensors is misread") {
    const auto all = read(
        Sensing::colour,
        Geometry<HallBoard>{.squares = {}, .disc = {12, 3, n35_t}, .board = {.threshold = 63, .release = 54}},
        for_none);
    INFO(all.wrong << all.right << " of " << all.games << " games");
    CHECK(all.right == all.games);
}

TEST_CASE("a game over magnets and four Hall sensors a square is misread") {
    const HallBoard thin{.sensor = drv5055_a2, .gap_mm = 8, .apart_mm = 7.5, .threshold = 65, .release = 55};
    const auto all = read(
        Sensing::colour, Geometry<HallBoard>{.squares = {}, .disc = {12, 3, n35_t}, .board = thin}, for_none);
    INFO(all.wrong << all.right << " of " << all.games << " games");
    CHECK(all.right == all.games);
}

TEST_CASE("games over magnets and reeds are misread, more than one in a thousand") {
    constexpr double wanted = 0.999;
    const auto all =
        read_enough(Sensing::presence,
                    Geometry<UprightReedBoard>{.squares = {}, .disc = {18, 3, n35_t}, .board = {}}, wanted);
    INFO(all.wrong << all.right << " of " << all.games << " games");
    CHECK(all.right >= wanted * all.games);
}

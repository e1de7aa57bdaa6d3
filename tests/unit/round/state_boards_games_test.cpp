// Whole games by human hands on boards that tell states alone, whose noise comes of how they scan and what
// their lines do.

#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/replay/random_game.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hall.hpp"
#include "tools/hands/hands.hpp"
#include "tools/makers/virtual_chessnut_board.hpp"
#include "tools/makers/virtual_millennium_board.hpp"

#include <memory>

using namespace adoube;
using drivers::Maker;
using tests::Hall;
using tools::makers::ScanningBoard;

namespace {

namespace makers = tools::makers;

struct Kind {
    const char* name;
    Maker maker;
    record::Sensing sensing;
    const char* scan_ms; // in the header
    std::unique_ptr<ScanningBoard> (*make)(makers::Noise);
};

template<class Board, class Options>
std::unique_ptr<ScanningBoard> made(makers::Noise noise) {
    return std::make_unique<Board>(Options{.noise = noise});
}

const Kind kinds[] = {
    {"Millennium", Maker::millennium, record::Sensing::identity, "\"scan_ms\":123",
     made<makers::VirtualMillenniumBoard, makers::MillenniumOptions>},
    {"Chessnut", Maker::chessnut, record::Sensing::identity, "\"scan_ms\":250",
     made<makers::VirtualChessnutBoard, makers::ChessnutOptions>},
};

/// The virtual board at the hall's cable.
class StateBoardOnCable final : public tests::BoardOnCable {
  public:
    explicit StateBoardOnCable(std::unique_ptr<ScanningBoard> made) : board(std::move(made)) {}
    void happen(const wire::Event&) override {}
    void place(const wire::Squares&) override {}
    std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) override {
        board->received(bytes);
        auto said = board->advance_to(time_us);
        if (said.empty()) return {};
        return {std::move(said)};
    }
    std::unique_ptr<ScanningBoard> board;
};

round::Round::Seat seat_of(Maker maker) {
    auto seat = tests::seat(1);
    seat.maker = maker;
    seat.table.header.time_control.clear();
    return seat;
}

struct StateBoardTable {
    Hall hall;
    StateBoardOnCable cable;

    StateBoardTable(const Kind& kind, makers::Noise noise, bool turned = false)
        : hall({seat_of(kind.maker)}), cable(kind.make(noise)) {
        cable.board->turned = turned;
        hall.plug(0, cable);
        hall.run(120);
    }
    void until(std::uint64_t t_us) {
        while (cable.time_us < t_us)
            hall.step(
                static_cast<std::int64_t>(std::min<std::uint64_t>(40, (t_us - cable.time_us + 999) / 1000)));
    }
    void play(const tools::Timeline& timeline) {
        const auto begin_us = cable.time_us;
        for (const auto& happening : timeline.happenings) {
            until(begin_us + static_cast<std::uint64_t>(happening.t_us));
            if (const auto* change = std::get_if<tools::Change>(&happening.what))
                cable.board->stand(change->square, change->now);
        }
        until(cable.time_us + 8'000'000);
    }
};

std::string words_of(const chess::Game& game) {
    std::string moves;
    for (std::size_t ply = 0; ply < game.moves().size(); ++ply)
        moves += (ply ? " " : "") + to_san(game.position_at(ply), game.moves()[ply]);
    return moves;
}

chess::Game random_game(record::Sensing sensing, std::uint64_t seed) {
    replay::Dice dice(seed);
    return replay::random_game({}, sensing, dice);
}

tools::Timeline hands_play(const chess::Game& played, record::Sensing sensing, const char* style_name,
                           std::uint64_t seed) {
    chess::PgnGame game;
    for (const auto move : played.moves()) game.moves.push_back({move, {}, {}});
    auto style = *tools::style_named(style_name);
    style.kings = 0;
    style.seen_twice = style.flicker = 0; // come of the scan
    return tools::play(game, {.style = style, .sensing = sensing, .seed = seed, .only_hands = true});
}

} // namespace

TEST_CASE("a game by human hands on a board that tells states alone has other moves than were played, or its "
          "noise is told of players") {
    for (const auto& kind : kinds) {
        std::string wrong, told;
        int right = 0, games = 0, quiet = 0;
        for (const auto seed : tests::seeds({100, 4'000})) {
            ++games;
            const auto played = random_game(kind.sensing, seed);
            StateBoardTable table(kind, {.seed = seed}, seed % 8 == 0);
            table.play(hands_play(played, kind.sensing, "human", seed));
            const auto record = tests::replayed(table.hall).game;
            quiet += table.hall.noted("Article") == 0;
            for (const auto& note : table.hall.notes)
                if (note.text.find("Article") != std::string::npos)
                    told += "seed " + std::to_string(seed) + ": " + note.text + "\n";
            if (std::ranges::equal(record.moves(), played.moves()))
                ++right;
            else
                wrong += "seed " + std::to_string(seed) + "\n  played " + words_of(played) + "\n  told   " +
                         words_of(record) + "\n";
            CHECK(table.hall.header().find(kind.scan_ms) != std::string::npos);
        }
        INFO(kind.name << ": of " << games << " right " << right << ", quiet " << quiet << "\n"
                       << wrong << told);
        CHECK(right == games);
        CHECK(quiet == games);
    }
}

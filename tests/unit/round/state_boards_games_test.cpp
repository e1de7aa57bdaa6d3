// Whole games by human hands on boards that tell states alone, whose noise comes of how they scan and what
// their lines do.

#include "daemon/chess/notation/san.hpp"
#include "tests/catch.hpp"
#include "tests/replay/random_game.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hall.hpp"
#include "tools/hands/hands.hpp"
#include "tools/makers/virtual_certabo_board.hpp"
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
    /// Of 500 games at most, those with a piece that came and went too fast for it, or a capture whose square
    /// it never saw empty.
    int unseen;
    /// Tags know a piece by itself, and only once the board has learnt it: no turned board, and no promotion
    /// to a piece from the box that is no queen.
    bool by_tags = false;
};

template<class Board, class Options>
std::unique_ptr<ScanningBoard> made(makers::Noise noise) {
    return std::make_unique<Board>(Options{.noise = noise});
}

const Kind kinds[] = {
    {"Millennium", Maker::millennium, record::Sensing::identity, "\"scan_ms\":123",
     made<makers::VirtualMillenniumBoard, makers::MillenniumOptions>, 2},
    {"Chessnut", Maker::chessnut, record::Sensing::identity, "\"scan_ms\":250",
     made<makers::VirtualChessnutBoard, makers::ChessnutOptions>, 2},
    {"Certabo", Maker::certabo, record::Sensing::identity, "\"scan_ms\":750",
     made<makers::VirtualCertaboBoard, makers::CertaboOptions>, 9, true},
    {"Sentio", Maker::certabo, record::Sensing::presence, "\"scan_ms\":300",
     made<makers::VirtualSentioBoard, makers::CertaboOptions>, 33},
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
    }
    StateBoardTable& plugged() {
        hall.plug(0, cable);
        hall.run(120);
        return *this;
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

chess::Game random_game(const Kind& kind, std::uint64_t seed) {
    replay::Dice dice(seed);
    return replay::random_game({}, kind.by_tags ? record::Sensing::presence : kind.sensing, dice);
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

TEST_CASE("that no times are kept is not told, or more than once, of a board that knows no clock") {
    for (const auto& kind : kinds) {
        const bool is_timed = &kind != &kinds[0];
        auto seat = seat_of(kind.maker);
        if (is_timed) seat.table.header.time_control = "5400+30";
        Hall hall({seat});
        StateBoardOnCable cable(kind.make({}));
        hall.plug(0, cable);
        hall.run(120);
        hall.unplug(0);
        hall.run(20);
        hall.plug(0, cable);
        hall.run(120);
        CHECK(hall.noted("board 1: its board has no chess clock: no times are kept of its games") ==
              is_timed);
    }
}

namespace {

static_assert(std::size(kinds) == 4, "each kind has a test of its own below");

/// Every game has the moves that were played, and its noise is told of no player.
void check_human_games(std::string_view name) {
    const Kind& kind = *std::ranges::find(kinds, name, &Kind::name);
    std::string wrong, told;
    int right = 0, games = 0, quiet = 0;
    for (const auto seed : tests::seeds({35, 500})) {
        ++games;
        const auto played = random_game(kind, seed);
        StateBoardTable table(kind, {.seed = seed}, !kind.by_tags && seed % 8 == 0);
        table.plugged().play(hands_play(played, kind.sensing, "human", seed));
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
    INFO(kind.name << ": of " << games << " right " << right << ", quiet " << quiet << "\n" << wrong << told);
    const int unseen = tests::at_most({0, kind.unseen});
    CHECK(right >= games - unseen);
    CHECK(quiet >= games - unseen);
}

} // namespace

TEST_CASE("a game by human hands on a Millennium board has other moves than were played, or its noise is "
          "told of players") {
    check_human_games("Millennium");
}

TEST_CASE("a game by human hands on a Chessnut board has other moves than were played, or its noise is told "
          "of players") {
    check_human_games("Chessnut");
}

TEST_CASE("a game by human hands on a Certabo board has other moves than were played, or its noise is told "
          "of players") {
    check_human_games("Certabo");
}

TEST_CASE("a game by human hands on a Sentio board has other moves than were played, or its noise is told of "
          "players") {
    check_human_games("Sentio");
}

namespace {

/// The hands of a clean game, parted after so many plies.
struct Parted {
    tools::Timeline first, away, rest;

    Parted(const tools::Timeline& whole, std::size_t plies, std::size_t plies_away) {
        auto* part = &first;
        std::size_t pressed = 0;
        std::int64_t begun_us = 0;
        for (auto happening : whole.happenings) {
            const bool press = std::holds_alternative<tools::LeverPress>(happening.what);
            const auto t_us = happening.t_us;
            happening.t_us -= begun_us;
            part->happenings.push_back(happening);
            pressed += press;
            auto* next = pressed < plies ? &first : pressed < plies + plies_away ? &away : &rest;
            if (std::exchange(part, next) != next) begun_us = t_us;
        }
    }
};

} // namespace

TEST_CASE("moves that were made while the cable of a board that tells states alone was out are lost") {
    for (const auto& kind : kinds) {
        CAPTURE(kind.name);
        const auto played = random_game(kind, 1);
        const Parted hands(hands_play(played, kind.sensing, "clean", 1), 10, 2);
        StateBoardTable table(kind, {});
        table.plugged().play(hands.first);
        table.hall.unplug(0);
        for (const auto& happening : hands.away.happenings)
            if (const auto* change = std::get_if<tools::Change>(&happening.what))
                table.cable.board->stand(change->square, change->now);
        (void)table.cable.board->advance_to(table.cable.time_us += 3'000'000);
        table.cable.board->unplugged();
        table.hall.now.steady_us += 3'000'000, table.hall.now.utc_ms += 3'000;
        table.hall.plug(0, table.cable);
        table.hall.run(80);
        table.play(hands.rest);
        CHECK(words_of(tests::replayed(table.hall).game) == words_of(played));
        CHECK(table.hall.noted("cable was out") == 1);
        CHECK(table.hall.noted("Article") == 0);
    }
}

TEST_CASE(
    "the daemon dies, and a game on a board that tells states alone goes on otherwise than it is played") {
    for (const auto& kind : kinds) {
        CAPTURE(kind.name);
        const auto played = random_game(kind, 2);
        const Parted hands(hands_play(played, kind.sensing, "clean", 2), 10, 0);
        StateBoardTable table(kind, {});
        table.plugged().play(hands.first);
        table.hall.kill();
        table.hall.run(120);
        table.play(hands.rest);
        CHECK(words_of(tests::replayed(table.hall).game) == words_of(played));
        CHECK(table.hall.noted("Article") == 0);
    }
}

namespace {

/// A daemon that comes when so many plies have been played.
struct LateDaemon {
    chess::Game played;
    Parted hands;
    StateBoardTable table;

    LateDaemon(const Kind& kind, std::size_t plies)
        : played(random_game(kind, 1)), hands(hands_play(played, kind.sensing, "clean", 1), plies, 0),
          table(kind, {}) {
        for (const auto& happening : hands.first.happenings)
            if (const auto* change = std::get_if<tools::Change>(&happening.what))
                table.cable.board->stand(change->square, change->now);
        (void)table.cable.board->advance_to(table.cable.time_us += 3'000'000);
        table.plugged();
    }
    std::string words(std::size_t plies) const {
        chess::Game game;
        for (std::size_t ply = 0; ply < plies; ++ply) game.play(played.moves()[ply]);
        return words_of(game);
    }
};

} // namespace

TEST_CASE(
    "a few moves that were made on a board that tells states alone before the daemon came are not worked "
    "out") {
    for (const auto& kind : kinds)
        for (const std::size_t plies : {1, 2, 3, 4}) {
            CAPTURE(kind.name, plies);
            LateDaemon late(kind, plies);
            CHECK(words_of(tests::replayed(late.table.hall).game) == late.words(plies));
            CHECK(late.table.hall.noted("worked out from the squares: " + late.words(plies) +
                                        ": compare them with the scoresheet") == (plies > 1 ? 1 : 0));
            CHECK(late.table.hall.noted("before the first move") == 0);
            late.table.play(late.hands.rest);
            const auto told = words_of(tests::replayed(late.table.hall).game);
            if (kind.sensing == record::Sensing::identity && !kind.by_tags)
                CHECK(told == words_of(late.played));
            else // the set is not known before the next start position
                CHECK(told.starts_with(late.words(20)));
        }
}

TEST_CASE(
    "a game that began before the daemon came is not told at once with the squares, or a board that tells "
    "states alone does not follow once its moves or its position were entered") {
    for (const auto& kind : kinds)
        for (const bool by_moves : {true, false}) {
            CAPTURE(kind.name, by_moves);
            LateDaemon late(kind, 10);
            auto& hall = late.table.hall;
            CHECK(hall.moves().empty());
            CHECK(hall.noted("board 1: before the first move 12 squares are not as the game has them (") ==
                  1);
            CHECK(hall.noted("a2") == 1);
            CHECK(hall.noted(
                      "if the game has begun, enter its moves (moves \"1. e4 …\") or where it stands") == 1);
            if (by_moves)
                CHECK(hall.round().say_moves(1, late.words(10), hall.now).has_value());
            else
                CHECK(hall.say(1, record::SetPosition{late.played.position_at(10).fen()}).empty());
            hall.run(40);
            late.table.play(late.hands.rest);
            const auto told = words_of(tests::replayed(hall).game);
            const auto played = words_of(late.played);
            const auto from = by_moves ? 0 : late.words(10).size() + 1;
            CHECK(told.starts_with(played.substr(from, late.words(20).size() - from)));
            CHECK(hall.noted("before the first move") == 1);
        }
}

TEST_CASE("another board of the same kind that takes over in mid-game ends the game") {
    for (const auto& kind : kinds) {
        if (kind.by_tags) continue; // nobody knows the tags of another set
        CAPTURE(kind.name);
        const auto played = random_game(kind, 3);
        const Parted hands(hands_play(played, kind.sensing, "clean", 3), 10, 0);
        StateBoardTable table(kind, {});
        table.plugged().play(hands.first);
        table.hall.unplug(0);
        auto position = chess::Position::start();
        for (std::size_t ply = 0; ply < 10; ++ply) position.play(played.moves()[ply]);
        const auto first = std::exchange(table.cable.board, kind.make({.seed = 99}));
        for (int at = 0; at < 64; ++at) {
            const auto square = static_cast<chess::Square>(at);
            table.cable.board->stand(square, position.at(square));
        }
        (void)table.cable.board->advance_to(table.cable.time_us);
        table.hall.plug(0, table.cable);
        table.hall.run(120);
        table.play(hands.rest);
        CHECK(words_of(tests::replayed(table.hall).game) == words_of(played));
        CHECK(table.hall.noted("cable was out") == 1);
    }
}

TEST_CASE("a Chessnut board whose battery runs out is not told in time") {
    StateBoardTable table({"Chessnut", Maker::chessnut, record::Sensing::identity, "",
                           [](makers::Noise noise) -> std::unique_ptr<ScanningBoard> {
                               return std::make_unique<makers::VirtualChessnutBoard>(
                                   makers::ChessnutOptions{.noise = noise, .battery_percent = 9});
                           },
                           0},
                          {});
    table.plugged().hall.run(1'300);
    CHECK(table.hall.noted("its battery has 9 % left") == 1);
}

// Rounds that change while they are played: imported again, boards exchanged, names corrected, the daemon
// killed; against a model of who plays whom, where, and what was played.

#include "daemon/broadcast/live_round.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedBoard;

namespace {

constexpr std::size_t tables = 6, with_electronics = 2;
constexpr const char* line_played[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"};

round::Round::Seat seat_at(std::size_t table) {
    auto seat = tests::seat(static_cast<int>(table) + 1);
    seat.table.header.tags = {{"Event", "E"}, {"Round", "1"}};
    if (table >= with_electronics) seat.port.clear();
    return seat;
}

std::vector<round::Round::Seat> seats() {
    std::vector<round::Round::Seat> all;
    for (std::size_t table = 0; table < tables; ++table) all.push_back(seat_at(table));
    return all;
}

struct ModelGame {
    std::size_t white, black; // players
    int board;
    std::size_t plies = 0;
    std::string record{}; // once begun
};

/// Someone who looks at the public's round after every step.
class Viewer {
  public:
    Viewer(const Hall& hall, std::int64_t delay_ms) : hall_(hall), delay_ms_(delay_ms) {}

    void look() {
        const auto now_ms = hall_.now.utc_ms.count();
        for (std::size_t table = 0; table < tables; ++table) {
            const auto view = hall_.view(table);
            stood_at_[std::string(view.game.id)].try_emplace(view.number, now_ms);
        }
        for (; seen_ < hall_.shown.size(); ++seen_) {
            const auto& game = hall_.shown[seen_];
            (void)live_.publish(game);
            if (!game.moves.empty() && game.tags["Round"] == round_) begun_.insert(game.id);
        }
        const auto pgn = live_.round_pgn();
        for (const auto& id : begun_) {
            CAPTURE(id, *pgn);
            CHECK(pgn->find("[GameId \"" + id + "\"]") != std::string::npos);
            const auto game = live_.game(id);
            if (!game) continue; // told above
            const auto& boards = stood_at_[id];
            const auto since = boards.find(game->board);
            REQUIRE(since != boards.end());
            CAPTURE(game->board, now_ms - since->second);
            CHECK((since->second <= now_ms - delay_ms_ + heard_ms || since->second == first_at(boards)));
        }
    }
    /// With the daemon: nothing of before is on his screen.
    void starts_anew() {
        live_ = broadcast::LiveRound("e");
        seen_ = hall_.shown.size();
    }
    void next_round(int number) {
        round_ = std::to_string(number);
        begun_.clear();
    }

  private:
    /// What is said at a table counts from when its board was last heard.
    static constexpr std::int64_t heard_ms = 1'100;
    using Boards = std::map<int, std::int64_t>; // since when it has ever stood there
    static std::int64_t first_at(const Boards& boards) {
        return std::ranges::min_element(boards, {}, &Boards::value_type::second)->second;
    }

    const Hall& hall_;
    std::int64_t delay_ms_;
    broadcast::LiveRound live_{"e"};
    std::size_t seen_ = 0;
    std::map<std::string, Boards> stood_at_;
    std::string round_;
    std::set<std::string> begun_; // of the round, for the public
};

/// What ought to be, and the hall that it is done to.
class ChangingRound {
  public:
    explicit ChangingRound(std::uint64_t seed, std::int64_t delay_ms = 0)
        : random(seed), hall(seats(), {}, delay_ms), viewer(hall, delay_ms) {
        for (std::size_t port = 0; port < boards.size(); ++port) {
            hands.emplace_back(hall, boards[port]).port = port;
            hall.plug(port, boards[port]);
        }
        for (std::size_t player = 0; player < 2 * tables; ++player)
            names.push_back("Player, P" + std::to_string(player));
        run(5);
    }

    /// Everybody is paired anew, once all games are over.
    void pair() {
        ++number;
        std::vector<std::size_t> order(names.size());
        for (std::size_t player = 0; player < order.size(); ++player) order[player] = player;
        std::shuffle(order.begin(), order.end(), random);
        games.clear();
        viewer.next_round(number);
        for (std::size_t at = 0; at < tables; ++at)
            games.push_back({order[2 * at], order[2 * at + 1], static_cast<int>(at) + 1});
        const auto armed = hall.round().arm_round(list(), hall.now);
        if (!armed) FAIL(armed.error());
        for (auto& at : hands) at.set_up();
        run(40);
        check();
    }

    void change() {
        switch (random() % 7) {
        case 0: return exchange();
        case 1: return rename();
        case 2: return import_without_boards();
        case 3: return restart();
        case 4: return change_colours();
        default: return move();
        }
    }

    void end() {
        for (const auto& game : games)
            CHECK(hall.say(game.board, record::SetResult{chess::Result::draw}).empty());
        run(40);
        for (std::size_t table = 0; table < tables; ++table)
            CHECK(hall.view(table).game.result == chess::Result::draw);
    }

    void check() {
        for (auto& game : games) {
            CAPTURE(number, game.board, names[game.white], names[game.black]);
            const auto view = hall.view(table_of(game));
            CHECK(view.game.tags["White"] == names[game.white]);
            CHECK(view.game.tags["Black"] == names[game.black]);
            CHECK(view.game.tags["Round"] == std::to_string(number));
            REQUIRE(view.game.moves.size() == game.plies);
            for (std::size_t ply = 0; ply < game.plies; ++ply)
                CHECK(view.game.moves[ply].san() == line_played[ply]);
            if (game.plies > 0 && game.record.empty()) game.record = std::string(view.record_id);
            if (game.plies > 0) CHECK(game.record == view.record_id);
            if (game.plies > 0) CHECK(tests::replayed(hall, game.record).game.moves().size() == game.plies);
        }
        CHECK(hall.round().compare_round(list()) == "6 games: nothing changes");
    }

  private:
    std::vector<round::Round::Pairing> list(bool with_boards = true) {
        std::vector<round::Round::Pairing> all;
        for (const auto& game : games) {
            auto header = seat_at(0).table.header;
            header.tags["Round"] = std::to_string(number);
            header.tags["White"] = names[game.white], header.tags["Black"] = names[game.black];
            header.tags["WhiteStartNo"] = std::to_string(game.white + 1);
            header.tags["BlackStartNo"] = std::to_string(game.black + 1);
            const auto id = "E-r" + std::to_string(number) + "-b" + std::to_string(game.board);
            all.push_back({with_boards ? game.board : 0, id, std::move(header)});
        }
        std::shuffle(all.begin(), all.end(), random);
        return all;
    }

    std::size_t table_of(const ModelGame& game) const {
        for (std::size_t table = 0; table < tables; ++table)
            if (hall.view(table).number == game.board) return table;
        FAIL("no board " << game.board);
        return 0;
    }
    ModelGame& any() { return games[random() % games.size()]; }

    /// The list is armed and tells it, or the daemon is killed before that is durable, and nothing is done.
    void import(const std::vector<ModelGame>& before, const std::vector<std::string>& names_before,
                const std::string& sentence) {
        const auto all = list();
        const auto compared = hall.round().compare_round(all);
        const bool in_vain = random() % 4 == 0;
        if (in_vain) hall.disk_works = false;
        const auto armed = hall.round().arm_round(all, hall.now);
        if (!armed) FAIL(armed.error());
        CHECK(compared == armed->answer);
        tests::says(armed->answer + "\n", sentence);
        if (in_vain) {
            kill();
            hall.disk_works = true;
            games = before, names = names_before;
        }
        run(20);
        check();
    }

    void run(int steps) {
        while (steps-- > 0) {
            hall.step();
            viewer.look();
        }
    }
    void kill() {
        viewer.starts_anew();
        hall.kill();
    }

    void exchange() {
        const auto before = games;
        auto &one = any(), &other = any();
        if (&one == &other) return;
        std::swap(one.board, other.board);
        import(before, names,
               "board " + std::to_string(one.board) + ": " + names[one.white] + " - " + names[one.black] +
                   (one.plies > 0 ? ", at the table that was board " : ", "));
    }

    void rename() {
        const auto before = names;
        const auto& game = any();
        auto& name = names[game.white];
        name += " I";
        if (random() % 2 == 0) {
            CHECK(hall.say(game.board, record::SetTags{{{"White", name}}}).empty());
            run(5);
            return check();
        }
        import(games, before,
               "board " + std::to_string(game.board) + ": " + name + " - " + names[game.black] +
                   ", White was " + before[game.white] + "\n");
    }

    void change_colours() {
        const auto before = games;
        auto& game = any();
        if (game.plies > 0) return;
        std::swap(game.white, game.black);
        import(before, names,
               "board " + std::to_string(game.board) + ": " + names[game.white] + " - " + names[game.black] +
                   ", with the colours the other way round\n");
    }

    /// With a name corrected: no game leaves its board.
    void import_without_boards() {
        names[any().black] += " II";
        auto all = list(false);
        const auto chosen = hall.round().boards_for(all);
        REQUIRE(chosen);
        for (std::size_t at = 0; at < all.size(); ++at) all[at].board = (*chosen)[at];
        const auto armed = hall.round().arm_round(all, hall.now);
        REQUIRE(armed);
        CHECK(armed->answer.starts_with("6 games: 1 renamed, 5 unchanged\nboard "));
        run(5);
        check();
    }

    void restart() {
        kill();
        run(static_cast<int>(random() % 60));
        check();
    }

    void move() {
        auto& game = any();
        if (game.plies == std::size(line_played)) return;
        const auto table = table_of(game);
        if (table < with_electronics)
            hands[table].play(line_played[game.plies]);
        else
            CHECK(hall.say(game.board, record::PlayMove{line_played[game.plies]}).empty());
        ++game.plies;
        run(5);
        check();
    }

    std::mt19937_64 random;
    int number = 0;
    std::vector<std::string> names; // by player
    std::vector<ModelGame> games;
    std::vector<ScriptedBoard> boards{ScriptedBoard(1, 0, 1), ScriptedBoard(1, 0, 2)};
    Hall hall;
    Viewer viewer;
    std::vector<HandsAtBoard> hands;
};

} // namespace

TEST_CASE(
    "a board shows other players than the round has, or a game loses its moves or gets other players, as "
    "a round is imported again, boards exchanged, names corrected and the daemon killed") {
    for (const auto seed : tests::seeds({10, 300})) {
        CAPTURE(seed);
        ChangingRound at(seed);
        for (int round = 0; round < 3; ++round) {
            at.pair();
            for (int change = 0; change < 40; ++change) at.change();
            at.end();
        }
    }
}

TEST_CASE("under a delay a game is seen at its new table early, or is gone from the public's round, as "
          "tables change "
          "and the daemon is killed") {
    for (const auto seed : tests::seeds({20, 600})) {
        CAPTURE(seed);
        ChangingRound at(seed, 3'000);
        for (int round = 0; round < 2; ++round) {
            at.pair();
            for (int change = 0; change < 40; ++change) at.change();
            at.end();
        }
    }
}

TEST_CASE("a list of an arbiter touches a board that is not his, or its answer tells what is there") {
    const auto of_first_two = [](int board) { return board <= 2; };
    const auto pairing = [](int board, const char* white, const char* black) {
        auto header = seat_at(0).table.header;
        header.tags["White"] = white, header.tags["Black"] = black;
        return round::Round::Pairing{board, "E-r1-b" + std::to_string(board), std::move(header)};
    };
    Hall hall(seats());
    hall.run(5);
    REQUIRE(hall.round().arm_round(
        {pairing(1, "Adams", "Baker"), pairing(2, "Cole", "Dunn"), pairing(3, "Eder", "Fox")}, hall.now));
    hall.run(5);
    const auto white_at = [&](int number) {
        for (const auto table : hall.round().tables())
            if (const auto& view = hall.round().view(table); view.number == number)
                return std::string(view.game.tags["White"]);
        return std::string();
    };
    const std::vector foreign{pairing(1, "Adams", "Baker"), pairing(4, "Gray", "Hill")};
    const auto refused = hall.round().arm_round(foreign, hall.now, "Anna", of_first_two);
    CHECK(refused.error().starts_with("this token is not for board 4"));
    CHECK(hall.round().compare_round(foreign, of_first_two) == std::unexpected(refused.error()));
    hall.run(5);
    CHECK(white_at(1) == "Adams");
    CHECK(white_at(2) == "Cole");

    // Whatever is at board 3, whether it has begun and who plays there.
    const std::vector<std::vector<round::Round::Pairing>> lists{{pairing(2, "Eder", "Fox")},
                                                                {pairing(1, "Adams", "Baker")}};
    const auto answers = [&] {
        std::vector<std::string> all;
        for (const auto& list : lists)
            all.push_back(hall.round().compare_round(list, of_first_two).value_or("refused"));
        for (const auto* white : {"Cole", "Eder", "Nobody"}) {
            const auto boards = hall.round().boards_for({pairing(0, white, "Fox")}, of_first_two);
            all.push_back(boards ? std::to_string(boards->front()) : boards.error());
        }
        return all;
    };
    const auto before = answers();
    CHECK(before[0] != "refused");
    CHECK(before[1].find('3') == std::string::npos);
    REQUIRE(hall.round().say(3, record::PlayMove{"e4"}, hall.now));
    hall.run(5);
    CHECK(answers() == before);
    REQUIRE(hall.round().say(3, record::SetResult{chess::Result::draw}, hall.now));
    hall.run(5);
    CHECK(answers() == before);
    REQUIRE(hall.round().say(3, record::SetTags{record::Tags{{"White", "Ivers"}}}, hall.now));
    hall.run(5);
    CHECK(answers() == before);
    CHECK(hall.round().arm_round({pairing(2, "Adams", "Baker"), pairing(1, "Cole", "Dunn")}, hall.now, "Anna",
                                 of_first_two));
    hall.run(5);
    CHECK(white_at(2) == "Adams");
    CHECK(white_at(3) == "Ivers");
}

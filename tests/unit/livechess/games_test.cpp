// Whole games on boards of every kind, as clients of the LiveChess interface see them.

#include "daemon/chess/notation/san.hpp"
#include "daemon/livechess/session.hpp"
#include "tests/catch.hpp"
#include "tests/livechess_clients.hpp"
#include "tests/played_games.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Position;
using chess::Side;

namespace {

constexpr std::size_t most_plies = 60;

std::vector<std::string> san_of(const chess::PgnGame& game) {
    std::vector<std::string> all;
    auto position = game.start;
    for (const auto& move : game.moves | std::views::take(most_plies)) {
        all.push_back(chess::to_san(position, move.move));
        position.play(move.move);
    }
    return all;
}

struct PlayedBoard {
    PlayedBoard(tests::Hall& hall, std::size_t at, wire::Sensing sensing)
        : cable(1, 0, 0xA1 + at), hands((cable.sensing = sensing, hall), cable) {
        hands.port = at;
        hall.plug(at, cable);
    }
    tests::ScriptedBoard cable;
    tests::HandsAtBoard hands;
};

/// A hall whose boards a client's session sees.
class SeenHall {
  public:
    explicit SeenHall(int boards, bool in_the_air = true) : hall(seats(boards)), in_the_air_(in_the_air) {
        hall.look_at = [this](std::size_t table) {
            const auto board = livechess::live(hall.round().live_board(round::TableId{table}), in_the_air_);
            for (const auto& text : session.look(board, hall.now.utc_ms)) hear(text);
        };
    }
    static std::vector<round::Round::Seat> seats(int boards) {
        std::vector<round::Round::Seat> all;
        for (int number = 1; number <= boards; ++number) all.push_back(tests::seat(number));
        return all;
    }
    void call(const std::string& text) {
        std::vector<livechess::Board> boards;
        for (const auto table : hall.round().tables())
            boards.push_back(livechess::live(hall.round().live_board(table), in_the_air_));
        for (const auto& answer : session.receive(text, boards, hall.now.utc_ms)) hear(answer);
    }

    /// As the round has read the hands.
    std::vector<std::string> moves(std::size_t table) const {
        const auto board = hall.round().live_board(round::TableId{table});
        std::vector<std::string> all;
        for (const auto& move : (in_the_air_ ? board.game : board.completed).moves) all.push_back(move.san());
        return all;
    }

    tests::Hall hall;
    livechess::Session session;
    std::function<void(const std::string&)> hear = [](const std::string&) {};

  private:
    bool in_the_air_;
};

wire::Sensing one_of_each(std::mt19937_64& random) {
    constexpr std::array all{wire::Sensing::presence, wire::Sensing::colour, wire::Sensing::identity};
    return all[random() % all.size()];
}
record::Sensing as_recorded(wire::Sensing sensing) {
    return sensing == wire::Sensing::identity ? record::Sensing::identity
           : sensing == wire::Sensing::colour ? record::Sensing::colour
                                              : record::Sensing::presence;
}

std::string placement_after(const std::vector<std::string>& san) {
    auto position = Position::start();
    for (const auto& text : san) position.play(*chess::move_from_san(position, text));
    return livechess::placement_of(position);
}

/// Between two events. Presence alone tells a capture by its victim's absence, for two steps, and below 120
/// ms that is a sensor's flicker (umpire/data/bounds.hpp); nor do hands press sooner than 60 ms after a drop.
std::int64_t one_pace(wire::Sensing sensing, std::mt19937_64& random) {
    const std::int64_t fastest_ms = sensing == wire::Sensing::presence ? 60 : 50;
    return std::array<std::int64_t, 3>{fastest_ms, 100, 250}[random() % 3];
}

/// Nobody can tell a queen that mates, or leaves no move, from the piece that the pawn became.
bool ended_by_untold_piece(const std::vector<std::string>& read, const std::vector<std::string>& moves) {
    const auto is_untold = [](const std::string& san) {
        const auto promoted = san.find('=');
        return promoted != std::string::npos && san[promoted + 1] != 'Q';
    };
    auto position = Position::start();
    for (const auto& text : read) position.play(*chess::move_from_san(position, text));
    return !position.has_legal_move() &&
           std::ranges::any_of(moves | std::views::take(read.size()), is_untold);
}

/// Whole games, each followed by one program.
struct FollowedGames {
    void play(std::uint64_t seed);

    const tests::PlayedGames games{{}};
    int revised = 0, plies = 0;
};

void FollowedGames::play(std::uint64_t seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    SeenHall seen(1, random() % 4 != 0);
    const auto sensing = one_of_each(random);
    PlayedBoard board(seen.hall, 0, sensing);
    board.hands.step_ms = one_pace(sensing, random);
    tests::Follower follower("00000000000000a1");
    seen.hear = [&](const std::string& text) { follower.hear(text); };
    const auto come = [&] {
        seen.session = livechess::Session();
        for (const auto& text : follower.connected()) seen.call(text);
    };
    seen.hall.run(5);
    come();
    const auto moves = san_of(games.choose_normal(as_recorded(sensing), random));
    for (const auto& san : moves) {
        if (random() % 10 == 0) come();
        board.hands.play(san);
    }
    seen.hall.run(30);
    const auto read = seen.moves(0); // a capture or a promotion may look as another where sensors tell little
    if (sensing == wire::Sensing::identity) CHECK(read == moves);
    CHECK(follower.san() == read);
    if (read.size() == moves.size())
        CHECK(follower.board() == placement_after(read));
    else
        CHECK(ended_by_untold_piece(read, moves));
    CHECK(follower.matches() == (follower.board() == placement_after(read)));
    CHECK(follower.start() == Position::start().fen());
    CHECK(follower.errors().empty());
    revised += follower.revised();
    plies += static_cast<int>(moves.size());
}

} // namespace

TEST_CASE(
    "a program sees every move of every game, however fast the hands, and however often it comes back") {
    FollowedGames followed;
    SECTION("that were seen to stop at a pawn that became no queen") {
        for (const std::uint64_t seed : {137, 180, 1086, 50'014, 885'109'965}) followed.play(seed);
    }
    SECTION("that a knight, taken for a queen, ended by mate") {
        for (const std::uint64_t seed : {885'109'639, 885'109'792}) followed.play(seed);
    }
    SECTION("whose promotion was taken for another, as the reply came while its press waited") {
        followed.play(1'700'000'139);
    }
    SECTION("at random") {
        for (const auto seed : tests::seeds({40, 400})) followed.play(seed);
        CAPTURE(followed.plies, followed.revised);
        CHECK(followed.revised * 200 <= followed.plies); // told otherwise before
    }
}

TEST_CASE("one program follows several boards at once, and takes none for another") {
    const tests::PlayedGames games({});
    for (const auto seed : tests::seeds({4, 40})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        SeenHall seen(3);
        std::deque<PlayedBoard> boards;
        std::deque<tests::Follower> followers;
        std::vector<std::vector<std::string>> moves;
        for (std::size_t at = 0; at < 3; ++at) {
            const auto sensing = one_of_each(random);
            boards.emplace_back(seen.hall, at, sensing);
            moves.push_back(san_of(games.choose_normal(as_recorded(sensing), random)));
            followers.emplace_back("");
        }
        seen.hall.run(5);
        seen.hear = [&](const std::string& text) {
            for (std::size_t at = 0; at < 3; ++at) {
                const auto feed = "\"id\":" + std::to_string(at + 1) + ",\"param\":{\"serialnr\":";
                if (const auto found = text.find(feed); found != std::string::npos)
                    followers[at].hear(std::string(text).replace(found, 6, "\"id\":1"));
            }
        };
        for (int at = 1; at <= 3; ++at)
            seen.call(R"({"id":9,"call":"subscribe","param":{"feed":"eboardevent","id":)" +
                      std::to_string(at) + R"(,"param":{"serialnr":"00000000000000a)" + std::to_string(at) +
                      R"("}}})");
        for (std::size_t ply = 0; ply < most_plies; ++ply)
            for (std::size_t at = 0; at < 3; ++at)
                if (ply < moves[at].size()) boards[at].hands.play(moves[at][ply]);
        seen.hall.run(30);
        for (std::size_t at = 0; at < 3; ++at) {
            CHECK(followers[at].san() == seen.moves(at));
            CHECK(followers[at].san().size() == moves[at].size());
        }
    }
}

TEST_CASE("a playing site's page gets each of its player's moves once, also when it comes back") {
    const tests::PlayedGames games({});
    for (const auto seed : tests::seeds({40, 400})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        SeenHall seen(1);
        constexpr auto sensing = wire::Sensing::identity; // a site takes back no move that was misread
        PlayedBoard board(seen.hall, 0, sensing);
        board.hands.step_ms = std::array{50, 100, 250}[random() % 3];
        const auto player = random() % 2 == 0 ? Side::white : Side::black;
        tests::PlayingPage page(player);
        std::deque<std::string> to_send;
        seen.hear = [&](const std::string& text) {
            std::ranges::move(page.hear(text, seen.hall.now.utc_ms.count()), std::back_inserter(to_send));
        };
        const auto talk = [&] {
            for (; !to_send.empty(); to_send.pop_front()) seen.call(to_send.front());
            page.let_pass(seen.hall.now.utc_ms.count());
        };
        const auto come = [&] {
            page.disconnected();
            seen.session = livechess::Session();
            std::ranges::move(page.connected(), std::back_inserter(to_send));
            talk();
        };
        seen.hall.run(5);
        come();
        const auto moves = san_of(games.choose_normal(as_recorded(sensing), random));
        std::vector<std::string> own;
        for (std::size_t ply = 0; ply < moves.size(); ++ply) {
            const bool is_own = (ply % 2 == 0) == (player == Side::white);
            if (!is_own) page.opponent_moves(moves[ply]);
            if (random() % 12 == 0) come();
            board.hands.play(moves[ply]);
            if (is_own) own.push_back(moves[ply]);
            // A site's game goes on with what the page has sent.
            for (int wait = 0; wait < 100 && page.played().size() < own.size(); ++wait)
                seen.hall.run(1), talk();
            talk();
            REQUIRE(page.wrong() == std::vector<std::string>());
            REQUIRE(page.played() == own);
        }
    }
}

TEST_CASE("a client that sees no pieces in the air sees positions after completed moves alone") {
    SeenHall seen(1, false);
    PlayedBoard board(seen.hall, 0, wire::Sensing::presence);
    tests::Follower follower("1");
    std::vector<std::string> boards;
    seen.hear = [&](const std::string& text) {
        follower.hear(text);
        if (boards.empty() || boards.back() != follower.board()) boards.push_back(follower.board());
    };
    seen.hall.run(5);
    for (const auto& text : follower.connected()) seen.call(text);
    boards.clear();
    const auto moves = tests::moves_of("e4 d5 exd5 Qxd5 Nc3");
    std::vector<std::string> expected{placement_after({})};
    for (const auto* san : {"e4", "d5", "exd5", "Qxd5", "Nc3"}) {
        board.hands.play(san);
        seen.hall.run(30);
    }
    auto position = Position::start();
    for (const auto move : moves) {
        position.play(move);
        expected.push_back(livechess::placement_of(position));
    }
    if (boards.front() != expected.front()) expected.erase(expected.begin());
    CHECK(boards == expected);
}

TEST_CASE("a touch is told to a client that sees no pieces in the air") {
    SeenHall seen(1, false);
    PlayedBoard board(seen.hall, 0, wire::Sensing::presence);
    tests::Follower follower("1");
    std::vector<std::string> heard;
    seen.hear = [&](const std::string& text) { heard.push_back(text); };
    seen.hall.run(5);
    for (const auto& text : follower.connected()) seen.call(text);
    board.hands.play("e4 e5 Nf3");
    seen.hall.run(60);
    heard.clear();
    for (const unsigned square : {57U, 62U, 57U}) { // b8, g8
        board.hands.lift(square);
        seen.hall.run(10);
        board.hands.drop(square);
        seen.hall.run(10);
    }
    CHECK(heard == std::vector<std::string>());
}

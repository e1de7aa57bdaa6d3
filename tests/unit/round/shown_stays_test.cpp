// What was shown stays shown, and nothing else can be inferred.

#include "daemon/broadcast/live_round.hpp"
#include "daemon/broadcast/public_json.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <algorithm>

using namespace adoube;
using tests::Hall;
using tests::OneTable;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr std::int64_t step_ms = 50;

/// Random legal moves; mates where possible.
std::vector<chess::Move> made_up_game(std::mt19937_64& random, std::size_t plies) {
    chess::Position position = chess::Position::start();
    std::vector<chess::Move> moves;
    while (moves.size() < plies && position.has_legal_move()) {
        const auto legal = position.legal_moves();
        const auto mate = std::ranges::find_if(legal, [&](chess::Move move) {
            const auto after = position.after(move);
            return after.in_check() && !after.has_legal_move();
        });
        moves.push_back(mate != legal.end() ? *mate : legal[random() % legal.size()]);
        position.play(moves.back());
    }
    return moves;
}

/// A viewer of the public page alone, who reads the whole state repeatedly.
struct Public {
    explicit Public(Hall& hall) : hall_(hall) {}

    const std::map<std::string, broadcast::PublicGame>& look() {
        for (; seen_ < hall_.shown.size(); ++seen_) {
            const auto& game = hall_.shown[seen_];
            games_[game.id] = game;
        }
        return games_;
    }

  private:
    Hall& hall_;
    std::size_t seen_ = 0;
    std::map<std::string, broadcast::PublicGame> games_;
};

/// The public games without their clocks' timestamps.
std::string told(const std::map<std::string, broadcast::PublicGame>& games) {
    std::string text;
    for (const auto& [id, game] : games) text += broadcast::to_json(game) + '\n';
    return text;
}

/// How much more or less the page's running clock shows while nothing else has changed: a start cannot know
/// how long it was away before a board tells.
class RunningClock {
  public:
    explicit RunningClock(const Hall& hall) : hall_(hall) { started(); }

    void started() {
        ahead_ms_ = hall_.now.utc_ms.count() - steady_ms();
        started_ms_ = steady_ms();
    }
    std::optional<std::int64_t> off_ms(broadcast::PublicGame game) {
        if (!game.clocks || !game.clocks->running) return std::nullopt;
        if (steady_ms() - started_ms_ < 3'000) return std::nullopt;
        const auto shown_ms =
            *game.clocks->running == chess::Side::white ? game.clocks->white_ms : game.clocks->black_ms;
        const auto zero_ms = shown_ms + game.clocks->at_utc_ms.count() - ahead_ms_; // by the steady clock
        game.clocks->at_utc_ms = {};
        if (auto now = broadcast::to_json(game); now != std::exchange(game_, now)) zero_ms_ = zero_ms;
        return zero_ms - zero_ms_;
    }

  private:
    std::int64_t steady_ms() const { return static_cast<std::int64_t>(hall_.now.steady_us.count() / 1000); }

    const Hall& hall_;
    std::int64_t ahead_ms_ = 0, started_ms_ = 0, zero_ms_ = 0;
    std::string game_;
};

using Script = std::vector<record::Input>;

/// Feeds inputs to the board at their times, and spoken words to the hall.
class Player {
  public:
    Player(Hall& hall, ScriptedBoard& board, Script script)
        : hall_(hall), board_(board), script_(std::move(script)) {}

    bool done() const { return next_ == script_.size(); }
    void step() {
        const GameMs ms(static_cast<std::int64_t>(board_.time_us / 1000));
        for (; !done() && script_[next_].t_ms <= ms + step_ms; ++next_) {
            const auto& input = script_[next_];
            const bool of_hands = std::holds_alternative<record::Lift>(input.what) ||
                                  std::holds_alternative<record::Drop>(input.what) ||
                                  std::holds_alternative<record::Press>(input.what);
            if (of_hands)
                board_.happen(tests::wire_event(input));
            else
                (void)hall_.say(1, input.what);
        }
        hall_.step(step_ms);
    }

  private:
    Hall& hall_;
    ScriptedBoard& board_;
    Script script_;
    std::size_t next_ = 0;
};

Script played(const std::vector<chess::Move>& moves, std::int64_t between_ms, bool last_is_pressed) {
    auto script = tests::SimpleHands(between_ms).play(moves);
    if (!last_is_pressed) script.pop_back();
    for (auto& input : script) input.t_ms += 1000;
    return script;
}

} // namespace

TEST_CASE("a restart takes back what was shown, or shows what was not, whatever the wall clock is set to") {
    for (const auto seed : tests::seeds({150, 1500})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::int64_t below) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
        };
        const std::int64_t delay_ms = pick(3) == 0 ? 0 : pick(20'000);
        Hall hall({seat(1)}, {}, delay_ms);
        ScriptedBoard board(1, 0, 0xA1);
        board.place(tests::start_squares());
        hall.plug(0, board);
        const auto fools_mate = tests::moves_of("f3 e5 g4 Qh4#");
        auto moves = pick(3) == 0 ? fools_mate : made_up_game(random, 2 + static_cast<std::size_t>(pick(8)));
        Player player(hall, board, played(moves, 300, pick(2) == 0));
        Public viewer(hall);
        RunningClock clock(hall);
        // When each position could first be known, by a clock that nobody sets.
        std::int64_t true_ms = 0;
        std::map<std::string, std::int64_t> real_since;
        std::size_t most_shown = 0;
        bool over_shown = false;
        while (!player.done() || pick(200) > 0) {
            if (player.done() && true_ms > 60'000) break;
            if (pick(40) == 0) {
                const auto before = told(viewer.look());
                if (pick(2) == 0) hall.now.utc_ms += pick(2) == 0 ? pick(400'000) : -pick(400'000);
                hall.kill();
                clock.started();
                INFO("started again");
                REQUIRE(told(viewer.look()) == before);
            }
            if (pick(300) == 0) hall.now.utc_ms += pick(2) == 0 ? pick(400'000) : -pick(400'000);
            player.step();
            true_ms += step_ms;
            const auto& games = viewer.look();
            if (!games.contains("game-1")) continue;
            const auto& game = games.at("game-1");
            CAPTURE(delay_ms, true_ms, hall.now.utc_ms.count(), broadcast::to_json(game));
            REQUIRE(game.moves.size() >= most_shown);
            REQUIRE((!over_shown || game.result != chess::Result::open));
            most_shown = game.moves.size();
            REQUIRE(std::abs(clock.off_ms(game).value_or(0)) <= 1'000);
            over_shown = game.result != chess::Result::open;
            // Not before it was played plus the delay.
            const auto view = hall.view(0);
            real_since.try_emplace(view.game.position.fen(), true_ms);
            if (most_shown > 0) {
                const auto since = real_since.find(game.position.fen());
                REQUIRE(since != real_since.end());
                REQUIRE(true_ms - since->second + 2 * step_ms + 1000 >= delay_ms);
            }
        }
    }
}

namespace {

/// 1. e4 e5 2. Bf1-h4 Qxh4 3. Nf3 Qd8, one action every `step`.
Script with_illegal_move_that_stands(std::int64_t step) {
    Script script;
    GameMs t_ms(1000);
    const auto add = [&](record::What what) { script.push_back({t_ms += step, std::move(what)}); };
    const auto moves = [&](const std::vector<const char*>& squares, chess::Side side) {
        for (const std::string_view at : squares) {
            const auto square = *chess::square_from(at.substr(1));
            if (at.front() == '-')
                add(record::Lift{square, {}});
            else
                add(record::Drop{square, {}});
        }
        add(record::Press{side});
    };
    using enum chess::Side;
    moves({"-e2", "+e4"}, white), moves({"-e7", "+e5"}, black);
    moves({"-f1", "+h4"}, white), moves({"-d8", "-h4", "+h4"}, black);
    moves({"-g1", "+f3"}, white), moves({"-h4", "+d8"}, black);
    return script;
}

} // namespace

TEST_CASE("a game goes on as before with an illegal move that stands, or a restart takes back the one that "
          "it left") {
    for (const auto seed : tests::seeds({60, 600})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto delay_ms = random() % 2 ? 0 : static_cast<std::int64_t>(random() % 5'000);
        auto one = seat(1);
        one.table.header.rate_of_play = laws::RateOfPlay::blitz;
        one.table.header.supervised = false;
        Hall hall({one}, {}, delay_ms);
        ScriptedBoard board(1, 0, 0xA1);
        board.place(tests::start_squares());
        hall.plug(0, board);
        const auto script = with_illegal_move_that_stands(400 + static_cast<std::int64_t>(random() % 800));
        const auto answered_ms = script[12].t_ms + delay_ms; // Black presses
        Player player(hall, board, script);
        Public viewer(hall);
        broadcast::LiveRound live("epoch");
        std::size_t seen = 0, first = 0, second = 0;
        for (GameMs ms; ms < script.back().t_ms + (2 * delay_ms + 8'000); ms += step_ms) {
            if (!player.done() && random() % 60 == 0) {
                const auto before = told(viewer.look());
                hall.kill();
                REQUIRE(told(viewer.look()) == before);
            }
            player.step();
            for (; seen < hall.shown.size(); ++seen) live.publish(hall.shown[seen]);
            const auto& games = viewer.look();
            CAPTURE(ms.count(), told(games));
            const auto game = games.find("game-1"), then = games.find("game-1.anew1");
            REQUIRE(game != games.end());
            REQUIRE(game->second.moves.size() >= std::exchange(first, game->second.moves.size()));
            REQUIRE(first <= 2);
            REQUIRE(game->second.result == chess::Result::open);
            REQUIRE((then != games.end()) >= (second > 0));
            if (then == games.end()) continue;
            REQUIRE(ms + 2 * step_ms >= answered_ms);
            REQUIRE(then->second.start.fen() ==
                    "rnbqkbnr/pppp1ppp/8/4p3/4P2B/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
            REQUIRE(then->second.moves.size() >= std::exchange(second, then->second.moves.size()));
            REQUIRE(then->second.tags == game->second.tags);
            REQUIRE(first == 2);
            REQUIRE_FALSE(game->second.clocks);
            REQUIRE(live.round_pgn()->find("[GameId \"game-1.anew1\"]") != std::string::npos);
            REQUIRE(live.pgn("game-1")->find("1. e4") != std::string::npos);
        }
        CHECK(second == 3);
    }
}

TEST_CASE("a game that ended by mate alone is shown as open again after a restart") {
    const auto delay_ms = GENERATE(std::int64_t{0}, std::int64_t{30'000});
    const auto set_by_ms = GENERATE(std::int64_t{0}, std::int64_t{86'400'000}, std::int64_t{-3'600'000});
    Hall hall({seat(1)}, {}, delay_ms);
    ScriptedBoard board(1, 0, 0xA1);
    board.place(tests::start_squares());
    hall.plug(0, board);
    Player player(hall, board, played(tests::moves_of("f3 e5 g4 Qh4#"), 400, false));
    while (!player.done()) player.step();
    hall.run(static_cast<int>((delay_ms + 4'000) / step_ms));
    Public viewer(hall);
    REQUIRE(viewer.look().at("game-1").result == chess::Result::black_wins);
    REQUIRE(hall.moves() == "f3 e5 g4 Qh4#");
    const auto before = told(viewer.look());
    hall.unplug(0);
    hall.now.utc_ms += set_by_ms;
    hall.kill();
    CHECK(told(viewer.look()) == before);
    hall.run(100);
    CHECK(told(viewer.look()) == before);
}

TEST_CASE(
    "a wall clock that was set on while the daemon was down shows the public what it is not to see yet") {
    Hall hall({seat(1)}, {}, 60'000);
    ScriptedBoard board(1, 0, 0xA1);
    board.place(tests::start_squares());
    hall.plug(0, board);
    Player player(hall, board, played(tests::moves_of("e4 e5 Nf3 Nc6 Bb5 a6"), 400, true));
    while (!player.done()) player.step();
    hall.now.utc_ms += 120'000;
    hall.kill();
    hall.run(600);
    CHECK(hall.game().moves.empty());
    hall.run(800);
    CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5 a6");
}

TEST_CASE("a board that has not begun looks as if White's clock ran") {
    Hall hall({seat(1)}, {}, 60'000);
    hall.run(3);
    REQUIRE(hall.game().clocks);
    CHECK_FALSE(hall.game().clocks->running);
    CHECK(hall.game().clocks->white_ms == 5'400'000);
    CHECK(broadcast::to_json(hall.game()).find(R"("begun":false)") != std::string::npos);
}

TEST_CASE("a press by the player who is to begin, with nothing moved, hides that his clock is then started") {
    Hall hall({seat(1)});
    auto board = ScriptedBoard(1, 0, 0xA1);
    board.place(tests::start_squares());
    hall.plug(0, board);
    hall.run(30);
    for (const auto side : {chess::Side::white, chess::Side::black}) {
        board.happen(tests::wire_event({{}, record::Press{side}}));
        hall.run(30);
        REQUIRE(hall.game().clocks);
        CHECK(hall.game().clocks->running.has_value() == (side == chess::Side::black));
    }
}

namespace {

/// Successive transactions, each of all that came meanwhile.
class Disk {
  public:
    Disk(Hall& hall, std::int64_t least_ms, std::int64_t most_ms, std::uint64_t seed)
        : hall_(hall), least_ms_(least_ms), most_ms_(most_ms), random_(seed) {
        hall.disk_works = false;
    }

    void step() {
        if (records_ > 0 && hall_.now.utc_ms >= done_ms_) {
            hall_.sync_oldest(std::exchange(records_, 0));
        }
        if (records_ > 0 || hall_.unsynced() == 0) return;
        records_ = hall_.unsynced();
        const auto spread = static_cast<std::uint64_t>(most_ms_ - least_ms_ + 1);
        hall_.sync_ms = least_ms_ + static_cast<std::int64_t>(random_() % spread);
        done_ms_ = hall_.now.utc_ms + hall_.sync_ms;
    }

  private:
    Hall& hall_;
    std::int64_t least_ms_, most_ms_;
    std::mt19937_64 random_;
    std::size_t records_ = 0;
    UtcMs done_ms_;
};

/// Adds what outsiders must not see (touches, adjustments, words) in thinking time.
Script with_conduct(const Script& script, const std::vector<chess::Move>& moves, std::mt19937_64& random) {
    const auto pick = [&](std::int64_t below) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
    };
    Script all;
    chess::Position position = chess::Position::start();
    std::size_t ply = 0;
    GameMs from_ms(500);
    for (const auto& input : script) {
        const bool begins = all.empty() || std::holds_alternative<record::Press>(all.back().what);
        if (begins && pick(3) > 0) {
            const auto side = pick(3) > 0 ? position.to_move() : chess::other(position.to_move());
            const auto at_ms = from_ms + 700 + pick(500);
            using What = record::What;
            auto pieces = position.pieces(side);
            for (auto skip = pick(std::popcount(pieces)); skip > 0; --skip) chess::pop(pieces);
            const auto square = chess::first(pieces);
            const std::vector<What> words{record::Adjust{side},
                                          record::Claim{record::Claim::On::repetition, side, {}},
                                          record::Call{side}, record::Dismiss{1}};
            if (pick(2) == 0) all.push_back({at_ms - 300, words[random() % words.size()]});
            if (square != moves[ply].from && !chess::contains(chess::bit(moves[ply].to), square)) {
                all.push_back({at_ms, record::Lift{square, {}}});
                all.push_back({at_ms + 450 + pick(500), record::Drop{square, {}}});
            }
        }
        if (std::holds_alternative<record::Press>(input.what)) {
            position.play(moves[ply++]);
            from_ms = input.t_ms;
        }
        all.push_back(input);
    }
    return all;
}

/// A pace that leaves time for touches.
Script unhurried(const std::vector<chess::Move>& moves) {
    auto script = tests::SimpleHands(400).play(moves);
    std::int64_t later_ms = 3'000;
    for (auto& input : script) {
        input.t_ms += later_ms;
        if (std::holds_alternative<record::Press>(input.what)) later_ms += 3'000;
    }
    return script;
}

struct Frame {
    std::int64_t at_ms;
    std::string text;
};

/// Kills the daemon once, at `killed_ms` if given.
std::vector<Frame> frames_of(Script script, bool with_lever, std::int64_t delay_ms, std::int64_t least_ms,
                             std::int64_t most_ms, std::uint64_t seed,
                             std::optional<std::int64_t> killed_ms = {}) {
    auto table = seat(1);
    table.table.clock_lever = with_lever;
    if (!with_lever)
        std::erase_if(script,
                      [](const auto& input) { return std::holds_alternative<record::Press>(input.what); });
    Hall hall({table}, {}, delay_ms);
    ScriptedBoard board(1, 0, 0xA1);
    board.place(tests::start_squares());
    Disk disk(hall, least_ms, most_ms, seed);
    hall.plug(0, board);
    Player player(hall, board, std::move(script));
    broadcast::LiveRound live("epoch");
    std::vector<Frame> frames;
    std::size_t seen = 0;
    const auto begun_ms = hall.now.utc_ms;
    const auto look = [&] {
        disk.step();
        if (killed_ms && hall.now.utc_ms - begun_ms >= *killed_ms) {
            hall.kill();
            killed_ms.reset();
        }
        for (; seen < hall.shown.size(); ++seen)
            for (auto& told : live.publish(hall.shown[seen]))
                frames.push_back({hall.now.utc_ms - begun_ms, std::move(told.message)});
    };
    while (!player.done()) player.step(), look();
    for (auto left_ms = delay_ms + 10'000; left_ms > 0; left_ms -= step_ms) hall.step(step_ms), look();
    return frames;
}

/// Two games that differ only in touches and words look alike from outside, on any disk.
void conduct_is_hidden(std::uint64_t seed) {
    struct Speed {
        std::int64_t least_ms, most_ms;
    };
    std::mt19937_64 random(seed);
    const auto moves = made_up_game(random, 2 + random() % 6);
    const auto plain = unhurried(moves);
    const auto full = with_conduct(plain, moves, random);
    const auto delay_ms = random() % 2 ? 0 : static_cast<std::int64_t>(random() % 5'000);
    const bool with_lever = random() % 3 > 0;
    for (const auto [least_ms, most_ms] : {Speed{0, 0}, Speed{700, 700}, Speed{5, 300}}) {
        CAPTURE(seed, least_ms, most_ms, delay_ms, with_lever, full.size() - plain.size());
        const auto one = frames_of(plain, with_lever, delay_ms, least_ms, most_ms, seed);
        const auto other = frames_of(full, with_lever, delay_ms, least_ms, most_ms, seed + 1);
        REQUIRE(one.size() == other.size());
        const bool slow = most_ms > round::Publication::slow_ms;
        const auto alike_ms = 2 * most_ms + 2 * step_ms + (slow ? 1'000 : 0);
        for (std::size_t at = 0; at < one.size(); ++at) {
            REQUIRE(one[at].text == other[at].text);
            REQUIRE(std::abs(one[at].at_ms - other[at].at_ms) <= alike_ms);
        }
    }
}

} // namespace

TEST_CASE(
    "touches, adjustments, claims or an arbiter's notes can be seen from outside, in what is shown or when") {
    for (const auto seed : tests::seeds({100, 1000})) conduct_is_hidden(seed);
}

TEST_CASE("without a lever a move comes out when a touch shows that the board is still heard, or later for a "
          "word before it") {
    const std::uint64_t touched_as_it_was_due = 258'877'490, word_before = 7032;
    for (const auto seed : {touched_as_it_was_due, word_before}) conduct_is_hidden(seed);
}

TEST_CASE("after a restart it can be seen from outside, by when a move comes out, what was touched before") {
    for (const auto seed : tests::seeds({60, 600})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto moves = made_up_game(random, 2 + random() % 6);
        const auto plain = unhurried(moves);
        auto full = with_conduct(plain, moves, random);
        std::erase_if(full, [](const auto& input) {
            return !std::holds_alternative<record::Lift>(input.what) &&
                   !std::holds_alternative<record::Drop>(input.what) &&
                   !std::holds_alternative<record::Press>(input.what);
        });
        const auto delay_ms = 5'000 + static_cast<std::int64_t>(random() % 20'000);
        const bool with_lever = random() % 3 > 0;
        const auto killed_ms = static_cast<std::int64_t>(
            random() % static_cast<std::uint64_t>(plain.back().t_ms.count() + delay_ms));
        CAPTURE(delay_ms, with_lever, killed_ms, full.size() - plain.size());
        const auto one = frames_of(plain, with_lever, delay_ms, 0, 0, seed, killed_ms);
        const auto other = frames_of(full, with_lever, delay_ms, 0, 0, seed, killed_ms);
        REQUIRE(one.size() == other.size());
        for (std::size_t at = 0; at < one.size(); ++at) {
            REQUIRE(one[at].text == other[at].text);
            REQUIRE(std::abs(one[at].at_ms - other[at].at_ms) <= 2 * step_ms);
        }
    }
}

TEST_CASE("a completed illegal move is seen from outside: the clock that is shown turns to the other side") {
    OneTable table;
    auto& [hall, board, hands] = table;
    hands.play("e4 e5");
    hall.run(40);
    const auto frames = hall.shown.size();
    REQUIRE(hall.game().clocks->running == chess::Side::white);
    hands.lift(6); // Ng1
    hands.drop(22);
    hands.press(chess::Side::white);
    hall.run(100);
    CHECK(hall.view(0).game.clocks->running == chess::Side::black); // the arbiter sees it
    CHECK(hall.shown.size() == frames);
    hands.lift(22);
    hands.drop(21);
    hands.press(chess::Side::white);
    hall.run(10);
    CHECK(hall.moves() == "e4 e5 Nf3");
    CHECK(hall.game().clocks->running == chess::Side::black);
}

TEST_CASE("after a restart a move before an agreed draw comes out early, as if words took the time of what "
          "follows") {
    constexpr std::int64_t delay_ms = 60'000;
    OneTable table(delay_ms);
    auto& [hall, board, hands] = table;
    hands.play("e4");
    const auto made_ms = hall.now.utc_ms - 1'000; // at the latest
    hall.run(40);
    REQUIRE(hall.say(1, record::Offer{chess::Side::white}).empty());
    hall.run(600);
    REQUIRE(hall.say(1, record::Accept{chess::Side::black}).empty());
    hall.run(20);
    hands.lift(12); // the pieces are put away
    hall.run(20);
    hall.kill();
    hall.shown.clear();
    while (hall.now.utc_ms < made_ms + delay_ms) {
        hall.step();
        for (const auto& game : hall.shown) REQUIRE(game.moves.empty());
    }
    hall.run(800);
    CHECK(hall.game().result == chess::Result::draw);
}

TEST_CASE("after a restart with the cable out, moves that were nearly due wait the whole delay anew") {
    constexpr std::int64_t delay_ms = 600'000, apart_ms = 540'000;
    OneTable table(delay_ms);
    auto& [hall, board, hands] = table;
    hands.play("e4");
    hall.run(apart_ms / step_ms);
    hands.play("e5");
    hall.run(40);
    REQUIRE(hall.moves().empty());
    hall.unplug(0);
    hall.kill();
    // The host knows only that the first move stands apart_ms longer than the second.
    hall.run((delay_ms - apart_ms) / step_ms + 100);
    CHECK(hall.moves() == "e4");
    hall.run(apart_ms / step_ms);
    CHECK(hall.moves() == "e4 e5");
}

TEST_CASE(
    "a time that was entered while the cable was out comes out early, as the wall clock had been set back") {
    constexpr std::int64_t delay_ms = 60'000, set_back_ms = 8'000;
    OneTable table(delay_ms);
    auto& [hall, board, hands] = table;
    hands.play("e4 e5");
    hall.run(1'400);
    hall.unplug(0);
    hall.now.utc_ms -= set_back_ms;
    hall.kill();
    hall.run(40);
    const auto entered_us = hall.now.steady_us;
    REQUIRE(hall.say(1, record::SetTime{5'000'000, 4'000'000}).empty());
    hall.run(40);
    hall.kill();
    hall.plug(0, board);
    const auto is_entered = [&] { return hall.game().clocks->white_ms == 5'000'000; };
    while (hall.now.steady_us < entered_us + delay_ms * 1'000) {
        REQUIRE(!is_entered());
        hall.step();
    }
    hall.run(static_cast<int>(delay_ms / 50));
    CHECK(is_entered());
}

TEST_CASE("after a restart moves come out early, as their board's clock runs fast") {
    constexpr std::int64_t delay_ms = 60'000;
    const bool cable_is_out = GENERATE(false, true);
    OneTable table(delay_ms);
    auto& [hall, board, hands] = table;
    const auto runs_fast = [&board = board](std::int64_t passed_ms) {
        board.time_us += static_cast<std::uint64_t>(29 * passed_ms) * 1'000;
    };
    hands.after_each = [&, &hands = hands] { runs_fast(hands.step_ms); };
    const auto begun_us = hall.now.steady_us;
    hands.play("e4 e5 Nf3 Nc6 Bb5 a6");
    if (cable_is_out) hall.unplug(0);
    hall.kill();
    while (hall.now.steady_us < begun_us + delay_ms * 1'000) {
        REQUIRE(hall.moves().empty());
        hall.step(step_ms);
        runs_fast(step_ms);
    }
    hall.run(static_cast<int>(delay_ms / step_ms));
    CHECK(hall.moves() == "e4 e5 Nf3 Nc6 Bb5 a6");
}

TEST_CASE("the public sees no further move once a pawn proves to be no queen, while it may be a bishop or a "
          "knight") {
    OneTable table;
    auto& [hall, board, hands] = table;
    hands.play("h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=N");
    hall.run(20);
    REQUIRE(hall.moves() == "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=Q+");
    hands.play("d5");
    hall.run(20);
    CHECK(hall.moves() == "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=B d5");
    const bool moves = GENERATE(true, false);
    hands.play(moves ? "Nxf7 Kxf7" : "e4 Ng8 e5 Qd6 exd6 Be6");
    hall.run(20);
    CHECK(hall.moves() == "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=" +
                              std::string(moves ? "N d5 Nxf7 Kxf7" : "B d5 e4 Ng8 e5 Qd6 exd6 Be6"));
}

TEST_CASE("what the sensors left open is not put right for the public while it is open what a pawn became") {
    OneTable table;
    auto& [hall, board, hands] = table;
    const auto move = [&, &hands = hands](unsigned from, unsigned to, chess::Side side) {
        hands.lift(from);
        hands.drop(to);
        hands.press(side);
    };
    hands.play("h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=N d5 Nc3 b5");
    hands.lift(18); // Nc3 takes one of the pawns, and nobody sees which
    hands.press(chess::Side::white);
    hall.run(umpire::bounds::ambiguous_ms / step_ms + 40);
    const std::string before = "h4 g5 hxg5 h6 gxh6 Bg7 hxg7 Nf6 gxh8=B d5 Nc3 b5 ";
    REQUIRE(hall.moves() == before + "Nxb5");
    move(48, 40, chess::Side::black); // a6
    move(35, 29, chess::Side::white); // Nd5-f4
    hall.run(20);
    CHECK(hall.moves() == before + "Nxd5 a6 Nf4");
}

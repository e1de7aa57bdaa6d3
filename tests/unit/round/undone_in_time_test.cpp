// What is undone before it is due is never shown, at no exit.

#include "daemon/broadcast/delay.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <algorithm>

using namespace adoube;
using tests::Hall;
using tests::OneTable;
using tests::seat;

namespace {

round::Round::Seat without_electronics() {
    auto one = seat(1);
    one.port.clear();
    return one;
}

std::string moves_of(const broadcast::PublicGame& game) {
    std::string text;
    for (const auto& move : game.moves) text += (text.empty() ? "" : " ") + move.san();
    return text;
}

std::string random_name(std::mt19937_64& random) { return "Name " + std::to_string(random() % 1'000'000); }

/// Everything of a game that an arbiter may undo.
struct Standing {
    std::string start, white;
    std::vector<chess::Move> moves;
    chess::Result result = chess::Result::open;
    bool is_remade = false; // of moves that were undone at some time
};

Standing standing_of(const broadcast::PublicGame& game) {
    Standing all{game.start.fen(), std::string(game.tags["White"]), {}, game.result};
    for (const auto& move : game.moves) all.moves.push_back(move.move());
    return all;
}

bool is_prefix(const std::vector<chess::Move>& part, const std::vector<chess::Move>& whole) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

/// An exit: what it shows, and since when it has not been allowed to show what.
class Exit {
  public:
    Exit(std::string name, std::int64_t delay_ms) : name_(std::move(name)), delay_ms_(delay_ms) {}

    void change(std::int64_t delay_ms) { delay_ms_ = delay_ms; }

    /// `now`: the arbiter's game; `since_ms`: when each of its moves was made, for the last time.
    void look(const broadcast::PublicGame& shown, const Standing& now,
              const std::vector<std::int64_t>& since_ms, std::int64_t result_since_ms, std::int64_t now_ms) {
        CAPTURE(name_, delay_ms_, now_ms, moves_of(shown), now.moves.size());
        const auto standing = standing_of(shown);
        if (standing.start == shown_.start && standing.moves == shown_.moves &&
            standing.result == shown_.result && standing.white == shown_.white)
            return;
        // What is new was not undone, and is not early.
        REQUIRE(standing.white == now.white);
        const bool same_start = standing.start == shown_.start;
        if (!same_start || standing.moves != shown_.moves) {
            REQUIRE((standing.start == now.start || standing.moves.empty()));
            REQUIRE(is_prefix(standing.moves, now.moves));
        }
        if (standing.result != shown_.result)
            REQUIRE((standing.result == chess::Result::open || standing.result == now.result));
        for (std::size_t ply = 0; ply < standing.moves.size(); ++ply)
            if (!same_start || ply >= shown_.moves.size() || shown_.moves[ply] != standing.moves[ply])
                REQUIRE(since_ms.at(ply) + delay_ms_ <= now_ms);
        if (standing.result != chess::Result::open && standing.result != shown_.result)
            REQUIRE(result_since_ms + delay_ms_ <= now_ms);
        // What was shown stays while it stands.
        if (shown_.start == now.start && is_prefix(shown_.moves, now.moves) && !now.is_remade)
            REQUIRE(is_prefix(shown_.moves, standing.moves));
        shown_ = standing;
    }
    const Standing& shown() const { return shown_; }

  private:
    std::string name_;
    std::int64_t delay_ms_;
    Standing shown_;
};

/// The arbiter's side: random commands, and since when what stands.
class Arbiter {
  public:
    /// `is_quick`: the journal may get two commands at once.
    Arbiter(Hall& hall, std::mt19937_64& random, bool is_quick)
        : hall_(hall), random_(random), is_quick_(is_quick) {}

    void act(std::int64_t now_ms) {
        const auto view = hall_.view(0).game;
        switch (random_() % 10) {
        case 0: take_back(view); break;
        case 1: correct_result(); break;
        case 2: say(record::SetTags{{{"White", random_name(random_)}}}); break;
        case 3:
            if (random_() % 4 == 0) say(record::SetPosition{random_position()});
            break;
        case 4:
            if (is_quick_) {
                make_again(view);
                break;
            }
            [[fallthrough]];
        default: move(view);
        }
        note(now_ms);
    }

    void note(std::int64_t now_ms) {
        hall_.sync();
        const auto then = standing_of(hall_.round().live_board(round::TableId{0}).completed);
        std::size_t same = 0;
        if (then.start == now_.start)
            while (same < std::min(then.moves.size(), now_.moves.size()) &&
                   then.moves[same] == now_.moves[same])
                ++same;
        undo_to(same);
        since_ms_.resize(same);
        since_ms_.resize(then.moves.size(), now_ms);
        if (then.result != now_.result) result_since_ms_ = now_ms;
        now_ = then;
        for (auto made = now_; !made.moves.empty(); made.moves.pop_back())
            now_.is_remade |= std::ranges::count(undone_, std::pair(made.start, made.moves)) > 0;
    }
    const Standing& now() const { return now_; }
    const std::vector<std::int64_t>& since_ms() const { return since_ms_; }
    std::int64_t result_since_ms() const { return result_since_ms_; }

  private:
    bool say(record::What what) { return hall_.say(1, std::move(what)).empty(); }
    void undo_to(std::size_t plies) {
        for (; now_.moves.size() > plies; now_.moves.pop_back()) undone_.emplace_back(now_.start, now_.moves);
    }
    void make_again(const broadcast::PublicGame& view) {
        if (view.moves.empty() || view.result != chess::Result::open) return;
        if (say(record::TakeBack{1}) && say(record::PlayMove{view.moves.back().san()}))
            undo_to(view.moves.size() - 1);
    }
    void take_back(const broadcast::PublicGame& view) {
        if (!view.moves.empty())
            say(record::TakeBack{1 +
                                 static_cast<int>(random_() % std::min<std::size_t>(3, view.moves.size()))});
    }
    void correct_result() {
        using enum chess::Result;
        say(record::SetResult{std::array{open, white_wins, black_wins, draw}[random_() % 4]});
    }
    void move(const broadcast::PublicGame& view) {
        const auto legal = view.position.legal_moves();
        if (!legal.empty())
            say(record::PlayMove{chess::to_san(view.position, legal[random_() % legal.size()])});
    }
    std::string random_position() {
        auto position = chess::Position::start();
        for (auto plies = 1 + random_() % 6; plies > 0; --plies) {
            const auto legal = position.legal_moves();
            position.play(legal[random_() % legal.size()]);
        }
        return position.fen();
    }
    Hall& hall_;
    std::mt19937_64& random_;
    bool is_quick_;
    std::vector<std::pair<std::string, std::vector<chess::Move>>> undone_;
    Standing now_;
    std::vector<std::int64_t> since_ms_;
    std::int64_t result_since_ms_ = 0;
};

} // namespace

TEST_CASE("what was undone or renamed before it was due is shown, early, or takes back what stands") {
    constexpr std::int64_t step_ms = 250;
    const auto play = [](std::uint64_t seed, bool is_quick) {
        CAPTURE(seed, is_quick);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::int64_t below) {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
        };
        const std::int64_t hall_ms = pick(4) == 0 ? 0 : pick(20'000), own_ms = pick(30'000);
        Hall hall({without_electronics()}, {}, hall_ms);
        // The target of a delay of its own, as the uploads have it.
        broadcast::Delay later(own_ms);
        Exit pages("pages", hall_ms), target("target", hall_ms + own_ms);
        Arbiter arbiter(hall, random, is_quick);
        const bool changes = pick(3) == 0;
        std::int64_t now_ms = 0;
        std::int64_t least_ms = hall_ms;
        arbiter.note(0);
        std::size_t seen = hall.shown.size(), put = seen;
        const auto put_later = [&] {
            for (; put < hall.shown.size(); ++put) later.put(HallMs(now_ms), hall.shown[put]);
        };
        hall.corrected = [&](const broadcast::PublicGame& game) {
            put_later();
            (void)later.correct(game);
        };
        const auto look = [&] {
            put_later();
            for (; seen < hall.shown.size(); ++seen)
                pages.look(hall.shown[seen], arbiter.now(), arbiter.since_ms(), arbiter.result_since_ms(),
                           now_ms);
            for (const auto& state : later.due(HallMs(now_ms)))
                target.look(state.game, arbiter.now(), arbiter.since_ms(), arbiter.result_since_ms(), now_ms);
        };
        for (int step = 0; step < 600; ++step) {
            now_ms += step_ms;
            hall.step(step_ms);
            look();
            if (step >= 400) continue;
            if (pick(8) == 0) arbiter.act(now_ms), look();
            if (pick(60) == 0) {
                later = broadcast::Delay(own_ms);
                hall.kill();
                pages.change(hall_ms);
                hall.sync();
                look();
            }
            if (changes && pick(100) == 0) {
                const auto delay_ms = pick(20'000);
                hall.round().change_delay(delay_ms);
                least_ms = std::min(least_ms, delay_ms);
                pages.change(delay_ms), target.change(own_ms + least_ms);
            }
        }
        CHECK(pages.shown().moves == arbiter.now().moves);
        CHECK(pages.shown().result == arbiter.now().result);
    };
    SECTION("this once was wrong") { play(885109838, false); }
    SECTION("any") {
        for (const auto seed : tests::seeds({150, 1500})) play(seed, seed % 2 == 0);
    }
}

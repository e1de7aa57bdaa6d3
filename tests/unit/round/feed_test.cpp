// What a site that shows broadcasts makes of our feed: it overwrites no clock and keeps replaced moves as
// variations, so a move must be sent once, when nothing changes it any more.

#include "daemon/broadcast/live_round.hpp"
#include "tests/catch.hpp"
#include "tests/replay/random_game.hpp"
#include "tests/sites/broadcast_site.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hands_at_board.hpp"
#include "tools/hands/hands.hpp"
#include "tools/hands/recording.hpp"

#include <algorithm>

using namespace adoube;
using tests::BroadcastSite;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr std::int64_t step_ms = 50;

bool is_over_by_itself(const chess::Game& game) {
    return !game.position().has_legal_move() || game.repetitions() >= 5 ||
           game.position().halfmove_clock() >= 140;
}

/// Nobody forgets a press until the reply has begun: then a move's time is not what the clock shows after its
/// press.
bool presses_in_time(std::uint64_t seed) { return seed % 2 == 0; }

tools::Timeline by_hand(const chess::Game& played, record::Sensing sensing, const char* style,
                        std::uint64_t seed) {
    chess::PgnGame game;
    for (const auto move : played.moves()) game.moves.push_back({move, {}, {}});
    if (seed % 3 == 0 && !is_over_by_itself(played))
        game.result = seed % 2 == 0 ? chess::Result::white_wins : chess::Result::draw;
    auto hands = *tools::style_named(style);
    if (presses_in_time(seed)) hands.press_owed = hands.no_press = hands.unpressed_end = 0;
    return tools::play(game, {.style = hands, .sensing = sensing, .seed = seed});
}

/// What two clocks show after each press, 90 minutes and 30 seconds a move, reckoned from the presses alone.
class Reckoned {
  public:
    void press(chess::Side side, std::int64_t t_ms) {
        const bool white = side == chess::Side::white;
        if (!runs_) {
            regular_ = !white || after_ms_.empty();
            runs_ = true, since_ms_ = t_ms, white_runs_ = !white;
            if (white) after_ms_.push_back(left_ms_[0] += 30'000);
            return;
        }
        regular_ = regular_ && white == white_runs_;
        auto& left_ms = left_ms_[white ? 0 : 1];
        left_ms += 30'000 - (t_ms - since_ms_);
        after_ms_.push_back(left_ms);
        since_ms_ = t_ms, white_runs_ = !white;
    }
    /// Empty where a press was forgotten or owed.
    std::vector<std::int64_t> after_each_ms() const {
        return regular_ ? after_ms_ : std::vector<std::int64_t>{};
    }

  private:
    std::array<std::int64_t, 2> left_ms_{5'400'000, 5'400'000};
    std::vector<std::int64_t> after_ms_;
    bool runs_ = false, white_runs_ = true, regular_ = true;
    std::int64_t since_ms_ = 0;
};

std::int64_t seconds_in(const std::string& clock) {
    std::int64_t hours = 0, minutes = 0, seconds = 0;
    char colon = 0;
    std::istringstream(clock) >> hours >> colon >> minutes >> colon >> seconds;
    return (hours * 60 + minutes) * 60 + seconds;
}

/// A hall whose public round is read by a site at every change.
struct Broadcast {
    Hall hall;
    ScriptedBoard board{1, 0, 0xA1};
    broadcast::LiveRound round{"epoch"};
    BroadcastSite site;
    Reckoned reckoned;
    bool site_works = true;
    /// After how many presses, at the least, an arbiter takes the last move back and enters it again; 0:
    /// never.
    std::size_t corrects_after = 0;
    int resets = 0;

    Broadcast(record::Sensing sensing, std::int64_t delay_ms) : hall({named_seat()}, {}, delay_ms) {
        board.sensing = static_cast<wire::Sensing>(sensing);
        board.place(tests::start_squares(board.sensing));
        hall.plug(0, board);
        run(40);
    }
    static round::Round::Seat named_seat() {
        auto only = seat(1);
        only.table.header.tags = {{"White", "Ann Adams"}, {"Black", "Ben Baker"}, {"Round", "3"}};
        return only;
    }
    void run(int steps) {
        while (steps-- > 0) step();
    }
    void play(const std::vector<record::Input>& inputs) {
        const auto begin_us = board.time_us;
        for (std::size_t at = 1; at < inputs.size(); ++at) { // the first is the start position
            const auto& input = inputs[at];
            while (board.time_us < begin_us + static_cast<std::uint64_t>(input.t_ms.count()) * 1000) step();
            say_or_do(input);
            const bool all_wait = at + 1 < inputs.size() && inputs[at + 1].t_ms - input.t_ms > 1'500;
            if (std::holds_alternative<record::Press>(input.what) && ++presses_ >= corrects_after && all_wait)
                correct();
        }
        run(600);
    }

  private:
    void step() {
        hall.step(step_ms);
        const auto before = round.seq();
        for (; seen_ < hall.shown.size(); ++seen_) round.publish(hall.shown[seen_]);
        if (round.seq() == before && !owed_) return;
        owed_ = !site_works;
        if (site_works) send();
    }
    /// The operator is told where the site differs after a correction, and sends the round anew.
    void send() {
        site.take(*round.round_pgn());
        if (site.complaints().empty() || resets >= 2 * corrections_) return;
        (void)site.take_complaints();
        site.reset();
        ++resets;
        site.take(*round.round_pgn());
    }
    void say_or_do(const record::Input& input) {
        const auto* press = std::get_if<record::Press>(&input.what);
        const bool of_hands = press || std::holds_alternative<record::Lift>(input.what) ||
                              std::holds_alternative<record::Drop>(input.what);
        if (!of_hands) return (void)hall.say(1, input.what);
        auto event = tests::wire_event(input);
        event.time_us = board.time_us;
        board.happen(event);
        if (press) reckoned.press(press->side, static_cast<std::int64_t>(board.time_us / 1000));
    }
    void correct() {
        if (corrects_after == 0 || corrections_ > 0) return;
        run(4);
        const auto& stands = hall.view(0).game;
        if (stands.moves.empty() || stands.result != chess::Result::open) return;
        const auto san = stands.moves.back().san();
        if (!hall.say(1, record::TakeBack{1}).empty()) return;
        ++corrections_;
        run(3);
        (void)hall.say(1, record::PlayMove{san});
    }

    std::size_t seen_ = 0, presses_ = 0;
    int corrections_ = 0;
    bool owed_ = false;
};

/// By how much the clocks that a site shows are wrong at most, in seconds. The last move may have ended the
/// game before its press.
std::int64_t most_off_s(const tests::ShownGame& shown, const std::vector<std::int64_t>& right_ms) {
    std::int64_t most = 0;
    for (std::size_t ply = 0; ply + 1 < std::min(right_ms.size(), shown.moves.size()); ++ply)
        most = std::max(most, std::abs(seconds_in(shown.moves[ply].clock) - right_ms[ply] / 1000));
    return most;
}

std::string in_words(const tests::ShownGame& shown) {
    std::string words;
    for (const auto& move : shown.moves) words += move.san + ' ' + move.clock + ' ';
    return words;
}

} // namespace

TEST_CASE(
    "a site is sent a move that changes later, a clock that was not final, or no game that was played") {
    int clocks_checked = 0, resets = 0, games = 0;
    for (const auto seed : tests::seeds({25, 1'000})) {
        constexpr std::array kinds{record::Sensing::presence, record::Sensing::colour,
                                   record::Sensing::identity};
        constexpr std::array styles{"human", "clumsy", "blitz"};
        const auto sensing = kinds[seed % 3];
        const auto* style = styles[seed / 3 % 3];
        CAPTURE(seed, style, static_cast<int>(sensing));
        replay::Dice dice(seed);
        const auto played = replay::random_game({}, sensing, dice);
        Broadcast table(sensing, seed % 4 == 0 ? 20'000 : 0);
        table.site_works = seed % 5 != 0;
        if (seed % 7 == 0) table.corrects_after = 3 + seed % 20;
        table.play(tools::recorded(by_hand(played, sensing, style, seed), sensing));
        table.site_works = true;
        table.run(1);
        REQUIRE(table.site.games().contains("game-1"));
        const auto& shown = table.site.games().at("game-1");
        const auto record = tests::replayed(table.hall);
        INFO(in_words(shown));
        INFO((table.site.complaints().empty() ? std::string() : table.site.complaints().front()));
        CHECK(table.site.complaints().empty());
        CHECK(std::ranges::equal(record.game.moves(), played.moves()));
        // The last move of a game that nobody ended may wait for its press.
        const auto may_lack = record.result == chess::Result::open ? 1U : 0U;
        REQUIRE(shown.played.size() + may_lack >= played.moves().size());
        CHECK(std::ranges::equal(shown.played, played.moves().first(shown.played.size())));
        CHECK(shown.result == chess::to_string(record.result));
        if (const auto right_ms = table.reckoned.after_each_ms();
            !right_ms.empty() && presses_in_time(seed) && table.corrects_after == 0) {
            CHECK(most_off_s(shown, right_ms) <= 1);
            ++clocks_checked;
        }
        resets += table.resets, ++games;
    }
    INFO(games << " games, clocks checked in " << clocks_checked << ", resets " << resets);
    if (games < 20) return; // under a sanitizer
    CHECK(clocks_checked * 4 >= games);
    CHECK(resets > 0);
}

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using round::Allowance;
using round::JournalAllowance;
using round::Note;
using round::Notes;
using tests::frame_of;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr std::uint64_t second = 1'000'000;

/// A board that sends anything, with random preferences. It touches no piece and masks no square, so that
/// lost play is soon worked out.
class Wild {
  public:
    Wild(Hall& hall, std::size_t port, std::uint64_t seed) : hall_(hall), port_(port), random_(seed) {
        for (auto& weight : likes_)
            weight = static_cast<double>(random_() % 3 == 0 ? 1 + random_() % 20 : random_() % 2);
        likes_[0] += 1;
    }
    void say() {
        std::discrete_distribution<int> any(likes_.begin(), likes_.end());
        switch (any(random_)) {
        case 0: return events();
        case 1: return say(wire::Condition{boot_, cause(), 0, random_()});
        case 2: return start_anew();
        case 3: return start_anew(), say(wire::Snapshot{boot_, seq_, time_us(), tests::start_squares()});
        case 4: return say(wire::Snapshot{boot_, seq_, time_us(), {}});
        case 5: return gap();
        case 6: return hello(0xA1, boot_); // another's id
        case 7: return hello(0xF0 + random_() % 4, boot_);
        case 8: return garbage();
        default: hall_.unplug(port_);
        }
    }

    void start_anew() {
        seq_ = random_() % 3 == 0 ? static_cast<std::uint32_t>(random_()) : 0;
        hello(0xF0, ++boot_);
    }

  private:
    template<class Message>
    void say(const Message& message) {
        hall_.receive(port_, frame_of(message));
    }
    void hello(std::uint64_t id, std::uint32_t boot) {
        wire::Hello hello;
        hello.board_id = id;
        hello.boot_id = boot;
        hello.oldest_seq = hello.next_seq = random_() % 16 == 0 ? 0 : seq_;
        hello.time_us = time_us();
        say(hello);
    }
    void events() {
        wire::Events batch;
        batch.boot_id = boot_;
        batch.first_seq = seq_;
        auto event = tests::lift(static_cast<unsigned>(random_() % 64));
        do {
            event.time_us = time_us();
            event.square = static_cast<std::uint8_t>(random_() % 64);
            event.kind = static_cast<wire::EventKind>(3 + random_() % 6);
        } while (random_() % 16 != 0 && batch.push(event) && ++seq_);
        say(batch);
    }
    void gap() {
        wire::Gap gap;
        gap.boot_id = boot_;
        gap.from_seq = seq_;
        gap.to_seq = seq_ += 1 + static_cast<std::uint32_t>(random_() % 1000);
        gap.time_us = time_us();
        say(gap);
    }
    void garbage() {
        std::vector<std::uint8_t> bytes(random_() % 200);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random_());
        hall_.receive(port_, bytes);
    }
    wire::ResetCause cause() {
        return random_() % 2 == 0 ? wire::ResetCause::watchdog : wire::ResetCause::brown_out;
    }
    std::uint64_t time_us() { return hall_.now.steady_us.count() + random_() % 1000; }

    Hall& hall_;
    std::size_t port_;
    std::mt19937_64 random_;
    std::array<double, 10> likes_{};
    std::uint32_t boot_ = 100, seq_ = 0;
};

/// A game at the first table; at the second, for an hour, nobody, a board that says anything, or endless
/// touches.
enum class Second { nobody, says_anything, touches };

struct WildHour : Hall {
    WildHour(Second second_board, std::uint64_t seed) : Hall({seat(1), seat(2)}) {
        board.place(tests::start_squares());
        wild.mute = second_board != Second::touches;
        plug(0, board);
        plug(1, wild);
        run(3);
        Wild talker(*this, 1, seed);
        if (second_board == Second::says_anything) talker.start_anew();
        const auto moves = tests::SimpleHands(400).play(tests::moves_of(tests::short_game));
        auto next = moves.begin();
        for (const auto until = now.steady_us + 3600 * second; now.steady_us < until; step(200)) {
            if (next != moves.end() &&
                static_cast<std::uint64_t>(next->t_ms.count()) * 1000 < board.time_us) {
                auto event = tests::wire_event(*next++);
                event.time_us = board.time_us;
                board.happen(event);
            }
            if (!is_plugged(1)) plug(1, wild);
            for (int n = 0; n < 8 && is_plugged(1); ++n)
                if (second_board == Second::says_anything)
                    talker.say();
                else if (second_board == Second::touches && wild.next_seq() - wild.oldest_seq() < 300)
                    wild.happen();
        }
        run(40);
    }
    std::vector<std::string> notes_of(const std::string& name) const {
        std::vector<std::string> all;
        for (const auto& note : notes)
            if (note.text.starts_with(name)) all.push_back(note.text);
        return all;
    }

    ScriptedBoard board{1, 0, 0xA1}, wild{1, 0, 0xF0};
};

} // namespace

TEST_CASE("an allowance is spent at once or over time, comes back one by one, and may be owed") {
    Allowance allowance(3, second);
    constexpr SteadyUs begun;
    CHECK(allowance.left(begun) == 3);
    allowance.spend(3, begun + 10 * second);
    CHECK(allowance.left(begun + 10 * second) == 0);
    CHECK(allowance.left(begun + 11 * second - 1) == 0);
    CHECK(allowance.left(begun + 11 * second) == 1);
    CHECK(allowance.left(begun + 100 * second) == 3);
    allowance.spend(5, begun + 100 * second);
    CHECK(allowance.left(begun + 102 * second) == 0);
    CHECK(allowance.left(begun + 103 * second) == 1);
}

TEST_CASE("who has spent what the journal takes of it is asked again when there is something to ask for") {
    JournalAllowance journal;
    journal.spend(JournalAllowance::most_records, {});
    CHECK(journal.left({}) == 0);
    CHECK(journal.is_news());
    CHECK(!journal.is_news());
    constexpr SteadyUs again(JournalAllowance::again_from * JournalAllowance::another_after_us);
    CHECK(journal.left(again - 1) == 0);
    CHECK(journal.left(again) == JournalAllowance::again_from);
}

TEST_CASE("what is left out of the log is counted, and its last is told; other boards and kinds are not") {
    Notes notes(2);
    const auto admits = [&](std::size_t board, Notes::About about, int n) {
        return notes.admit(round::TableId{board}, about, {true, std::to_string(n)}, {}).has_value();
    };
    for (int n = 0; n < static_cast<int>(Notes::most_at_once); ++n)
        REQUIRE(admits(0, Notes::About::condition, n));
    for (int n = 100; n <= 140; ++n) REQUIRE(!admits(0, Notes::About::condition, n));
    CHECK(admits(0, Notes::About::incident, 1));
    CHECK(admits(1, Notes::About::condition, 1));
    constexpr SteadyUs another(Notes::another_after_us);
    CHECK(notes.left_out(another - 1).empty());
    const auto told = notes.left_out(another);
    REQUIRE(told.size() == 1);
    CHECK(told[0].text == "140 (40 such lines before it were left out)");
    CHECK(told[0].trouble);
    CHECK(notes.left_out(another + 10 * Notes::another_after_us).empty());
}

TEST_CASE(
    "whatever a board sends for an hour, log and journal keep to what it is allowed, and the other board "
    "loses nothing") {
    const WildHour quiet(Second::nobody, 0);
    REQUIRE(quiet.moves("game-1") == tests::short_game);
    std::size_t inputs_of_the_second = 0;
    for (const auto seed : tests::seeds({4, 30})) {
        CAPTURE(seed);
        const WildHour hour(seed % 2 == 0 ? Second::touches : Second::says_anything, seed);
        inputs_of_the_second += hour.inputs("game-2").size();
        CHECK(hour.moves("game-1") == tests::short_game);
        CHECK(hour.inputs("game-1").size() == quiet.inputs("game-1").size());
        CHECK(hour.board.oldest_seq() == hour.board.next_seq());
        CHECK(hour.notes_of("board 1: ") == quiet.notes_of("board 1: "));

        const auto lines = hour.notes_of("board 2: ");
        const auto most_lines =
            Notes::kinds * (Notes::most_at_once + 3602 * second / Notes::another_after_us);
        CHECK(lines.size() <= most_lines);
        for (const auto& line : lines) REQUIRE(line.size() <= 400);
        const auto inputs = hour.inputs("game-2");
        // Events are taken by whole batches.
        CHECK(inputs.size() <= JournalAllowance::most_records +
                                   3602 * second / JournalAllowance::another_after_us +
                                   2 * drivers::Session::most_in_flight);
        for (const auto& input : inputs) REQUIRE(input.line.size() <= 200);
    }
    CHECK(inputs_of_the_second > JournalAllowance::most_records); // it was heard
}

#include "daemon/account/description.hpp"
#include "daemon/account/ply_account.hpp"
#include "daemon/record/sensor_log.hpp"
#include "run_verb.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tools/adoube/evidence/report.hpp"

#include <set>

using namespace adoube;
using namespace adoube::tools;
using tests::RecordedGame;
using tests::says;

namespace {

/// A game continued by an arbiter's words.
struct Told : RecordedGame {
    explicit Told(const std::string& moves = "e4 e5 Nf3 d6") : RecordedGame(moves) {
        if (!inputs.empty()) t_ms = record::parse_input(inputs.back().line, record::Sensing::presence)->t_ms;
    }
    void say(record::What what, const std::string& by = {}) {
        inputs.push_back(
            {record::to_line(record::Input{t_ms += 1000, std::move(what)}, by), std::nullopt, UtcMs(1)});
    }
    evidence::Examination examined() const {
        auto found =
            evidence::examine(to_text(evidence::make_evidence(tests::hall_key, 1, game, inputs, {}, {})));
        REQUIRE(found.faults.empty());
        return found;
    }
    std::string page(const std::string& zone = "+01:00") const {
        const auto found = examined();
        return account::page(found, verdict_on(found, true).told, account::LocalTime::of(zone).value());
    }

    GameMs t_ms;
};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

} // namespace

TEST_CASE("an incident is of the move that it was raised on, whatever is played there after a takeback") {
    Told told;
    told.say(record::TakeBack{2}, "Anna (token 1)");
    told.say(record::PlayMove{"Bc4"});
    told.say(record::PlayMove{"Nf6"});
    const auto page = told.page();
    says(page, "<h2>2. Nf3, which was taken back: touch-move, Article 4.3.1");
    says(page, "After 2. Nf3, which input " + std::to_string(told.inputs.size() - 2) + " took back");
    CHECK(page.find("2. Bc4: touch-move") == std::string::npos);
    const auto found = told.examined();
    std::vector<std::string> names;
    std::set<std::uint64_t> inputs;
    for (const auto& ply : account::account_of(*found.replayed, 1)) {
        names.push_back(account::name_of(ply));
        for (const auto& seen : ply.seen) CHECK(inputs.insert(seen.input).second);
    }
    CHECK(names == std::vector<std::string>{"1. e4", "1... e5", "2. Nf3, which was taken back",
                                            "2... d6, which was taken back", "Before moves were taken back",
                                            "2. Bc4", "2... Nf6"});
    CHECK(inputs.size() == told.inputs.size()); // each once
}

TEST_CASE("an incident of a move that was never completed stays where it was raised") {
    Told told("e4 e5 Nf3");
    told.say(record::Lift{*chess::square_from("d7"), {}});
    told.say(record::Drop{*chess::square_from("d7"), {}});
    told.say(record::Lift{*chess::square_from("b8"), {}});
    told.say(record::Drop{*chess::square_from("c6"), {}});
    told.say(record::Press{chess::Side::black});
    told.say(record::TakeBack{1});
    told.say(record::PlayMove{"d6"});
    const auto page = told.page();
    says(page, "<h2>2... Nc6, which was taken back: touch-move");
    CHECK(page.find("2... d6: touch-move") == std::string::npos);
}

TEST_CASE("an incident that the arbiter has dismissed says so") {
    Told told;
    const auto before = told.page();
    CHECK(before.find("dismissed") == std::string::npos);
    told.say(record::Dismiss{1});
    const auto page = told.page();
    says(page, "2. Nf3: touch-move, Article 4.3.1 of the Laws of 2023 (dismissed)</h2>");
    says(page,
         "The arbiter has dismissed this incident: it was none (input " + std::to_string(told.inputs.size()));
}

TEST_CASE("a claim is reported with its verdict and with where the position stood before") {
    struct Case {
        int rounds;
        std::string verdict;
        std::size_t earlier;
    };
    for (const auto& [rounds, verdict, earlier] :
         {Case{2, "claim of threefold repetition is correct: the game is drawn.", 2},
          Case{1, "claim of threefold repetition is incorrect: Black gets 2 minutes more", 1}}) {
        Told told("e4 e5");
        for (int n = 0; n < rounds; ++n)
            for (const auto* move : {"Nf3", "Nf6", "Ng1", "Ng8"}) told.say(record::PlayMove{move});
        told.say(record::Claim{record::Claim::On::repetition, chess::Side::white, {}});
        const auto page = told.page();
        says(page, "Claim by White at move " + std::to_string(2 + 2 * rounds) + ", Article 9.");
        says(page, verdict);
        CHECK(count(page, "It stood before after ") == earlier);
        says(page, "It stood before after 1... e5, at 15:00:0");
        says(page, "White claimed a draw by threefold repetition");
    }
}

TEST_CASE("what the board tells all the time hides nothing of what was done") {
    Told told("e4 e5 Nf3 d6 d4");
    record::Snapshot snapshot;
    for (int n = 0; n < 30; ++n) told.say(snapshot);
    told.say(record::Call{chess::Side::black});
    const auto account = account::account_of(*told.examined().replayed, 1);
    REQUIRE_FALSE(account.empty());
    CHECK(std::ranges::count(account.back().seen, true, &account::Seen::routine) == 30);
    Told gap("e4 e5");
    const auto found = gap.examined();
    for (const auto& ply : account::account_of(*found.replayed, 1))
        for (const auto& seen : ply.seen) CHECK_FALSE(seen.routine); // it follows a gap
    CHECK(count(told.page(), "<td>the board told what stands on all squares</td>") <= 1);
}

TEST_CASE("every input has words, and none is the line of the log") {
    using namespace umpire;
    const auto e8 = *chess::square_from("e8");
    const std::vector<What> all{Lift{e8, {}},
                                Drop{e8, {}},
                                Press{},
                                Adjust{},
                                Offer{},
                                Accept{},
                                Decline{},
                                Resign{},
                                Flag{},
                                Claim{Claim::On::fifty, chess::Side::white, "Nf3"},
                                Snapshot{},
                                Gap{},
                                ClockReading{3'600'000, 59'000, {}},
                                Mask{e8, true},
                                BoardChange{"b"},
                                Call{},
                                SetPosition{"8/8/8/8/8/8/8/8 w - - 0 1"},
                                PlayMove{"Nf3"},
                                TakeBack{2},
                                SetResult{},
                                SetTime{60'000, {}},
                                Promoted{e8, chess::PieceType::knight},
                                Dismiss{1},
                                Pause{},
                                Resume{},
                                Adjourn{"Nf3"},
                                SetTags{{{"White", "Ann Adams"}}}};
    REQUIRE(all.size() == std::variant_size_v<What>);
    std::set<std::size_t> seen;
    for (const auto& what : all) {
        seen.insert(what.index());
        const auto words = account::described(what, "Anna (token 1)");
        CAPTURE(words);
        CHECK(words.find_first_of("{}") == std::string::npos);
        CHECK(words.find("\":") == std::string::npos);
        CHECK(words.ends_with(", said by Anna (token 1)"));
    }
    CHECK(seen.size() == all.size());
    CHECK(account::described(TakeBack{1}) == "the arbiter took back 1 ply");
    CHECK(account::described(SetTime{3'723'000, {}}) == "the arbiter set the clock to 1:02:03 for White");
    CHECK(account::described(Promoted{e8, chess::PieceType::knight}) ==
          "the arbiter said that the pawn on e8 became a knight");
}

TEST_CASE("times are the hall's, with UTC beside them, and the page says whence") {
    const Told told;
    struct Case {
        std::string zone, offset, began;
    };
    for (const auto& [zone, offset, began] :
         {Case{"+01:00", "UTC+01:00: +01:00, as whoever made this page has said", "15:00:03.500"},
          Case{"-03:30", "UTC-03:30: -03:30", "10:30:03.500"}}) {
        const auto page = told.page(zone);
        says(page, "in the hall (" + offset);
        says(page, "<td>" + began + "</td><td>14:00:03.500</td><td>b1 lifted</td>");
    }
    says(told.page(""), ": the time zone of the computer that made this page) and in UTC");
    for (const auto* zone :
         {"Atlantis", "+25:00", "+01:60", "../../etc/passwd", "/etc/passwd", "+1:00", "+01-00"}) {
        CAPTURE(zone);
        CHECK_FALSE(account::LocalTime::of(zone));
    }
}

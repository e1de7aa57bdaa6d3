#include "daemon/umpire/data/doubt.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/game/umpire.hpp"
#include "tests/catch.hpp"

#include <set>

using namespace adoube::umpire;

TEST_CASE("doubt: a thing that hands do has no frequency, two, or no words") {
    std::set<Doubt> listed;
    std::set<std::string_view> words;
    for (const auto& habit : habits) {
        CHECK(listed.insert(habit.doubt).second);
        CHECK(words.insert(habit.what).second);
        CHECK(!habit.what.empty());
        CHECK(habit.one_in > 1);
        CHECK(cost(habit.doubt) > 0);
    }
    CHECK(listed.size() == static_cast<std::size_t>(*listed.rbegin()) + 1);
}

TEST_CASE("doubt: what is three times as rare does not cost one more") {
    struct Row {
        std::int64_t one_in;
        int cost;
    };
    for (const auto& [one_in, expected] : {Row{1, 0}, Row{2, 1}, Row{3, 1}, Row{5, 1}, Row{6, 2}, Row{9, 2},
                                           Row{27, 3}, Row{81, 4}, Row{700, 6}, Row{6561, 8}}) {
        INFO("one in " << one_in);
        CHECK(cost_of_one_in(one_in) == expected);
    }
}

TEST_CASE("doubt: what is taken back still costs, or another doubt with it") {
    Doubts doubts;
    doubts += Doubt::breach;
    doubts += Doubt::misread_hands;
    Doubts before = doubts;
    Doubts more(Doubt::hasty_reply);
    more += Doubt::hasty_reply;
    doubts += more;
    CHECK(doubts.times(Doubt::hasty_reply) == 2);
    CHECK(doubts.cost() == before.cost() + 2 * cost(Doubt::hasty_reply));
    doubts -= more;
    doubts -= Doubt::breach;
    CHECK(doubts.times(Doubt::hasty_reply) == 0);
    CHECK(doubts.times(Doubt::breach) == 0);
    CHECK(doubts.cost() == cost(Doubt::misread_hands));
}

namespace {

Umpire umpire_of(std::initializer_list<const char*> inputs) {
    Umpire umpire(*adoube::record::parse_header(
        R"({"log":"adoube-sensor-log","version":1,"sensing":"presence","start":"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 30"})"));
    for (const auto* input : inputs)
        umpire.feed(*adoube::record::parse_input(input, adoube::record::Sensing::presence));
    return umpire;
}

} // namespace

TEST_CASE("explanation: a capture that no sensor saw is believed without a word") {
    CHECK(umpire_of({R"({"t":1000,"lift":"e4"})"}).explanation() ==
          "no move since, touched e4, on the board 30. exd5 at cost 4: a capture whose victim no sensor saw "
          "lifted (one in 81): cost 0\n");
}

TEST_CASE("explanation: whose hand lifted a piece is not weighed aloud") {
    const auto told =
        umpire_of({R"({"t":1000,"lift":"e1"})", R"({"t":1500,"drop":"e2"})", R"({"t":1700,"lift":"e8"})"})
            .explanation();
    CHECK(told.contains("no move since, touched e1 e8, and the board differs: cost 0\n"));
    CHECK(told.contains("30. Ke2, touched e8, and the board differs: cost 0\n"));
}

TEST_CASE("explanation: what all readings ask one to believe hides what tells them apart") {
    // Two empty presses, which every reading must believe.
    const auto told =
        umpire_of({R"({"t":500,"press":"w"})", R"({"t":600,"press":"w"})", R"({"t":1000,"lift":"e1"})",
                   R"({"t":1500,"drop":"e2"})", R"({"t":1700,"lift":"e8"})"})
            .explanation();
    CHECK(told.contains("30. Ke2, touched e8, and the board differs: cost 0\n"));
}

// What arbiters ask of records, without a network.

#include "daemon/adoubed/inquiries.hpp"

#include "daemon/journal/journal.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tests/unit/journal/waiter.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/json.hpp>

using namespace adoube;
using access::Boards;
using access::Grant;
using access::Role;
using adoubed::Inquiries;

namespace {

/// A game on board 3, being played; on board 4 nothing is yet.
struct AtTheJournal {
    AtTheJournal() {
        writer.put(journal::OpenGame{recorded.game});
        boards.put(recorded.game.id, 3);
        boards.put("Open-r1-b4", 4);
    }
    void append(std::size_t until) {
        for (; appended < until; ++appended)
            last = writer.put(journal::Append{recorded.game.id, recorded.inputs[appended]});
        REQUIRE(waiter.wait_durable(last));
    }
    server::Response ask(const std::string& target, const Grant& who) {
        const auto asked = inquiries.asked(target, who);
        return asked ? inquiries.answer_asked(*asked) : asked.error();
    }
    boost::json::value inputs_from(std::uint64_t from) {
        const auto response = ask("/api/games/Open-r1-b3/inputs?from=" + std::to_string(from), anna);
        REQUIRE(response.status == 200);
        CHECK(response.type == "application/json");
        return boost::json::parse(response.body);
    }

    tests::TemporaryFolder folder;
    tests::RecordedGame recorded;
    tests::Waiter waiter;
    journal::Recorder writer = journal::Journal::open(folder / "j.db").value().start(waiter.events());
    journal::Ticket last = 0;
    std::size_t appended = 0;
    adoubed::GameBoards boards;
    Inquiries inquiries{folder / "j.db", boards};
    Grant anna{Role::arbiter, *Boards::parse("3"), 1, "Anna"},
        ben{Role::arbiter, *Boards::parse("4"), 2, "Ben"}, otto{Role::operator_, Boards::all(), 3, "Otto"},
        fay{Role::fair_play, Boards::all(), 4, "Fay"};
};

} // namespace

TEST_CASE_METHOD(AtTheJournal, "a record is read by somebody whose board it is not, or not by its arbiter") {
    append(recorded.inputs.size());
    for (const std::string what : {"/inputs", "/inputs?from=1", "/inputs?from=99999999"}) {
        const auto target = "/api/games/Open-r1-b3" + what;
        CAPTURE(target);
        CHECK(ask(target, anna).status == 200);
        CHECK(ask(target, otto).status == 200);
        for (const auto& who : {ben, fay, Grant{}}) {
            const auto refused = ask(target, who);
            CHECK(refused.status == 403);
            CHECK(refused.body.find("lifted") == std::string::npos);
        }
    }
    const struct {
        std::string target;
        unsigned status;
    } rows[] = {{"Open-r1-b9/inputs", 404},
                {"Open-r1-b3", 404},
                {"Open-r1-b3/", 404},
                {"Open-r1-b3/moves", 404},
                {"", 404},
                {"/inputs", 404},
                {"Open-r1-b3/inputs?from=-1", 422},
                {"Open-r1-b3/inputs?from=e2", 422}};
    for (const auto& [target, status] : rows) {
        CAPTURE(target);
        CHECK(ask("/api/games/" + target, anna).status == status);
    }
    const auto nothing = ask("/api/games/Open-r1-b4/inputs", ben);
    CHECK(nothing.status == 404);
    CHECK(nothing.body.find("nothing is recorded of game Open-r1-b4 yet") != std::string::npos);
    CHECK(nothing.body.find("Open-r1-b3") == std::string::npos); // another arbiter's
}

TEST_CASE_METHOD(AtTheJournal,
                 "who follows a running game misses an input, or pays for all of it each time") {
    std::uint64_t next = 1;
    std::size_t seen = 0;
    for (std::size_t until = 0; until < recorded.inputs.size();) {
        append(until = std::min(until + 9, recorded.inputs.size()));
        const auto page = inputs_from(next);
        next = page.at("next").to_number<std::uint64_t>();
        seen += page.at("inputs").as_array().size();
        CHECK(seen == until);
    }
    CHECK(inputs_from(1).at("inputs").as_array().size() == recorded.inputs.size());
}

TEST_CASE_METHOD(AtTheJournal, "a record that was deleted is still told from memory") {
    append(recorded.inputs.size());
    inputs_from(1);
    last = writer.put(journal::DeleteGame{
        {recorded.game.id, UtcMs(1'763'700'000'000), "by hand", recorded.size(), {}}, recorded.size()});
    REQUIRE(waiter.wait_durable(last));
    const auto gone = ask("/api/games/Open-r1-b3/inputs", anna);
    CHECK(gone.status == 404);
    CHECK(gone.body.find("was deleted on") != std::string::npos);
}

TEST_CASE_METHOD(AtTheJournal, "a flood of questions waits without bound") {
    append(40);
    boost::asio::io_context context;
    std::map<unsigned, std::size_t> statuses;
    for (std::size_t n = 0; n < Inquiries::most_waiting + 5; ++n)
        boost::asio::co_spawn(
            context, inquiries.answer(inquiries.asked("/api/games/Open-r1-b3/inputs", anna).value()),
            [&](std::exception_ptr, server::Response response) { ++statuses[response.status]; });
    context.run();
    CHECK(statuses == std::map<unsigned, std::size_t>{{200, Inquiries::most_waiting}, {503, 5}});
}

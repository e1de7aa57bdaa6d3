// What arbiters ask of records, without a network.

#include "daemon/adoubed/inquiries.hpp"

#include "daemon/evidence/examine.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/evidence/shown_checkpoints.hpp"
#include "daemon/inquiry/claims.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
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
    /// From now on the hall has its key, and the journal what was signed with it.
    void sign() {
        REQUIRE(evidence::write_secret_file(folder / "hall.key", tests::hall_key.to_string() + "\n"));
        for (const auto& note : recorded.checkpoints)
            last = writer.put(record::Checkpoint{recorded.game.id, evidence::size_of(note), to_text(note)});
        REQUIRE(waiter.wait_durable(last));
    }
    server::Response ask(const std::string& target, const Grant& who) {
        const auto asked = inquiries.asked(target, who);
        return asked ? inquiries.answer_asked(*asked, UtcMs(1'763'650'000'000)) : asked.error();
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
    Inquiries inquiries{{folder / "j.db", folder / "hall.key", {}}, boards};
    Grant anna{Role::arbiter, *Boards::parse("3"), 1, "Anna"},
        ben{Role::arbiter, *Boards::parse("4"), 2, "Ben"}, otto{Role::operator_, Boards::all(), 3, "Otto"},
        fay{Role::fair_play, Boards::all(), 4, "Fay"};
};

} // namespace

TEST_CASE_METHOD(AtTheJournal, "a record is read by somebody whose board it is not, or not by its arbiter") {
    append(recorded.inputs.size());
    sign();
    for (const std::string what :
         {"/inputs", "/inputs?from=1", "/inputs?from=99999999", "/reading", "/reading?input=9", "/claims",
          "/evidence", "/evidence?from=3", "/evidence?incident=1", "/evidence.txt?from=3&to=4", "/sheet",
          "/sheet?letters=de&times=no", "/sheet.pdf", "/sheet.pdf?letters=figurines"}) {
        const auto target = "/api/games/Open-r1-b3" + what;
        CAPTURE(target);
        CHECK(ask(target, anna).status == 200);
        CHECK(ask(target, otto).status == 200);
        for (const auto& who : {ben, fay, Grant{}}) {
            const auto refused = ask(target, who);
            CHECK(refused.status == 403);
            for (const auto* secret : {"lifted", "Nf3", "%PDF"})
                CHECK(refused.body.find(secret) == std::string::npos);
        }
    }
    const struct {
        std::string target;
        unsigned status;
    } rows[] = {{"Open-r1-b9/inputs", 403},
                {"Open-r1-b3", 404},
                {"Open-r1-b3/", 404},
                {"Open-r1-b3/moves", 404},
                {"", 404},
                {"/inputs", 403},
                {"Open-r1-b3/inputs?from=-1", 422},
                {"Open-r1-b3/inputs?from=e2", 422},
                {"Open-r1-b3/reading?input=0", 404},
                {"Open-r1-b3/reading?input=9999", 404},
                {"Open-r1-b3/evidence?from=0", 422},
                {"Open-r1-b3/evidence?from=3&to=2", 422},
                {"Open-r1-b3/evidence?from=x", 422},
                {"Open-r1-b3/evidence?from=500", 409},
                {"Open-r1-b9/evidence", 403},
                {"Open-r1-b9/sheet", 403},
                {"Open-r1-b3/sheet?letters=xx", 422},
                {"Open-r1-b3/sheet.html", 404}};
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

TEST_CASE_METHOD(AtTheJournal, "a page of evidence is given that nobody else could verify") {
    append(recorded.inputs.size());
    CHECK(ask("/api/games/Open-r1-b3/evidence?from=3", anna).status == 409); // no key yet
    sign();
    const auto page = ask("/api/games/Open-r1-b3/evidence?from=3&to=4", anna);
    REQUIRE(page.status == 200);
    CHECK(page.type == "text/html; charset=utf-8");
    for (const auto* part : {"VERIFIED", "2. Nf3", "touch-move, Article 4.3", "root hash", "b1 lifted"}) {
        CAPTURE(part);
        CHECK(page.body.find(part) != std::string::npos);
    }
    CHECK(page.body.find(recorded.game.secret) == std::string::npos);
    const auto file = ask("/api/games/Open-r1-b3/evidence.txt?from=3&to=4", anna);
    const auto found = evidence::examine(file.body, {{tests::hall_key.verifier()}, {}, {}});
    CHECK(found.faults.empty());
    CHECK(found.anchored);
    REQUIRE(found.evidence.extract);
    CHECK(found.evidence.extract->first_ply <= 3);
    CHECK(found.evidence.extract->last_ply >= 4);
    CHECK(evidence::examine(ask("/api/games/Open-r1-b3/evidence.txt", anna).body).faults.empty());
    const auto of_incident = ask("/api/games/Open-r1-b3/evidence?incident=1", anna);
    REQUIRE(of_incident.status == 200);
    CHECK(of_incident.body.find("touch-move, Article 4.3") != std::string::npos);
    CHECK(of_incident.body.find("Shown") != std::string::npos); // a part of the game
    CHECK(ask("/api/games/Open-r1-b3/evidence?incident=1&from=2", anna).status == 200);
    CHECK(ask("/api/games/Open-r1-b3/evidence?incident=0", anna).status == 422);
    auto other = file.body;
    other[other.find("\"lift\":\"b1\"") + 8] = 'a';
    CHECK_FALSE(evidence::examine(other).faults.empty());
}

TEST_CASE_METHOD(AtTheJournal,
                 "a full scoresheet is another game's, lacks what its record has, or does not lead to "
                 "what was signed") {
    append(20);
    const auto sheet = [&](const std::string& asked) {
        return ask("/api/games/Open-r1-b3/sheet" + asked, anna).body;
    };
    const auto unsigned_sheet = sheet("");
    for (const auto* part : {"Ann Adams", "Ben Baker", ">Nf3<", "White’s signature"}) {
        CAPTURE(part);
        CHECK(unsigned_sheet.find(part) != std::string::npos);
    }
    CHECK(unsigned_sheet.find("<svg") == std::string::npos);
    append(recorded.inputs.size()); // it goes on
    sign();
    const auto whole = sheet("");
    CHECK(whole.find("<svg") != std::string::npos);
    CHECK(whole.find("The signed checkpoint of the record.") != std::string::npos);
    CHECK(unsigned_sheet.find(">Rd8#<") == std::string::npos);
    CHECK(whole.find(">Rd8#<") != std::string::npos);
    CHECK(sheet("?letters=de").find(">Sf3<") != std::string::npos);
    CHECK(sheet(".pdf").starts_with("%PDF-"));
}

TEST_CASE_METHOD(AtTheJournal, "a record that is not what was signed is shown as evidence") {
    recorded.inputs[5].line = R"({"t":1,"call":"w"})"; // somebody has been at the file
    append(recorded.inputs.size());
    sign();
    const auto refused = ask("/api/games/Open-r1-b3/evidence", anna);
    CHECK(refused.status == 409);
    CHECK(refused.body.find("is not what was signed") != std::string::npos);
}

TEST_CASE_METHOD(AtTheJournal, "the whole of an adjourned game is signed, or read, with its sealed move") {
    const auto t_ms = record::parse_input(recorded.inputs[11].line, record::Sensing::presence)->t_ms;
    recorded.inputs.resize(12);
    recorded.inputs.push_back(
        {record::to_line(record::Input{t_ms + 1000, record::Adjourn{"Qh5"}}), std::nullopt, UtcMs(1)});
    recorded.checkpoints.clear();
    append(recorded.inputs.size());
    REQUIRE(evidence::write_secret_file(folder / "hall.key", tests::hall_key.to_string() + "\n"));
    CHECK(ask("/api/games/Open-r1-b3/evidence", anna).status == 409);
    CHECK(ask("/api/games/Open-r1-b3/reading?input=13", anna).status == 404);
    for (const std::string what :
         {"inputs", "reading?input=12", "claims", "evidence?from=1", "evidence.txt?from=1", "sheet"}) {
        CAPTURE(what);
        const auto answer = ask("/api/games/Open-r1-b3/" + what, anna);
        CHECK(answer.status == 200);
        CHECK(answer.body.find("Qh5") == std::string::npos);
    }
}

TEST_CASE_METHOD(AtTheJournal, "an arbiter who asks is told of another reading than the umpire's") {
    append(recorded.inputs.size());
    const auto answer =
        boost::json::parse(ask("/api/games/Open-r1-b3/reading?input=3", anna).body).as_object();
    CHECK(answer.at("input") == 3);
    umpire::Umpire umpire(record::parse_header(recorded.game.header).value());
    for (std::size_t at = 0; at < 3; ++at)
        umpire.feed(record::parse_input(recorded.inputs[at].line, record::Sensing::presence).value());
    std::string text;
    for (const auto& line : answer.at("readings").as_array()) text += std::string(line.as_string()) + "\n";
    CHECK(text == umpire.explanation());
}

TEST_CASE_METHOD(AtTheJournal,
                 "a claim is shown without the positions that repeat, or as open once it is lost") {
    const auto claims_after = [&](const std::string& moves, std::optional<record::What> what = {}) {
        auto game = tests::RecordedGame(moves);
        std::vector<record::Entry> inputs; // of plain hands alone, without what RecordedGame adds
        for (const auto& input : tests::SimpleHands().play(tests::moves_of(moves)))
            inputs.push_back({record::to_line(input), std::nullopt, UtcMs(1)});
        const auto end_ms = record::parse_input(inputs.back().line, record::Sensing::presence)->t_ms;
        if (what)
            inputs.push_back({record::to_line(record::Input{end_ms + 900, *what}), std::nullopt, UtcMs(1)});
        return boost::json::parse(inquiry::claims_of(evidence::replay(game.game, inputs).value()))
            .as_object();
    };
    const std::string twice = "Nf3 Nf6 Ng1 Ng8", thrice = twice + " Nf3 Nf6 Ng1 Ng8";
    const auto early = claims_after(twice).at("now").as_object();
    CHECK(early.at("side") == "w");
    CHECK_FALSE(early.at("repetition").as_bool());
    CHECK(early.at("times").as_array().size() == 2);
    const auto open = claims_after(thrice).at("now").as_object();
    CHECK(open.at("repetition").as_bool());
    CHECK_FALSE(open.at("fifty").as_bool());
    CHECK_FALSE(open.at("lost").as_bool());
    CHECK(open.at("halfmoves") == 8);
    REQUIRE(open.at("times").as_array().size() == 3);
    CHECK_FALSE(open.at("times").at(0).as_object().contains("after"));
    CHECK(open.at("times").at(1).at("after") == "2... Ng8");
    CHECK(open.at("times").at(2).at("after") == "4... Ng8");
    CHECK(claims_after(thrice, record::Lift{*chess::square_from("b1"), {}}).at("now").at("lost").as_bool());
    const auto claimed =
        claims_after(thrice, record::Claim{record::Claim::On::repetition, chess::Side::white, {}});
    REQUIRE(claimed.at("claims").as_array().size() == 1);
    const auto& claim = claimed.at("claims").at(0).as_object();
    CHECK(claim.at("correct").as_bool());
    CHECK(claim.at("times").as_array().size() == 3);
    const auto wrong =
        claims_after(twice, record::Claim{record::Claim::On::repetition, chess::Side::white, {}});
    CHECK_FALSE(wrong.at("claims").at(0).at("correct").as_bool());
    CHECK(claims_after("f3 e5 g4 Qh4#").at("now").is_null());
}

TEST_CASE_METHOD(AtTheJournal, "from a refusal somebody learns which games are at boards that are not his") {
    append(20);
    boards.add("Open-r0-b3"); // nobody knows whose board it was
    const auto refused = [&](const std::string& game, const Grant& who) {
        const auto answer = ask("/api/games/" + game + "/inputs?from=1", who);
        CHECK(answer.status == 403);
        auto text = answer.body;
        const auto at = text.find(game);
        REQUIRE(at != std::string::npos);
        return text.replace(at, game.size(), "G");
    };
    const Grant all{Role::arbiter, Boards::all(), 5, "Al"};
    CHECK(refused("Open-r1-b3", ben) == refused("Open-r1-b99", ben));
    CHECK(refused("Open-r0-b3", ben) == refused("Open-r1-b99", ben));
    CHECK(refused("Open-r0-b3", all) == refused("Open-r1-b99", all));
    CHECK(ask("/api/games/Open-r0-b3/inputs", otto).body.find("nothing is recorded of") != std::string::npos);
    CHECK(ask("/api/games/Open-r1-b99/inputs", otto).body.find("in this round") != std::string::npos);
}

TEST_CASE_METHOD(AtTheJournal, "a flood of one token's questions waits without bound, or keeps others out") {
    append(40);
    boost::asio::io_context context;
    std::map<std::string, std::map<unsigned, std::size_t>> statuses;
    const Grant carl{Role::arbiter, *Boards::parse("3"), 6, "Carl"};
    for (const auto& who : {anna, carl, otto})
        for (std::size_t n = 0; n < Inquiries::room.of_token + 5; ++n)
            boost::asio::co_spawn(
                context,
                inquiries.answer(inquiries.asked("/api/games/Open-r1-b3/inputs", who).value(), who, UtcMs(1)),
                [&, name = who.name](std::exception_ptr, server::Response response) {
                    ++statuses[name][response.status];
                });
    context.run();
    for (const auto* name : {"Anna", "Carl"})
        CHECK(statuses[name] == std::map<unsigned, std::size_t>{{200, Inquiries::room.of_token}, {503, 5}});
    CHECK(statuses["Otto"] == std::map<unsigned, std::size_t>{{200, Inquiries::room.of_token + 5}});
}

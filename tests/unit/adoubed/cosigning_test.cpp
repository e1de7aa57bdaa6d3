// The hall's side of co-signing, without a network.

#include "daemon/adoubed/cosigning.hpp"

#include "daemon/journal/journal.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tests/unit/journal/waiter.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

using namespace adoube;
using access::Boards;
using access::Grant;
using access::Role;
using adoubed::Cosigning;
using tests::arbiter_key;

namespace {

/// A journal being written: a game on board 3, its first twenty checkpoints signed.
struct AtHall {
    AtHall() {
        writer.put(journal::OpenGame{recorded.game});
        for (const auto& input : recorded.inputs) writer.put(journal::Append{recorded.game.id, input});
        for (std::size_t at = 0; at < 20; ++at) sign(recorded.checkpoints[at]);
        boards.put(recorded.game.id, 3);
    }
    void put(journal::Record record) { REQUIRE(waiter.wait_durable(writer.put(std::move(record)))); }
    void sign(const tlog::Note& note) {
        put(record::Checkpoint{recorded.game.id, size_of(note), to_text(note)});
    }
    static std::uint64_t size_of(const tlog::Note& note) { return tlog::parse_checkpoint(note.text)->size; }
    Cosigning::Answer ask(const std::string& method, const std::string& target, const Grant& who,
                          const std::string& body = {}) const {
        const auto asked = cosigning.asked({method, target, {}, {}, body}, who);
        return asked ? cosigning.answer_asked(*asked) : Cosigning::Answer{asked.error(), {}};
    }
    Cosigning::Answer request(std::uint64_t old_size) const {
        return ask("GET", "/api/evidence/checkpoint?game=Open-r1-b3&old=" + std::to_string(old_size), anna);
    }
    Cosigning::Answer give(const tlog::Note& note) const {
        return ask("POST", "/api/evidence/cosignature", anna, to_text(note));
    }
    std::string list(const Grant& who) const { return ask("GET", "/api/evidence", who).response.body; }

    tests::TemporaryFolder folder;
    tests::RecordedGame recorded;
    tests::Waiter waiter;
    journal::Recorder writer = journal::Journal::open(folder / "j.db").value().start(waiter.events());
    adoubed::GameBoards boards;
    Cosigning cosigning{folder / "j.db", tests::hall_key.verifier(), {arbiter_key.verifier()}, boards};
    Grant anna{Role::arbiter, *Boards::parse("3"), 1, "Anna"},
        ben{Role::arbiter, *Boards::parse("4"), 2, "Ben"}, otto{Role::operator_, Boards::all(), 3, "Otto"};
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE_METHOD(AtHall, "a co-signer is shown a checkpoint that does not go on from what he knows, and his "
                         "signature of it is lost or kept twice") {
    const auto size = size_of(recorded.checkpoints[19]), old_size = size_of(recorded.checkpoints[4]);
    CHECK(list(anna) == R"({"cosigners":[")" + arbiter_key.verifier().to_string() +
                            R"("],"games":[{"game":"Open-r1-b3","board":3,"size":)" + std::to_string(size) +
                            R"(,"cosigned":[]}]})" + "\n");
    for (const auto known : {std::uint64_t{0}, old_size, size}) {
        const auto answered = request(known);
        CHECK(answered.response.status == 200);
        const auto asked = tlog::parse_cosign_request(answered.response.body);
        REQUIRE(asked);
        CHECK(asked->note.text == recorded.checkpoints[19].text);
        const auto tree = evidence::tree_of(recorded.game, recorded.inputs);
        CHECK((known == 0 ||
               tlog::proves_consistency(asked->proof, known, tree.root(known), size, tree.root(size))));
    }
    auto note = tlog::parse_cosign_request(request(0).response.body)->note;
    note.signatures.push_back(cosign(arbiter_key, note.text, 1'763'650'000));
    const auto taken = give(note);
    CHECK(taken.response.status == 200);
    REQUIRE(taken.record);
    CHECK(taken.record->size == size);
    put(*taken.record);
    CHECK(has(list(anna), R"("cosigned":[")" + arbiter_key.verifier().to_string() + "\"]"));
    const auto again = give(note);
    CHECK(again.response.status == 200);
    CHECK_FALSE(again.record);
    sign(recorded.checkpoints[20]);
    CHECK(has(list(anna), R"("cosigned":[])")); // a newer one exists
    CHECK_FALSE(give(note).record);
}

TEST_CASE_METHOD(AtHall,
                 "what a co-signer was shown is refused when it comes back after the journal has dropped "
                 "the signature, or any text that says it was signed here is taken") {
    auto note = recorded.checkpoints[3];
    note.signatures.push_back(cosign(arbiter_key, note.text, 1'766'239'380));
    writer = journal::Journal::open(folder / "other.db").value().start({}); // closes it, which settles all
    tests::Waiter again;
    writer = journal::Journal::open(folder / "j.db").value().start(again.events());
    const auto kept = journal::checkpoints_of(folder / "j.db", recorded.game.id).value();
    REQUIRE(std::ranges::find(kept, size_of(note), &record::Checkpoint::size) == kept.end());
    const auto answer = give(note);
    CHECK(answer.response.status == 200);
    REQUIRE(answer.record);
    CHECK(tlog::parse_note(answer.record->note)->signatures.size() == 2);
    REQUIRE(again.wait_durable(writer.put(*answer.record)));
    CHECK_FALSE(give(note).record); // it has it

    auto by_nobody = recorded.checkpoints[4];
    by_nobody.signatures = {cosign(arbiter_key, by_nobody.text, 1'766'239'380)};
    CHECK(give(by_nobody).response.status == 422);
    auto of_another = recorded.checkpoints[4]; // of as many inputs, but others
    const auto text = tests::RecordedGame("e4 e5 Nf3 Nc6 Bb5", "another").checkpoints[4].text;
    of_another = {text, {tlog::sign(tests::hall_key, text), cosign(arbiter_key, text, 1'766'239'380)}};
    CHECK(give(of_another).response.status == 422);
    writer = journal::Journal::open(folder / "other.db").value().start({}); // before `again` goes
}

TEST_CASE_METHOD(AtHall, "somebody is shown, or signs, what is not of his boards or not of this round") {
    const auto refused = [](const Cosigning::Answer& answer, unsigned status, const std::string& why) {
        CHECK(answer.response.status == status);
        CHECK(answer.response.body == "{\"error\":\"" + why + "\"}\n");
        CHECK_FALSE(answer.record);
    };
    const std::string one = "/api/evidence/checkpoint?game=Open-r1-b3";
    CHECK(has(list(otto), "Open-r1-b3"));
    CHECK(has(list(ben), R"("games":[])"));
    CHECK(ask("GET", one, otto).response.status == 200);
    refused(ask("GET", one, ben), 403,
            "this token is not for game Open-r1-b3, only for those of its boards: 4");
    auto note = recorded.checkpoints[19];
    note.signatures.push_back(cosign(arbiter_key, note.text, 1));
    refused(ask("POST", "/api/evidence/cosignature", ben, to_text(note)), 403,
            "this token is not for game Open-r1-b3, only for those of its boards: 4");
    refused(ask("GET", "/api/evidence/checkpoint?game=Open-r2-b3", otto), 404,
            "there is no game Open-r2-b3 in this round");

    // A game armed after another, or instead of it, is of this round; at which table it is, that does not
    // say.
    boards.add({"Open-r1-b3", "Open-r1-b3.2", "{}", UtcMs(1)});
    boards.add({"", "Open-r1-b3.3", "{}", UtcMs(1), "Open-r1-b3.2"});
    boards.add({"Open-r0-b3", "Open-r0-b3.2", "{}", UtcMs(1)});
    for (const auto* which : {".2", ".3"}) {
        for (const auto& who : {anna, ben})
            refused(ask("GET", one + which, who), 403,
                    "this token is not for game Open-r1-b3" + std::string(which) +
                        ", only for those of its boards: " + who.boards.to_string());
        refused(ask("GET", one + which, otto), 404,
                "nothing of game Open-r1-b3" + std::string(which) + " is signed yet");
    }
    boards.put("Open-r1-b3.2", 4); // as its record says
    refused(ask("GET", one + ".2", ben), 404, "nothing of game Open-r1-b3.2 is signed yet");
    refused(ask("GET", "/api/evidence/checkpoint?game=Open-r0-b3.2", otto), 404,
            "there is no game Open-r0-b3.2 in this round");
}

TEST_CASE_METHOD(AtHall, "what is asked for in a way that means nothing, or is no co-signature, is taken") {
    const auto status = [](const Cosigning::Answer& answer) {
        CHECK_FALSE(answer.record);
        return answer.response.status;
    };
    CHECK(status(request(size_of(recorded.checkpoints[20]))) == 422); // more than signed
    for (const char* query : {"?game=Open-r1-b3&old=x", "?game=Open-r1-b3&old=-1", "?old=1", ""})
        CHECK(status(ask("GET", std::string("/api/evidence/checkpoint") + query, otto)) == 422);
    const auto signed_by = [&](const tlog::SigningKey& key, tlog::Note note) {
        note.signatures.push_back(key.verifier().type == tlog::SignatureType::note
                                      ? tlog::sign(key, note.text)
                                      : cosign(key, note.text, 1));
        return note;
    };
    const auto stranger = tests::key_named("x", tlog::SignatureType::cosignature, 9);
    CHECK(status(give(recorded.checkpoints[19])) == 422);
    CHECK(status(give(signed_by(stranger, recorded.checkpoints[19]))) == 422);
    CHECK(status(give(signed_by(tests::other_key, recorded.checkpoints[19]))) == 422);
    CHECK(status(give(signed_by(arbiter_key, recorded.checkpoints[20]))) == 422); // not signed here
    const auto other = signed_checkpoint(tests::hall_key, "adoube/game/Open-r1-b3", 5, {});
    CHECK(status(give(signed_by(arbiter_key, other))) == 422); // another history
    for (const char* text : {"", "no note", "a/b\n1\nAAAA\n\n"})
        CHECK(status(ask("POST", "/api/evidence/cosignature", otto, text)) == 422);
    CHECK(status(ask("POST", "/api/evidence/cosignature", otto,
                     to_text(signed_by(arbiter_key,
                                       signed_checkpoint(tests::hall_key, "another/log", 5, {}))))) == 422);
}

TEST_CASE("a co-signer knows more of a game than the journal, and nobody at the hall is told") {
    AtHall hall;
    const auto told = [&](std::uint64_t old_size) {
        boost::asio::io_context context;
        std::string trouble;
        boost::asio::co_spawn(
            context,
            hall.cosigning.answer(
                hall.cosigning
                    .asked({"GET",
                            "/api/evidence/checkpoint?game=Open-r1-b3&old=" + std::to_string(old_size),
                            {},
                            {},
                            {}},
                           hall.anna)
                    .value(),
                hall.anna),
            [&](std::exception_ptr, Cosigning::Answer answer) { trouble = answer.trouble; });
        context.run();
        return trouble;
    };
    const auto size = AtHall::size_of(hall.recorded.checkpoints[19]);
    CHECK(told(size).empty());
    CHECK(has(told(size + 1), "a co-signer has seen " + std::to_string(size + 1) +
                                  " leaves of game Open-r1-b3 signed, and in this journal only " +
                                  std::to_string(size) + " are"));
    CHECK(told(size + 2).empty()); // once
}

TEST_CASE("a record that is not what was signed is shown to a co-signer as if it were") {
    AtHall hall;
    hall.recorded.checkpoints[20] = signed_checkpoint(tests::hall_key, "adoube/game/Open-r1-b3",
                                                      AtHall::size_of(hall.recorded.checkpoints[20]), {});
    hall.sign(hall.recorded.checkpoints[20]);
    const auto answered = hall.request(0);
    CHECK(answered.response.status == 409);
    CHECK(has(answered.trouble, "the record of game Open-r1-b3 is not what was signed"));
}

TEST_CASE("of a game that was deleted a co-signer gets something, or leaves something") {
    AtHall hall;
    auto note = hall.recorded.checkpoints[19];
    note.signatures.push_back(cosign(arbiter_key, note.text, 1));
    const auto size = hall.recorded.size();
    hall.put(record::DeleteGame{{"Open-r1-b3", UtcMs(5), "by hand", size, {}}, AtHall::size_of(note)});
    CHECK(has(hall.list(hall.otto), R"("games":[])"));
    CHECK(hall.request(0).response.status == 404);
    const auto given = hall.give(note);
    CHECK(given.response.status == 422);
    CHECK_FALSE(given.record);
}

TEST_CASE("so much is asked at once that what waits grows, or the journal cannot be looked at and nobody is "
          "told") {
    AtHall hall;
    boost::asio::io_context context;
    std::map<unsigned, int> statuses;
    for (std::size_t n = 0; n < Cosigning::most_waiting + 5; ++n)
        boost::asio::co_spawn(
            context,
            hall.cosigning.answer(
                hall.cosigning.asked({"GET", "/api/evidence", {}, {}, {}}, hall.otto).value(), hall.otto),
            [&](std::exception_ptr, Cosigning::Answer answer) { ++statuses[answer.response.status]; });
    context.run();
    CHECK(statuses == std::map<unsigned, int>{{200, Cosigning::most_waiting}, {503, 5}});
    const Cosigning elsewhere(hall.folder / "none.db", {}, {}, hall.boards);
    const auto asked = elsewhere.asked({"GET", "/api/evidence", {}, {}, {}}, hall.otto);
    CHECK(elsewhere.answer_asked(asked.value()).response.status == 503);
}

// A live co-signer, without a network.

#include "tools/adoube/evidence/live_cosigner.hpp"

#include "daemon/evidence/key_file.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tools/adoube/common/files.hpp"

#include <set>

using namespace adoube;
using namespace adoube::tools;
using tests::RecordedGame;

namespace {

/// A hall's game, and how much is signed.
struct Record {
    explicit Record(const std::string& id, std::size_t signed_size) : size(signed_size) {
        recorded.game.id = id;
        tree = evidence::tree_of(recorded.game, recorded.inputs);
    }
    tlog::Note checkpoint(const tlog::SigningKey& key) const {
        return signed_checkpoint(key, tlog::origin_of(recorded.game.id), size, tree.root(size));
    }

    RecordedGame recorded;
    tlog::Tree tree;
    std::uint64_t size;
    std::map<std::uint64_t, tlog::Note> cosigned; // by size
};

class Halls {
  public:
    Halls() {
        REQUIRE(evidence::write_secret_file(folder / "anna.key", tests::arbiter_key.to_string() + "\n"));
        games.emplace_back("a", 10);
        games.emplace_back("b", 10);
    }

    std::expected<HallAnswer, HallClient::End> answer(const HallRequest& request) {
        requests.push_back(request.target);
        if (requests.size() == ends_after) return std::unexpected(HallClient::End{"gone", false});
        if (request.target == "/api/evidence") return HallAnswer{list_status, list()};
        if (request.post) return take(request);
        const auto game = std::ranges::find_if(games, [&](const Record& one) {
            return request.target.starts_with("/api/evidence/checkpoint?game=" + one.recorded.game.id +
                                              "&old=");
        });
        REQUIRE(game != games.end());
        if (not_shown.contains(game->recorded.game.id)) return HallAnswer{503, R"({"error":"not now"})"};
        const auto old = std::stoull(request.target.substr(request.target.find("&old=") + 5));
        REQUIRE(old <= game->size); // no hall can show more
        auto text = to_text(request_to_cosign(game->tree, old, game->checkpoint(key)));
        return HallAnswer{200, shown.value_or(text)};
    }

    LiveCosigner cosigner() {
        return {Cosigner::open((folder / "anna.key").string(), {}).value(), tests::hall_key.verifier(),
                [this](const HallRequest& request) { return answer(request); }};
    }
    std::string memory() const { return read_file((folder / "anna.key.seen").string()).value_or(""); }
    bool is_cosigned(std::size_t game, std::uint64_t size) const {
        const auto found = games[game].cosigned.find(size);
        return found != games[game].cosigned.end() &&
               cosigned_utc_s(found->second, tests::arbiter_key.verifier()) == now;
    }

    tests::TemporaryFolder folder;
    tlog::SigningKey key = tests::hall_key;
    std::vector<Record> games;
    std::vector<std::string> requests;
    std::size_t ends_after = 0; // requests; 0: never
    unsigned list_status = 200, post_status = 200;
    std::optional<std::string> shown; // instead of requests to co-sign
    std::string cosigners = tests::arbiter_key.verifier().to_string();
    std::set<std::string> not_shown; // games it cannot show now
    std::uint64_t now = 1'763'650'000;
    LiveCosigner::Clock clock = [this] { return now; };

  private:
    std::string list() const {
        if (list_status != 200) return R"({"error":"not for you"})";
        std::string rows;
        for (const auto& game : games)
            rows += (rows.empty() ? "" : ",") + (R"({"game":")" + game.recorded.game.id) +
                    R"(","board":1,"size":)" + std::to_string(game.size) + R"(,"cosigned":[)" +
                    (game.cosigned.contains(game.size) ? '"' + cosigners + '"' : "") + "]}";
        return R"({"cosigners":[")" + cosigners + R"("],"games":[)" + rows + "]}\n";
    }
    std::expected<HallAnswer, HallClient::End> take(const HallRequest& request) {
        REQUIRE(request.target == "/api/evidence/cosignature");
        if (post_status != 200) return HallAnswer{post_status, R"({"error":"no"})"};
        const auto note = tlog::parse_note(request.body).value();
        const auto said = tlog::parse_checkpoint(note.text).value();
        for (auto& game : games)
            if (said.origin == tlog::origin_of(game.recorded.game.id)) game.cosigned[said.size] = note;
        return HallAnswer{200, "{\"ok\":true}\n"};
    }
};

std::string all_news(const LiveCosigner::Pass& pass) {
    std::string text;
    for (const auto& news : pass.news) text += (news.trouble ? "! " : "") + news.sentence + "\n";
    return text;
}

} // namespace

TEST_CASE_METHOD(Halls, "a game that grows is not co-signed as it grows, or one that does not is asked for") {
    auto anna = cosigner();
    const auto first = anna.pass(clock);
    CHECK_FALSE(first.ended);
    CHECK(first.refused == 0);
    CHECK(all_news(first) == "game a is co-signed as it grows\ngame b is co-signed as it grows\n");
    CHECK(is_cosigned(0, 10));
    CHECK(is_cosigned(1, 10));
    games[1].size = 33;
    requests.clear();
    const auto second = anna.pass(clock);
    CHECK(all_news(second).empty());
    CHECK(is_cosigned(1, 33));
    CHECK(requests == std::vector<std::string>{"/api/evidence", "/api/evidence/checkpoint?game=b&old=10",
                                               "/api/evidence/cosignature"});
}

TEST_CASE_METHOD(Halls, "a connection that ends, or a co-signer that is killed, leaves a game without") {
    for (ends_after = 1; ends_after <= 5; ++ends_after) {
        auto anna = cosigner(); // a new one, as after a kill
        requests.clear();
        for (auto& game : games) game.cosigned.clear();
        const auto cut = anna.pass(clock);
        REQUIRE(cut.ended);
        CHECK(cut.ended->why == "gone");
        CHECK_FALSE(cut.ended->for_good);
        const auto whole = cosigner().pass(clock);
        CHECK_FALSE(whole.ended);
        CHECK(is_cosigned(0, 10));
        CHECK(is_cosigned(1, 10));
    }
    // A hall that lost what it acknowledged gets it again.
    ends_after = 0;
    games[0].cosigned.clear();
    CHECK_FALSE(cosigner().pass(clock).ended);
    CHECK(is_cosigned(0, 10));
}

TEST_CASE_METHOD(Halls, "a game that the hall cannot show keeps another from being co-signed") {
    not_shown = {"a"};
    const auto pass = cosigner().pass(clock);
    REQUIRE(pass.ended);
    CHECK(pass.ended->why == "game a: not now");
    CHECK_FALSE(pass.ended->for_good);
    CHECK(games[0].cosigned.empty());
    CHECK(is_cosigned(1, 10));
}

TEST_CASE_METHOD(Halls, "what is co-signed late in a pass is dated to its beginning") {
    const auto slow = [this] { return now += 60; };
    CHECK_FALSE(cosigner().pass(slow).ended);
    CHECK(is_cosigned(1, 10)); // the last one, now
    CHECK_FALSE(is_cosigned(0, 10));
}

TEST_CASE_METHOD(Halls,
                 "a second history is co-signed, silently passed over, or keeps another game from it") {
    auto anna = cosigner();
    REQUIRE_FALSE(anna.pass(clock).ended);
    const auto before = memory();
    std::string why;
    bool older = false;
    SECTION("of the same size") {
        games[0].recorded.inputs[3].host_utc_ms += 1;
        why =
            "! game a: this does not go on from the record of 9 inputs that you have co-signed before: there "
            "are two histories of adoube/game/a; nothing was co-signed\n";
    }
    SECTION("longer, with the proof of the other history") {
        games[0].recorded.inputs[3].host_utc_ms += 1;
        games[0].size = 20;
        why = "there are two histories of adoube/game/a";
    }
    SECTION("an older checkpoint, once more") {
        games[0].size = 6;
        older = true;
        why =
            "! game a: this is older than the record of 9 inputs that you have co-signed before; nothing was "
            "co-signed\n";
    }
    games[0].tree = evidence::tree_of(games[0].recorded.game, games[0].recorded.inputs);
    games[0].cosigned.clear();
    games[1].size = 12;
    const auto pass = anna.pass(clock);
    CHECK(pass.refused == 1);
    CHECK_FALSE(pass.ended);
    CHECK(all_news(pass).find(why) != std::string::npos);
    CHECK(games[0].cosigned.empty());
    CHECK(is_cosigned(1, 12)); // the other game goes on
    const auto again = anna.pass(clock);
    CHECK(again.refused == 1);
    CHECK(all_news(again).empty()); // told once
    CHECK(memory().substr(0, before.find('\n')) == before.substr(0, before.find('\n')));
    const auto tells_hall = [](const std::string& target) { return target.ends_with("&old=6&known=10"); };
    CHECK(std::ranges::any_of(requests, tells_hall) == older);
    if (!older) return;
    games[0].size = 11; // only late
    CHECK(all_news(anna.pass(clock)) == "game a is co-signed as it grows\n");
    CHECK(is_cosigned(0, 11));
}

TEST_CASE_METHOD(Halls,
                 "what the hall's key has not signed, or is no checkpoint of this game, is co-signed") {
    std::string why;
    SECTION("another key") {
        key = tests::other_key;
        why = "what the hall shows is not signed by " + tests::hall_key.verifier().to_string();
    }
    SECTION("another game") {
        shown = to_text(request_to_cosign(games[1].tree, 0, games[1].checkpoint(key)));
        games.pop_back();
        why = "what the hall shows is of adoube/game/b";
    }
    SECTION("evidence, which is more than a checkpoint") {
        shown = to_text(tlog::CosignRequest{0, {}, RecordedGame().whole()});
        games.pop_back();
        why = "what the hall shows is of adoube/game/Open-r1-b3";
    }
    SECTION("nonsense") {
        shown = "<html>";
        why = "what the hall shows cannot be read: it does not begin with old and a size";
    }
    const auto pass = cosigner().pass(clock);
    CHECK(pass.refused == games.size());
    CHECK_FALSE(pass.ended);
    CHECK(all_news(pass).find(why) != std::string::npos);
    CHECK(games[0].cosigned.empty());
    CHECK(memory().empty());
}

TEST_CASE_METHOD(Halls,
                 "a hall that lets nobody co-sign is asked for ever, or one that is busy is given up") {
    const auto ends = [&](const std::string& why, bool for_good) {
        const auto pass = cosigner().pass(clock);
        REQUIRE(pass.ended);
        CHECK(pass.ended->why == why);
        CHECK(pass.ended->for_good == for_good);
    };
    list_status = 401;
    ends("not for you", true);
    list_status = 403;
    ends("not for you", true);
    list_status = 429;
    ends("not for you", false);
    list_status = 503;
    ends("not for you", false);
    list_status = 200;
    post_status = 503;
    ends("no", false);
    post_status = 422;
    const auto refused = cosigner().pass(clock);
    CHECK_FALSE(refused.ended);
    CHECK(refused.refused == 2);
    CHECK(all_news(refused).find("! game a: the hall does not take what was co-signed: no\n") == 0);
    cosigners = "somebody else";
    ends("the hall takes no co-signature by " + tests::arbiter_key.verifier().to_string() +
             ": name it under cosigners in its configuration",
         true);
    cosigners = "\"";
    ends("what answers there is no adoubed that can be co-signed", true);
}

TEST_CASE_METHOD(Halls, "a co-signer whose memory is damaged signs all the same") {
    REQUIRE(write_file((folder / "anna.key.seen").string(), "1 x adoube/game/a\n"));
    const auto pass = cosigner().pass(clock);
    CHECK(pass.refused == 2);
    CHECK(all_news(pass).find("is damaged") != std::string::npos);
    CHECK(games[0].cosigned.empty());
}

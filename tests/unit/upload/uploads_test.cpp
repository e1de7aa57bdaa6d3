#include "daemon/targets/report_json.hpp"
#include "daemon/targets/report_words.hpp"
#include "daemon/upload/uploads.hpp"
#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/says.hpp"
#include "tests/sites/cloud_reader.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/targets/played.hpp"
#include "tests/unit/upload/http_site.hpp"
#include "tests/wait_until.hpp"

#include <fstream>

using namespace adoube;
using namespace adoube::upload;
using tests::HttpSite;
using tests::Played;

namespace {

HallMs steady_now() {
    return HallMs(std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::steady_clock::now().time_since_epoch())
                      .count());
}

/// Targets and what they told.
class Desk {
  public:
    explicit Desk(std::vector<Upload> all, const std::function<HallMs()>& now = steady_now)
        : uploads(std::move(all), now, [this](const targets::Note& note) {
              const std::lock_guard lock(mutex_);
              told_ += note.text + '\n';
          }) {}
    std::string told() const {
        const std::lock_guard lock(mutex_);
        return told_;
    }
    targets::Report report(std::size_t at = 0) const { return uploads.reports().at(at); }

  private:
    mutable std::mutex mutex_;
    std::string told_;

  public:
    Uploads uploads;
};

class Places {
  public:
    Places() {
        std::ofstream(token()) << "token";
        std::filesystem::permissions(token(), std::filesystem::perms::owner_read);
    }
    std::filesystem::path token() const { return folder / "token"; }
    Upload lichess(const HttpSite& site) const {
        Upload upload;
        upload.settings.name = "lichess";
        upload.settings.kind = targets::Kind::lichess;
        upload.settings.url = site.url(HttpSite::round);
        upload.access.token_file = token();
        upload.sent_record = folder / "sent";
        return upload;
    }
    Upload file(const std::string& url, const std::string& each_game = {}) const {
        Upload upload;
        upload.settings.name = "file";
        upload.settings.url = url;
        upload.settings.each_game = each_game;
        upload.access.token_file = token();
        return upload;
    }

    tests::TemporaryFolder folder;
};

/// What the first target shows against the board, of its first game that differs; empty: none does.
std::string differing(const Desk& desk) {
    const auto games = desk.report().games;
    const auto found = std::ranges::find_if(games, [](const auto& game) { return !game.differs.empty(); });
    return found == games.end() ? std::string() : found->differs;
}

std::size_t moves_at(const HttpSite& site, const Played& game) {
    const auto lichess = site.lichess();
    const auto found = lichess.chapters.find(game.state.id);
    return found == lichess.chapters.end() ? 0 : found->second.mainline.size();
}

} // namespace

TEST_CASE("what a lichess round shows else is not known after a restart") {
    const Places places;
    HttpSite site("Bearer token");
    Played game(1);
    for (const auto* san : {"e4", "e5", "Nf3"}) game.play(san);
    {
        Desk desk({places.lichess(site)});
        desk.uploads.put(game.state);
        REQUIRE(tests::wait_until([&] { return moves_at(site, game) == 3; }));
        CHECK(tests::wait_until([&] { return desk.report().state == targets::Report::State::up_to_date; }));
        CHECK(site.last_request() == "POST text/plain; charset=utf-8");
    }
    game.take_back(1);
    game.play("Nc3");
    Desk desk({places.lichess(site)});
    desk.uploads.put(game.state);
    REQUIRE(tests::wait_until([&] { return !differing(desk).empty(); }));
    CHECK(differing(desk) == "the site may show 2. Nf3, the board 2. Nc3");
    CHECK(tests::wait_until(
        [&] { return desk.told().find("target lichess: board 1, game E-r1-b1: the site") == 0; }));
    CHECK(moves_at(site, game) == 3);
}

TEST_CASE("a reset does not bring what the board has, or goes to a target that is not there") {
    const Places places;
    HttpSite site("Bearer token");
    Played game(1);
    game.play("e4");
    Desk desk({places.lichess(site)});
    desk.uploads.put(game.state);
    REQUIRE(tests::wait_until([&] { return moves_at(site, game) == 1; }));
    game.take_back(1);
    game.play("d4");
    desk.uploads.put(game.state);
    REQUIRE(tests::wait_until([&] { return !differing(desk).empty(); }));
    CHECK(desk.uploads.reset("other").error() == "there is no target \"other\", only lichess");
    CHECK(desk.uploads.reset("lichess") == "target lichess is emptied, and sent all games again");
    CHECK(tests::wait_until([&] {
        const auto lichess = site.lichess();
        const auto found = lichess.chapters.find(game.state.id);
        return found != lichess.chapters.end() && found->second.variations == 0 &&
               found->second.mainline.at(0).san == "d4";
    }));
    CHECK(tests::wait_until([&] { return differing(desk).empty(); }));
}

TEST_CASE("a target that is silent or down delays another, or gets nothing when it is back") {
    const Places places;
    const tests::HeldPort port;
    HttpSite silent("Bearer token"), good("Bearer token");
    silent.is_silent = true;
    const auto down = "http://127.0.0.1:" + std::to_string(port.number());
    Played game(1);
    Desk desk({places.file(silent.url("/games.pgn")), places.file(down + "/games.pgn"),
               places.file(good.url("/games.pgn"), good.url("/{id}.pgn"))});
    game.play("e4");
    desk.uploads.put(game.state);
    CHECK(tests::wait_until([&] { return good.files().size() == 2; }, std::chrono::seconds(5)));
    REQUIRE(tests::wait_until([&] { return desk.report(1).state == targets::Report::State::failing; }));
    CHECK(desk.report(1).behind == 1);
    CHECK(desk.report(1).held_by_delay == 0);
    game.play("e5");
    desk.uploads.put(game.state);
    HttpSite back("Bearer token", port.number());
    REQUIRE(tests::wait_until([&] { return back.files().contains("/games.pgn"); }));
    tests::says(back.files().at("/games.pgn"), "1... e5"); // the newest alone
    CHECK(tests::wait_until([&] { return desk.report(1).behind == 0; }));
    CHECK(desk.report(0).state == targets::Report::State::sending);
    tests::says(desk.told(), "; trying again until it works");
}

TEST_CASE("a reader of a folder as of LiveChess Cloud does not find the game") {
    const Places places;
    HttpSite site("Bearer token");
    auto cloud = places.file({});
    cloud.settings.cloud = site.url("/live");
    Desk desk({cloud});
    Played game(1);
    for (const auto* san : {"e4", "e5"}) game.play(san);
    desk.uploads.put(game.state);
    REQUIRE(tests::wait_until([&] { return site.files().size() == 3; }));
    CHECK(site.last_request() == "PUT application/json; charset=utf-8");
    const auto read = tests::read_cloud([files = site.files()](const std::string& path) {
        const auto found = files.find("/live/" + path);
        return found == files.end() ? std::nullopt : std::optional(found->second);
    });
    CHECK(read.faults.empty());
    REQUIRE(read.games.size() == 1);
    CHECK(read.games[0].white.name == "Ann Adams");
    CHECK(read.games[0].sans == std::vector<std::string>{"e4", "e5"});
}

TEST_CASE("a target shows a move before its own delay is over") {
    const Places places;
    HttpSite site("Bearer token");
    auto delayed = places.file(site.url("/late.pgn"));
    delayed.delay_ms = 1'500;
    Desk desk({delayed});
    Played game(1);
    game.play("e4");
    const auto begin = std::chrono::steady_clock::now();
    desk.uploads.put(game.state);
    REQUIRE(tests::wait_until([&] { return !site.files().empty(); }));
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(1'500));
}

TEST_CASE("a target shows what was undone while its own delay held it, or nothing of what still stands") {
    const Places places;
    HttpSite site("Bearer token");
    auto delayed = places.lichess(site);
    delayed.delay_ms = 900'000;
    std::atomic<std::int64_t> now_ms = 0;
    Desk desk({delayed}, [&] { return HallMs(now_ms); });
    Played game(1);
    for (const auto* san : {"e4", "e5", "Nf3"}) game.play(san);
    desk.uploads.put(game.state);
    game.take_back(1);
    desk.uploads.correct(game.state);
    now_ms = 900'000;
    REQUIRE(desk.uploads.push_again("lichess")); // wakes it
    REQUIRE(tests::wait_until([&] { return moves_at(site, game) == 2; }));
    game.play("Nc3");
    desk.uploads.put(game.state);
    now_ms = 1'800'000;
    REQUIRE(desk.uploads.push_again("lichess"));
    CHECK(tests::wait_until([&] { return moves_at(site, game) == 3; }));
    CHECK(differing(desk).empty());
}

TEST_CASE("what was undone before a target could send it is sent, early, once it is made again and held") {
    const Places places;
    const tests::HeldPort port;
    auto down = places.file("http://127.0.0.1:" + std::to_string(port.number()) + "/late.pgn");
    down.delay_ms = 900'000;
    std::atomic<std::int64_t> now_ms = 0;
    Desk desk({down}, [&] { return HallMs(now_ms); });
    Played game(1);
    for (const auto* san : {"e4", "e5"}) game.play(san);
    desk.uploads.put(game.state);
    now_ms = 900'000;
    REQUIRE(desk.uploads.push_again("file")); // wakes it
    REQUIRE(tests::wait_until([&] { return desk.report().state == targets::Report::State::failing; }));
    auto again = game.state;
    game.take_back(1);
    desk.uploads.correct(game.state);
    desk.uploads.put(again);
    again.tags = broadcast::PublicTags::Map{{"White", "Cid Cole"}, {"Black", "Ben Baker"}};
    desk.uploads.correct(again);
    HttpSite site("Bearer token", port.number());
    REQUIRE(desk.uploads.push_again("file"));
    REQUIRE(tests::wait_until([&] { return site.files().contains("/late.pgn"); }));
    tests::says(site.files().at("/late.pgn"), "Cid Cole");
    CHECK(site.files().at("/late.pgn").find("e5") == std::string::npos);
    now_ms = 1'800'000;
    REQUIRE(desk.uploads.push_again("file"));
    CHECK(tests::wait_until([&] { return site.files().at("/late.pgn").find("e5") != std::string::npos; }));
}

TEST_CASE("a game that its target's own delay holds is told to be late, or to nobody") {
    const Places places;
    HttpSite site("Bearer token");
    auto delayed = places.file(site.url("/late.pgn"));
    delayed.settings.boards = {1, 2};
    delayed.delay_ms = 900'000;
    std::atomic<std::int64_t> now_ms = 0;
    Desk desk({delayed}, [&] { return HallMs(now_ms); });
    std::vector<Played> games{Played(1), Played(2), Played(3)};
    for (auto& game : games) {
        game.play("e4");
        desk.uploads.put(game.state);
    }
    CHECK(desk.report().held_by_delay == 2); // the third is for others
    CHECK(desk.report().behind == 0);
    CHECK(happening(desk.report()) == "nothing is due yet; 2 games are held by the target's own delay");
    now_ms = 900'000;
    CHECK(desk.report().held_by_delay == 0);
    REQUIRE(desk.uploads.push_again("file")); // wakes it
    REQUIRE(tests::wait_until([&] { return desk.report().state == targets::Report::State::up_to_date; }));
    games[0].play("e5");
    desk.uploads.put(games[0].state);
    CHECK(happening(desk.report()) ==
          "the site has taken all that is due; 1 game is held by the target's own delay");
    CHECK(to_json(std::vector{desk.report()}).at(0).at("held_by_delay") == 1);
}

TEST_CASE("after a start a target shows early what was first shown under a shorter delay of the hall") {
    const Places places;
    HttpSite site("Bearer token");
    auto delayed = places.file(site.url("/late.pgn"));
    delayed.delay_ms = 1'500;
    Desk desk({delayed});
    Played game(1);
    game.play("e4");
    const auto begin = std::chrono::steady_clock::now();
    desk.uploads.put(game.state); // shown again, of an age that nobody knows
    desk.uploads.change_hall_delay(1'500);
    REQUIRE(tests::wait_until([&] { return !site.files().empty(); }));
    CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(1'500));
}

TEST_CASE("a token that is put right counts only after a restart") {
    const Places places;
    HttpSite site("Bearer s3cret");
    Desk desk({places.lichess(site)});
    Played game(1);
    game.play("e4");
    desk.uploads.put(game.state);
    REQUIRE(tests::wait_until([&] { return desk.report().state == targets::Report::State::failing; }));
    tests::says(desk.report().trouble, "401");
    std::filesystem::remove(places.token());
    std::ofstream(places.token()) << "s3cret\n";
    std::filesystem::permissions(places.token(), std::filesystem::perms::owner_read);
    CHECK(desk.uploads.push_again("lichess"));
    CHECK(tests::wait_until([&] { return moves_at(site, game) == 1; }));
    CHECK(tests::wait_until([&] { return desk.told().find("taken again") != std::string::npos; }));
    CHECK(desk.told().find("s3cret") == std::string::npos);
}

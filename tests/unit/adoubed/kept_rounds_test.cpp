#include "daemon/adoubed/kept_rounds.hpp"

#include "tests/catch.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <fstream>

using namespace adoube;
using adoubed::kept_round_file;
using adoubed::KeptRounds;

namespace {

const std::string near = "http://hall-b:8080/round.pgn", far = "http://hall-c:8080/round.pgn";

record::Header event(const std::string& name, const std::string& round, const std::string& date = {}) {
    record::Header header;
    header.tags = {{"Event", name}, {"Round", round}};
    if (!date.empty()) header.tags["Date"] = date;
    return header;
}

broadcast::Text pgn(const std::string& id) {
    return std::make_shared<const std::string>("[GameId \"" + id + "\"]\n\n1. e4 *\n\n");
}

struct Beside {
    KeptRounds open(const record::Header& of = event("E", "1"),
                    std::vector<std::string> addresses = {near, far}) {
        return {folder / "j", std::move(addresses), of, [this] { return today; }};
    }
    /// The ids of what is found, "-" for none, and "!" for each file that cannot be used.
    static std::string found(const KeptRounds& kept) {
        const auto all = kept.find();
        std::string text;
        for (const auto& round : all.rounds) text += round ? round->substr(9, 1) : "-";
        return text + std::string(all.troubles.size(), '!');
    }
    std::string file(std::size_t at) const { return tests::text_of(kept_round_file(folder / "j", at)); }
    void write(std::size_t at, const std::string& text) const {
        std::ofstream(kept_round_file(folder / "j", at), std::ios::binary) << text;
    }
    bool is_there(std::size_t at) const { return std::filesystem::exists(kept_round_file(folder / "j", at)); }

    tests::TemporaryFolder folder;
    std::string today = "2026-11-20";
};

} // namespace

TEST_CASE_METHOD(Beside, "a restart forgets what another daemon showed, or mixes up two of them") {
    REQUIRE(open().keep(0, pgn("a")));
    REQUIRE(open().keep(1, pgn("b")));
    REQUIRE(open().keep(0, pgn("c")));
    CHECK(found(open()) == "cb");
    CHECK(*open().find().rounds[0] == *pgn("c"));
    CHECK(found(open(event("E", "1"), {near, far, "http://d/round.pgn"})) == "cb-");
}

TEST_CASE_METHOD(
    Beside, "a restart shows another event's games, another round's, another day's or another hall's; or "
            "shows them once that is configured again") {
    const struct {
        const char* broken;
        record::Header now;
        std::vector<std::string> addresses;
        std::string today;
    } rows[]{{"event", event("F", "1"), {near, far}, "2026-11-20"},
             {"round", event("E", "2"), {near, far}, "2026-11-20"},
             {"day", event("E", "1"), {near, far}, "2026-11-21"},
             {"date", event("E", "1", "2026.11.21"), {near, far}, "2026-11-20"},
             {"halls", event("E", "1"), {far, near}, "2026-11-20"},
             {"no halls", event("E", "1"), {}, "2026-11-20"}};
    for (const auto& row : rows) {
        CAPTURE(row.broken);
        today = "2026-11-20";
        REQUIRE(open().keep(0, pgn("a")));
        REQUIRE(open().keep(1, pgn("b")));
        today = row.today;
        CHECK(found(open(row.now, row.addresses)) == std::string(row.addresses.size(), '-'));
        today = "2026-11-20";
        CHECK(found(open()) == "--");
        CHECK_FALSE(is_there(0));
    }
    // A round that has its date may be played over midnight.
    REQUIRE(open(event("E", "1", "2026.11.20")).keep(0, pgn("a")));
    today = "2026-11-21";
    CHECK(found(open(event("E", "1", "2026.11.20"))) == "a-");
}

TEST_CASE_METHOD(Beside, "what is shown of a new event is kept as the former one's, or the other way about") {
    auto kept = open();
    REQUIRE(kept.keep(0, pgn("a")));
    kept.begin_event(event("F", "1"));
    REQUIRE(kept.keep(1, pgn("b")));
    CHECK(found(open(event("F", "1"))) == "-b");
}

TEST_CASE_METHOD(Beside, "a damaged file is shown, keeps the daemon from starting, or goes unnoticed") {
    REQUIRE(open().keep(0, pgn("a")));
    const auto good = file(0);
    for (std::size_t at = 0; at < good.size(); ++at) {
        auto other = good;
        other[at] ^= 1;
        write(0, other);
        CAPTURE(other);
        const auto text = found(open());
        CHECK((text == "--!" || (text == "--" && !is_there(0)) || at < good.find("\"tag\"")));
        CHECK((text[0] == '-' || *open().find().rounds[0] == *pgn("a")));
        write(0, good.substr(0, at));
        CHECK(found(open()).starts_with("--"));
    }
    for (const std::string bad : {"", "\n", "{}\n", "[]\n[Event \"E\"]\n", "{\"tag\":1}\n"}) {
        write(0, bad);
        CHECK(found(open()) == "--!");
        CHECK(is_there(0)); // for whoever looks into it; the next round that comes replaces it
    }
    const auto told = open().find().troubles.at(0);
    CHECK(told.find("-merge-1") != std::string::npos);
    CHECK(told.find(near) != std::string::npos);
    REQUIRE(open().keep(0, pgn("a")));
    CHECK(found(open()) == "a-");
}

TEST_CASE_METHOD(Beside, "what cannot be kept is said to be, or takes what was kept along") {
    REQUIRE(open().keep(0, pgn("a")));
    const tests::FileSizeLimit limit(10);
    const auto kept = open().keep(0, pgn("b"));
    REQUIRE_FALSE(kept);
    CHECK(kept.error().find("-merge-1 cannot be written") != std::string::npos);
    CHECK(found(open()) == "a-");
}

#include "daemon/adoubed/retention.hpp"

#include "daemon/journal/journal.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/journal/waiter.hpp"

#include <set>

using namespace adoube;
using adoubed::Keep;
using adoubed::Retention;
using tests::TemporaryFolder;

namespace {

constexpr std::int64_t minute_ms = 60'000, hour_ms = 60 * minute_ms, day_ms = 24 * hour_ms;
constexpr UtcMs then_utc_ms(1'800'000'000'000);

/// A journal being written with games that ended at `then_utc_ms`, and its daemon's deletions.
struct Kept {
    explicit Kept(std::optional<int> days)
        : retention(folder / "j.db", days, [this](const auto& id) { return on_board.contains(id); }) {
        for (const auto* id : {"a", "b", "c"}) {
            writer.put(journal::OpenGame{{id, "{}", then_utc_ms - hour_ms, {}}});
            writer.put(journal::Append{id, {"{}", std::nullopt, then_utc_ms}});
        }
        put(journal::CloseGame{"b", then_utc_ms + 2 * hour_ms});
    }
    void put(journal::Record record) { REQUIRE(waiter.wait_durable(writer.put(std::move(record)))); }

    /// Ticks until nothing is due; returns the deleted ids.
    std::vector<std::string> delete_due() {
        std::vector<std::string> ids;
        for (;;) {
            auto due = retention.due(now);
            now.steady_us += 100'000;
            for (auto& note : due.notes) notes.push_back(std::move(note.text));
            tidied += due.tidy;
            if (!due.deletion) return ids;
            ids.push_back(std::get<record::DeleteGame>(*due.deletion).tombstone.game_id);
            put(std::move(*due.deletion));
        }
    }
    void pass(std::int64_t ms) {
        now.steady_us += static_cast<std::uint64_t>(ms) * 1000;
        now.utc_ms += ms;
    }
    std::string asked(Keep::What what, const std::string& game, const std::string& why = {}) {
        auto record = retention.record_of({what, game, why}, now.utc_ms);
        if (!record) return record.error();
        put(std::move(*record));
        return {};
    }

    TemporaryFolder folder;
    tests::Waiter waiter;
    journal::Recorder writer = journal::Journal::open(folder / "j.db").value().start(waiter.events());
    std::set<std::string> on_board;
    Retention retention;
    round::HostTime now{SteadyUs(5'000'000), then_utc_ms + 2 * hour_ms};
    std::vector<std::string> notes;
    int tidied = 0;
};

using Ids = std::vector<std::string>;

} // namespace

TEST_CASE(
    "games are deleted so many days after their end, or after they were left: at start, and then each hour") {
    Kept kept(30);
    CHECK(kept.delete_due() == Ids{});
    kept.pass(30 * day_ms - 2 * hour_ms - 1);
    CHECK(kept.delete_due() == Ids{});
    kept.pass(1);
    CHECK(kept.delete_due() == Ids{}); // checked a moment ago
    kept.pass(hour_ms);
    CHECK(kept.delete_due() == Ids{"a", "c"}); // b closed two hours later
    CHECK(kept.notes == Ids{"game a is deleted by rule, 30 days after its end",
                            "game c is deleted by rule, 30 days after its end"});
    kept.pass(hour_ms);
    CHECK(kept.delete_due() == Ids{"b"});
    kept.pass(hour_ms);
    CHECK(kept.delete_due() == Ids{});
    const auto all = journal::look_over(kept.folder / "j.db").value();
    CHECK(all.games.empty());
    CHECK(all.deleted.size() == 3);
    CHECK(all.deleted[0].tombstone.why == "by rule, 30 days after its end");
}

TEST_CASE("without a rule nothing is deleted, however old") {
    Kept kept(std::nullopt);
    kept.pass(10'000 * day_ms);
    CHECK(kept.delete_due() == Ids{});
    CHECK(kept.notes.empty());
}

TEST_CASE("no rule deletes what is held or on a board, until it is not") {
    Kept kept(1);
    kept.on_board = {"a"};
    CHECK(kept.asked(Keep::What::hold, "b", "appeal") == "");
    kept.pass(2 * day_ms);
    CHECK(kept.delete_due() == Ids{"c"});
    kept.pass(hour_ms);
    CHECK(kept.delete_due() == Ids{});
    CHECK(kept.asked(Keep::What::release, "b") == "");
    kept.on_board.clear();
    kept.pass(hour_ms);
    CHECK(kept.delete_due() == Ids{"a", "b"});
}

TEST_CASE("by hand everything is deleted but what is held, on a board, or not there") {
    Kept kept(std::nullopt);
    kept.on_board = {"a"};
    CHECK(kept.asked(Keep::What::erase, "a").starts_with("game a is on a board: "));
    CHECK(kept.asked(Keep::What::hold, "a", "appeal") == "");
    CHECK(kept.asked(Keep::What::hold, "b", "appeal") == "");
    CHECK(kept.asked(Keep::What::erase, "b") == "game b is held (appeal): release it first");
    CHECK(kept.asked(Keep::What::release, "c") == "game c is not held");
    CHECK(kept.asked(Keep::What::erase, "c") == "");
    CHECK(kept.asked(Keep::What::erase, "c").starts_with("game c was deleted on 2027-01-15 "));
    for (const auto what : {Keep::What::hold, Keep::What::release, Keep::What::erase})
        CHECK(kept.asked(what, "d", "appeal") == "the journal has no game d");
    CHECK(journal::look_over(kept.folder / "j.db")->deleted.size() == 1);
}

TEST_CASE("what deleted games left in the file is overwritten only when nobody has played for ten minutes") {
    Kept kept(std::nullopt);
    kept.now.utc_ms = then_utc_ms + 9 * minute_ms; // the last input came at then_utc_ms
    kept.delete_due();
    CHECK(kept.tidied == 0);
    kept.retention.watch({journal::Append{"a", {"{}", std::nullopt, {}}}}, kept.now.utc_ms);
    kept.pass(9 * minute_ms);
    kept.retention.watch({journal::CloseGame{"a", {}}}, kept.now.utc_ms); // no play
    kept.delete_due();
    CHECK(kept.tidied == 0);
    kept.pass(minute_ms);
    kept.delete_due();
    kept.delete_due();
    CHECK(kept.tidied == 1); // once a minute
    kept.pass(minute_ms);
    kept.delete_due();
    CHECK(kept.tidied == 2);
}

TEST_CASE("a journal that cannot be looked at is told once, and tried again") {
    Kept kept(1);
    kept.writer = journal::Journal::open(kept.folder / "other.db").value().start({});
    std::filesystem::rename(kept.folder / "j.db", kept.folder / "away.db");
    kept.pass(2 * day_ms);
    CHECK(kept.delete_due() == Ids{});
    kept.pass(hour_ms);
    CHECK(kept.delete_due() == Ids{});
    REQUIRE(kept.notes.size() == 1);
    CHECK(kept.notes[0].starts_with("what is to be deleted cannot be looked up: "));
    std::filesystem::rename(kept.folder / "away.db", kept.folder / "j.db");
    kept.pass(hour_ms);
    CHECK(kept.retention.due(kept.now).deletion);
}

#include "daemon/journal/file/store.hpp"
#include "daemon/journal/file/stored_input.hpp"

#include "daemon/journal/copy.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/journal/look.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tier.hpp"
#include "waiter.hpp"

#include <map>
#include <random>

using namespace adoube;
using namespace adoube::journal;
using tests::TemporaryFolder;
using tests::Waiter;

namespace {

StoredInput any_input(std::mt19937_64& random) {
    StoredInput input{static_cast<std::int64_t>(random() >> (1 + random() % 63)),
                      static_cast<std::int64_t>(random() >> (1 + random() % 63)),
                      UtcMs(static_cast<std::int64_t>(random()) >> random() % 64),
                      {},
                      std::string(random() % 300, static_cast<char>(random()))};
    if (random() % 3 == 0) return input;
    input.source = {static_cast<std::int64_t>(random() >> 1), BoardUs(random() >> random() % 64), {}};
    if (random() % 2 == 0) input.source->sequence = static_cast<std::uint32_t>(random());
    return input;
}

} // namespace

TEST_CASE("a batch gives back the inputs that were put into it, and half of one nothing") {
    for (const auto seed : tests::seeds({200, 5000})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        std::vector<StoredInput> inputs;
        std::vector<std::size_t> ends{0};
        std::string batch;
        for (auto left = random() % 20; left > 0; --left) {
            inputs.push_back(any_input(random));
            append_to(batch, inputs.back());
            ends.push_back(batch.size());
        }
        CHECK(parse_inputs(batch) == inputs);
        for (std::size_t size = 0; size < batch.size(); ++size)
            CHECK(parse_inputs(batch.substr(0, size)).has_value() == (std::ranges::count(ends, size) > 0));
        for (auto times = 20; times > 0 && !batch.empty(); --times) {
            auto garbled = batch;
            garbled[random() % batch.size()] ^= static_cast<char>(1 << random() % 8);
            (void)parse_inputs(garbled); // whatever it is, it is read within its bounds
        }
    }
}

TEST_CASE(
    "a run gives back the inputs that were put into it, whatever their numbers, and half of one nothing") {
    for (const auto seed : tests::seeds({200, 5000})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        std::vector<StoredInput> inputs;
        std::vector<std::size_t> ends{0};
        std::string run;
        for (auto left = random() % 20; left > 0; --left) {
            const auto before = inputs.empty() ? StoredInput{} : inputs.back();
            inputs.push_back(any_input(random));
            append_after(before, run, inputs.back());
            ends.push_back(run.size());
        }
        CHECK(parse_run(run) == inputs);
        for (std::size_t size = 0; size < run.size(); ++size)
            CHECK(parse_run(run.substr(0, size)).has_value() == (std::ranges::count(ends, size) > 0));
        for (auto times = 20; times > 0 && !run.empty(); --times) {
            auto garbled = run;
            garbled[random() % run.size()] ^= static_cast<char>(1 << random() % 8);
            (void)parse_run(garbled); // whatever it is, it is read within its bounds
        }
    }
}

TEST_CASE("an input is read back the same while it waits in a batch and once it is settled") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", copy = folder / "copy.journal";
    std::mt19937_64 random(7);
    std::map<std::string, std::vector<Entry>> put;
    std::vector<std::string> ids;
    Waiter waiter;
    auto journal = Journal::open(path).value().start(waiter.events());
    for (int game = 0; game < 40; ++game) {
        ids.push_back("g" + std::to_string(game));
        journal.put(OpenGame{{ids.back(), "{}", UtcMs(1), {}, {}}});
    }
    const auto check = [&](const std::filesystem::path& there) {
        const auto id = ids[random() % ids.size()];
        const auto looked = read_game(there, id);
        REQUIRE(looked);
        CHECK(looked->inputs == put[id]);
        const auto first = 1 + random() % (put[id].size() + 1);
        const auto rest = read_game_from(there, id, first).value().value();
        CHECK(std::ranges::equal(rest.inputs, std::span(put[id]).subspan(first - 1)));
        const auto overview = look_over(there).value();
        for (const auto& outline : overview.games) {
            CHECK(outline.inputs == put[outline.game.id].size());
            CHECK(outline.last_utc_ms == put[outline.game.id].back().host_utc_ms);
        }
    };
    Ticket last = 0;
    for (std::uint32_t n = 0; n < 40'000; ++n) {
        const auto& id = ids[n < 40 ? n : random() % ids.size()];
        Entry entry{"line " + std::to_string(n), record::Origin{"b" + id, 7, n, BoardUs(n)}, UtcMs(n)};
        if (random() % 10 == 0) entry.origin.reset();
        put[id].push_back(entry);
        last = journal.put(Append{id, std::move(entry)});
        if (n % 4'000 != 100) continue;
        REQUIRE(waiter.wait_durable(last));
        check(path);
        const auto copied = copy_journal(path, copy);
        REQUIRE((copied ? std::string() : copied.error()) == "");
        check(copy);
    }
    REQUIRE(waiter.wait_durable(last));
    CHECK(waiter.refused().empty());
    check(path);
    journal = Journal::open(folder / "other").value().start({}); // closes the first
    check(path);
    REQUIRE(copy_journal(path, copy));
    for (const auto& id : ids) CHECK(read_game(copy, id)->inputs == put[id]);
    auto again = Journal::open(path).value();
    CHECK(again.lost().empty());
    for (const auto& id : ids) CHECK(again.reader().inputs(id) == put[id]);
}

namespace {

/// Of games on boards that change tables meanwhile, in the order of their arrival.
std::vector<Record> long_evening(std::uint32_t inputs) {
    std::vector<Record> records;
    for (int game = 0; game < 30; ++game)
        records.push_back(OpenGame{{"g" + std::to_string(game), "{}", UtcMs(1), {}, {}}});
    for (std::uint32_t n = 0; n < inputs; ++n) {
        const auto table = n % 15, game = table + (n / 15 > n % 700 ? 15 : 0);
        records.push_back(Append{"g" + std::to_string(game),
                                 {"line " + std::to_string(n),
                                  record::Origin{"b" + std::to_string(table), 7, n, BoardUs(n)}, UtcMs(n)}});
    }
    return records;
}

void kill_between(const std::filesystem::path& from, const std::filesystem::path& to) {
    for (const auto* end : {"", "-wal"})
        std::filesystem::copy_file(from.string() + end, to.string() + end,
                                   std::filesystem::copy_options::overwrite_existing);
}

} // namespace

TEST_CASE("a kill between two parts of settling loses inputs, doubles them, or takes them in once more") {
    const TemporaryFolder folder;
    const auto path = folder / "hall.journal", killed = folder / "killed.journal";
    const auto records = long_evening(20'000);
    std::map<std::string, std::vector<Entry>> put;
    for (const auto& record : records)
        if (const auto* append = std::get_if<Append>(&record)) put[append->game_id].push_back(append->entry);
    auto store = Store::open(path, nullptr).value();
    REQUIRE(store.write(records)->empty());
    int parts = 0;
    while (store.is_untidy()) {
        store.tidy_up();
        ++parts;
        kill_between(path, killed);
        auto again = Store::open(killed, nullptr).value();
        for (const auto& [id, entries] : put) REQUIRE(again.reader().inputs(id) == entries);
        const auto inputs = std::span(records).subspan(30);
        REQUIRE(again.write(inputs)->size() == inputs.size());
        const Append next{"g3", {"next", record::Origin{"b3", 7, 20'000, BoardUs(1)}, UtcMs(1)}};
        REQUIRE(again.write(std::vector<Record>{next})->empty());
        CHECK(again.reader().inputs("g3")->size() == put.at("g3").size() + 1);
    }
    CHECK(parts >= 16);
    CHECK(store.reader().database().number("SELECT count(*) FROM batches") == 0);
}

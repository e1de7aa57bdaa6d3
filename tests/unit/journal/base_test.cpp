#include "daemon/journal/base.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/journal/look.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"

#include <atomic>
#include <fstream>
#include <mutex>

using namespace adoube;
using namespace adoube::journal;
using tests::TemporaryFolder;

namespace {

std::vector<Record> opened(const std::string& game) {
    return {OpenGame{{game, "a header", UtcMs(1), {}, std::string("\0\x01", 2)}}};
}
std::vector<Record> touched(const std::string& game, int from, int to) {
    std::vector<Record> records;
    for (int n = from; n < to; ++n)
        records.push_back(
            Append{game,
                   {"input " + std::to_string(n),
                    record::Origin{"board", 7, static_cast<std::uint32_t>(n), BoardUs(9)}, UtcMs(n)}});
    return records;
}

/// A journal in use, and all that it has written.
class InUse {
  public:
    explicit InUse(const std::filesystem::path& file) {
        auto journal = Journal::open(file);
        REQUIRE(journal);
        CHECK(journal->lost().empty());
        began_at = journal->position();
        Events events;
        events.durable = [this](Ticket up_to, auto, auto) { durable_ = up_to; };
        events.written = [this](std::vector<Record> records, std::uint64_t position, Ticket) {
            const std::lock_guard lock(mutex_);
            written_.insert(written_.end(), records.begin(), records.end());
            position_ = position;
        };
        recorder_.emplace(std::move(*journal).start(std::move(events)));
    }
    void put(std::vector<Record> records) {
        const auto ticket = recorder_->put(std::move(records));
        REQUIRE(tests::wait_until([&] { return durable_ >= ticket; }));
    }
    std::vector<Record> written() {
        const std::lock_guard lock(mutex_);
        return written_;
    }
    std::uint64_t position() {
        const std::lock_guard lock(mutex_);
        return position_;
    }
    std::uint64_t began_at = 0;

  private:
    std::atomic<Ticket> durable_ = 0;
    std::mutex mutex_;
    std::vector<Record> written_;
    std::uint64_t position_ = 0;
    std::optional<Recorder> recorder_;
};

std::expected<void, std::string> take_base(const std::filesystem::path& base,
                                           const std::filesystem::path& journal) {
    const auto prepared = Base::prepare(base, journal);
    if (!prepared) return std::unexpected(prepared.error());
    return prepared->take();
}

std::vector<Entry> inputs_of(const std::filesystem::path& file, const std::string& game) {
    auto journal = Journal::open(file);
    REQUIRE(journal);
    CHECK(journal->lost().empty());
    return journal->reader().inputs(game).value();
}

} // namespace

TEST_CASE("a journal that begins with another's and gets what that one writes holds something else") {
    const TemporaryFolder folder;
    InUse one(folder / "one");
    one.put(opened("g"));
    one.put(touched("g", 0, 2'000)); // some are settled, some wait
    REQUIRE(write_base(folder / "one", folder / "base"));
    const auto at_base = one.position();
    one.put(touched("g", 1'990, 2'010)); // of which it refuses some
    one.put(opened("g"));                // or all
    one.put({Shown{"g", 4, GameMs(5), UtcMs(6)}, CloseGame{"g", UtcMs(9)}});
    REQUIRE(take_base(folder / "base", folder / "other"));
    {
        InUse other(folder / "other");
        CHECK(other.began_at == at_base);
        const auto all = one.written();
        other.put({all.begin() + static_cast<std::ptrdiff_t>(at_base), all.end()});
        CHECK(other.position() == one.position());
        CHECK(one.position() == at_base + 10 + 2);
    }
    const auto one_game = read_game(folder / "one", "g");
    const auto other_game = read_game(folder / "other", "g");
    REQUIRE(one_game);
    REQUIRE(other_game);
    CHECK(other_game->inputs.size() == 2'010);
    CHECK((other_game->inputs == one_game->inputs));
    CHECK(other_game->game == one_game->game);
}

TEST_CASE(
    "what a computer's journal holds beyond another's is thrown away, or what it shares is kept twice") {
    const TemporaryFolder folder;
    {
        InUse here(folder / "here");
        here.put(opened("g"));
        here.put(touched("g", 0, 5));
    }
    REQUIRE(write_base(folder / "here", folder / "base"));
    REQUIRE(take_base(folder / "base", folder / "there")); // a new one
    {
        InUse here(folder / "here");
        here.put(touched("g", 5, 9));
    }
    REQUIRE(write_base(folder / "here", folder / "base"));
    REQUIRE(take_base(folder / "base", folder / "there"));
    CHECK(inputs_of(folder / "there", "g").size() == 9);
    CHECK(kept_beside(folder / "there").empty());
    {
        InUse there(folder / "there"); // goes on by itself
        there.put(touched("g", 9, 12));
    }
    REQUIRE(write_base(folder / "here", folder / "base"));
    REQUIRE(take_base(folder / "base", folder / "there"));
    CHECK(inputs_of(folder / "there", "g").size() == 9);
    CHECK(inputs_of(folder / "there.kept-1", "g").size() == 12);
    CHECK(kept_beside(folder / "there").size() == 1);
}

TEST_CASE("a copy that is none, or was cut, takes the place of the journal") {
    const TemporaryFolder folder;
    {
        InUse here(folder / "here");
        here.put(opened("g"));
        here.put(touched("g", 0, 5));
    }
    REQUIRE(write_base(folder / "here", folder / "base"));
    const auto whole = tests::text_of(folder / "base");
    for (const auto& cut : {std::string(), std::string("no journal at all"),
                            whole.substr(0, whole.size() / 2), whole.substr(0, 5'000)}) {
        std::ofstream(folder / "base", std::ios::binary | std::ios::trunc) << cut;
        INFO(cut.size());
        CHECK_FALSE(take_base(folder / "base", folder / "here"));
        CHECK(inputs_of(folder / "here", "g").size() == 5);
    }
    CHECK_FALSE(take_base(folder / "nothing", folder / "here"));
    CHECK_FALSE(write_base(folder / "nothing", folder / "base"));
}

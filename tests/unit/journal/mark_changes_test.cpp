// What changed is added to a state that was written whole: read back it is the same state, wherever it ends.

#include "faulty_disk.hpp"

#include "daemon/journal/file/mark.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <sqlite3.h>

#include <random>

using namespace adoube;
using namespace adoube::journal;
using tests::FaultyDisk;
using End = tests::FaultyDisk::End;

namespace {

const std::string changing_journal = "changing.journal", changing_mark = changing_journal + "-mark";

/// A hall whose games change a few at a time.
class Changing {
  public:
    explicit Changing(std::uint64_t seed) : random_(seed) {}
    const Marked& marked() const { return marked_; }

    /// Returns how many of the last games it was.
    std::size_t change() {
        ++marked_.records;
        const auto count = 1 + random_() % 5;
        for (std::size_t n = 0; n < count; ++n) touch("game-" + std::to_string((first_ + n) % 40));
        first_ = random_() % 40;
        return count;
    }
    void forget_oldest() { marked_.games.pop_front(); }

  private:
    void touch(const std::string& id) {
        auto game = std::ranges::find(marked_.games, id, &Marked::Game::id);
        if (game == marked_.games.end()) game = marked_.games.insert(game, Marked::Game{id});
        ++game->inputs;
        for (auto& byte : game->chain) byte = static_cast<std::uint8_t>(random_());
        marked_.games.splice(marked_.games.end(), marked_.games, game);
    }

    std::mt19937_64 random_;
    std::uint64_t first_ = 0;
    Marked marked_;
};

int add_or_write(Mark& mark, const Marked& marked, std::size_t changed) {
    const auto added = mark.add(marked, changed);
    return added ? *added : mark.write(marked);
}

} // namespace

TEST_CASE("a mark to which changes were added says something else than was marked") {
    for (const auto seed : tests::seeds({30, 300})) {
        std::mt19937_64 random(seed);
        FaultyDisk disk(seed);
        Changing hall(seed);
        Mark mark(changing_journal, disk.vfs());
        std::size_t whole = 0;
        for (int step = 0; step < 300; ++step) {
            const auto changed = hall.change();
            if (random() % 50 == 0) {
                hall.forget_oldest();
                REQUIRE(mark.write(hall.marked()) == SQLITE_OK);
            } else if (const auto added = mark.add(hall.marked(), changed)) {
                REQUIRE(*added == SQLITE_OK);
            } else {
                ++whole;
                REQUIRE(mark.write(hall.marked()) == SQLITE_OK);
            }
            REQUIRE(Mark(changing_journal, disk.vfs()).read() == hall.marked());
            if (random() % 10 == 0) REQUIRE(mark.sync() == SQLITE_OK);
        }
        CHECK(whole < 100); // or nothing is saved
    }
}

TEST_CASE("a mark is read with a change that did not reach the disk whole, or is of a state before") {
    for (const auto seed : tests::seeds({30, 300})) {
        std::mt19937_64 random(seed);
        FaultyDisk disk(seed);
        Changing hall(seed);
        Mark mark(changing_journal, disk.vfs());
        REQUIRE(mark.write(hall.marked()) == SQLITE_OK);
        std::vector<Marked> states{hall.marked()};
        auto file = disk.files()[changing_mark];
        for (int step = 0; step < 20; ++step) {
            const auto changed = hall.change();
            REQUIRE(add_or_write(mark, hall.marked(), changed) == SQLITE_OK);
            const auto after = disk.files()[changing_mark];
            const auto differs = std::ranges::mismatch(file, after);
            const auto from = static_cast<std::size_t>(differs.in1 - file.begin());
            auto torn = after;
            for (auto at = from + random() % 80; at < after.size(); ++at) torn[at] = file[at];
            FaultyDisk other(seed);
            other.set_files({{changing_mark, torn}});
            const auto read = Mark(changing_journal, other.vfs()).read();
            REQUIRE(read == states.back());
            states.push_back(hall.marked());
            file = after;
        }
    }
}

TEST_CASE("after a power cut a mark is ahead of what was marked, or behind what was synced") {
    for (const auto seed : tests::seeds({100, 1'000})) {
        std::mt19937_64 random(seed);
        FaultyDisk disk(seed);
        Changing hall(seed);
        std::vector<Marked> states;
        std::size_t synced = 0;
        {
            Mark mark(changing_journal, disk.vfs());
            disk.end_in(End::power_cut, 5 + random() % 60);
            while (disk.alive()) {
                const auto changed = hall.change();
                states.push_back(hall.marked());
                if (add_or_write(mark, hall.marked(), changed) != SQLITE_OK) continue;
                if (random() % 8 == 0 && mark.sync() == SQLITE_OK) synced = states.size();
            }
        }
        disk.start_again();
        const auto read = Mark(changing_journal, disk.vfs()).read();
        if (synced == 0) continue;
        REQUIRE(read);
        const auto found = std::ranges::find(states, *read);
        REQUIRE(found != states.end());
        REQUIRE(static_cast<std::size_t>(found - states.begin()) + 1 >= synced);
    }
}

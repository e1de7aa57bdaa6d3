#include "daemon/standby/followed_log.hpp"
#include "daemon/standby/hall_log.hpp"
#include "tests/catch.hpp"

using namespace adoube::standby;

namespace {

/// With one that stands by and holds all.
HallLog followed_log(std::uint64_t position = 0) {
    HallLog log({first_epoch, 5}, position);
    log.heard(Holding{5, position, false, "other"}, 0);
    return log;
}

} // namespace

TEST_CASE("an input counts before the other disk holds it, or waits after it does") {
    auto log = followed_log();
    log.written(3, "abc", 10, 0);
    CHECK(log.counts_up_to() == 0);
    log.heard(Holding{5, 2, false, "other"}, 100);
    CHECK(log.counts_up_to() == 0);
    log.heard(Holding{4, 3, false, "other"}, 100); // of an earlier run
    CHECK(log.counts_up_to() == 0);
    log.heard(Holding{5, 3, false, "other"}, 100);
    CHECK(log.counts_up_to() == 10);
}

TEST_CASE("an input waits for ever for a daemon that is away, or is acknowledged in the epoch of both") {
    auto log = followed_log();
    const auto started_in = log.kept().epoch;
    log.written(1, "a", 1, 1'000);
    CHECK_FALSE(log.has_to_go_on_alone(1'000 + HallLog::patience_ms - 1));
    CHECK(log.has_to_go_on_alone(1'000 + HallLog::patience_ms));
    CHECK(log.counts_up_to() == 0);
    CHECK(log.kept_alone().epoch > log.kept().epoch);
    log.go_on_alone();
    CHECK(log.counts_up_to() == 1);
    CHECK(log.kept().epoch > started_in);
    log.written(2, "b", 2, 4'000);
    CHECK(log.counts_up_to() == 2);
    log.heard(Holding{5, 1, false, "other"}, 5'000); // it catches up
    CHECK(log.is_alone());
    log.heard(Holding{5, 2, false, "other"}, 5'000);
    CHECK_FALSE(log.is_alone());
    log.written(3, "c", 3, 5'000);
    CHECK(log.counts_up_to() == 2);
}

TEST_CASE("what is written while a copy of the journal is made is missing in the log") {
    HallLog log({first_epoch, 0}, 4);
    log.heard(Holding{}, 0);
    REQUIRE(log.wants_base(0));
    log.makes_base(0);
    CHECK_FALSE(log.wants_base(0));
    log.written(6, "xy", 1, 0);
    log.begin(77, {"journal"}, {{"-delay", "900"}});
    std::vector<Entry> entries;
    while (const auto entry = log.next()) {
        entries.push_back(*entry);
        log.stored(entry->run);
    }
    REQUIRE(entries.size() == 3);
    CHECK(std::get<BasePart>(entries[0].what) == BasePart{0, 1, "journal"});
    CHECK(std::get<HallFile>(entries[1].what) == HallFile{"-delay", "900"});
    CHECK(std::get<Batch>(entries[2].what) == Batch{4, 6, "xy"});
    CHECK(entries[2].run == 77);
}

TEST_CASE("a journal of any length comes out of its parts as another one") {
    for (const std::size_t size :
         {std::size_t{0}, HallLog::longest_part - 1, HallLog::longest_part, 3 * HallLog::longest_part + 1}) {
        std::string journal(size, '\0');
        for (std::size_t at = 0; at < size; ++at) journal[at] = static_cast<char>(at * 7 + at / 1'000);
        HallLog log({first_epoch, 0}, 0);
        log.makes_base(0);
        log.begin(2, HallLog::in_parts(journal), {});
        FollowedLog follows({}, 0, 0);
        std::string copied;
        int taken = 0;
        while (const auto entry = log.next()) {
            log.stored(entry->run);
            for (int times = 0; times < 2; ++times) // a broker may store it twice
                for (const auto& step : follows.heard(*entry, 0)) {
                    if (std::holds_alternative<FollowedLog::BeginBase>(step)) copied.clear();
                    if (const auto* part = std::get_if<FollowedLog::AddToBase>(&step)) copied += part->bytes;
                    if (!std::holds_alternative<FollowedLog::TakeBase>(step)) continue;
                    ++taken;
                    follows.has_journal(entry->run, 0);
                }
        }
        CHECK(taken == 1);
        CHECK((copied == journal));
    }
}

TEST_CASE("a broker that takes nothing for hours makes the log grow, or be told as whole") {
    auto log = followed_log();
    const std::string records(1 << 20, 'x');
    std::uint64_t position = 0;
    for (std::size_t bytes = 0; bytes < 2 * HallLog::most_waiting_bytes; bytes += records.size()) {
        ++position;
        log.written(position, records, position, 0);
    }
    CHECK_FALSE(log.next());
    CHECK_FALSE(log.wants_base(60'000)); // nobody is there to read it
    log.heard(Holding{5, 0, false, "other"}, 60'000);
    CHECK(log.wants_base(60'000));
}

TEST_CASE("the log of a long event fills the broker's disk") {
    auto log = followed_log();
    const std::string records(1 << 20, 'x');
    std::uint64_t position = 0;
    for (std::size_t bytes = 0; bytes < HallLog::most_run_bytes; bytes += records.size()) {
        CHECK_FALSE(log.wants_base(0));
        ++position;
        log.written(position, records, position, 0);
        log.stored(5);
    }
    CHECK(log.wants_base(0));
    log.written(position + 1, records, position + 1, 0);
    CHECK_FALSE(log.next()); // nor does it go on where nobody asks for a copy
}

TEST_CASE("a daemon that was stopped for a while goes on alone before it has heard the other") {
    auto log = followed_log();
    log.written(1, "a", 1, 1'000);
    log.waits_anew(60'000);
    CHECK_FALSE(log.has_to_go_on_alone(60'000));
    CHECK(log.has_to_go_on_alone(60'000 + HallLog::patience_ms));

    FollowedLog follows({first_epoch, 5}, 3, 0);
    follows.listens_anew(60'000);
    CHECK_FALSE(follows.may_take_over(60'000 + FollowedLog::silent_after_ms - 1));
}

TEST_CASE("a game that was deleted stays in the log") {
    auto log = followed_log();
    CHECK_FALSE(log.wants_base(0));
    log.begin_anew();
    CHECK(log.wants_base(0));
    log.makes_base(0);
    log.begin(9, {"journal"}, {});
    CHECK_FALSE(log.wants_base(HallLog::base_every_ms));
    CHECK(log.kept().run == 9);
}

TEST_CASE(
    "a daemon that was taken over from goes on, or one that holds less is copied over one that holds more") {
    auto log = followed_log(7);
    CHECK(log.trouble().empty());
    log.heard(Serving{alone_after(first_epoch), 5, 9});
    CHECK(log.trouble().starts_with("two daemons serve this hall"));
    CHECK_FALSE(log.superseded_by());
    log.heard(Serving{taken_over_after(first_epoch), 6, 9});
    CHECK(log.superseded_by() == taken_over_after(first_epoch));
    // However often the first has gone on alone meanwhile.
    Epoch alone = first_epoch;
    for (int times = 0; times < 1'000; ++times) alone = alone_after(alone);
    CHECK(is_superseded(alone, taken_over_after(first_epoch)));
    CHECK_FALSE(is_superseded(taken_over_after(first_epoch), alone));

    auto less = followed_log(7);
    less.heard(Holding{5, 8, true, "other"}, 0);
    CHECK(less.trouble().contains("holds more of this hall"));
    CHECK_FALSE(less.wants_base(HallLog::base_every_ms));
}

TEST_CASE("one that stands by takes over from a daemon that it hears, or without the hall's record") {
    FollowedLog nothing({}, 0, 0);
    CHECK_FALSE(nothing.may_take_over(FollowedLog::silent_after_ms));
    FollowedLog follows({first_epoch, 5}, 3, 0);
    CHECK_FALSE(follows.may_take_over(FollowedLog::silent_after_ms - 1));
    CHECK(follows.may_take_over(FollowedLog::silent_after_ms));
    follows.heard(Serving{first_epoch, 5, 3}, 3'000);
    CHECK_FALSE(follows.may_take_over(3'000 + FollowedLog::silent_after_ms - 1));
    follows.heard(Serving{first_epoch - 1, 5, 3}, 5'000); // of one that was taken over from
    CHECK(follows.may_take_over(3'000 + FollowedLog::silent_after_ms));
}

TEST_CASE("what the log has lost is not asked for, or holes are taken for the record") {
    FollowedLog follows({first_epoch, 5}, 3, 0);
    const auto batch = [](std::uint64_t from, std::uint64_t to) {
        return Entry{first_epoch, 5, Batch{from, to, "r"}};
    };
    CHECK(follows.heard(batch(1, 3), 0).empty());
    CHECK(follows.heard(batch(3, 4), 0).size() == 1);
    CHECK(follows.heard(batch(3, 4), 0).empty()); // twice
    CHECK_FALSE(follows.holding(0).wants_base);
    CHECK(follows.heard(batch(5, 6), 0).empty());
    CHECK(follows.holding(0).wants_base);
    CHECK(follows.holding(0).position == 3); // on the disk
    follows.holds(4);
    CHECK(follows.holding(0).position == 4);

    // The last of it: the one that serves tells how much there is.
    FollowedLog waits({first_epoch, 5}, 3, 0);
    waits.heard(Serving{first_epoch, 5, 4}, 100);
    CHECK_FALSE(waits.holding(100).wants_base);
    CHECK(waits.holding(100 + FollowedLog::lost_after_ms).wants_base);
}

TEST_CASE("a start acknowledges in the epoch of both what only its own disk may hold") {
    HallLog log({first_epoch, 5}, 7);
    CHECK(log.is_alone());
    CHECK(log.kept().epoch > first_epoch);
    CHECK_FALSE(is_superseded(first_epoch, log.kept().epoch));
    log.heard(Holding{5, 6, false, "other"}, 0);
    CHECK(log.is_alone());
    log.heard(Holding{5, 7, false, "other"}, 0);
    CHECK_FALSE(log.is_alone());
}

TEST_CASE("a long journal is never copied, as it is more than may wait") {
    HallLog log({first_epoch, 5}, 7);
    log.makes_base(0);
    const auto parts = HallLog::most_waiting_bytes / HallLog::longest_part + 10;
    log.begin(6, std::vector<std::string>(parts, std::string(HallLog::longest_part, 'x')), {});
    std::size_t stored = 0;
    for (; log.next(); ++stored) log.stored(6);
    CHECK(stored == parts);
}

TEST_CASE("a daemon counts inputs once another has taken over") {
    auto log = followed_log();
    log.heard(Serving{taken_over_after(first_epoch), 6, 9});
    log.written(1, "a", 1, 0);
    CHECK(log.counts_up_to() == 0);
    CHECK_FALSE(log.has_to_go_on_alone(60'000));
}

TEST_CASE("two histories of one length are taken for one") {
    auto log = followed_log(7);
    log.heard(Holding{5, 9, false, "other"}, 0); // an older journal was put here
    log.written(8, "a", 1, 0);
    log.written(9, "b", 2, 0);
    log.heard(Holding{5, 9, false, "other"}, 0);
    CHECK(log.counts_up_to() == 0);
    CHECK(log.has_to_go_on_alone(60'000));
}

#include "daemon/standby/entry.hpp"
#include "daemon/standby/record_bytes.hpp"
#include "daemon/standby/sealed.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tier.hpp"

#include <fstream>
#include <random>

using namespace adoube;
using namespace adoube::standby;

namespace {

class Any {
  public:
    explicit Any(std::uint64_t seed) : random_(seed) {}
    std::uint64_t number() { return random_() >> random_() % 64; }
    std::string text() {
        std::string text(random_() % 40, ' ');
        for (auto& one : text) one = static_cast<char>(random_());
        return text;
    }
    UtcMs utc() { return UtcMs(static_cast<std::int64_t>(number()) * (random_() % 2 == 0 ? 1 : -1)); }
    bool flag() { return random_() % 2 == 0; }

    journal::Record record() {
        const record::GameEntry game{text(), text(), utc(), flag() ? std::optional(utc()) : std::nullopt,
                                     text()};
        const record::Origin origin{
            text(), static_cast<std::uint32_t>(number()),
            flag() ? std::optional(static_cast<std::uint32_t>(number())) : std::nullopt, BoardUs(number())};
        switch (random_() % 9) {
        case 0: return journal::OpenGame{game};
        case 1:
            return journal::Append{text(), {text(), flag() ? std::optional(origin) : std::nullopt, utc()}};
        case 2: return journal::CloseGame{text(), utc()};
        case 3: return journal::ArmGame{{text(), text(), text(), utc(), text()}};
        case 4: return journal::Checkpoint{text(), number(), text()};
        case 5: return journal::Shown{text(), number(), GameMs(utc().count()), utc()};
        case 6: return journal::HoldGame{text(), {text(), utc()}};
        case 7: return journal::ReleaseGame{text()};
        default: return journal::DeleteGame{{text(), utc(), text(), number(), text()}, number()};
        }
    }
    Entry entry() {
        Entry entry{static_cast<Epoch>(number()), number(), HallFile{text(), text(), flag()}};
        if (flag()) entry.what = BasePart{number(), number(), text()};
        if (flag()) entry.what = Batch{number(), number(), text()};
        return entry;
    }

  private:
    std::mt19937_64 random_;
};

} // namespace

TEST_CASE("a record that goes to the other daemon becomes another one on the way", "[many]") {
    Any any(tests::seed(1));
    for (int n = 0; n < tests::many({300, 30'000}); ++n) {
        std::vector<journal::Record> records;
        for (auto count = any.number() % 5; count > 0; --count) records.push_back(any.record());
        const auto bytes = to_bytes(records);
        const auto again = records_from(bytes);
        REQUIRE(again.has_value());
        REQUIRE(again->size() == records.size());
        for (std::size_t at = 0; at < records.size(); ++at)
            CHECK((*again)[at].index() == records[at].index());
        CHECK(to_bytes(*again) == bytes);
        // A part of it is a part of the records, or nothing.
        if (const auto part = records_from(std::string_view(bytes).substr(0, bytes.size() / 2)))
            CHECK(bytes.starts_with(to_bytes(*part)));
    }
}

TEST_CASE("an input that goes to the other daemon loses something") {
    const record::Entry entry{"a line", record::Origin{"board", 7, 0xFFFFFFFF, BoardUs(1)}, UtcMs(-5)};
    const std::vector<journal::Record> records{journal::Append{"game", entry}};
    const auto again = records_from(to_bytes(records));
    REQUIRE(again.has_value());
    CHECK(std::get<journal::Append>(again->at(0)).game_id == "game");
    CHECK(std::get<journal::Append>(again->at(0)).entry == entry);
}

TEST_CASE("an entry of the log is read as another one, or a cut one as whole", "[many]") {
    Any any(tests::seed(2));
    for (int n = 0; n < tests::many({300, 30'000}); ++n) {
        const auto entry = any.entry();
        const auto bytes = to_bytes(entry);
        CHECK((entry_from(bytes) == entry));
        CHECK_FALSE(entry_from(std::string_view(bytes).substr(0, bytes.size() - 1)).has_value());
        CHECK_FALSE(entry_from(bytes + 'x').has_value());
        CHECK_FALSE(serving_from(bytes));
        CHECK_FALSE(holding_from(bytes));
    }
    const Serving serving{first_epoch, 3, 4};
    CHECK(serving_from(to_bytes(serving)) == serving);
    const Holding holding{3, 4, true, "laptop"};
    CHECK(holding_from(to_bytes(holding)) == holding);
    CHECK_FALSE(holding_from(to_bytes(serving)));
}

TEST_CASE("what is sealed is open to another key, for another subject, or once it was changed") {
    const tests::TemporaryFolder folder;
    REQUIRE(Key::make(folder / "one.key"));
    REQUIRE(Key::make(folder / "other.key"));
    const auto key = Key::read(folder / "one.key"), other = Key::read(folder / "other.key");
    REQUIRE(key);
    REQUIRE(other);
    const std::string bytes = "e2 lifted";
    const auto sealed = key->seal(bytes, "subject");
    CHECK(key->open(sealed, "subject") == bytes);
    CHECK_FALSE(sealed.contains("lifted"));
    CHECK(key->seal(bytes, "subject") != sealed);
    CHECK_FALSE(other->open(sealed, "subject"));
    CHECK_FALSE(key->open(sealed, "another"));
    for (std::size_t at = 0; at < sealed.size(); ++at) {
        auto changed = sealed;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        CHECK_FALSE(key->open(changed, "subject"));
        CHECK_FALSE(key->open(sealed.substr(0, at), "subject"));
    }
    CHECK(key->open(key->seal({}, "s"), "s") == std::string());
}

TEST_CASE("a key that others can read, or that is none, is taken") {
    const tests::TemporaryFolder folder;
    REQUIRE(Key::make(folder / "a.key"));
    CHECK_FALSE(Key::make(folder / "a.key")); // it would be another one on the other computer
    CHECK_FALSE(Key::read(folder / "none.key"));
    std::filesystem::permissions(folder / "a.key", std::filesystem::perms::others_read,
                                 std::filesystem::perm_options::add);
    CHECK_FALSE(Key::read(folder / "a.key"));
    std::ofstream(folder / "b.key") << "AAAA\n";
    std::filesystem::permissions(folder / "b.key", std::filesystem::perms::owner_read);
    const auto short_one = Key::read(folder / "b.key");
    REQUIRE_FALSE(short_one);
    CHECK(short_one.error().contains("adoube hall standby-key"));
}

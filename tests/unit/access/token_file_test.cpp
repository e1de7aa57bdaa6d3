#include "daemon/access/token_file.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <fstream>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

using namespace adoube::access;
using adoube::tests::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t now_s = 1'763'650'800;

std::string make(const fs::path& file, const std::string& name = "Anna") {
    const auto text = new_token_text().value();
    Token token;
    token.name = name;
    token.boards = Boards::all();
    token.made_s = now_s;
    token.hash = hash_of(text);
    const auto made = change_token_file(file, [&](Tokens& tokens) -> std::expected<void, std::string> {
        if (const auto id = tokens.add(token); !id) return std::unexpected(id.error());
        return {};
    });
    if (!made) FAIL(made.error());
    return text;
}

std::string error_of(const fs::path& file) {
    const auto read = read_token_file(file);
    return read ? std::string() : read.error();
}

} // namespace

TEST_CASE("a token file is lost or open to others when it is changed") {
    const TemporaryFolder folder;
    const auto file = folder / "hall.tokens";
    CHECK(read_token_file(file)->all().empty());
    const auto anna = make(file), ben = make(file, "Ben");
    CHECK(read_token_file(file)->grant(hash_of(ben), now_s)->name == "Ben");
    CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    const auto refused = change_token_file(file, [](Tokens& tokens) { return tokens.revoke(9, now_s); });
    CHECK(refused.error() == "there is no token 9");
    CHECK(read_token_file(file)->all().size() == 2);
    CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 1); // no file left beside it
    CHECK(change_token_file(folder / "no/hall.tokens",
                            [](Tokens&) { return std::expected<void, std::string>(); })
              .error()
              .ends_with("no/hall.tokens cannot be written: No such file or directory"));
}

TEST_CASE("a token is lost when two programs make one at the same time") {
    const TemporaryFolder folder;
    const auto file = folder / "hall.tokens";
    {
        std::vector<std::jthread> makers;
        for (int n = 0; n < 4; ++n)
            makers.emplace_back([&] {
                for (int m = 0; m < 5; ++m)
                    (void)change_token_file(file, [](Tokens& tokens) -> std::expected<void, std::string> {
                        Token token;
                        token.name = "x";
                        token.boards = Boards::all();
                        token.hash = hash_of(new_token_text().value());
                        (void)tokens.add(token);
                        return {};
                    });
            });
    }
    const auto tokens = read_token_file(file).value();
    REQUIRE(tokens.all().size() == 20);
    CHECK(tokens.all().back().id == 20);
}

TEST_CASE("a token file that is damaged, open to others or no file is believed") {
    const TemporaryFolder folder;
    const auto file = folder / "hall.tokens";
    const auto named = "token file " + file.string() + " ";
    make(file);
    fs::permissions(file, fs::perms(0640));
    CHECK(error_of(file).starts_with(named + "is open to others"));
    CHECK(!change_token_file(file, [](Tokens&) { return std::expected<void, std::string>(); }));
    fs::permissions(file, fs::perms(0600));
    CHECK(error_of(file).empty());
    fs::resize_file(file, fs::file_size(file) - 1);
    CHECK(error_of(file) == named + "is damaged, line 2: the file is cut here: restore its copy");
    fs::resize_file(file, longest_token_file + 1);
    CHECK(error_of(file) == named + "is too long to be one");
    fs::resize_file(file, 0);
    CHECK(error_of(file) == named + "is damaged, line 1: the file is cut here: restore its copy");
    if (::geteuid() == 0) { // only root can chown
        REQUIRE(::chown(file.c_str(), 65534, 65534) == 0);
        CHECK(error_of(file).starts_with(named + "belongs to another user (65534)"));
    }
    fs::remove(file);
    REQUIRE(::mkfifo(file.c_str(), 0600) == 0); // no writer
    CHECK(error_of(file) == named + "is no file");
    CHECK(error_of(folder.path()).ends_with("is no file"));
}

TEST_CASE("a change of the token file is not seen, or a damaged one lets somebody in") {
    const TemporaryFolder folder;
    const auto file = folder / "hall.tokens";
    TokenFile watched(file);
    CHECK(watched.reload());
    CHECK(watched.trouble().empty());
    const auto anna = make(file);
    REQUIRE(watched.reload());
    CHECK(watched.tokens().grant(hash_of(anna), now_s));
    REQUIRE(change_token_file(file, [](Tokens& tokens) { return tokens.revoke(1, now_s); }));
    REQUIRE(watched.reload());
    CHECK_FALSE(watched.tokens().grant(hash_of(anna), now_s));
    const auto ben = make(file, "Ben");
    REQUIRE(watched.reload());
    CHECK(watched.tokens().grant(hash_of(ben), now_s));
    // Overwritten in place, same length, within one tick of the file system's clock.
    const auto good = adoube::tests::text_of(file);
    auto bad = good;
    bad[bad.size() - 10] = '\n';
    std::ofstream(file, std::ios::binary) << bad;
    REQUIRE(watched.reload());
    CHECK(watched.trouble().find("is damaged, line 3") != std::string::npos);
    CHECK_FALSE(watched.tokens().grant(hash_of(ben), now_s));
    std::ofstream(file, std::ios::binary) << good;
    REQUIRE(watched.reload());
    CHECK(watched.trouble().empty());
    CHECK(watched.tokens().grant(hash_of(ben), now_s));
    fs::permissions(file, fs::perms(0644));
    REQUIRE(watched.reload());
    CHECK_FALSE(watched.tokens().grant(hash_of(ben), now_s));
    fs::remove(file);
    REQUIRE(watched.reload());
    CHECK(watched.trouble().empty());
    CHECK(watched.tokens().all().empty());
}

TEST_CASE("a token file that does not change is read at every look") {
    const TemporaryFolder folder;
    const auto file = folder / "hall.tokens";
    make(file);
    TokenFile watched(file);
    REQUIRE(watched.reload());
    while (watched.reload()) std::this_thread::sleep_for(std::chrono::milliseconds(50)); // until settled
    CHECK_FALSE(watched.reload());
    make(file, "Ben");
    CHECK(watched.reload());
    CHECK_FALSE(TokenFile({}).reload());
}

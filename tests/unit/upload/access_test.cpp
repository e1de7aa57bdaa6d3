#include "daemon/upload/access.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

using namespace adoube;
using namespace adoube::upload;

namespace {

namespace fs = std::filesystem;

fs::path secret_file(const tests::TemporaryFolder& folder, const std::string& text,
                     fs::perms perms = fs::perms::owner_read | fs::perms::owner_write) {
    const auto file = folder / "secret";
    std::ofstream(file, std::ios::binary) << text;
    fs::permissions(file, perms);
    return file;
}

} // namespace

TEST_CASE("a secret is used that others may read, or that is no single line") {
    const tests::TemporaryFolder folder;
    Access access;
    access.token_file = folder / "secret";
    tests::says(read_secrets(access).error(), "token_file " + access.token_file.string() + " cannot be read");
    for (const auto* text : {"", "\n", "two\nlines\n", "a\r\nX-Header: b\n", "a\tb"}) {
        secret_file(folder, text);
        tests::says(read_secrets(access).error(), "must hold one line");
    }
    secret_file(folder, "lip_abc\n", fs::perms::owner_read | fs::perms::group_read);
    tests::says(read_secrets(access).error(), "say chmod 600 ");
    for (const auto* text : {"lip_abc", "lip_abc\n", "lip_abc\r\n"}) {
        secret_file(folder, text);
        CHECK(read_secrets(access).value().token == "lip_abc");
    }
    access = {};
    access.key_file = secret_file(folder, "key", fs::perms::owner_read | fs::perms::others_read);
    tests::says(read_secrets(access).error(), "key_file ");
    access = {};
    access.known_hosts = folder / "none";
    tests::says(read_secrets(access).error(), "known_hosts ");
}

TEST_CASE("a secret that a server repeats is told") {
    CHECK(without_secrets("no token lip_abc, lip_abc; pass", {"lip_abc", "pass"}) == "no token …, …; …");
    CHECK(without_secrets("no token", {}) == "no token");
}

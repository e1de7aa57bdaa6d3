// A configuration that is right in itself, on a computer on which it would not work.

#include "daemon/adoubed/check_config.hpp"

#include "daemon/evidence/key_file.hpp"
#include "tests/catch.hpp"
#include "tests/held_port.hpp"
#include "tests/temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <unistd.h>

using namespace adoube;
using adoubed::check_config;

namespace {

adoubed::Config config(const tests::TemporaryFolder& folder, const std::string& settings = {},
                       const std::string& play = {}, const std::string& port = "tcp:127.0.0.1:1") {
    const auto text = "listen = \"127.0.0.1:0\"\n" + settings + "[event]\nname = \"E\"\n[play]\n" + play +
                      "[[board]]\nport = \"" + port + "\"\n";
    auto read = adoubed::parse_config(text, folder / "hall.toml");
    if (!read) FAIL(read.error());
    return *read;
}

bool tells(const std::vector<std::string>& sentences, const std::string& part) {
    return std::ranges::any_of(sentences,
                               [&](const std::string& each) { return each.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("what is right is called wrong, or a check leaves something behind") {
    const tests::TemporaryFolder folder;
    const auto found = check_config(config(folder, "pgn_directory = \"new/pgn\"\n"));
    CHECK(found.wrong.empty());
    CHECK(found.remarks.empty());
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("TLS files, a folder or an address that will not do is found when the round begins") {
    const tests::TemporaryFolder folder;
    std::ofstream(folder / "file") << "no certificate";
    const auto wrong = [&](const std::string& settings) {
        return check_config(config(folder, settings)).wrong;
    };
    CHECK(tells(wrong("[tls]\ncertificate = \"none.pem\"\nkey = \"none.key\"\n"), "none.pem"));
    CHECK(tells(wrong("[tls]\ncertificate = \"file\"\nkey = \"file\"\n"), "file"));
    CHECK(tells(wrong("pgn_directory = \"file/pgn\"\n"), "cannot be made: "));
    for (const auto* file : {"journal", "control", "evidence_key"})
        CHECK(tells(wrong(std::string(file) + " = \"none/f\"\n"), "cannot be made: there is no folder "));
    CHECK(tells(wrong("journal = \"file\"\n"), "is no journal but some other file"));
    CHECK(tells(wrong("evidence_key = \"file\"\n"), "file"));
    CHECK(tells(wrong("control = \".\"\n"), "is a folder"));
    std::filesystem::create_directory(folder / "a");
    std::filesystem::create_directory_symlink("a", folder / "linked");
    for (const auto& copy : {std::string("a/../a/j"), (folder / "a/j").string(), std::string("linked/j")})
        CHECK(tells(wrong("journal = \"a/j\"\njournal_copy = \"" + copy + "\"\n"),
                    "journal_copy is the same file as journal"));
    CHECK(tells(wrong("journal = \"a/j\"\njournal_copy = \"a/j-mark\"\n"),
                "journal_copy is the same file as the journal's own j-mark"));
    CHECK(tells(wrong("control = \"file\"\n"), "is some other file"));
    CHECK(tells(wrong("tokens = \"a\"\n"), "token"));
    std::ofstream(folder / "open") << "";
    std::filesystem::permissions(folder / "open", std::filesystem::perms(0644));
    CHECK(tells(wrong("tokens = \"open\"\n"), "is open to others"));
    if (::geteuid() != 0) {
        std::filesystem::permissions(folder.path(), std::filesystem::perms(0500));
        CHECK(tells(wrong("pgn_directory = \"pgn\"\n"), "this user may not write in "));
        CHECK(tells(wrong("journal = \"j\"\n"), "this user may not write in "));
        std::filesystem::permissions(folder.path(), std::filesystem::perms(0700));
    }
    auto elsewhere = config(folder);
    elsewhere.listen = *adoubed::parse_listen("192.0.2.1:8080"); // of documentation: no computer has it
    CHECK(tells(check_config(elsewhere).wrong, "listen 192.0.2.1:8080 cannot be opened: "));
}

TEST_CASE("what may be right in time stops the check, or is not said") {
    const tests::TemporaryFolder folder;
    const auto absent = check_config(config(folder, "", "", "serial:/dev/no-such-board"));
    CHECK(absent.wrong.empty());
    CHECK(tells(absent.remarks,
                "board 1: port serial:/dev/no-such-board is not there: is the board plugged in?"));
    std::ofstream(folder / "file") << "no board";
    CHECK(tells(check_config(config(folder, "", "", "pty:" + (folder / "file").string())).remarks,
                "is no terminal"));
    CHECK(tells(check_config(config(folder, "journal_copy = \"stick/copy\"\n")).remarks,
                "there is no folder "));
    const auto key = folder / "hall.key";
    REQUIRE(evidence::make_key_file(key, "", evidence::SignatureType::note));
    std::filesystem::permissions(key, std::filesystem::perms(0400)); // it is only read
    CHECK(check_config(config(folder, "evidence_key = \"hall.key\"\n")).wrong.empty());
    std::ofstream(folder / "j.control") << "no socket";
    const auto without_control = check_config(config(folder, "journal = \"j\"\n"));
    CHECK(without_control.wrong.empty());
    CHECK(tells(without_control.remarks, "j.control is some other file"));
    const auto nobody = check_config(config(folder, "tokens = \"none\"\n"));
    CHECK(nobody.wrong.empty());
    CHECK(tells(nobody.remarks, "nobody can sign in before"));
    const tests::HeldPort held;
    auto busy = config(folder);
    busy.listen = *adoubed::parse_listen("127.0.0.1:" + std::to_string(held.number()));
    CHECK(check_config(busy).wrong.empty());
    CHECK(tells(check_config(config(folder, "", "time_control = \"90+30\"\n")).remarks,
                "time control: 90 seconds and 30 seconds a move; seconds, not minutes: where 90 minutes are "
                "meant, write 90m"));
    CHECK(check_config(config(folder, "", "time_control = \"90m+30\"\n")).remarks ==
          std::vector<std::string>{"time control: 90 minutes and 30 seconds a move"});
}

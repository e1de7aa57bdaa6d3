#include "daemon/evidence/key_file.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/evidence/key.hpp"
#include "tools/adoube/evidence/key_copy.hpp"
#include "tools/adoube/evidence/key_statement.hpp"

#include <filesystem>

using namespace adoube;
using namespace adoube::tools;
using evidence::read_statements;
using tests::run;
using tests::says;
using tests::TemporaryFolder;

namespace {

struct Folder {
    TemporaryFolder folder;
    std::string key = path("hall.key"), vkey = made(key, false);

    std::string path(const std::string& name) const { return (folder / name).string(); }
    std::string made(const std::string& file, bool cosigner) const {
        const auto said = run(run_evidence_key_new, NewKeyOptions{file, {}, cosigner});
        INFO(said.err);
        REQUIRE(said.status == 0);
        return said.out.substr(0, said.out.size() - 1);
    }
};

} // namespace

TEST_CASE("a key that is gone is made again from its copy") {
    const Folder hall;
    const KeyCopyOptions backup{hall.key, hall.path("copy"), "-"};
    const auto kept = run(run_evidence_key_backup, backup, "correct horse battery staple\n");
    CHECK(kept.status == 0);
    says(kept.out, hall.vkey + " can be made again from");
    CHECK(std::filesystem::status(hall.path("copy")).permissions() == std::filesystem::perms(0600));
    CHECK(run(run_evidence_key_backup, backup, "correct horse battery staple\n").status == 2); // is there
    const auto key = read_file(hall.key).value();
    std::filesystem::remove(hall.key);
    const KeyCopyOptions restore{hall.path("copy"), hall.key, hall.path("words")};
    REQUIRE(write_file(hall.path("words"), "correct horse\n"));
    says(run(run_evidence_key_restore, restore).err, "copy is not opened by this passphrase");
    CHECK_FALSE(std::filesystem::exists(hall.key));
    REQUIRE(write_file(hall.path("words"), "correct horse battery staple\r\n"));
    const auto again = run(run_evidence_key_restore, restore);
    CHECK(again.status == 0);
    CHECK(again.out == hall.vkey + "\n");
    CHECK(read_file(hall.key).value() == key);
    CHECK(run(run_evidence_key_restore, restore).status == 2); // never over an existing key
}

TEST_CASE("a passphrase that can be guessed keeps nobody out, and makes no copy") {
    const Folder hall;
    for (const auto* weak : {"", "\n", "hall\n", "12345678901\n"}) {
        const auto said =
            run(run_evidence_key_backup, KeyCopyOptions{hall.key, hall.path("copy"), "-"}, weak);
        CHECK(said.status == 2);
        says(said.err, "this passphrase can be guessed");
    }
    CHECK_FALSE(std::filesystem::exists(hall.path("copy")));
}

TEST_CASE("a key is rotated: the next is in its place, and both have signed that it follows") {
    const Folder hall;
    const auto said = run(run_evidence_key_rotate, RotateOptions{hall.key, {}, {}, {}, {}});
    INFO(said.err);
    REQUIRE(said.status == 0);
    const auto next = said.out.substr(0, said.out.size() - 1);
    CHECK(run(run_evidence_key_show, ShowKeyOptions{hall.key}).out == said.out);
    const auto old = hall.key + "." + hall.vkey.substr(hall.vkey.find('+') + 1, 8);
    CHECK(run(run_evidence_key_show, ShowKeyOptions{old}).out == hall.vkey + "\n");
    says(said.err, "the key before is in " + old);
    CHECK_FALSE(std::filesystem::exists(hall.key + ".next"));
    const auto statements = read_statements(hall.key + ".statements").value();
    REQUIRE(statements.size() == 1);
    CHECK(statements[0].by_key);
    CHECK(statements[0].said.key.to_string() == hall.vkey);
    CHECK(statements[0].said.next->to_string() == next);
    SECTION("the old key in its place again is not rotated a second time") {
        std::filesystem::rename(old, hall.key);
        const auto again = run(run_evidence_key_rotate, RotateOptions{hall.key, {}, {}, {}, {}});
        CHECK(again.status == 2);
        says(again.err, hall.vkey + " is followed by " + next);
    }
    SECTION("and the next once more") {
        CHECK(run(run_evidence_key_rotate, RotateOptions{hall.key, {}, {}, {}, {}}).status == 0);
        CHECK(read_statements(hall.key + ".statements")->size() == 2);
    }
}

TEST_CASE("a rotation that was broken off goes on where it was, with the same next key") {
    const Folder hall;
    const auto next = hall.made(hall.key + ".next", false); // then power failed
    const RotateOptions options{hall.key, {}, {}, {}, {}};
    SECTION("before anything was said") {}
    SECTION("before the key was replaced") {
        REQUIRE(run(run_evidence_key_rotate, options).status == 0);
        const auto old = hall.key + "." + hall.vkey.substr(hall.vkey.find('+') + 1, 8);
        std::filesystem::rename(hall.key, hall.key + ".next");
        std::filesystem::copy_file(old, hall.key);
        std::filesystem::permissions(hall.key, std::filesystem::perms(0600));
    }
    const auto said = run(run_evidence_key_rotate, options);
    INFO(said.err);
    CHECK(said.status == 0);
    CHECK(said.out == next + "\n");
    CHECK(read_statements(hall.key + ".statements")->size() == 1);
    CHECK(run(run_evidence_key_show, ShowKeyOptions{hall.key}).out == said.out);
}

TEST_CASE("a name that somebody gave to a key is that of the next") {
    const TemporaryFolder folder;
    const auto key = (folder / "k").string();
    REQUIRE(run(run_evidence_key_new, NewKeyOptions{key, "club.example/anna", true}).status == 0);
    const auto next = run(run_evidence_key_rotate, RotateOptions{key, {}, {}, {}, {}});
    CHECK(next.out.starts_with("club.example/anna+"));
    const auto type = tlog::VerifierKey::parse(next.out.substr(0, next.out.size() - 1)).value().type;
    CHECK(type == tlog::SignatureType::cosignature);
}

TEST_CASE("a key revokes itself, since a time that people can write, and not from tomorrow on") {
    const Folder hall;
    const RevokeOptions options{hall.key, "2024-11-22T19:00Z", "the laptop was stolen", {}};
    const auto said = run(run_evidence_key_revoke, options);
    CHECK(said.status == 0);
    says(said.out, hall.vkey + " is revoked from 2024-11-22 19:00:00 UTC on: publish ");
    const auto statements = read_statements(hall.key + ".statements").value();
    REQUIRE(statements.size() == 1);
    CHECK(statements[0].said.revoked == "the laptop was stolen");
    for (const auto* time :
         {"yesterday", "2024-11-22", "2024-11-22 19:00", "2024-11-22T19:00+02:00", "2024-13-22T19:00Z"})
        says(run(run_evidence_key_revoke, RevokeOptions{hall.key, time, "x", {}}).err, "is no time");
    says(run(run_evidence_key_revoke, RevokeOptions{hall.key, "2999-01-01T00:00Z", "x", {}}).err,
         "lies ahead");
    for (const auto* why : {"", " ", "a\nb", "a\x1b[31mb"})
        says(run(run_evidence_key_revoke, RevokeOptions{hall.key, "2024-11-22T19:00Z", why, {}}).err,
             "say why");
    CHECK(read_statements(hall.key + ".statements")->size() == 1);
    REQUIRE(write_file(hall.key + ".statements", "nothing\n"));
    says(run(run_evidence_key_revoke, options).err, "hall.key.statements is damaged");
}

TEST_CASE("a co-signer vouches for one key that follows, and for no other in its place") {
    const Folder hall;
    const auto anna = hall.path("anna.key"), anna_vkey = hall.made(anna, true);
    std::filesystem::remove(hall.key);
    const RotateOptions lost{hall.key, hall.vkey, {}, {}, {}};
    const auto next = run(run_evidence_key_rotate, lost);
    REQUIRE(next.status == 0);
    CHECK(run(run_evidence_key_rotate, lost).out == next.out); // said once
    const auto file = hall.key + ".statements", vkey = next.out.substr(0, next.out.size() - 1);
    CHECK(read_statements(file)->size() == 1);
    const VouchOptions options{file, vkey, anna};
    says(run(run_evidence_key_vouch, VouchOptions{file, hall.vkey, anna}).err,
         "says nothing of " + hall.vkey);
    says(run(run_evidence_key_vouch, VouchOptions{file, vkey, hall.key}).err, "is not for co-signing");
    for (int twice = 0; twice < 2; ++twice) {
        const auto said = run(run_evidence_key_vouch, options);
        CHECK(said.status == 0);
        says(said.out, "next " + vkey + "\n");
        says(said.out, anna_vkey + " vouches for this");
        const auto statements = read_statements(file).value();
        CHECK(statements[0].note.signatures.size() == 2);
        CHECK(is_signed_by(statements[0].note, tlog::VerifierKey::parse(anna_vkey).value()) ==
              tlog::Signed::yes);
    }
    std::filesystem::remove(hall.key);
    std::filesystem::remove(file);
    const auto other = run(run_evidence_key_rotate, lost);
    const auto refused =
        run(run_evidence_key_vouch, VouchOptions{file, other.out.substr(0, other.out.size() - 1), anna});
    CHECK(refused.status == 1);
    says(refused.err, "you have vouched for another key that follows " + hall.vkey);
    CHECK(read_statements(file)->front().note.signatures.size() == 1);
}

TEST_CASE("a key that is there is not lost") {
    const Folder hall;
    const auto said = run(run_evidence_key_rotate, RotateOptions{hall.key, hall.vkey, {}, {}, {}});
    CHECK(said.status == 2);
    says(said.err, "that key is not lost");
}

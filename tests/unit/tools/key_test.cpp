// A hall's keys over a week: by the verbs of `adoube evidence key`.

#include "tests/temporary_folder.hpp"
#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/evidence/key.hpp"
#include "tools/adoube/evidence/key_copy.hpp"
#include "tools/adoube/files.hpp"

#include <filesystem>

using namespace adoube::tools;
using adoube::tests::run;
using adoube::tests::says;
using adoube::tests::TemporaryFolder;

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
    CHECK(run(run_evidence_key_restore, restore).status == 2); // never over a key that is there
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

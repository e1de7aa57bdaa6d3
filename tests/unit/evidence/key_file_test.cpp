#include "daemon/evidence/key_file.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

using namespace adoube::evidence;
using namespace adoube::tlog;
using adoube::tests::TemporaryFolder;

TEST_CASE("a key that was made is read again, is for its owner alone, and is never overwritten") {
    const TemporaryFolder folder;
    const auto made = make_key_file(folder / "a.key", {}, SignatureType::note);
    REQUIRE(made);
    CHECK(made->verifier().name.starts_with("adoube/"));
    CHECK(std::filesystem::status(folder / "a.key").permissions() ==
          (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
    CHECK(read_key_file(folder / "a.key")->to_string() == made->to_string());
    CHECK(make_key_file(folder / "a.key", {}, SignatureType::note).error().ends_with("File exists"));
    CHECK(read_key_file(folder / "a.key")->to_string() == made->to_string());
    const auto other = make_key_file(folder / "b.key", "arbiter.example/anna", SignatureType::cosignature);
    REQUIRE(other);
    CHECK(other->verifier().name == "arbiter.example/anna");
    CHECK(other->verifier().key != made->verifier().key);
}

TEST_CASE("a key file that is none, is cut, or that others may read is refused by name") {
    const TemporaryFolder folder;
    const auto key = make_key_file(folder / "a.key", "a", SignatureType::note).value().to_string();
    const auto refusal = [&](const std::string& content) {
        std::ofstream(folder / "a.key", std::ios::binary) << content;
        const auto read = read_key_file(folder / "a.key");
        return read ? std::string() : read.error();
    };
    CHECK(refusal(key + "\n").empty());
    CHECK(refusal(key).ends_with("a.key is cut: restore its copy"));
    CHECK(refusal("x" + key + "\n").find("a.key: it holds no signing key") != std::string::npos);
    std::filesystem::permissions(folder / "a.key", std::filesystem::perms(0640));
    CHECK(refusal(key + "\n").find("a.key may be read by others") != std::string::npos);
    CHECK(read_key_file(folder / "none.key").error().ends_with("No such file or directory"));
    CHECK(read_key_file(folder.path()).error().ends_with("Is a directory"));
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    CHECK(read_key_file(folder / "pipe").error().find("it is a pipe or a device") != std::string::npos);
    if (::geteuid() == 0) { // only root can chown
        std::filesystem::permissions(folder / "a.key", std::filesystem::perms(0600));
        REQUIRE(::chown((folder / "a.key").c_str(), 65534, 65534) == 0);
        CHECK(read_key_file(folder / "a.key").error().find("belongs to another user (65534)") !=
              std::string::npos);
    }
    CHECK(make_key_file(folder / "no/a.key", "a", SignatureType::note).error().find("no/a.key") !=
          std::string::npos);
}

TEST_CASE("a key that root makes in the folder of a service can be read by that service") {
    if (::geteuid() != 0) return; // only root can chown
    const TemporaryFolder folder;
    REQUIRE(::chown(folder.path().c_str(), 65534, 65534) == 0);
    const auto owner = [&](const std::string& name) {
        struct stat status {};
        REQUIRE(::stat((folder / name).c_str(), &status) == 0);
        return status.st_uid;
    };
    const auto key = make_key_file(folder / "a.key", {}, SignatureType::note);
    REQUIRE(key);
    CHECK(owner("a.key") == 65534);
    const Statement said{key->verifier(), 1, std::nullopt, "stolen"};
    const std::vector statements{make_statement(said, {&*key, 1}, 1)};
    const auto file = statements_beside(folder / "a.key");
    REQUIRE(write_statements(file, statements));
    CHECK(owner("a.key.statements") == 65534);
    CHECK(read_statements(file) == statements);
    CHECK(why_not_in_use(key->verifier(), statements)
              .ends_with(" was revoked (stolen) since 1970-01-01 00:00:01 UTC"));
}

TEST_CASE("statements that cannot be read are told by name, and that there are none is no fault") {
    const TemporaryFolder folder;
    CHECK(read_statements(folder / "none")->empty());
    std::ofstream(folder / "s") << "adoube-key/v1\n";
    CHECK(read_statements(folder / "s").error().find("is damaged: statement 1 in it is damaged") !=
          std::string::npos);
    CHECK_FALSE(read_statements(folder.path()));
    CHECK_FALSE(write_statements(folder / "no/s", {}));
}

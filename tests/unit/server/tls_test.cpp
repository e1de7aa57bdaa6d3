#include "daemon/server/tls.hpp"

#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>
#include <functional>
#include <sys/stat.h>

using namespace adoube;
using server::Tls;
using server::TlsFiles;
using tests::make_certificate;

namespace {

struct Files {
    tests::TemporaryFolder folder;
    TlsFiles files{folder / "hall.pem", folder / "hall.key"};

    Files() { make_certificate(files.certificate, files.key); }
};

} // namespace

TEST_CASE("a certificate that cannot be served is refused in a sentence that names the file and what to do") {
    const struct {
        const char* name;
        std::function<void(const Files&)> spoil;
        const char* said;
    } cases[]{
        {"no certificate", [](const Files& at) { std::filesystem::remove(at.files.certificate); },
         "hall.pem cannot be read: No such file or directory"},
        {"a folder",
         [](const Files& at) {
             std::filesystem::remove(at.files.certificate);
             std::filesystem::create_directory(at.files.certificate);
         },
         "hall.pem cannot be read: Is a directory"},
        {"no PEM", [](const Files& at) { std::ofstream(at.files.certificate) << "hello\n"; },
         "hall.pem is none in PEM"},
        {"no key", [](const Files& at) { std::filesystem::remove(at.files.key); },
         "hall.key cannot be read: No such file or directory"},
        {"a key that is none", [](const Files& at) { std::ofstream(at.files.key) << "hello\n"; },
         "hall.key is none in PEM"},
        {"a key for everybody", [](const Files& at) { ::chmod(at.files.key.c_str(), 0644); },
         "may be read by everybody"},
        {"a key that a group may write", [](const Files& at) { ::chmod(at.files.key.c_str(), 0660); },
         "may be written by others than its owner"},
        {"a pipe for a key",
         [](const Files& at) {
             std::filesystem::remove(at.files.key);
             ::mkfifo(at.files.key.c_str(), 0600);
         },
         "hall.key cannot be read: it is a pipe"},
        {"another's key", [](const Files& at) { make_certificate(at.folder / "other.pem", at.files.key); },
         "hall.key does not belong to the certificate"},
        {"expired",
         [](const Files& at) {
             make_certificate(at.files.certificate, at.files.key,
                              {.valid_from_s = -7'200, .valid_to_s = -3'600});
         },
         "has expired at 20"},
        {"of tomorrow",
         [](const Files& at) {
             make_certificate(at.files.certificate, at.files.key,
                              {.valid_from_s = 3'600, .valid_to_s = 7'200});
         },
         "is this computer's clock right?"},
    };
    for (const auto& [name, spoil, said] : cases) {
        CAPTURE(name);
        const Files at;
        REQUIRE(Tls::load(at.files));
        spoil(at);
        const auto refused = Tls::load(at.files);
        REQUIRE_FALSE(refused);
        CAPTURE(refused.error());
        CHECK(refused.error().find(said) != std::string::npos);
        CHECK(refused.error().find('\n') == std::string::npos);
    }
}

TEST_CASE("a key that a group may read is taken: that is how Debian's ssl-cert shares one") {
    const Files at;
    ::chmod(at.files.key.c_str(), 0640);
    CHECK(Tls::load(at.files));
}

TEST_CASE("a renewed certificate is taken once both files have come to rest, and told once") {
    const Files at;
    auto tls = Tls::load(at.files).value();
    const SSL_CTX* const first = &tls.context();
    CHECK(!tls.reload());
    make_certificate(at.files.certificate, at.files.key, {.name = "renewed"});
    CHECK(!tls.reload());
    CHECK(&tls.context() == first);
    const auto renewal = tls.reload();
    REQUIRE(renewal);
    CHECK(renewal->taken);
    CHECK(renewal->sentence.find("is renewed, valid until 20") != std::string::npos);
    CHECK(&tls.context() != first);
    CHECK(!tls.reload());
}

TEST_CASE("a certificate renewed badly is told once, the old one goes on, and the next good one is taken") {
    const Files at;
    auto tls = Tls::load(at.files).value();
    const SSL_CTX* const first = &tls.context();
    make_certificate(at.files.certificate, at.folder / "elsewhere.key"); // its key is not there yet
    CHECK(!tls.reload());
    const auto renewal = tls.reload();
    REQUIRE(renewal);
    CHECK(!renewal->taken);
    CHECK(renewal->sentence.find("does not belong to the certificate") != std::string::npos);
    CHECK(&tls.context() == first);
    for (int looks = 0; looks < 3; ++looks) CHECK(!tls.reload());
    std::filesystem::rename(at.folder / "elsewhere.key", at.files.key);
    CHECK(!tls.reload());
    CHECK(tls.reload().value().taken);
}

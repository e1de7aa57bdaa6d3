#include "daemon/server/tls.hpp"

#include "daemon/server/own_certificate.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>
#include <functional>
#include <memory>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
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

namespace {

using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

/// Of one PEM text.
std::vector<Certificate> certificates_in(const std::string& pem) {
    std::vector<Certificate> all;
    const std::unique_ptr<BIO, decltype(&BIO_free)> from(
        BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
    while (auto* one = PEM_read_bio_X509(from.get(), nullptr, nullptr, nullptr))
        all.emplace_back(one, X509_free);
    return all;
}

/// As a phone does that trusts `authority` alone.
int verified(X509* certificate, X509* authority) {
    const std::unique_ptr<X509_STORE, decltype(&X509_STORE_free)> trusted(X509_STORE_new(), X509_STORE_free);
    const std::unique_ptr<X509_STORE_CTX, decltype(&X509_STORE_CTX_free)> look(X509_STORE_CTX_new(),
                                                                               X509_STORE_CTX_free);
    X509_STORE_add_cert(trusted.get(), authority);
    X509_STORE_CTX_init(look.get(), trusted.get(), certificate, nullptr);
    X509_STORE_CTX_set_purpose(look.get(), X509_PURPOSE_SSL_SERVER);
    X509_STORE_CTX_set_flags(look.get(), X509_V_FLAG_X509_STRICT);
    X509_verify_cert(look.get());
    return X509_STORE_CTX_get_error(look.get());
}

} // namespace

TEST_CASE("a certificate that a hall makes for itself is not its address's, or vouches for anything else") {
    const std::vector<std::string> hosts{"192.168.1.10", "Hall.local", "fd00::1"};
    const auto own = server::make_own_certificate(hosts, 30);
    REQUIRE(own);
    const auto made = certificates_in(own->certificate);
    REQUIRE(made.size() == 2);
    auto *server = made[0].get(), *authority = made[1].get();
    CHECK(verified(server, authority) == X509_V_OK);
    for (const char* name : {"hall.local", "localhost"})
        CHECK(X509_check_host(server, name, 0, 0, nullptr) == 1);
    for (const char* address : {"192.168.1.10", "127.0.0.1", "fd00::1"})
        CHECK(X509_check_ip_asc(server, address, 0) == 1);
    CHECK(X509_check_host(server, "other.local", 0, 0, nullptr) == 0);
    CHECK(X509_check_ip_asc(server, "192.168.1.11", 0) == 0);
    CHECK(!server::is_own_authority(server));
    CHECK(server::is_own_authority(authority));
    CHECK(server::authority_of(authority).fingerprint == own->fingerprint);
    CHECK(own->fingerprint.size() == 32 * 3 - 1);
    CHECK(!own->key.contains(own->certificate));
    int days = 0, seconds = 0;
    REQUIRE(ASN1_TIME_diff(&days, &seconds, nullptr, X509_get0_notAfter(server)) == 1);
    CHECK((days == 29 || days == 30));
    // Another one of the same names is not trusted by whoever trusts this.
    const auto again = server::make_own_certificate(hosts, 30);
    CHECK(verified(certificates_in(again->certificate)[0].get(), authority) != X509_V_OK);
    CHECK(again->key != own->key);

    Files at;
    std::ofstream(at.files.certificate) << own->certificate;
    std::ofstream(at.files.key) << own->key;
    const auto tls = Tls::load(at.files);
    REQUIRE(tls);
    REQUIRE(tls->authority());
    CHECK(tls->authority()->fingerprint == own->fingerprint);
    make_certificate(at.files.certificate, at.files.key);
    CHECK(!Tls::load(at.files)->authority());
    for (const std::string wrong :
         {"", "https://hall.local", "hall.local:8080", "hall local", "a,DNS:evil.example"}) {
        CAPTURE(wrong);
        const auto refused = server::make_own_certificate(std::vector{wrong}, 30);
        REQUIRE(!refused);
        CHECK(refused.error().contains("is neither an address nor a name"));
    }
}

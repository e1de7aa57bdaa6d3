// `adoube arbiter --hall` and `adoube evidence cosign --hall` over TLS: which certificates they accept, and
// what they say of others and of other protocols.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <openssl/ssl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <fstream>

using namespace adoube;
using tests::Hall;
using tests::Process;

namespace {

constexpr const char* settings = "tokens = \"hall.tokens\"\n";
constexpr const char* with_tls =
    "tokens = \"hall.tokens\"\ntls = { certificate = \"tls.pem\", key = \"tls.key\" }\n";

/// Has a token, perhaps of no hall.
struct Anna {
    tests::TemporaryFolder folder;

    Anna() {
        write_secret("token", std::string("adoube_0000000000000000000000000000000000000000000") + "2CZclj");
    }
    explicit Anna(const Hall& hall) {
        const auto made =
            tests::run_adoube({"token", "new", "--tokens", (hall.folder / "hall.tokens").string(), "--name",
                               "Anna", "--role", "arbiter", "--boards", "all"});
        write_secret("token", made.output.substr(made.output.find("adoube_"), 56));
    }
    void write_secret(const std::string& name, const std::string& text) const {
        std::ofstream(folder / name) << "";
        std::filesystem::permissions(folder / name, std::filesystem::perms(0600));
        std::ofstream(folder / name) << text << '\n';
    }
    std::vector<std::string> hall(const std::string& url, const std::string& ca) const {
        std::vector<std::string> words{"--hall", url, "--token-file", (folder / "token").string()};
        if (!ca.empty()) words.insert(words.end(), {"--ca", ca});
        return words;
    }
    tests::Ran says(const std::string& url, const std::string& ca = {}) const {
        auto words = hall(url, ca);
        words.insert(words.begin(), "arbiter");
        words.insert(words.end(), {"--board", "1", "pause"});
        return tests::run_adoube(std::move(words));
    }
    tests::Ran watches(const std::string& url, const std::string& ca = {}) const {
        auto words = hall(url, ca);
        words.insert(words.begin(), "arbiter");
        words.emplace_back("watch");
        return tests::run_adoube(std::move(words));
    }
    tests::Ran cosigns(const std::string& url, const std::string& ca = {}) const {
        write_secret("key", tests::arbiter_key.to_string());
        auto words = hall(url, ca);
        words.insert(words.begin(), {"evidence", "cosign", "--key", (folder / "key").string(), "--log",
                                     tests::hall_key.verifier().to_string()});
        return tests::run_adoube(std::move(words));
    }
    void are_told(const std::string& sentence, const std::string& url, const std::string& ca = {}) const {
        CHECK(says(url, ca) == tests::Ran{2, "adoube arbiter: " + url + sentence + "\n"});
        CHECK(watches(url, ca) == tests::Ran{2, "adoube arbiter: " + url + sentence + "\n"});
        CHECK(cosigns(url, ca) == tests::Ran{2, url + sentence + "\n"});
    }
};

std::string port_of(const Process& daemon) {
    const auto output = daemon.output();
    const auto at = output.find("://127.0.0.1:", output.find("adoubed: serving ")) + 13;
    return output.substr(at, output.find('/', at) - at);
}

/// Accepts every handshake, with a certificate that no daemon would use.
class AnyCertificate {
  public:
    AnyCertificate(const std::filesystem::path& certificate, const std::filesystem::path& key)
        : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free),
          socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        REQUIRE(SSL_CTX_use_certificate_file(context_.get(), certificate.c_str(), SSL_FILETYPE_PEM) == 1);
        REQUIRE(SSL_CTX_use_PrivateKey_file(context_.get(), key.c_str(), SSL_FILETYPE_PEM) == 1);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        REQUIRE(::bind(socket_, reinterpret_cast<sockaddr*>(&address), size) == 0);
        REQUIRE(::listen(socket_, 8) == 0);
        REQUIRE(::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        port_ = ntohs(address.sin_port);
        thread_ = std::jthread([this] { serve(); });
    }
    ~AnyCertificate() {
        ::shutdown(socket_, SHUT_RDWR); // ends accept
        thread_.join();
        ::close(socket_);
    }
    AnyCertificate(const AnyCertificate&) = delete;
    AnyCertificate& operator=(const AnyCertificate&) = delete;
    std::string url() const { return "https://localhost:" + std::to_string(port_); }

  private:
    void serve() {
        for (int one = 0; (one = ::accept(socket_, nullptr, nullptr)) >= 0; ::close(one)) {
            const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context_.get()), SSL_free);
            SSL_set_fd(ssl.get(), one);
            SSL_accept(ssl.get());
        }
    }

    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
    int socket_, port_ = 0;
    std::jthread thread_;
};

} // namespace

TEST_CASE(
    "a hall whose certificate is vouched for is refused, or one that anybody could have made is taken") {
    Hall hall({"pty:board-1"}, with_tls);
    const auto certificate = hall.folder / "tls.pem";
    tests::make_certificate(certificate, hall.folder / "tls.key");
    const Anna anna(hall);
    auto daemon = hall.started_daemon();
    const auto url = "https://localhost:" + port_of(*daemon),
               number = "https://127.0.0.1:" + port_of(*daemon);
    CHECK(anna.says(url, certificate.string()).output.find("board has not told anything yet") !=
          std::string::npos);
    CHECK(anna.says(number, certificate.string()) == anna.says(url, certificate.string()));
    anna.are_told(": nobody who is trusted here vouches for its certificate: name who does with --ca", url);
    tests::make_certificate(hall.folder / "other.pem", hall.folder / "other.key");
    anna.are_told(": nobody who is trusted here vouches for its certificate: name who does with --ca", url,
                  (hall.folder / "other.pem").string());
    const auto none = anna.says(url, (hall.folder / "tls.key").string());
    CHECK(none.status == 2);
    CHECK(none.output.find("holds no certificate") != std::string::npos);

    tests::make_certificate(certificate, hall.folder / "tls.key", {.name = "elsewhere.example"});
    REQUIRE(daemon->wait_for_output("tls.pem is renewed"));
    anna.are_told(": its certificate is for another name: ask for it by the name that stands in there", url,
                  certificate.string());
    CHECK(anna.says(number, certificate.string()).output.find("board has not told") != std::string::npos);
}

TEST_CASE("a certificate that is out of its time is taken, or what is the matter with it is not told") {
    const tests::TemporaryFolder folder;
    const auto certificate = folder / "tls.pem", key = folder / "tls.key";
    const Anna anna;
    {
        tests::make_certificate(certificate, key, {.valid_from_s = -7200, .valid_to_s = -3600});
        const AnyCertificate hall(certificate, key);
        anna.are_told(": its certificate has expired: have it renewed, and see that the clock here is right",
                      hall.url(), certificate.string());
    }
    tests::make_certificate(certificate, key, {.valid_from_s = 3600, .valid_to_s = 7200});
    const AnyCertificate hall(certificate, key);
    anna.are_told(": its certificate is not valid yet: see that the clock here is right", hall.url(),
                  certificate.string());
}

TEST_CASE("who speaks plain HTTP where TLS is spoken, or TLS where it is not, is left to guess") {
    // What comes by a proxy is not of this computer, which may ask without.
    Hall hall({"pty:board-1"}, "trusted_proxies = [\"127.0.0.1\"]\n" + std::string(with_tls)),
        plain({"pty:board-1"}, settings);
    tests::make_certificate(hall.folder / "tls.pem", hall.folder / "tls.key");
    const Anna anna(hall);
    auto with = hall.started_daemon(), without = plain.started_daemon();
    anna.are_told(" speaks TLS only: ask for it as https://", "http://127.0.0.1:" + port_of(*with));
    anna.are_told(" does not speak TLS: set [tls] there, or ask for it as http://",
                  "https://127.0.0.1:" + port_of(*without));
}

#include "daemon/tlog/key_copy.hpp"

#include "recorded_game.hpp"
#include "tests/says.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>

using namespace adoube::evidence;
using namespace adoube::tlog;
using namespace adoube::tests;

namespace {

constexpr std::string_view passphrase = "six words that do not belong together";

std::string refusal(const std::string& copy) {
    const auto read = from_key_copy(copy, passphrase);
    return read ? std::string() : read.error();
}

} // namespace

TEST_CASE("a key that was copied is the same again: seed, name and type") {
    for (const auto& key : {hall_key, arbiter_key}) {
        const auto again = from_key_copy(to_key_copy(key, passphrase), passphrase);
        REQUIRE(again);
        CHECK(again->to_string() == key.to_string());
    }
}

TEST_CASE("a copy tells nothing without its passphrase, and is different each time") {
    const auto copy = to_key_copy(hall_key, passphrase);
    CHECK(copy.find(hall_key.to_string().substr(60)) == std::string::npos);
    CHECK(copy != to_key_copy(hall_key, passphrase));
    CHECK(from_key_copy(copy, "six words that do not belong").error() == "is not opened by this passphrase");
    CHECK(from_key_copy(copy, "").error() == "is not opened by this passphrase");
}

TEST_CASE("OpenSSL opens a copy as it is") {
    auto copy = to_key_copy(hall_key, passphrase);
    std::string secret(passphrase);
    BIO* in = BIO_new_mem_buf(copy.data(), static_cast<int>(copy.size()));
    EVP_PKEY* key = PEM_read_bio_PrivateKey(in, nullptr, nullptr, secret.data());
    REQUIRE(key);
    SigningKey::Seed seed{};
    auto size = seed.size();
    CHECK(EVP_PKEY_get_raw_private_key(key, seed.data(), &size) == 1);
    CHECK(seed == hall_key.seed());
    EVP_PKEY_free(key);
    BIO_free(in);
}

TEST_CASE("a copy that was typed in is read, and which line is mistyped is told") {
    const auto copy = to_key_copy(hall_key, passphrase);
    std::string typed = "\n";
    for (const char c : copy) typed += c == '\n' ? std::string("  \r\n\n") : std::string(1, c);
    CHECK(from_key_copy(typed, passphrase)->to_string() == hall_key.to_string());
    auto wrong = copy;
    auto& letter = wrong[wrong.find("KEY-----\n") + 9 + 70]; // second base64 line
    letter = letter == 'l' ? '1' : 'l';
    says(refusal(wrong), "is mistyped or damaged in line 6");
    const auto cut = copy.substr(0, copy.rfind("-----END"));
    says(refusal(cut), "is cut: lines are missing at its end");
    says(refusal(copy + "more\n"), "is mistyped or damaged in line ");
    auto key = copy;
    key[key.find("hall")] = 'b';
    says(refusal(key), "is damaged in its second line: the verifier key");
    const auto vkey = hall_key.verifier().to_string(), other = other_key.verifier().to_string();
    key = copy;
    key.replace(key.find(vkey), vkey.size(), other);
    says(refusal(key), "holds another key than it names");
    for (const auto& none :
         {std::string(), std::string("\n\n"), copy.substr(copy.find("-----")), hall_key.to_string()})
        says(refusal(none), "is no copy of a key");
}

TEST_CASE("no changed byte of a copy goes unseen") {
    const auto copy = to_key_copy(hall_key, passphrase);
    for (std::size_t at = 0; at < copy.size(); ++at) {
        auto changed = copy;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        INFO("byte " << at);
        REQUIRE_FALSE(refusal(changed).empty());
    }
}

#include "daemon/tlog/key_copy.hpp"

#include "daemon/text/hex.hpp"
#include "daemon/text/sha256.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

#include <algorithm>
#include <vector>

namespace adoube::tlog {
namespace {

constexpr std::string_view head = "adoube-key-copy/v1";
// 16 MiB, half of OpenSSL's limit, eight times over.
constexpr int scrypt_n = 1 << 14, scrypt_r = 8, scrypt_p = 8, salt_size = 16;

template<auto free_it>
struct Free {
    void operator()(auto* it) const { free_it(it); }
};
using Pkey = std::unique_ptr<EVP_PKEY, Free<EVP_PKEY_free>>;
using Plain = std::unique_ptr<PKCS8_PRIV_KEY_INFO, Free<PKCS8_PRIV_KEY_INFO_free>>;
using Encrypted = std::unique_ptr<X509_SIG, Free<X509_SIG_free>>;
using Bio = std::unique_ptr<BIO, Free<BIO_free_all>>;

std::string pem_of(const SigningKey& key, std::string_view passphrase) {
    const auto& seed = key.seed();
    const Pkey pkey(EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size()));
    const Plain plain(EVP_PKEY2PKCS8(pkey.get()));
    auto* const how =
        PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), nullptr, salt_size, nullptr, scrypt_n, scrypt_r, scrypt_p);
    const Encrypted encrypted(
        PKCS8_set0_pbe(passphrase.data(), static_cast<int>(passphrase.size()), plain.get(), how));
    const Bio out(BIO_new(BIO_s_mem()));
    PEM_write_bio_PKCS8(out.get(), encrypted.get());
    char* text = nullptr;
    const auto size = BIO_get_mem_data(out.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

int give_passphrase(char* to, int room, int, void* passphrase) {
    const auto& text = *static_cast<const std::string_view*>(passphrase);
    if (room < 0 || text.size() > static_cast<std::size_t>(room)) return -1;
    std::ranges::copy(text, to);
    return static_cast<int>(text.size());
}

std::expected<SigningKey::Seed, std::string> seed_of(const std::string& pem, std::string_view passphrase) {
    const Bio in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    const Pkey pkey(PEM_read_bio_PrivateKey(in.get(), nullptr, give_passphrase, &passphrase));
    SigningKey::Seed seed{};
    auto size = seed.size();
    if (!pkey) return std::unexpected("is not opened by this passphrase");
    if (EVP_PKEY_get_id(pkey.get()) != EVP_PKEY_ED25519 ||
        EVP_PKEY_get_raw_private_key(pkey.get(), seed.data(), &size) != 1)
        return std::unexpected("holds a key of another kind");
    return seed;
}

std::string check_of(std::string_view line) { return text::to_hex(text::sha256(line)).substr(0, 4); }

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        auto part = text.substr(0, text.find(at));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const auto first = part.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) continue;
        parts.push_back(part.substr(first, part.find_last_not_of(" \t\r") + 1 - first));
    }
    return parts;
}

} // namespace

std::string to_key_copy(const SigningKey& key, std::string_view passphrase) {
    const auto pem = pem_of(key, passphrase);
    std::string checks;
    for (const auto line : split(pem, '\n')) checks += " " + check_of(line);
    return std::string(head) + "\nkey " + key.verifier().to_string() + "\ncheck" + checks + "\n" + pem;
}

std::expected<SigningKey, std::string> from_key_copy(std::string_view text, std::string_view passphrase) {
    const auto lines = split(text, '\n');
    if (lines.size() < 4 || lines[0] != head || !lines[1].starts_with("key ") ||
        !lines[2].starts_with("check "))
        return std::unexpected("is no copy of a key, or its first lines are missing");
    const auto verifier = VerifierKey::parse(lines[1].substr(4));
    if (!verifier) return std::unexpected("is damaged in its second line: " + verifier.error());
    const auto checks = split(lines[2].substr(6), ' ');
    std::string pem;
    for (std::size_t at = 3; at < lines.size(); ++at) {
        if (at - 3 >= checks.size() || check_of(lines[at]) != checks[at - 3])
            return std::unexpected("is mistyped or damaged in line " + std::to_string(at + 1) +
                                   ", which is not as its check in line 3 says");
        pem.append(lines[at]) += '\n';
    }
    if (checks.size() != lines.size() - 3) return std::unexpected("is cut: lines are missing at its end");
    const auto seed = seed_of(pem, passphrase);
    if (!seed) return std::unexpected(seed.error());
    SigningKey key(verifier->name, verifier->type, *seed);
    if (key.verifier() != *verifier)
        return std::unexpected("holds another key than it names: its second line was changed");
    return key;
}

} // namespace adoube::tlog

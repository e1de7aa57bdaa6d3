#include "daemon/evidence/key_file.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/text/hex.hpp"
#include "daemon/text/utc.hpp"

#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace adoube::evidence {
namespace {

constexpr std::size_t longest_key_file = 64 * 1024, longest_statements = 16 << 20;

std::string name_of(const tlog::SigningKey& key) {
    return "adoube/" + text::to_hex(std::span(key.verifier().key).first(6));
}

std::expected<void, std::string> named(const std::filesystem::path& file,
                                       const std::expected<void, std::string>& done) {
    if (!done) return std::unexpected("key file " + file.string() + ' ' + done.error());
    return {};
}

} // namespace

std::expected<tlog::SigningKey, std::string> read_key_file(const std::filesystem::path& file) {
    auto read = files::read_secret(file, longest_key_file);
    if (!read && read.error().why == files::Unreadable::Why::open_to_others)
        return std::unexpected(
            "key file " + file.string() +
            " may be read by others: who has read it can sign in its name. If nobody has, say "
            "chmod 600 " +
            file.string() + "; else make a new key");
    if (!read) return std::unexpected("key file " + file.string() + ' ' + read.error().text);
    std::string& text = *read;
    if (!text.ends_with('\n'))
        return std::unexpected("key file " + file.string() + " is cut: restore its copy");
    text.pop_back();
    auto key = tlog::SigningKey::parse(text);
    if (!key) return std::unexpected("key file " + file.string() + ": " + key.error());
    return key;
}

std::expected<tlog::SigningKey, std::string> make_key_file(const std::filesystem::path& file,
                                                           std::string name, tlog::SignatureType type) {
    tlog::SigningKey::Seed seed;
    if (RAND_priv_bytes(seed.data(), static_cast<int>(seed.size())) != 1)
        return std::unexpected("no key can be made: the system gives no random numbers");
    if (name.empty()) name = name_of(tlog::SigningKey("-", type, seed));
    tlog::SigningKey key(std::move(name), type, seed);
    if (const auto written = write_secret_file(file, key.to_string() + "\n"); !written)
        return std::unexpected(written.error());
    return key;
}

std::expected<void, std::string> write_secret_file(const std::filesystem::path& file, std::string_view text) {
    return named(file, files::make(file, text, files::ReadableBy::owner));
}

std::expected<void, std::string> replace_key_file(const std::filesystem::path& file,
                                                  const std::filesystem::path& next,
                                                  const std::filesystem::path& old) {
    // Link first: `file` must never be missing.
    const bool kept = ::link(file.c_str(), old.c_str()) == 0 || errno == EEXIST;
    if (!kept || ::rename(next.c_str(), file.c_str()) != 0)
        return std::unexpected("key file " + file.string() + " cannot be written: " + std::strerror(errno));
    return named(file, files::sync_folder_of(file));
}

std::filesystem::path statements_beside(const std::filesystem::path& key_file) {
    return key_file.string() + ".statements";
}

std::expected<std::vector<SignedStatement>, std::string> read_statements(const std::filesystem::path& file) {
    const auto text = files::read(file, longest_statements);
    if (!text && text.error().why == files::Unreadable::Why::absent) return {};
    if (!text) return std::unexpected(file.string() + ' ' + text.error().text);
    auto statements = parse_statements(*text);
    if (!statements)
        return std::unexpected(file.string() + " is damaged: " + statements.error() +
                               "; put in its place what was published");
    return statements;
}

std::expected<void, std::string> write_statements(const std::filesystem::path& file,
                                                  std::span<const SignedStatement> statements) {
    const auto replaced = files::replace(file, to_text(statements), files::ReadableBy::everybody);
    if (!replaced) return std::unexpected(file.string() + ' ' + replaced.error());
    return {};
}

std::string why_not_in_use(const tlog::VerifierKey& key, std::span<const SignedStatement> statements) {
    for (const auto& [said, note, by_key] : statements)
        if (said.key == key)
            return key.to_string() +
                   (said.revoked.empty() ? " is followed by " + said.next->to_string()
                                         : " was revoked (" + said.revoked + ")") +
                   " since " + text::utc_second(static_cast<std::int64_t>(said.from_utc_s));
    return {};
}

} // namespace adoube::evidence

#include "daemon/evidence/key_file.hpp"

#include "daemon/evidence/utc.hpp"

#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

namespace adoube::evidence {
namespace {

std::string name_of(const SigningKey& key) {
    std::string name = "adoube/";
    for (std::size_t at = 0; at < 6; ++at) {
        name += "0123456789abcdef"[key.verifier().key[at] >> 4];
        name += "0123456789abcdef"[key.verifier().key[at] & 15];
    }
    return name;
}

std::unexpected<std::string> cannot_write(const std::filesystem::path& file) {
    return std::unexpected("key file " + file.string() + " cannot be written: " + std::strerror(errno));
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// The name of a new file is on the disk only once its folder is.
bool sync_folder(const std::filesystem::path& file) {
    const int opened = ::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = opened >= 0 && ::fsync(opened) == 0;
    if (opened >= 0) ::close(opened);
    return synced;
}

/// Root looks after keys that a service reads, in that service's folder. Where there are no owners, all the
/// same.
void give_to_owner_of_folder(int opened, const std::filesystem::path& file) {
    struct stat folder {};
    if (::geteuid() == 0 && ::stat(folder_of(file).c_str(), &folder) == 0 &&
        ::fchown(opened, folder.st_uid, folder.st_gid) != 0)
        errno = 0;
}

} // namespace

std::expected<SigningKey, std::string> read_key_file(const std::filesystem::path& file) {
    struct stat status {};
    std::ifstream in(file, std::ios::binary);
    if (!in || ::stat(file.c_str(), &status) != 0 || S_ISDIR(status.st_mode))
        return std::unexpected("key file " + file.string() +
                               " cannot be read: " + std::strerror(in ? EISDIR : errno));
    if (status.st_mode & (S_IRWXG | S_IRWXO))
        return std::unexpected(
            "key file " + file.string() +
            " may be read by others: who has read it can sign in its name. If nobody has, say "
            "chmod 600 " +
            file.string() + "; else make a new key");
    std::string text(std::istreambuf_iterator<char>(in), {});
    if (!text.ends_with('\n'))
        return std::unexpected("key file " + file.string() + " is cut: restore its copy");
    text.pop_back();
    auto key = SigningKey::parse(text);
    if (!key) return std::unexpected("key file " + file.string() + ": " + key.error());
    return key;
}

std::expected<SigningKey, std::string> make_key_file(const std::filesystem::path& file, std::string name,
                                                     SignatureType type) {
    SigningKey::Seed seed;
    if (RAND_priv_bytes(seed.data(), static_cast<int>(seed.size())) != 1)
        return std::unexpected("no key can be made: the system gives no random numbers");
    if (name.empty()) name = name_of(SigningKey("-", type, seed));
    SigningKey key(std::move(name), type, seed);
    if (const auto written = write_secret_file(file, key.to_string() + "\n"); !written)
        return std::unexpected(written.error());
    return key;
}

std::expected<void, std::string> write_secret_file(const std::filesystem::path& file, std::string_view text) {
    const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (opened < 0) return cannot_write(file);
    give_to_owner_of_folder(opened, file);
    const bool written = ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(opened) == 0 && sync_folder(file);
    ::close(opened);
    if (written) return {};
    auto failed = cannot_write(file);
    ::unlink(file.c_str());
    return failed;
}

std::expected<void, std::string> replace_key_file(const std::filesystem::path& file,
                                                  const std::filesystem::path& next,
                                                  const std::filesystem::path& old) {
    // Never without a key: the old one has two names for a moment.
    const bool kept = ::link(file.c_str(), old.c_str()) == 0 || errno == EEXIST;
    if (!kept || ::rename(next.c_str(), file.c_str()) != 0 || !sync_folder(file)) return cannot_write(file);
    return {};
}

std::filesystem::path statements_beside(const std::filesystem::path& key_file) {
    return key_file.string() + ".statements";
}

std::expected<std::vector<SignedStatement>, std::string> read_statements(const std::filesystem::path& file) {
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown) && !unknown) return {};
    const bool is_folder = std::filesystem::is_directory(file, unknown);
    std::ifstream in(file, std::ios::binary);
    if (!in || is_folder)
        return std::unexpected(file.string() +
                               " cannot be read: " + std::strerror(is_folder ? EISDIR : errno));
    const std::string text(std::istreambuf_iterator<char>(in), {});
    auto statements = parse_statements(text);
    if (!statements)
        return std::unexpected(file.string() + " is damaged: " + statements.error() +
                               "; put in its place what was published");
    return statements;
}

std::expected<void, std::string> write_statements(const std::filesystem::path& file,
                                                  std::span<const SignedStatement> statements) {
    const auto text = to_text(statements);
    const auto beside = file.string() + ".new";
    const int opened = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (opened >= 0) give_to_owner_of_folder(opened, file);
    const bool written = opened >= 0 &&
                         ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(opened) == 0;
    const int error = errno;
    if (opened >= 0) ::close(opened);
    if (written && ::rename(beside.c_str(), file.c_str()) == 0 && sync_folder(file)) return {};
    return std::unexpected(file.string() + " cannot be written: " + std::strerror(written ? errno : error));
}

std::string why_not_in_use(const VerifierKey& key, std::span<const SignedStatement> statements) {
    for (const auto& [said, note, by_key] : statements)
        if (said.key == key)
            return key.to_string() +
                   (said.revoked.empty() ? " is followed by " + said.next->to_string()
                                         : " was revoked (" + said.revoked + ")") +
                   " since " + date_and_time(said.from_utc_s);
    return {};
}

} // namespace adoube::evidence

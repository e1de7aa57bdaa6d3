#include "daemon/evidence/key_file.hpp"

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

/// The name of a new file is on the disk only once its folder is.
bool sync_folder(const std::filesystem::path& file) {
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = opened >= 0 && ::fsync(opened) == 0;
    if (opened >= 0) ::close(opened);
    return synced;
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
    const bool written = ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
                         ::fsync(opened) == 0 && sync_folder(file);
    ::close(opened);
    if (written) return {};
    auto failed = cannot_write(file);
    ::unlink(file.c_str());
    return failed;
}

} // namespace adoube::evidence

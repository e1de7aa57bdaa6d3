#include "daemon/access/token_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace adoube::access {
namespace {

/// Changes within a tick of the file system's clock have one time: a file is believed to be as it was read
/// only once that time is past.
constexpr std::int64_t clock_tick_ns = 1'000'000'000;

class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int operator*() const { return number_; }
    bool is_open() const { return number_ >= 0; }

  private:
    int number_;
};

std::unexpected<std::string> fault(const std::filesystem::path& file, const std::string& what) {
    return std::unexpected("token file " + file.string() + ' ' + what);
}
std::unexpected<std::string> failed(const std::filesystem::path& file, const char* what) {
    return fault(file, std::string(what) + ": " + std::strerror(errno));
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

std::optional<std::string> content_of(int descriptor) {
    std::string text(longest_token_file + 1, '\0');
    std::size_t length = 0;
    while (length < text.size()) {
        const auto count = ::read(descriptor, text.data() + length, text.size() - length);
        if (count < 0) return std::nullopt;
        if (count == 0) break;
        length += static_cast<std::size_t>(count);
    }
    text.resize(length);
    return text;
}

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const auto count = ::write(descriptor, text.data(), text.size());
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// Root makes it for the daemon's user, who has the folder.
bool give_to_its_owner(int descriptor, const std::filesystem::path& file) {
    struct stat owner {};
    if (::geteuid() != 0) return true;
    if (::stat(file.c_str(), &owner) != 0 && ::stat(folder_of(file).c_str(), &owner) != 0) return false;
    return ::fchown(descriptor, owner.st_uid, owner.st_gid) == 0;
}

/// `folder` is locked.
std::expected<void, std::string> replace(const std::filesystem::path& file, int folder,
                                         std::string_view text) {
    std::string name = (folder_of(file) / ("." + file.filename().string() + ".XXXXXX")).string();
    const Descriptor made(::mkostemp(name.data(), O_CLOEXEC)); // 0600
    if (!made.is_open()) return failed(file, "cannot be written");
    const bool written = write_all(*made, text) && give_to_its_owner(*made, file) && ::fsync(*made) == 0 &&
                         ::rename(name.c_str(), file.c_str()) == 0;
    if (!written) {
        auto why = failed(file, "cannot be written");
        ::unlink(name.c_str());
        return why;
    }
    if (::fsync(folder) != 0) return failed(file, "may not be on the disk");
    return {};
}

} // namespace

std::expected<Tokens, std::string> read_token_file(const std::filesystem::path& file) {
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!opened.is_open()) {
        if (errno == ENOENT) return Tokens();
        return failed(file, "cannot be read");
    }
    struct stat status {};
    if (::fstat(*opened, &status) != 0) return failed(file, "cannot be read");
    if (!S_ISREG(status.st_mode)) return fault(file, "is no file");
    if (status.st_mode & (S_IRWXG | S_IRWXO))
        return fault(file, "is open to others, who may have put a token of their own into it. If nobody has, "
                           "say chmod 600 " +
                               file.string());
    const auto text = content_of(*opened);
    if (!text) return failed(file, "cannot be read");
    if (text->size() > longest_token_file) return fault(file, "is too long to be one");
    auto tokens = Tokens::parse(*text);
    if (!tokens) return fault(file, "is damaged, " + tokens.error() + ": restore its copy");
    return tokens;
}

std::expected<void, std::string>
change_token_file(const std::filesystem::path& file,
                  const std::function<std::expected<void, std::string>(Tokens&)>& change) {
    // The folder, as the file itself is replaced by another.
    const Descriptor folder(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.is_open() || ::flock(*folder, LOCK_EX) != 0) return failed(file, "cannot be written");
    auto tokens = read_token_file(file);
    if (!tokens) return std::unexpected(tokens.error());
    if (auto changed = change(*tokens); !changed) return changed;
    return replace(file, *folder, tokens->to_text());
}

TokenFile::Stamp TokenFile::stamp_of(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return {};
    const auto ns = [](const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; };
    return {status.st_dev,  status.st_ino,      static_cast<std::uint64_t>(status.st_size),
            status.st_mode, ns(status.st_mtim), ns(status.st_ctim)};
}

bool TokenFile::look() {
    if (file_.empty()) return false;
    const auto stamp = stamp_of(file_); // before it is read: what is read is as new, or newer
    if (seen_ == stamp) return false;
    auto tokens = read_token_file(file_);
    const auto now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
    const bool settled = std::abs(now_ns - stamp.changed_ns) > clock_tick_ns;
    seen_ = settled ? std::optional(stamp) : std::nullopt;
    trouble_ = tokens ? std::string() : tokens.error();
    tokens_ = tokens ? std::move(*tokens) : Tokens();
    return true;
}

} // namespace adoube::access

#include "daemon/files/read.hpp"

#include "daemon/files/replace.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace adoube::files {
namespace {

using Why = Unreadable::Why;

std::unexpected<Unreadable> failed() {
    return std::unexpected(Unreadable{errno == ENOENT ? Why::absent : Why::failed,
                                      std::string("cannot be read: ") + std::strerror(errno)});
}

std::expected<std::string, Unreadable> content_of(const Descriptor& opened, std::size_t longest) {
    constexpr std::size_t piece = 65'536;
    std::string text;
    for (;;) {
        const auto length = text.size();
        text.resize(std::min(length + piece, longest + 1));
        const auto count = ::read(opened.get(), text.data() + length, text.size() - length);
        if (count < 0 && errno != EINTR) return failed();
        text.resize(length + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (text.size() > longest)
            return std::unexpected(
                Unreadable{Why::too_long, "is longer than " + std::to_string(longest) + " bytes"});
        if (count == 0) return text;
    }
}

} // namespace

std::expected<Descriptor, Unreadable> open_to_read(const std::filesystem::path& file) {
    Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!opened) return failed();
    const auto status = status_of(opened);
    if (!status) return std::unexpected(status.error());
    return opened;
}

std::expected<struct ::stat, Unreadable> status_of(const Descriptor& opened) {
    struct ::stat status {};
    if (::fstat(opened.get(), &status) != 0) return failed();
    if (S_ISDIR(status.st_mode))
        return std::unexpected(
            Unreadable{Why::no_file, std::string("cannot be read: ") + std::strerror(EISDIR)});
    if (!S_ISREG(status.st_mode))
        return std::unexpected(
            Unreadable{Why::no_file, "cannot be read: it is a pipe or a device, and no file"});
    return status;
}

std::expected<void, Unreadable> check_owner(const std::filesystem::path& file, const struct ::stat& status) {
    if (status.st_uid == 0 || status.st_uid == ::geteuid()) return {};
    struct ::stat folder {};
    if (::geteuid() == 0 && ::stat(folder_of(file).c_str(), &folder) == 0 && status.st_uid == folder.st_uid)
        return {};
    return std::unexpected(
        Unreadable{Why::of_another_user,
                   "belongs to another user (" + std::to_string(status.st_uid) +
                       "), who may change it: make one of your own, or say chown " +
                       std::to_string(::geteuid()) + " " + file.string()});
}

std::expected<std::string, Unreadable> read(const std::filesystem::path& file, std::size_t longest) {
    const auto opened = open_to_read(file);
    if (!opened) return std::unexpected(opened.error());
    return content_of(*opened, longest);
}

std::expected<std::string, Unreadable> read_secret(const std::filesystem::path& file, std::size_t longest) {
    const auto opened = open_to_read(file);
    if (!opened) return std::unexpected(opened.error());
    const auto status = status_of(*opened);
    if (!status) return std::unexpected(status.error());
    if (const auto owned = check_owner(file, *status); !owned) return std::unexpected(owned.error());
    if (status->st_mode & (S_IRWXG | S_IRWXO))
        return std::unexpected(Unreadable{Why::open_to_others, "is open to others"});
    return content_of(*opened, longest);
}

} // namespace adoube::files

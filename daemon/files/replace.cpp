#include "daemon/files/replace.hpp"

#include "daemon/files/descriptor.hpp"
#include "daemon/files/write_all.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

namespace adoube::files {
namespace {

std::unexpected<std::string> failed(const char* what) {
    return std::unexpected(std::string(what) + ": " + std::strerror(errno));
}
std::unexpected<std::string> cannot_be_written() { return failed("cannot be written"); }

bool give_to_owner_of(const std::filesystem::path& neighbour, int opened) {
    if (::geteuid() != 0) return true;
    struct stat owner {
    }, made{};
    if (::stat(neighbour.c_str(), &owner) != 0 || ::fstat(opened, &made) != 0) return false;
    // File systems without owners, such as a stick's, refuse fchown.
    return (made.st_uid == owner.st_uid && made.st_gid == owner.st_gid) ||
           ::fchown(opened, owner.st_uid, owner.st_gid) == 0;
}

/// Whether it may be read by the group of `neighbour`: it is in none that must not.
bool is_in_group_of(const std::filesystem::path& neighbour, int opened) {
    struct stat owner {
    }, made{};
    if (::stat(neighbour.c_str(), &owner) != 0 || ::fstat(opened, &made) != 0) return false;
    return made.st_gid == owner.st_gid || ::fchown(opened, static_cast<uid_t>(-1), owner.st_gid) == 0;
}

bool let_read(ReadableBy readable_by, const std::filesystem::path& neighbour, int opened) {
    switch (readable_by) {
    case ReadableBy::owner: return true;
    case ReadableBy::group: return is_in_group_of(neighbour, opened) && ::fchmod(opened, 0640) == 0;
    case ReadableBy::everybody: return ::fchmod(opened, 0644) == 0;
    }
    return false;
}

/// `opened` is empty, with mode 0600.
bool fill(int opened, std::string_view content, const std::filesystem::path& neighbour,
          ReadableBy readable_by) {
    return write_all(opened, content) && give_to_owner_of(neighbour, opened) &&
           let_read(readable_by, neighbour, opened) && ::fsync(opened) == 0;
}

} // namespace

std::filesystem::path folder_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

std::expected<void, std::string> sync_folder_of(const std::filesystem::path& file) {
    const Descriptor folder(::open(folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder || ::fsync(folder.get()) != 0) return failed("may not be on the disk");
    return {};
}

std::expected<void, std::string> replace(const std::filesystem::path& file, std::string_view content,
                                         ReadableBy readable_by) {
    // A random name, where nobody can have planted a link.
    std::string beside = (folder_of(file) / ("." + file.filename().string() + ".XXXXXX")).string();
    const Descriptor opened(::mkostemp(beside.data(), O_CLOEXEC)); // 0600
    if (!opened) return cannot_be_written();
    std::error_code unknown;
    const auto neighbour = std::filesystem::exists(file, unknown) ? file : folder_of(file);
    if (!fill(opened.get(), content, neighbour, readable_by) || ::rename(beside.c_str(), file.c_str()) != 0) {
        auto why = cannot_be_written();
        ::unlink(beside.c_str());
        return why;
    }
    return sync_folder_of(file);
}

std::expected<void, std::string> make(const std::filesystem::path& file, std::string_view content,
                                      ReadableBy readable_by) {
    const Descriptor opened(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!opened) return cannot_be_written();
    auto made = fill(opened.get(), content, folder_of(file), readable_by) ? sync_folder_of(file)
                                                                          : cannot_be_written();
    if (!made) ::unlink(file.c_str());
    return made;
}

} // namespace adoube::files

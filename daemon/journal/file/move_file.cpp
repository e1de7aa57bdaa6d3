#include "daemon/journal/file/move_file.hpp"

#include "daemon/files/replace.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace adoube::journal {

std::expected<void, std::string> move_file(sqlite3* beside, const std::string& from, const std::string& to) {
    FileMove move{from.c_str(), to.c_str()};
    const int code = sqlite3_file_control(beside, "main", move_file_control, &move);
    if (code == SQLITE_OK) return {};
    if (code == SQLITE_NOTFOUND && std::rename(move.from, move.to) == 0) {
        auto synced = files::sync_folder_of(to);
        return synced ? synced : std::unexpected("journal " + to + " " + synced.error());
    }
    return std::unexpected("journal " + to + " cannot be put in its place: " +
                           std::strerror(code == SQLITE_NOTFOUND ? errno : EIO));
}

} // namespace adoube::journal

#include "daemon/journal/file/open_alone.hpp"

#include "daemon/journal/file/place.hpp"

#include <sqlite3.h>

namespace adoube::journal {
namespace {

std::expected<void, std::string> make_place(const std::filesystem::path& journal) {
    if (auto kept = keep_orphan(journal); !kept) return kept;
    const auto made = made_file(journal);
    if (!made) return std::unexpected(made.error());
    keep_private(*made);
    return {};
}

} // namespace

std::expected<OpenedAlone, std::string> open_alone(const std::filesystem::path& journal, const char* vfs) {
    if (!vfs)
        if (auto made = make_place(journal); !made) return std::unexpected(made.error());
    OpenedAlone opened{{}, Database(journal, vfs)};
    auto& database = opened.database;
    const int code = database.open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | (vfs ? SQLITE_OPEN_URI : 0));
    if (code != SQLITE_OK) return std::unexpected(database.sentence(code));
    if (sqlite3_db_readonly(database.get(), "main") == 1)
        return std::unexpected(database.sentence(SQLITE_READONLY));
    if (!vfs) opened.lock = locked(journal);
    if (!vfs && !opened.lock) return std::unexpected(database.sentence(SQLITE_BUSY));
    return opened;
}

} // namespace adoube::journal

#include "daemon/journal/base.hpp"

#include "daemon/files/replace.hpp"
#include "daemon/journal/file/copy_store.hpp"
#include "daemon/journal/file/open_to_look.hpp"
#include "daemon/journal/file/place.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/store.hpp"

#include <sqlite3.h>

namespace adoube::journal {
namespace {

namespace fs = std::filesystem;

/// What tells of losses there is of the former file.
constexpr const char* marks[] = {"-mark", "-lost"};

std::expected<void, std::string> move(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::rename(from, to, error);
    if (error)
        return std::unexpected(from.string() + " cannot become " + to.string() + ": " + error.message());
    return {};
}

/// Nobody writes the base: a start that finds no mark beside it misses nothing.
std::expected<void, std::string> say_not_in_use(const fs::path& base) {
    auto opened = open_alone(base, nullptr);
    if (!opened) return std::unexpected(opened.error());
    return opened->database.try_to("UPDATE state SET in_use = 0");
}

std::expected<void, std::string> set_aside(const fs::path& base, const fs::path& journal) {
    auto former = open_to_look(journal);
    const auto is_all_there =
        former ? is_beginning_of(former->database(), base) : std::unexpected(former.error());
    former = std::unexpected(std::string());
    auto* const vfs = sqlite3_vfs_find(nullptr);
    if (is_all_there && *is_all_there) {
        remove_all(vfs, journal.string());
        return {};
    }
    const auto kept = free_name_beside(vfs, journal.string());
    std::error_code none;
    if (fs::exists(journal.string() + "-wal", none))
        if (auto moved = move(journal.string() + "-wal", kept + "-wal"); !moved) return moved;
    return move(journal, kept);
}

} // namespace

std::expected<void, std::string> write_base(const fs::path& journal, const fs::path& base) {
    remove_all(sqlite3_vfs_find(nullptr), base.string());
    auto looked = open_to_look(journal);
    if (!looked) return std::unexpected(looked.error());
    if (auto written = write_into(base, *looked); !written) return written;
    return say_not_in_use(base);
}

std::expected<void, std::string> take_base(const fs::path& base, const fs::path& journal) {
    {
        auto looked = open_to_look(base);
        if (!looked) return std::unexpected(looked.error());
        if (auto whole = check_is_ours(looked->database()); !whole) return whole;
        if (auto whole = check_is_whole(looked->database()); !whole) return whole;
    }
    std::error_code none;
    if (fs::exists(journal, none))
        if (auto aside = set_aside(base, journal); !aside) return aside;
    for (const auto* mark : marks) fs::remove(journal.string() + mark, none);
    if (auto moved = move(base, journal); !moved) return moved;
    if (auto synced = files::sync_folder_of(journal); !synced)
        return std::unexpected(journal.string() + ' ' + synced.error());
    return {};
}

} // namespace adoube::journal

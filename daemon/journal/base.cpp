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

bool is_there_or_unknown(const fs::path& file) {
    std::error_code unknown;
    return fs::exists(file, unknown) || unknown;
}

/// In one file, whatever its last user left beside it.
void put_together(const fs::path& journal) {
    if (auto store = Store::open(journal, nullptr)) store->close();
}

/// Where the former journal is to go; empty: the base holds all of it.
fs::path place_aside(const fs::path& base, const fs::path& journal) {
    if (!is_there_or_unknown(journal) && !has_orphan(journal)) return {};
    put_together(journal);
    const bool is_one_file = !is_there_or_unknown(journal.string() + "-wal");
    auto former = open_to_look(journal);
    const auto is_all_there =
        former ? is_beginning_of(former->database(), base) : std::unexpected(former.error());
    if (is_one_file && is_all_there && *is_all_there) return {};
    return free_name_beside(sqlite3_vfs_find(nullptr), journal.string());
}

} // namespace

std::expected<void, std::string> write_base(const fs::path& journal, const fs::path& base) {
    remove_all(sqlite3_vfs_find(nullptr), base.string());
    auto looked = open_to_look(journal);
    if (!looked) return std::unexpected(looked.error());
    if (auto written = write_into(base, *looked); !written) return written;
    return say_not_in_use(base);
}

std::expected<Base, std::string> Base::prepare(fs::path base, fs::path journal) {
    {
        auto looked = open_to_look(base);
        if (!looked) return std::unexpected(looked.error());
        if (auto whole = check_is_ours(looked->database()); !whole) return std::unexpected(whole.error());
        if (auto whole = check_is_whole(looked->database()); !whole) return std::unexpected(whole.error());
    }
    auto aside = place_aside(base, journal);
    return Base(std::move(base), std::move(journal), std::move(aside));
}

std::expected<void, std::string> Base::take() const {
    std::error_code none;
    for (const auto* mark : marks) fs::remove(journal_.string() + mark, none);
    if (!aside_.empty())
        for (const std::string part :
             {"", "-wal"}) // the log last: without its journal it is kept (place.hpp)
            if (is_there_or_unknown(journal_.string() + part))
                if (auto moved = move(journal_.string() + part, aside_.string() + part); !moved) return moved;
    if (auto moved = move(base_, journal_); !moved) return moved;
    fs::remove(journal_.string() + "-shm", none);
    if (auto synced = files::sync_folder_of(journal_); !synced)
        return std::unexpected(journal_.string() + ' ' + synced.error());
    return {};
}

} // namespace adoube::journal

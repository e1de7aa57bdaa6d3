#include "daemon/journal/file/database.hpp"

#include "daemon/journal/file/place.hpp"

#include <sqlite3.h>

#include <cstring>

namespace adoube::journal {

void Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(std::filesystem::path journal, const char* vfs)
    : path_(std::move(journal)), vfs_(vfs ? vfs : "") {}

int Database::open_instead(const std::filesystem::path& copy, int flags) {
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(copy.c_str(), &database, flags, vfs());
    database_.reset(database);
    return code;
}

std::string Database::damaged(const std::string& where, const std::string& schema) const {
    const auto* const other = schema.empty() ? nullptr : sqlite3_db_filename(get(), schema.c_str());
    return "journal " + (other ? std::string(other) : path_.string()) + " is damaged (" + where +
           "): keep a copy of it, and restore it with sqlite3's .recover or name another one";
}

void Database::forget_pages() { sqlite3_db_release_memory(database_.get()); }

std::string Database::sentence(int code) const {
    const std::string name = "journal " + path_.string();
    const int system = sqlite3_system_errno(database_.get());
    const std::string why = system ? std::strerror(system) : sqlite3_errmsg(database_.get());
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return in_use(path_);
    case SQLITE_NOTADB: return name + " is no journal but some other file: name another one";
    case SQLITE_CORRUPT: return damaged(sqlite3_errmsg(database_.get()));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return name + " cannot be written (" + why + "): name a place that may be written to";
    case SQLITE_IOERR:
        return name + " cannot be read or written" + (system ? " (" + why + ")" : "") +
               ": see to the disk and its cable; what is on it may well be whole";
    case SQLITE_FULL: return name + " cannot grow: the disk is full; make room on it";
    default: return name + " cannot be used: " + why;
    }
}

int Database::execute(const std::string& sql) {
    return sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
}

std::expected<void, std::string> Database::try_to(const std::string& sql) {
    if (const int code = execute(sql); code != SQLITE_OK) return std::unexpected(sentence(code));
    return {};
}

std::expected<Statement, std::string> Database::prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement, nullptr);
    if (code != SQLITE_OK) return std::unexpected(sentence(code));
    return Statement(statement);
}

std::expected<void, std::string> Database::prepare(std::span<const std::pair<Statement&, const char*>> all) {
    for (const auto& [statement, sql] : all) {
        auto prepared = prepare(sql);
        if (!prepared) return std::unexpected(prepared.error());
        statement = std::move(*prepared);
    }
    return {};
}

std::expected<std::int64_t, std::string> Database::number(const std::string& sql) {
    auto statement = prepare(sql);
    if (!statement) return std::unexpected(statement.error());
    const int code = sqlite3_step(statement->get());
    if (code != SQLITE_ROW) return std::unexpected(sentence(code));
    return sqlite3_column_int64(statement->get(), 0);
}

} // namespace adoube::journal

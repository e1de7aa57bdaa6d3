#pragma once
// Values and columns of prepared statements.

#include "daemon/time/instant.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>

namespace adoube::journal {

inline void bind(sqlite3_stmt* statement, int at, const std::string& text) {
    sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}
inline void bind(sqlite3_stmt* statement, int at, std::int64_t number) {
    sqlite3_bind_int64(statement, at, number);
}
template<class Clock>
void bind(sqlite3_stmt* statement, int at, Instant<Clock, std::int64_t> time) {
    bind(statement, at, time.count());
}
inline void bind(sqlite3_stmt* statement, int at, std::optional<std::uint32_t> number) {
    if (number) sqlite3_bind_int64(statement, at, *number); // else NULL remains
}

/// SQLite's code, of the end.
template<class Take>
int each_row(sqlite3_stmt* statement, const Take& take) {
    while (sqlite3_step(statement) == SQLITE_ROW) take(statement);
    return sqlite3_reset(statement);
}

/// For statements without rows.
template<class... Values>
int run(sqlite3_stmt* statement, const Values&... values) {
    sqlite3_clear_bindings(statement);
    int at = 0;
    (bind(statement, ++at, values), ...);
    sqlite3_step(statement);
    return sqlite3_reset(statement);
}

/// SQLITE_CONSTRAINT if no row changed.
template<class... Values>
int run_on_one(sqlite3_stmt* statement, const Values&... values) {
    const int code = run(statement, values...);
    return code == SQLITE_OK && sqlite3_changes(sqlite3_db_handle(statement)) == 0 ? SQLITE_CONSTRAINT : code;
}

inline std::string text(sqlite3_stmt* row, int column) {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(row, column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(row, column)))
                 : std::string();
}
template<class Number>
Number number(sqlite3_stmt* row, int column) {
    return static_cast<Number>(sqlite3_column_int64(row, column));
}
inline UtcMs utc_ms(sqlite3_stmt* row, int column) { return UtcMs(sqlite3_column_int64(row, column)); }
inline bool is_null(sqlite3_stmt* row, int column) { return sqlite3_column_type(row, column) == SQLITE_NULL; }

} // namespace adoube::journal

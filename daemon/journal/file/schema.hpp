#pragma once
// The tables of a journal's file, in every version. Errors are one sentence.

#include "daemon/journal/file/database.hpp"

namespace adoube::journal {

std::expected<int, std::string> version_of(Database& database);
/// Of any version this program has known.
std::expected<void, std::string> check_is_ours(Database& database);
std::expected<void, std::string> check_is_whole(Database& database);
/// Gives an empty file its tables; only checks others, as above.
std::expected<void, std::string> check_is_ours_or_new(Database& database);
/// Ever written, of version 6 or newer.
std::expected<std::int64_t, std::string> records_ever(Database& database);
bool is_of_older_version(Database& database);
std::expected<void, std::string> bring_up_to_date(Database& database);

} // namespace adoube::journal

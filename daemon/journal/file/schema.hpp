#pragma once
// The tables of a journal's file, in each version that there was.

#include "daemon/journal/file/database.hpp"

namespace adoube::journal {

/// An error is one sentence.
std::expected<int, std::string> version_of(Database& database);
/// Of a version that this program has known.
std::expected<void, std::string> check_is_ours(Database& database);
std::expected<void, std::string> check_is_whole(Database& database);
/// An empty file gets the tables; another is looked at as above, and not changed.
std::expected<void, std::string> check_is_ours_or_new(Database& database);
bool is_of_older_version(Database& database);
/// Adds what its version had not.
std::expected<void, std::string> bring_up_to_date(Database& database);

} // namespace adoube::journal

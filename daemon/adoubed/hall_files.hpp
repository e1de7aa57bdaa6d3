#pragma once
// The files that a daemon needs to go on where another one ends, beside the journal: the configuration,
// tokens, the key that signs, and what is kept beside the journal (adoubed/kept_….hpp). Each has a name that
// is the same on both computers.

#include "daemon/adoubed/config.hpp"
#include "daemon/standby/entry.hpp"

#include <expected>
#include <string>
#include <vector>

namespace adoube::adoubed {

/// An error, one sentence: one of them cannot be read, or is too long.
std::expected<std::vector<standby::HallFile>, std::string> hall_files(const Config& config);
/// The error is one sentence.
std::expected<void, std::string> write_hall_file(const Config& config, const standby::HallFile& file);

} // namespace adoube::adoubed

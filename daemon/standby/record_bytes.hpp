#pragma once
// Records of the journal as bytes, for the log of a hall.

#include "daemon/journal/record.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace adoube::standby {

std::string to_bytes(std::span<const journal::Record> records);
/// Empty: these are not all bytes of records, and of nothing else.
std::optional<std::vector<journal::Record>> records_from(std::string_view bytes);

} // namespace adoube::standby

#pragma once
// A game's PGN tag by its name.

#include "daemon/record/input.hpp"

namespace adoube::record {

/// Empty where there is none.
inline std::string tag_of(const Tags& tags, std::string_view name) {
    const auto found = tags.find(name);
    return found == tags.end() ? std::string() : found->second;
}

} // namespace adoube::record

#pragma once
// Warns of what a journal is known to lack.

#include "daemon/journal/lost.hpp"
#include "tools/adoube/common/say.hpp"

namespace adoube::tools {

inline void tell_doubt(const std::filesystem::path& journal, std::ostream& err) {
    if (const auto doubt = journal::doubt(journal); !doubt.empty()) say(err, doubt);
}

} // namespace adoube::tools

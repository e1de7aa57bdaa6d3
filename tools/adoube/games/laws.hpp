#pragma once
// `adoube laws [--edition EDITION]`: the rules by their numbers in each edition of the FIDE Laws.

#include "daemon/laws/edition.hpp"
#include "tools/adoube/common/streams.hpp"

#include <optional>

namespace adoube::tools {

struct LawsOptions {
    /// Empty: all of them, side by side.
    std::optional<laws::Edition> edition;
};

/// On `out` a line for each rule, "-" where an edition does not have it, and what the marks mean. With one
/// edition only the rules that it has.
int run_laws(const LawsOptions& options, Streams io);

} // namespace adoube::tools

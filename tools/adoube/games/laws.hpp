#pragma once
// `adoube laws [--edition EDITION]`: the rules' numbers in each edition of the FIDE Laws.

#include "daemon/laws/edition.hpp"
#include "tools/adoube/common/streams.hpp"

#include <optional>

namespace adoube::tools {

struct LawsOptions {
    std::optional<laws::Edition> edition; // empty: all, side by side
    bool json = false;
};

/// A line for each rule, "-" if an edition lacks it, and a legend; of one edition only its rules.
int run_laws(const LawsOptions& options, Streams io);

} // namespace adoube::tools

#pragma once
// Checks an evidence file against what its reader trusts; needs nothing else.

#include "daemon/evidence/examination.hpp"

namespace adoube::evidence {

/// `told` gets each input that is played again.
Examination examine(std::string_view bytes, const Trust& trust = {}, const Steps& told = {});

} // namespace adoube::evidence

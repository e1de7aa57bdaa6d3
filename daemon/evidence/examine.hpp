#pragma once
// Checks an evidence file against what its reader trusts; needs nothing else.

#include "daemon/evidence/examination.hpp"

namespace adoube::evidence {

Examination examine(std::string_view bytes, const Trust& trust = {});

} // namespace adoube::evidence

#pragma once
// Whether an evidence file is what it says it is, what does not fit, and on whose word it rests. Needs
// nothing but the file and the keys that its reader trusts.

#include "daemon/evidence/examination.hpp"

namespace adoube::evidence {

Examination examine(std::string_view bytes, const Trust& trust = {});

} // namespace adoube::evidence

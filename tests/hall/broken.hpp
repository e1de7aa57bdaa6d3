#pragma once
// What must always hold does not.

#include <stdexcept>

namespace adoube::hall {

struct Broken : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace adoube::hall

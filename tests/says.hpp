#pragma once
// Checks that a text contains a part; a failure shows the text.

#include "tests/catch.hpp"

#include <string>

namespace adoube::tests {

inline void says(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
}

} // namespace adoube::tests

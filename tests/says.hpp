#pragma once
// What a text must have in it; the whole of it is told where it has not.

#include "tests/catch.hpp"

#include <string>

namespace adoube::tests {

inline void says(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
}

} // namespace adoube::tests

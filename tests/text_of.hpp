#pragma once
// A whole file; empty if unreadable.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace adoube::tests {

inline std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace adoube::tests

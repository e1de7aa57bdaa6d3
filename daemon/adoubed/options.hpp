#pragma once
// The command line.

#include <filesystem>
#include <string>
#include <variant>

namespace adoube::adoubed {

struct Options {
    std::filesystem::path config;
    std::string listen;            // empty: as the configuration says
    std::filesystem::path journal; // empty: as the configuration says
    std::filesystem::path control; // empty: as the configuration says
    bool check_config = false;
};

/// The options, or the status to exit with: 0 after --help, 2 for what is not understood. Both have been
/// printed.
std::variant<Options, int> parse_options(int argc, const char* const* argv);

} // namespace adoube::adoubed

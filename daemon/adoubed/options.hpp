#pragma once
// The command line.

#include "daemon/adoubed/config.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

namespace adoube::adoubed {

struct Options {
    std::filesystem::path config;
    std::string listen, livechess; // empty, like the next two: from the configuration
    std::filesystem::path journal;
    std::filesystem::path control;
    Role role = Role::hall;
    enum class Task : std::uint8_t { run, check_config, show_config } task = Task::run;
};

/// The options, or an exit status, with output already printed: 0 for --help and --version, 2 for a usage
/// error.
std::variant<Options, int> parse_options(int argc, const char* const* argv);

} // namespace adoube::adoubed

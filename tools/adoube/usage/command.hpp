#pragma once
// The verbs of `adoube` as data, read from their one declaration: completion and man pages are made of it.

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace adoube::tools {

struct Parameter {
    std::vector<std::string> names; // "-o", "--output"; of a positional one "FILE"
    std::string help;
    std::string initial; // what holds where it is absent; may be empty
    std::vector<std::string> choices;
    bool takes_value = true, is_number = false, is_required = false, may_repeat = false;
};

struct Command {
    std::string name, help;
    std::vector<Parameter> options, words; // words: by position
    std::vector<Command> verbs;
    bool takes_rest = false; // words that are the daemon's to understand
    bool needs_verb = false; // does nothing without one of its verbs
};

/// Without its hidden verbs.
Command command_of(const CLI::App& app);

} // namespace adoube::tools

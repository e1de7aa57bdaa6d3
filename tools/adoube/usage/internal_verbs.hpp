#pragma once
// What shells and the build ask `adoube` about itself; not for people, and in no help.

#include "tools/adoube/common/streams.hpp"
#include "tools/adoube/usage/command.hpp"

#include <optional>

namespace adoube::tools {

/// `__complete WORD…`: "files" or "listed", then a candidate a line, a tab before its help.
/// `__manual FOLDER`: writes the man pages there as NAME.1.scd.
/// `__verbs`: each verb that does something, a line, with its options and those before it.
/// The exit status; empty: `words` are none of them.
std::optional<int> run_internal(const CLI::App& app, const std::vector<std::string>& words,
                                const std::string& version, Streams io);

} // namespace adoube::tools

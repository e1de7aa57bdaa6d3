#pragma once
// How a verb of the command line gets its options.

#include <CLI/CLI.hpp>

#include <functional>
#include <iostream>

namespace adoube::tools {

/// Makes `verb` the one to run, with options that live as long as the program.
template<class Options>
Options& runs(CLI::App& verb, std::function<int()>& chosen,
              int (*run)(const Options&, std::istream&, std::ostream&, std::ostream&)) {
    static Options options;
    verb.callback(
        [&chosen, run] { chosen = [run] { return run(options, std::cin, std::cout, std::cerr); }; });
    return options;
}

} // namespace adoube::tools

#pragma once
// How a verb gets its options.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <CLI/CLI.hpp>

#include <functional>

namespace adoube::tools {

/// `help`: where it is not one object.
inline CLI::Option*
add_json(CLI::App& verb, bool& json,
         const char* help = "For programs: one JSON object, as tools/adoube/JSON.md defines it") {
    return verb.add_flag("--json", json, help);
}
inline constexpr const char* as_json_lines =
    "For programs: a JSON object a line, as tools/adoube/JSON.md defines it";

/// Its options live as long as the program. A verb of this verb that runs something takes precedence.
template<class Options>
Options& runs(CLI::App& verb, std::function<int()>& chosen, int (*run)(const Options&, Streams)) {
    static Options options;
    verb.callback([&chosen, run] {
        if (!chosen) chosen = [run] { return run(options, standard_streams()); };
    });
    return options;
}

/// How to reach a hall over the network. Returns the option that names it.
inline CLI::Option* add_hall(CLI::App& verb, HallOptions& options, const std::string& help) {
    auto* hall = verb.add_option("--hall", options.url, help);
    verb.add_option("--token-file", options.token_file, "Your token, in a file for you alone")->needs(hall);
    verb.add_option("--ca", options.ca, "Who vouches for its certificate; absent: whom the system trusts")
        ->needs(hall);
    verb.add_flag("--in-the-clear", options.in_the_clear,
                  "Send the token without TLS, though others may read it on the way")
        ->needs(hall);
    return hall;
}

} // namespace adoube::tools

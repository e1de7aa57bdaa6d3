#include "daemon/adoubed/options.hpp"

#include <CLI/CLI.hpp>

namespace adoube::adoubed {

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
    Options options;
    CLI::App app("Takes in the boards of a round, keeps their record, and shows their games.", "adoubed");
    app.add_option("--config", options.config,
                   "what is played where, as daemon/REFERENCE.md describes it (TOML)")
        ->required();
    app.add_option("--listen", options.listen,
                   "where to show the games, instead of what the configuration says");
    app.add_option("--livechess", options.livechess,
                   "where [livechess] listens, instead of what the configuration says");
    app.add_option("--journal", options.journal,
                   "where to keep the record, instead of what the configuration says");
    app.add_option("--control", options.control,
                   "where an arbiter's commands come in, instead of what the configuration says");
    app.add_flag("--check-config", options.check_config,
                 "only read the configuration, look at the files, folders and ports that it names, and say "
                 "what is wrong with it");
    app.set_version_flag("--version", "adoubed " ADOUBE_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return app.exit(end) == 0 ? 0 : 2;
    }
    return options;
}

} // namespace adoube::adoubed

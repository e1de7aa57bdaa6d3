#include "daemon/adoubed/options.hpp"

#include <CLI/CLI.hpp>

namespace adoube::adoubed {

std::variant<Options, int> parse_options(int argc, const char* const* argv) {
    Options options;
    CLI::App app("Takes in the boards of a round, keeps their record, and shows their games.", "adoubed");
    app.add_option("--config", options.config,
                   "what is played where, as daemon/REFERENCE.md describes it (TOML)")
        ->required();
    app.add_option("--role", options.role,
                   "hall: takes in boards. standby: goes on where a hall's daemon fails. display: shows what "
                   "halls put into an event's stream")
        ->transform(CLI::CheckedTransformer(std::map<std::string, Role>{
            {"hall", Role::hall}, {"standby", Role::standby}, {"display", Role::display}}))
        ->default_str("hall");
    app.add_option("--listen", options.listen,
                   "where to show the games, instead of what the configuration says");
    app.add_option("--livechess", options.livechess,
                   "where [livechess] listens, instead of what the configuration says");
    app.add_option("--journal", options.journal,
                   "where to keep the record, instead of what the configuration says");
    app.add_option("--control", options.control,
                   "where an arbiter's commands come in, instead of what the configuration says");
    constexpr auto about_check = "only read the configuration, look at the files, folders and ports that it "
                                 "names, and say what is wrong with it";
    bool checks = false;
    app.add_flag("--check-config", checks, about_check);
    auto* const config = app.add_subcommand("config", "check or show the configuration, and start nothing");
    config->require_subcommand(1)->fallthrough();
    const auto* const check = config->add_subcommand("check", about_check)->fallthrough();
    const auto* const show =
        config->add_subcommand("show", "print all settings, also those that the file leaves out (TOML)")
            ->fallthrough();
    app.set_version_flag("--version", "adoubed " ADOUBE_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return app.exit(end) == 0 ? 0 : 2;
    }
    if (checks || check->parsed()) options.task = Options::Task::check_config;
    if (show->parsed()) options.task = Options::Task::show_config;
    return options;
}

} // namespace adoube::adoubed

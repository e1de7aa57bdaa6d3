#include "tools/adoube/usage/command.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

/// CLI11 keeps them in the type's name alone: "TEXT:{san,fide}".
std::vector<std::string> choices_in(const std::string& type) {
    const auto open = type.find('{'), close = type.find('}');
    std::vector<std::string> choices;
    if (open == std::string::npos || close == std::string::npos) return choices;
    for (auto at = open + 1; at < close;) {
        const auto end = std::min(type.find(',', at), close);
        choices.push_back(type.substr(at, end - at));
        at = end + 1;
    }
    return choices;
}

Parameter parameter_of(const CLI::Option& option) {
    Parameter parameter;
    for (const auto& name : option.get_snames()) parameter.names.push_back("-" + name);
    for (const auto& name : option.get_lnames()) parameter.names.push_back("--" + name);
    if (option.get_positional()) parameter.names.push_back(option.get_name(true));
    const auto type = option.get_type_name();
    parameter.help = option.get_description();
    parameter.initial = option.get_default_str();
    parameter.choices = choices_in(type);
    parameter.takes_value = option.get_items_expected_max() > 0;
    parameter.is_number = type.starts_with("INT") || type.starts_with("UINT") || type.starts_with("FLOAT");
    parameter.is_required = option.get_required();
    parameter.may_repeat = option.get_items_expected_max() > 1;
    return parameter;
}

void take_options(const CLI::App& app, Command& command) {
    for (const auto* option : app.get_options([](const CLI::Option*) { return true; }))
        if (command.options.empty() ||
            option->get_lnames() != std::vector<std::string>{"help"}) // each group has it
            (option->get_positional() ? command.words : command.options).push_back(parameter_of(*option));
}

} // namespace

Command command_of(const CLI::App& app) {
    Command command{.name = app.get_name(),
                    .help = app.get_description(),
                    .options = {},
                    .words = {},
                    .verbs = {},
                    .takes_rest = app.get_prefix_command(),
                    .needs_verb = app.get_require_subcommand_min() > 0};
    take_options(app, command);
    for (const auto* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (verb->get_name().empty())
            take_options(*verb, command); // a group of options
        else if (!verb->get_group().empty())
            command.verbs.push_back(command_of(*verb));
    }
    return command;
}

} // namespace adoube::tools

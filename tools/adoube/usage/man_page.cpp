#include "tools/adoube/usage/man_page.hpp"

#include <cctype>
#include <string_view>

namespace adoube::tools {
namespace {

constexpr std::string_view exit_status =
    "# EXIT STATUS\n\n"
    "*0*\n\tDone, or nothing wrong was found.\n\n"
    "*1*\n\tWhat was examined is faulty, as reported.\n\n"
    "*2*\n\tSomething was refused, or could not be read or written: one sentence says what.\n\n"
    "*3*\n\tEvidence fits together, but nothing known to its reader says whose it is.\n\n";

std::string lower_first(std::string text) {
    const bool is_word = text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0;
    if (is_word) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
}

/// "_FILE_"
std::string value_of(const Parameter& parameter) {
    std::string text;
    if (!parameter.choices.empty()) {
        for (const auto& choice : parameter.choices)
            text += (text.empty() ? "" : "|") + std::string("*") + escaped(choice) + '*';
        return text;
    }
    return parameter.is_number ? "_NUMBER_" : "_TEXT_";
}

std::string names_of(const Parameter& option) {
    std::string text;
    for (const auto& name : option.names) text += (text.empty() ? "*" : ", *") + escaped(name) + '*';
    return option.takes_value ? text + ' ' + value_of(option) : text;
}

std::string synopsis(const std::string& path, const Command& command) {
    auto text = '*' + path + '*';
    if (!command.options.empty()) text += " [_OPTION_...]";
    for (const auto& word : command.words) {
        const auto name = '_' + escaped(word.names.back()) + '_' + (word.may_repeat ? "..." : "");
        text += word.is_required ? ' ' + name : " [" + name + ']';
    }
    if (command.takes_rest) text += " _WORD_...";
    if (!command.verbs.empty()) text += " _VERB_";
    return text;
}

std::string parameters(const Command& command) {
    std::string text;
    const auto put = [&](const std::string& head, const Parameter& parameter) {
        text += head + "\n\t" + escaped(parameter.help) + '.';
        if (!parameter.initial.empty() && parameter.takes_value)
            text += " Default: " + escaped(parameter.initial) + '.';
        text += "\n\n";
    };
    for (const auto& word : command.words) put('_' + escaped(word.names.back()) + '_', word);
    for (const auto& option : command.options) put(names_of(option), option);
    return text;
}

/// A section for each verb without verbs, of this one and below.
void put_verbs(const std::string& path, const Command& command, std::string& text) {
    for (const auto& verb : command.verbs) {
        const auto full = path + ' ' + verb.name;
        text += "## " + full + "\n\n" + synopsis(full, verb) + "\n\n" + escaped(verb.help) + ".\n\n" +
                parameters(verb);
        put_verbs(full, verb, text);
    }
}

std::string head(const std::string& name, const std::string& version, const std::string& what) {
    return name + "(1) \"Adoube " + version + "\" \"Adoube\"\n\n# NAME\n\n" + name + " - " +
           escaped(lower_first(what)) + "\n\n";
}

std::string see_also(const Command& root, const std::string& but) {
    std::string text = "# SEE ALSO\n\n";
    if (but != "adoube") text += "*adoube*(1), ";
    for (const auto& verb : root.verbs)
        if (!verb.verbs.empty() && "adoube-" + verb.name != but) text += "*adoube-" + verb.name + "*(1), ";
    return text + "*adoubed*(8), *adoubed.toml*(5)\n";
}

ManPage page_of_group(const Command& root, const Command& group, const std::string& version) {
    const auto name = "adoube-" + group.name, path = "adoube " + group.name;
    auto text = head(name, version, group.help) + "# SYNOPSIS\n\n" + synopsis(path, group) + "\n\n";
    if (!group.options.empty()) text += "# OPTIONS\n\n" + parameters(group);
    text += "# VERBS\n\n";
    put_verbs(path, group, text);
    text += exit_status;
    return {name, text + see_also(root, name)};
}

ManPage page_of_all(const Command& root, const std::string& version) {
    auto text = head("adoube", version, root.help) + "# SYNOPSIS\n\n" + synopsis("adoube", root) + "\n\n" +
                "# OPTIONS\n\n" + parameters(root) + "# GROUPS OF VERBS\n\n";
    Command single{.name = root.name, .help = {}, .options = {}, .words = {}, .verbs = {}};
    for (const auto& verb : root.verbs) {
        if (verb.verbs.empty())
            single.verbs.push_back(verb);
        else
            text += "*adoube-" + verb.name + "*(1)\n\t" + escaped(verb.help) + ".\n\n";
    }
    text += "# VERBS\n\n";
    put_verbs("adoube", single, text);
    text += exit_status;
    text += "# ENVIRONMENT\n\n*NO_COLOR*\n\tWhere it is set, *adoube watch* uses no colours.\n\n";
    return {"adoube", text + see_also(root, "adoube")};
}

} // namespace

std::string escaped(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (std::string_view("\\*_+~<>[]|#`").find(c) != std::string_view::npos) safe += '\\';
        if (c != '\n' || !safe.ends_with('\n')) safe += c == '\n' ? ' ' : c;
    }
    return safe;
}

std::vector<ManPage> man_pages(const Command& root, const std::string& version) {
    std::vector<ManPage> pages{page_of_all(root, version)};
    for (const auto& verb : root.verbs)
        if (!verb.verbs.empty()) pages.push_back(page_of_group(root, verb, version));
    return pages;
}

} // namespace adoube::tools

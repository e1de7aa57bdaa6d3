#include "tools/adoube/usage/completion.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

const Command* verb_of(const Command& command, const std::string& name) {
    const auto found = std::ranges::find(command.verbs, name, &Command::name);
    return found == command.verbs.end() ? nullptr : &*found;
}

const Parameter* option_of(const Command& command, const std::string& word) {
    const auto found = std::ranges::find_if(command.options, [&](const Parameter& option) {
        return std::ranges::find(option.names, word) != option.names.end();
    });
    return found == command.options.end() ? nullptr : &*found;
}

/// Where the words before the last one lead.
struct Place {
    const Command* command;
    const Parameter* value_of = nullptr; // the last word is its value
    std::size_t words = 0;               // by position, so far
    std::string control = {};
};

Place place_after(const Command& root, const std::vector<std::string>& words) {
    Place place{&root};
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        if (const auto* option = std::exchange(place.value_of, nullptr)) {
            if (option->names.back() == "--control") place.control = words[at];
        } else if (words[at].starts_with('-')) {
            const auto* known = option_of(*place.command, words[at]);
            if (known && known->takes_value) place.value_of = known;
        } else if (const auto* verb = verb_of(*place.command, words[at])) {
            place.command = verb;
            place.words = 0;
        } else {
            ++place.words;
        }
    }
    return place;
}

void take_value(const Parameter& parameter, Completion& completion) {
    const auto& name = parameter.names.back();
    for (const auto& choice : parameter.choices) completion.candidates.push_back({choice, ""});
    if (!parameter.choices.empty()) return;
    if (name == "--board" || name == "BOARD")
        completion.wanted = Wanted::boards;
    else if (name == "GAME")
        completion.wanted = Wanted::games;
    else if (!parameter.is_number)
        completion.wanted = Wanted::files;
}

/// A verb's summary ends where its details begin.
std::string first_line(const std::string& help) { return help.substr(0, help.find('\n')); }

} // namespace

Completion complete(const Command& root, const std::vector<std::string>& words) {
    const auto place = place_after(root, words);
    const std::string typed = words.empty() ? "" : words.back();
    Completion completion{.wanted = Wanted::listed, .candidates = {}, .control = place.control};
    if (place.value_of) {
        take_value(*place.value_of, completion);
    } else if (typed.starts_with('-')) {
        for (const auto& option : place.command->options)
            for (const auto& name : option.names)
                completion.candidates.push_back({name, first_line(option.help)});
    } else if (!place.command->verbs.empty()) {
        for (const auto& verb : place.command->verbs)
            completion.candidates.push_back({verb.name, first_line(verb.help)});
    } else if (const auto& by_position = place.command->words; !by_position.empty()) {
        const bool is_more = place.words >= by_position.size();
        if (!is_more || by_position.back().may_repeat)
            take_value(is_more ? by_position.back() : by_position[place.words], completion);
    }
    std::erase_if(completion.candidates, [&](const auto& one) { return !one.word.starts_with(typed); });
    return completion;
}

} // namespace adoube::tools

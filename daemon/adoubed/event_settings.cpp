#include "daemon/adoubed/event_settings.hpp"

#include "daemon/adoubed/time_control.hpp"
#include "daemon/record/tag_of.hpp"

#include <algorithm>

namespace adoube::adoubed {
namespace {

constexpr FormField event_fields[] = {{"name", "event", "name"},
                                      {"site", "event", "place"},
                                      {"federation", "event", "federation"},
                                      {"date", "event", "date"},
                                      {"round", "event", "round"},
                                      {"chief_arbiter", "event", "chief arbiter"},
                                      {"deputy_arbiters", "event", "deputy arbiters"},
                                      {"time_control", "play", "time control"},
                                      {"rate_of_play", "play", "rate of play"},
                                      {"laws", "play", "Laws"},
                                      {"time_zone", "", "time zone"},
                                      {"delay_s", "", "delay"}};

/// As the file may have it, so that another spelling of the same is nothing new.
TomlValue as_shown(std::string_view field, const TomlValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (field != "time_control" || !text) return value;
    return time_control_from(*text).value_or(*text);
}

} // namespace

EventFields fields_of(const Config& config) {
    const auto tag = [&](const char* name) { return std::string(record::tag_of(config.header.tags, name)); };
    auto date = tag("Date");
    std::ranges::replace(date, '.', '-');
    return {{"name", tag("Event")},
            {"site", tag("Site")},
            {"federation", tag("EventFederation")},
            {"date", date},
            {"round", tag("Round")},
            {"chief_arbiter", tag("ChiefArbiter")},
            {"deputy_arbiters", tag("DeputyArbiters")},
            {"time_control", config.header.time_control},
            {"rate_of_play", std::string(to_string(config.header.rate_of_play))},
            {"laws", std::string(to_string(config.header.laws))},
            {"time_zone", config.time_zone},
            {"delay_s", config.delay_ms / 1000}};
}

const SettingsForm& event_form() {
    static const SettingsForm form{"event", event_fields, fields_of, as_shown};
    return form;
}

void take_event(const ChangedSettings& event, record::Header& header) {
    const auto& now = event.config.header;
    for (const auto* tag : {"Event", "Site", "EventFederation", "Date", "Round", "ChiefArbiter",
                            "DeputyArbiters", "TimeControl"})
        if (auto value = record::tag_of(now.tags, tag); value.empty())
            header.tags.erase(tag);
        else
            header.tags[tag] = std::move(value);
    header.time_control = now.time_control;
    header.rate_of_play = now.rate_of_play;
    header.laws = now.laws;
}

std::string change_in_words(const ChangedSettings& event, const std::string& file) {
    std::string counts;
    const auto later =
        static_cast<std::size_t>(event.has("time_zone")) + static_cast<std::size_t>(event.has("delay_s"));
    if (event.changed.size() > later) counts += "; the games that are armed from now on have it";
    if (event.has("delay_s")) counts += "; the delay counts at once";
    if (event.has("time_zone")) counts += "; the time zone counts from the next start of adoubed";
    if (event.has("time_control"))
        if (const auto words = time_control_in_words(event.config.header); !words.empty())
            counts += "; time control: " + words;
    return change_in_words(event, event_form(), file, counts);
}

} // namespace adoube::adoubed

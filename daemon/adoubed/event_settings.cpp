#include "daemon/adoubed/event_settings.hpp"

#include "daemon/adoubed/time_control.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/record/tag_of.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tlog/merkle.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

/// In the order of the form.
constexpr struct {
    std::string_view field, section, name;
} form[] = {{"name", "event", "name"},
            {"site", "event", "place"},
            {"date", "event", "date"},
            {"round", "event", "round"},
            {"time_control", "play", "time control"},
            {"rate_of_play", "play", "rate of play"},
            {"laws", "play", "Laws"},
            {"time_zone", "", "time zone"},
            {"delay_s", "", "delay"}};

TomlSetting setting_of(std::string_view field, TomlValue value) {
    const auto* const place = std::ranges::find(form, field, [](const auto& each) { return each.field; });
    return {std::string(place->section), std::string(field), std::move(value)};
}

/// As the file may have it, so that another spelling of the same is nothing new.
TomlValue as_shown(std::string_view field, const TomlValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (field != "time_control" || !text) return value;
    return time_control_from(*text).value_or(*text);
}

/// "hall.toml:3: " is of no use to who sees only the field.
std::string without_place(const std::string& mistake, const std::filesystem::path& file) {
    const auto colon = mistake.find(": ", file.string().size());
    return mistake.starts_with(file.string() + ":") ? mistake.substr(colon + 2) : mistake;
}

std::expected<std::string, std::string> with_field(std::string_view toml, const std::filesystem::path& file,
                                                   const TomlSetting& setting) {
    auto text = with_setting(toml, setting);
    if (!text) return text;
    if (const auto good = parse_config(*text, file); !good)
        return std::unexpected(without_place(good.error(), file));
    return text;
}

std::string version_of(std::string_view toml) { return text::to_base64(tlog::leaf_hash(toml)); }

json::object to_json(const EventFields& fields) {
    json::object event;
    for (const auto& [field, value] : fields)
        std::visit([&, &name = field](const auto& one) { event[name] = one; }, value);
    return event;
}

std::unexpected<EventRefusal> not_saved(std::string sentence) {
    return std::unexpected(EventRefusal{.sentence = std::move(sentence)});
}

struct SaveRequest {
    std::string of;
    EventFields event;
};
std::expected<SaveRequest, std::string> save_request(std::string_view text) {
    const auto value = parse_json(text);
    if (!value) return std::unexpected(value.error());
    const auto* const object = value->if_object();
    const auto* const of = object && object->contains("of") ? object->at("of").if_string() : nullptr;
    const auto* const event = object && object->contains("event") ? object->at("event").if_object() : nullptr;
    if (!of || !event) return std::unexpected(std::string(R"(the request must be {"of":"…","event":{…}})"));
    SaveRequest request{std::string(*of), {}};
    for (const auto& [key, field] : *event) {
        if (std::ranges::find(form, std::string_view(key), [](const auto& each) { return each.field; }) ==
            std::end(form))
            return std::unexpected("an event has no field named " + std::string(key));
        if (field.is_string())
            request.event[key] = std::string(field.get_string());
        else if (field.is_int64())
            request.event[key] = field.get_int64();
        else
            return std::unexpected(std::string(key) + " must be a text or a whole number");
    }
    return request;
}

} // namespace

EventFields fields_of(const Config& config) {
    const auto tag = [&](const char* name) { return std::string(record::tag_of(config.header.tags, name)); };
    auto date = tag("Date");
    std::ranges::replace(date, '.', '-');
    return {{"name", tag("Event")},
            {"site", tag("Site")},
            {"date", date},
            {"round", tag("Round")},
            {"time_control", config.header.time_control},
            {"rate_of_play", std::string(to_string(config.header.rate_of_play))},
            {"laws", std::string(to_string(config.header.laws))},
            {"time_zone", config.time_zone},
            {"delay_s", config.delay_ms / 1000}};
}

std::expected<ChangedEvent, EventRefusal> with_event(std::string_view toml, const std::filesystem::path& file,
                                                     const EventFields& wanted) {
    const auto now = parse_config(toml, file);
    if (!now) return not_saved(now.error() + "; put the file right first");
    const auto known = fields_of(*now);
    ChangedEvent event{std::string(toml), std::string(toml), *now, {}};
    EventRefusal refusal;
    for (const auto& [field, section, name] : form) {
        const auto value = wanted.find(field);
        if (value == wanted.end() || as_shown(field, value->second) == known.find(field)->second) continue;
        const auto setting = setting_of(field, value->second);
        // Each alone in what is good, so that every mistake is told, and at its field.
        auto text = with_field(event.toml, file, setting);
        if (!text) {
            refusal.fields.emplace(field, text.error());
            continue;
        }
        event.toml = std::move(*text);
        event.changed.emplace_back(field);
    }
    refusal.sentence = "nothing is saved: look at what is marked";
    if (!refusal.fields.empty()) return std::unexpected(std::move(refusal));
    event.config = *parse_config(event.toml, file);
    return event;
}

void take_event(const ChangedEvent& event, record::Header& header) {
    const auto& now = event.config.header;
    for (const auto* tag : {"Event", "Site", "Date", "Round", "TimeControl"})
        if (auto value = record::tag_of(now.tags, tag); value.empty())
            header.tags.erase(tag);
        else
            header.tags[tag] = std::move(value);
    header.time_control = now.time_control;
    header.rate_of_play = now.rate_of_play;
    header.laws = now.laws;
}

std::string change_in_words(const ChangedEvent& event, const std::string& file) {
    if (event.changed.empty()) return "nothing is new, and nothing was written";
    const auto is_new = [&](std::string_view field) {
        return std::ranges::find(event.changed, field) != event.changed.end();
    };
    std::string names, counts;
    for (const auto& [field, section, name] : form)
        if (is_new(field)) names += (names.empty() ? "" : ", ") + std::string(name);
    const auto later = static_cast<std::size_t>(is_new("time_zone")) + (is_new("delay_s") ? 1U : 0U);
    if (event.changed.size() > later) counts += "; the games that are armed from now on have it";
    if (is_new("delay_s")) counts += "; the delay counts at once";
    if (is_new("time_zone")) counts += "; the time zone counts from the next start of adoubed";
    if (is_new("time_control"))
        if (const auto words = time_control_in_words(event.config.header); !words.empty())
            counts += "; time control: " + words;
    return "new in " + file + ": " + names + counts + "; the file as it was is " + file + ".before";
}

EventFile::EventFile(const std::filesystem::path& config) {
    std::error_code unknown;
    file_ = std::filesystem::canonical(config, unknown); // a link stays one
    if (unknown) file_ = config;
}

std::expected<std::string, std::string> EventFile::show(const std::string& refused,
                                                        const std::string& answer) const {
    const auto toml = files::read(file_, longest_config);
    if (!toml) return std::unexpected(file_.string() + ' ' + toml.error().text);
    const auto config = parse_config(*toml, file_);
    if (!config) return std::unexpected(config.error() + "; put the file right first");
    json::object shown{{"of", version_of(*toml)},
                       {"file", file_.string()},
                       {"refused", refused.empty() ? json::value(nullptr) : json::value(refused)},
                       {"event", to_json(fields_of(*config))}};
    if (!answer.empty()) shown["answer"] = answer;
    return json::serialize(shown);
}

std::expected<ChangedEvent, EventRefusal> EventFile::asked(std::string_view text) const {
    const auto request = save_request(text);
    if (!request) return not_saved(request.error());
    const auto toml = files::read(file_, longest_config);
    if (!toml) return not_saved(file_.string() + ' ' + toml.error().text);
    if (version_of(*toml) != request->of)
        return std::unexpected(EventRefusal{
            .sentence = name() + " has been changed meanwhile: nothing is saved", .outdated = true});
    return with_event(*toml, file_, request->event);
}

std::expected<void, std::string> EventFile::write(const ChangedEvent& event) const {
    using std::filesystem::perms;
    if (event.changed.empty()) return {};
    std::error_code unknown;
    const auto mode = std::filesystem::status(file_, unknown).permissions();
    const auto readable_by = !unknown && (mode & perms::others_read) != perms::none
                                 ? files::ReadableBy::everybody
                                 : files::ReadableBy::owner;
    const auto file = file_.string();
    for (const auto& [to, content] :
         {std::pair(file + ".before", &event.before), std::pair(file, &event.toml)})
        if (const auto written = files::replace(to, *content, readable_by); !written)
            return std::unexpected("it is not saved: " + to + ' ' + written.error());
    return {};
}

std::string to_json(const EventRefusal& refusal) {
    json::object answer{{"error", refusal.sentence}};
    if (!refusal.fields.empty()) {
        auto& fields = answer["fields"].emplace_object();
        for (const auto& [field, sentence] : refusal.fields) fields[field] = sentence;
    }
    return json::serialize(answer);
}

} // namespace adoube::adoubed

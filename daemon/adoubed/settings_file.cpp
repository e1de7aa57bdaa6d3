#include "daemon/adoubed/settings_file.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tlog/checkpoint.hpp"
#include "daemon/tlog/merkle.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <mutex>
#include <tuple>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

std::unexpected<SettingsRefusal> not_saved(std::string sentence) {
    return std::unexpected(SettingsRefusal{.sentence = std::move(sentence)});
}

struct SaveRequest {
    std::string of;
    SettingValues values;
    bool only_look = false;
};
std::expected<SaveRequest, std::string> save_request(std::string_view text, const SettingsForm& form) {
    const std::string name(form.name);
    const auto value = parse_json(text);
    if (!value) return std::unexpected(value.error());
    const auto* const object = value->if_object();
    const auto* const of = object && object->contains("of") ? object->at("of").if_string() : nullptr;
    const auto* const given = object && object->contains(name) ? object->at(name).if_object() : nullptr;
    if (!of || !given) return std::unexpected(R"(the request must be {"of":"…",")" + name + R"(":{…}})");
    const auto* const look = object->if_contains("look");
    SaveRequest request{std::string(*of), {}, look && look->is_bool() && look->get_bool()};
    for (const auto& [key, field] : *given) {
        if (std::ranges::find(form.fields, std::string_view(key), &FormField::field) == form.fields.end())
            return std::unexpected("the form " + name + " has no field named " + std::string(key));
        auto read = toml_value_from(field);
        if (!read) return std::unexpected(std::string(key) + " must be a text, a whole number or a list");
        request.values[key] = std::move(*read);
    }
    return request;
}

template<class Value>
std::string joined(const std::vector<Value>& list, const auto& text_of) {
    std::string text;
    for (const auto& one : list) text += (text.empty() ? "" : ", ") + text_of(one);
    return text;
}

} // namespace

MistakeAt mistake_at(const std::string& mistake, const std::filesystem::path& file) {
    const auto place = file.string() + ":";
    const auto end = mistake.find(": ", place.size());
    if (!mistake.starts_with(place) || end == std::string::npos) return {0, mistake};
    const auto line = tlog::parse_decimal(mistake.substr(place.size(), end - place.size()));
    return {static_cast<std::uint32_t>(line.value_or(0)), mistake.substr(end + 2)};
}

std::expected<std::string, std::string>
with_good_setting(std::string_view toml, const std::filesystem::path& file, const TomlSetting& setting) {
    auto text = with_setting(toml, setting);
    if (!text) return text;
    if (const auto good = parse_config(*text, file); !good)
        return std::unexpected(mistake_at(good.error(), file).sentence);
    return text;
}

std::string value_in_words(const TomlValue& value) {
    struct Of {
        std::string operator()(std::monostate) const { return "none"; }
        std::string operator()(const std::string& text) const { return text.empty() ? "none" : text; }
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(bool flag) const { return flag ? "yes" : "no"; }
        std::string operator()(const std::vector<std::string>& list) const {
            return joined(list, [](const std::string& one) { return one; });
        }
        std::string operator()(const std::vector<std::int64_t>& list) const {
            return joined(list, [](std::int64_t one) { return std::to_string(one); });
        }
    };
    return std::visit(Of{}, value);
}

json::value json_of(const TomlValue& value) {
    struct Of {
        json::value operator()(std::monostate) const { return nullptr; }
        json::value operator()(const std::string& text) const { return json::string(text); }
        json::value operator()(std::int64_t number) const { return number; }
        json::value operator()(bool flag) const { return flag; }
        json::value operator()(const std::vector<std::string>& list) const {
            return json::array(list.begin(), list.end());
        }
        json::value operator()(const std::vector<std::int64_t>& list) const {
            return json::array(list.begin(), list.end());
        }
    };
    return std::visit(Of{}, value);
}

std::optional<TomlValue> toml_value_from(const json::value& value) {
    if (value.is_null()) return TomlValue();
    if (const auto* text = value.if_string()) return std::string(*text);
    if (const auto* number = value.if_int64()) return *number;
    if (const auto* flag = value.if_bool()) return *flag;
    const auto* list = value.if_array();
    if (!list) return std::nullopt;
    if (list->empty()) return TomlValue();
    std::vector<std::string> texts;
    std::vector<std::int64_t> numbers;
    for (const auto& one : *list) {
        if (one.is_string()) texts.emplace_back(one.get_string());
        if (one.is_int64()) numbers.push_back(one.get_int64());
    }
    if (texts.size() == list->size()) return texts;
    if (numbers.size() == list->size()) return numbers;
    return std::nullopt;
}

std::string changes_json(const std::vector<std::string>& told) {
    return json::serialize(json::object{{"changes", json::array(told.begin(), told.end())}});
}

std::string to_json(const SettingsRefusal& refusal) {
    json::object answer{{"error", refusal.sentence}};
    if (!refusal.fields.empty()) {
        auto& fields = answer["fields"].emplace_object();
        for (const auto& [field, sentence] : refusal.fields) fields[field] = sentence;
    }
    return json::serialize(answer);
}

bool ChangedSettings::has(std::string_view field) const {
    return std::ranges::find(changed, field) != changed.end();
}

std::expected<ChangedSettings, SettingsRefusal> with_values(std::string_view toml,
                                                            const std::filesystem::path& file,
                                                            const SettingsForm& form,
                                                            const SettingValues& wanted) {
    const auto now = parse_config(toml, file);
    if (!now) return not_saved(now.error() + "; put the file right first");
    const auto known = form.values_of(*now);
    ChangedSettings settings{std::string(toml), std::string(toml), *now, {}};
    SettingsRefusal refusal;
    for (const auto& [field, section, name] : form.fields) {
        const auto value = wanted.find(field);
        if (value == wanted.end()) continue;
        const auto shown = form.as_shown(field, value->second);
        const auto& before = known.find(field)->second;
        if (shown == before) continue;
        const TomlSetting setting{std::string(section), std::string(field), value->second};
        // Each alone in what is good, so that every mistake is told, and at its field.
        auto text = with_good_setting(settings.toml, file, setting);
        if (!text) {
            refusal.fields.emplace(field, text.error());
            continue;
        }
        settings.toml = std::move(*text);
        settings.changed.emplace_back(field);
        settings.told.push_back(std::string(name) + ": " + value_in_words(shown) +
                                ", before: " + value_in_words(before));
    }
    refusal.sentence = "nothing is saved: look at what is marked";
    if (!refusal.fields.empty()) return std::unexpected(std::move(refusal));
    settings.config = *parse_config(settings.toml, file);
    return settings;
}

std::string change_in_words(const ChangedSettings& settings, const SettingsForm& form,
                            const std::string& file, const std::string& more) {
    if (settings.changed.empty()) return "nothing is new, and nothing was written";
    std::string names;
    for (const auto& [field, section, name] : form.fields)
        if (settings.has(field)) names += (names.empty() ? "" : ", ") + std::string(name);
    return "new in " + file + ": " + names + more + "; the file as it was is " + file + ".before";
}

FileSeen::FileSeen(const std::filesystem::path& config) {
    std::error_code unknown;
    path_ = std::filesystem::canonical(config, unknown);
    if (unknown) path_ = config;
}

std::string FileSeen::version_of(std::string_view toml) { return text::to_base64(tlog::leaf_hash(toml)); }

std::expected<std::string, std::string> FileSeen::read() const {
    auto toml = files::read(path_, longest_config);
    if (!toml) return std::unexpected(path_.string() + ' ' + toml.error().text);
    return std::move(*toml);
}

std::expected<std::string, SettingsRefusal> FileSeen::read(std::string_view of) const {
    auto toml = read();
    if (!toml) return not_saved(toml.error());
    if (version_of(*toml) != of)
        return std::unexpected(SettingsRefusal{
            .sentence = name() + " has been changed meanwhile: nothing is saved", .outdated = true});
    return std::move(*toml);
}

std::expected<void, SettingsRefusal> FileSeen::write(const std::string& before,
                                                     const std::string& toml) const {
    using std::filesystem::perms;
    static std::mutex one_at_a_time;
    const std::lock_guard lock(one_at_a_time);
    if (const auto same = read(version_of(before)); !same) return std::unexpected(same.error());
    std::error_code unknown;
    const auto mode = std::filesystem::status(path_, unknown).permissions();
    const auto has = [&](perms one) { return !unknown && (mode & one) != perms::none; };
    using files::ReadableBy;
    const auto by_others = has(perms::others_read) ? ReadableBy::everybody : ReadableBy::owner;
    const auto by = by_others == ReadableBy::owner && has(perms::group_read) ? ReadableBy::group : by_others;
    const auto file = path_.string();
    for (const auto& [to, content, readable_by] :
         {std::tuple(file + ".before", &before, by_others), std::tuple(file, &toml, by)})
        if (const auto written = files::replace(to, *content, readable_by); !written)
            return not_saved("it is not saved: " + to + ' ' + written.error());
    return {};
}

std::expected<std::string, std::string> SettingsFile::show(const std::string& refused,
                                                           const std::string& answer) const {
    const auto toml = file_.read();
    if (!toml) return std::unexpected(toml.error());
    const auto config = parse_config(*toml, file_.path());
    if (!config) return std::unexpected(config.error() + "; put the file right first");
    json::object values;
    for (const auto& [field, value] : form_.values_of(*config)) values[field] = json_of(value);
    json::object shown{{"of", FileSeen::version_of(*toml)},
                       {"file", file_.path().string()},
                       {"refused", refused.empty() ? json::value(nullptr) : json::value(refused)}};
    shown[form_.name] = std::move(values);
    if (!answer.empty()) shown["answer"] = answer;
    return json::serialize(shown);
}

std::expected<ChangedSettings, SettingsRefusal> SettingsFile::asked(std::string_view text) const {
    const auto request = save_request(text, form_);
    if (!request) return not_saved(request.error());
    const auto toml = file_.read(request->of);
    if (!toml) return std::unexpected(toml.error());
    auto settings = with_values(*toml, file_.path(), form_, request->values);
    if (settings) settings->only_look = request->only_look;
    return settings;
}

std::expected<void, SettingsRefusal> SettingsFile::write(const ChangedSettings& settings) const {
    if (settings.changed.empty()) return {};
    return file_.write(settings.before, settings.toml);
}

} // namespace adoube::adoubed

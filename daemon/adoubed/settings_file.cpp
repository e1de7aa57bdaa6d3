#include "daemon/adoubed/settings_file.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tlog/merkle.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

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

std::unexpected<SettingsRefusal> not_saved(std::string sentence) {
    return std::unexpected(SettingsRefusal{.sentence = std::move(sentence)});
}

// --- as JSON ---

json::value json_value_of(const TomlValue& value) {
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

/// Empty where it is of another kind.
std::optional<TomlValue> value_from(const json::value& value) {
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

struct SaveRequest {
    std::string of;
    SettingValues values;
};
std::expected<SaveRequest, std::string> save_request(std::string_view text, const SettingsForm& form) {
    const std::string name(form.name);
    const auto value = parse_json(text);
    if (!value) return std::unexpected(value.error());
    const auto* const object = value->if_object();
    const auto* const of = object && object->contains("of") ? object->at("of").if_string() : nullptr;
    const auto* const given = object && object->contains(name) ? object->at(name).if_object() : nullptr;
    if (!of || !given) return std::unexpected(R"(the request must be {"of":"…",")" + name + R"(":{…}})");
    SaveRequest request{std::string(*of), {}};
    for (const auto& [key, field] : *given) {
        if (std::ranges::find(form.fields, std::string_view(key), &FormField::field) == form.fields.end())
            return std::unexpected("the form " + name + " has no field named " + std::string(key));
        auto read = value_from(field);
        if (!read) return std::unexpected(std::string(key) + " must be a text, a whole number or a list");
        request.values[key] = std::move(*read);
    }
    return request;
}

} // namespace

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
        if (value == wanted.end() || form.as_shown(field, value->second) == known.find(field)->second)
            continue;
        const TomlSetting setting{std::string(section), std::string(field), value->second};
        // Each alone in what is good, so that every mistake is told, and at its field.
        auto text = with_field(settings.toml, file, setting);
        if (!text) {
            refusal.fields.emplace(field, text.error());
            continue;
        }
        settings.toml = std::move(*text);
        settings.changed.emplace_back(field);
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

SettingsFile::SettingsFile(const std::filesystem::path& config, const SettingsForm& form) : form_(form) {
    std::error_code unknown;
    file_ = std::filesystem::canonical(config, unknown); // a link stays one
    if (unknown) file_ = config;
}

std::expected<std::string, std::string> SettingsFile::show(const std::string& refused,
                                                           const std::string& answer) const {
    const auto toml = files::read(file_, longest_config);
    if (!toml) return std::unexpected(file_.string() + ' ' + toml.error().text);
    const auto config = parse_config(*toml, file_);
    if (!config) return std::unexpected(config.error() + "; put the file right first");
    json::object values;
    for (const auto& [field, value] : form_.values_of(*config)) values[field] = json_value_of(value);
    json::object shown{{"of", version_of(*toml)},
                       {"file", file_.string()},
                       {"refused", refused.empty() ? json::value(nullptr) : json::value(refused)}};
    shown[form_.name] = std::move(values);
    if (!answer.empty()) shown["answer"] = answer;
    return json::serialize(shown);
}

std::expected<ChangedSettings, SettingsRefusal> SettingsFile::asked(std::string_view text) const {
    const auto request = save_request(text, form_);
    if (!request) return not_saved(request.error());
    const auto toml = files::read(file_, longest_config);
    if (!toml) return not_saved(file_.string() + ' ' + toml.error().text);
    if (version_of(*toml) != request->of)
        return std::unexpected(SettingsRefusal{
            .sentence = name() + " has been changed meanwhile: nothing is saved", .outdated = true});
    return with_values(*toml, file_, form_, request->values);
}

std::expected<void, std::string> SettingsFile::write(const ChangedSettings& settings) const {
    using std::filesystem::perms;
    if (settings.changed.empty()) return {};
    std::error_code unknown;
    const auto mode = std::filesystem::status(file_, unknown).permissions();
    const auto readable_by = !unknown && (mode & perms::others_read) != perms::none
                                 ? files::ReadableBy::everybody
                                 : files::ReadableBy::owner;
    const auto file = file_.string();
    for (const auto& [to, content] :
         {std::pair(file + ".before", &settings.before), std::pair(file, &settings.toml)})
        if (const auto written = files::replace(to, *content, readable_by); !written)
            return std::unexpected("it is not saved: " + to + ' ' + written.error());
    return {};
}

} // namespace adoube::adoubed

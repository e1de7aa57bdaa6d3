#pragma once
// Settings of the configuration's file that the organiser's page shows in a form, and changes where they
// stand: only what is new. What has a "?" may be absent.
//
//   shown:  {"of":"…","file":"/etc/adoube/hall.toml","refused":null,NAME:{FIELD:VALUE,…}}
//     `of`: the file's content; `refused`: why nothing can be saved now, in one sentence; NAME: the form's
//   asked:  {"of":"…",NAME:{FIELD:VALUE,…},"look"?:true}   what is absent stays
//     answered as shown, with "answer":"…"; else {"error":"…","fields"?:{FIELD:"date must be a day, …"}}
//     `look`: nothing is written; answered with {"changes":["name: Open of A-Town, before: none",…]}
//   VALUE: a text, a whole number, true, false, or a list of texts or of whole numbers; null: as by default

#include "daemon/adoubed/config.hpp"
#include "daemon/adoubed/toml_settings.hpp"

#include <boost/json/fwd.hpp>
#include <map>
#include <span>

namespace adoube::adoubed {

using SettingValues = std::map<std::string, TomlValue, std::less<>>; // by field

struct FormField {
    std::string_view field, section, name; // its key too; name: in words
};

struct SettingsForm {
    std::string_view name;
    std::span<const FormField> fields; // in their order
    SettingValues (*values_of)(const Config& config);
    /// As values_of has it, where the file may have another spelling of the same.
    TomlValue (*as_shown)(std::string_view field, const TomlValue& value);
};

/// Why nothing is saved.
struct SettingsRefusal {
    std::string sentence;
    std::map<std::string, std::string> fields{}; // by name, what is wrong with it
    bool outdated = false;                       // the file has been changed meanwhile
};
/// JSON of it.
std::string to_json(const SettingsRefusal& refusal);

struct ChangedSettings {
    std::string before, toml; // of the file
    Config config;
    std::vector<std::string> changed; // fields, in the order of the form
    std::vector<std::string> told{};  // a sentence for each, without its full stop
    bool only_look = false;           // as was asked: it is not to be written

    bool has(std::string_view field) const;
};
/// {"changes":[…]}
std::string changes_json(const std::vector<std::string>& told);
/// Of a good configuration, a good one: both by parse_config. `file` is its name.
std::expected<ChangedSettings, SettingsRefusal> with_values(std::string_view toml,
                                                            const std::filesystem::path& file,
                                                            const SettingsForm& form,
                                                            const SettingValues& wanted);
/// "new in hall.toml: name, date" and `more`, which begins with "; "; then where the former file is.
std::string change_in_words(const ChangedSettings& settings, const SettingsForm& form,
                            const std::string& file, const std::string& more);

/// Of a good configuration, a good one; the error is one sentence, without the place in the file.
std::expected<std::string, std::string>
with_good_setting(std::string_view toml, const std::filesystem::path& file, const TomlSetting& setting);
/// "1, 2", "yes", "none".
std::string value_in_words(const TomlValue& value);
boost::json::value json_of(const TomlValue& value);
/// Empty where it is of another kind.
std::optional<TomlValue> toml_value_from(const boost::json::value& value);

/// Of a mistake as parse_config tells it: its line, 0 where there is none, and the sentence alone.
struct MistakeAt {
    std::uint32_t line = 0;
    std::string sentence;
};
MistakeAt mistake_at(const std::string& mistake, const std::filesystem::path& file);

/// Whose content is to be changed only as it was when somebody saw it.
class FileSeen {
  public:
    explicit FileSeen(const std::filesystem::path& config);

    const std::filesystem::path& path() const { return path_; }
    std::string name() const { return path_.filename().string(); }
    std::expected<std::string, std::string> read() const;
    /// As it was at `of`, a version.
    std::expected<std::string, SettingsRefusal> read(std::string_view of) const;
    static std::string version_of(std::string_view toml);
    /// On the disk when it returns, and `before`, which must still be there, beside it as NAME.before.
    std::expected<void, SettingsRefusal> write(const std::string& before, const std::string& toml) const;

  private:
    std::filesystem::path path_; // a link stays one
};

/// The configuration's file, as it is and as it becomes.
class SettingsFile {
  public:
    /// `form` must outlive it.
    SettingsFile(const std::filesystem::path& config, const SettingsForm& form)
        : form_(form), file_(config) {}

    /// JSON, `answer` of a save with it; the error is one sentence.
    std::expected<std::string, std::string> show(const std::string& refused, const std::string& answer) const;

    /// A request to save, looked at; nothing is written.
    std::expected<ChangedSettings, SettingsRefusal> asked(std::string_view request) const;
    /// As of FileSeen.
    std::expected<void, SettingsRefusal> write(const ChangedSettings& settings) const;

    std::string name() const { return file_.name(); }

  private:
    const SettingsForm& form_;
    FileSeen file_;
};

} // namespace adoube::adoubed

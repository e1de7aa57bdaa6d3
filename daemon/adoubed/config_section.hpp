#pragma once
// A section of the configuration as it is read: each value checked, the first mistake told with its line, and
// all that counts kept, what the file leaves out among it.

#include "daemon/text/quoting.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <expected>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace adoube::adoubed {

/// One reading of a file.
class Reading {
  public:
    explicit Reading(std::filesystem::path file) : file_(std::move(file)) {}

    const std::filesystem::path& file() const { return file_; }
    /// The first is kept, as FILE:LINE: sentence. Escapes quoted line breaks and terminal control sequences.
    void blame(const toml::source_region& place, const std::string& sentence) {
        if (!mistake_.empty()) return;
        mistake_ = text::shown(file_.string() + ":" + std::to_string(std::max(1U, place.begin.line)) + ": " +
                               sentence);
    }
    const std::string& mistake() const { return mistake_; }

    /// What counts of the section `name`, "[event]", "[[board]]" or, before any brackets, the file's own.
    void keep(const std::string& name, toml::table settings) {
        const auto key =
            name.substr(name.find_first_not_of('['), name.find(']') - name.find_first_not_of('['));
        if (name.starts_with("[["))
            settings_.insert(key, toml::array()).first->second.as_array()->push_back(std::move(settings));
        else if (name.starts_with('['))
            settings_.insert_or_assign(key, std::move(settings));
        else
            for (auto&& [own, value] : settings) settings_.insert(own, std::move(value));
    }
    const toml::table& settings() const { return settings_; }

  private:
    std::filesystem::path file_;
    std::string mistake_;
    toml::table settings_;
};

struct Config;
enum class Role : std::uint8_t;
/// As of config.hpp; `reading` keeps the settings, too.
std::expected<Config, std::string> parse_config(std::string_view toml, Reading& reading, Role role);

/// Tracks the keys read; `finish` reports the others. Of values that may be absent, `absent` counts then.
class Section {
  public:
    Section(const toml::table& table, std::string name, Reading& reading)
        : table_(table), name_(std::move(name)), reading_(reading) {}

    bool has(std::string_view key) const { return table_.contains(key); }
    void blame(std::string_view key, const std::string& sentence) {
        const auto* node = table_.get(key);
        reading_.blame(node ? node->source() : table_.source(), sentence);
    }

    std::string text(const std::string& key, const std::string& absent = {}) {
        const auto* node = get(key);
        if (!node && !absent.empty()) counts(key, absent);
        if (!node) return absent;
        const auto* text = node->as_string();
        const auto unfit = text ? text::unfit_in(text->get()) : std::string();
        if (text && unfit.empty()) return text->get();
        blame(key, key + (text ? " must not hold " + unfit : " must be a text in quotes"));
        return absent;
    }
    std::string required_text(const std::string& key, const std::string& example) {
        const auto value = text(key);
        if (value.empty()) blame(key, name_ + " needs " + key + ", as in " + key + " = \"" + example + "\"");
        return value;
    }
    /// A relative one begins at the file.
    std::filesystem::path path(const std::string& key, const std::string& absent = {}) {
        return beside(key, text(key, absent));
    }
    std::filesystem::path required_path(const std::string& key, const std::string& example) {
        return beside(key, required_text(key, example));
    }
    std::vector<std::string> texts(const std::string& key, const std::string& example) {
        const auto* node = get(key);
        std::vector<std::string> texts;
        if (!node) return texts;
        const auto* array = node->as_array();
        if (!array || !std::ranges::all_of(*array, [](const toml::node& one) { return one.is_string(); })) {
            blame(key, key + " must be a list of texts, as in " + key + " = [\"" + example + "\"]");
            return texts;
        }
        for (const auto& one : *array) {
            texts.push_back(one.as_string()->get());
            if (const auto unfit = text::unfit_in(texts.back()); !unfit.empty())
                blame(key, key + " must not hold " + unfit);
        }
        return texts;
    }
    std::vector<int> wholes(const std::string& key, const std::string& example) {
        const auto* node = get(key);
        const auto* array = node ? node->as_array() : nullptr;
        std::vector<int> numbers;
        if (array)
            for (const auto& one : *array) {
                const auto* number = one.as_integer();
                const bool fits = number && number->get() > 0 && number->get() <= 1'000'000;
                numbers.push_back(fits ? static_cast<int>(number->get()) : 0);
            }
        if (node && (!array || std::ranges::find(numbers, 0) != numbers.end()))
            blame(key, key + " must be a list of whole numbers, as in " + key + " = [" + example + "]");
        return numbers;
    }
    std::string date(const std::string& key) {
        const auto* node = get(key);
        if (!node || !node->is_date()) return text(key);
        std::ostringstream written;
        written << node->as_date()->get();
        return written.str();
    }
    std::int64_t whole(const std::string& key, std::int64_t absent, std::int64_t least, std::int64_t most) {
        const auto* node = get(key);
        if (!node && absent >= least && absent <= most) counts(key, absent);
        if (!node) return absent;
        const auto* number = node->as_integer();
        if (number && number->get() >= least && number->get() <= most) return number->get();
        blame(key,
              key + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return absent;
    }
    std::optional<bool> flag(const std::string& key) {
        const auto* node = get(key);
        if (!node) return std::nullopt;
        if (const auto* flag = node->as_boolean()) return flag->get();
        blame(key, key + " must be true or false");
        return std::nullopt;
    }
    bool flag(const std::string& key, bool absent) {
        if (!has(key)) counts(key, absent);
        return flag(key).value_or(absent);
    }
    const toml::node* get(const std::string& key) {
        asked_.insert(key);
        const auto* node = table_.get(key);
        if (node) counts(key, *node);
        return node;
    }

    void finish() {
        for (const auto& [key, node] : table_)
            if (!asked_.contains(key.str()))
                reading_.blame(key.source(), name_ + " has no setting named " + std::string(key.str()));
        reading_.keep(name_, std::move(counts_));
    }

  private:
    std::filesystem::path beside(const std::string& key, const std::string& text) {
        if (text.empty()) return {};
        auto path = reading_.file().parent_path() / text;
        std::error_code unknown; // where this process is
        if (const auto whole = std::filesystem::absolute(path, unknown); !unknown)
            counts(key, whole.string());
        return path;
    }
    template<class Value>
    void counts(const std::string& key, const Value& value) {
        counts_.insert_or_assign(key, value);
    }

    const toml::table& table_;
    std::string name_;
    Reading& reading_;
    std::set<std::string, std::less<>> asked_;
    toml::table counts_;
};

} // namespace adoube::adoubed

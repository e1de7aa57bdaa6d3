#pragma once
// A section of the configuration as it is read: each value checked, the first mistake told with its line.

#include "daemon/text/quoting.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace adoube::adoubed {

/// The first mistake in a file, as FILE:LINE: sentence. Escapes quoted line breaks and terminal control
/// sequences.
class Mistake {
  public:
    explicit Mistake(std::string file) : file_(std::move(file)) {}
    void at(const toml::source_region& place, const std::string& sentence) {
        if (!text_.empty()) return;
        text_ = text::shown(file_ + ":" + std::to_string(std::max(1U, place.begin.line)) + ": " + sentence);
    }
    const std::string& text() const { return text_; }

  private:
    std::string file_, text_;
};

/// Tracks the keys read; `finish` reports the others.
class Section {
  public:
    Section(const toml::table& table, std::string name, Mistake& mistake)
        : table_(table), name_(std::move(name)), mistake_(mistake) {}

    bool has(std::string_view key) const { return table_.contains(key); }
    void blame(std::string_view key, const std::string& sentence) {
        const auto* node = table_.get(key);
        mistake_.at(node ? node->source() : table_.source(), sentence);
    }

    std::string text(const std::string& key, const std::string& absent = {}) {
        const auto* node = get(key);
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
    const toml::node* get(const std::string& key) {
        asked_.insert(key);
        return table_.get(key);
    }

    void finish() {
        for (const auto& [key, node] : table_)
            if (!asked_.contains(key.str()))
                mistake_.at(key.source(), name_ + " has no setting named " + std::string(key.str()));
    }

  private:
    const toml::table& table_;
    std::string name_;
    Mistake& mistake_;
    std::set<std::string, std::less<>> asked_;
};

inline std::filesystem::path beside(const std::filesystem::path& file, const std::string& path) {
    return path.empty() ? std::filesystem::path() : file.parent_path() / path;
}

} // namespace adoube::adoubed

#include "daemon/adoubed/toml_settings.hpp"

#include "daemon/text/utf8.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace adoube::adoubed {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

std::optional<toml::table> parsed_toml(std::string_view text) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error&) {
        return std::nullopt;
    }
}

bool is_none(const TomlValue& value) { return std::holds_alternative<std::monostate>(value); }

void as_node(std::monostate, const auto&) {}
template<class Value>
void as_node(const Value& value, const auto& use) {
    use(toml::value(value));
}
template<class Value>
void as_node(const std::vector<Value>& list, const auto& use) {
    toml::array array;
    for (const auto& one : list) array.push_back(one);
    use(array);
}
/// Nothing is done with none.
void with_node(const TomlValue& value, const auto& use) {
    std::visit([&](const auto& one) { as_node(one, use); }, value);
}

toml::table with_value(toml::table table, const std::string& key, const TomlValue& value) {
    table.erase(key);
    with_node(value, [&](const auto& node) { table.insert(key, node); });
    return table;
}

/// What the text should be read as afterwards.
toml::table with_value(toml::table root, const TomlSetting& setting) {
    if (setting.section.empty()) return with_value(std::move(root), setting.key, setting.value);
    const auto* section = root.get_as<toml::table>(setting.section);
    if (!section && is_none(setting.value)) return root;
    root.insert_or_assign(setting.section,
                          with_value(section ? *section : toml::table(), setting.key, setting.value));
    return root;
}

std::string written(const TomlValue& value) {
    std::ostringstream text;
    with_node(value, [&](const auto& node) {
        text << toml::toml_formatter(node, toml::format_flags::allow_unicode_strings);
    });
    return text.str();
}

std::size_t begin_of_line(std::string_view toml, std::uint32_t line) {
    std::size_t at = 0;
    for (; line > 1 && at < toml.size(); --line) at = std::min(toml.size(), toml.find('\n', at)) + 1;
    return std::min(at, toml.size());
}

/// Columns count characters.
std::size_t offset_of(std::string_view toml, toml::source_position place) {
    auto at = begin_of_line(toml, place.line);
    for (auto column = place.column; column > 1 && at < toml.size(); --column)
        at += std::max<std::size_t>(1, text::utf8_length(toml.substr(at)));
    return at;
}

/// That of the last setting itself, without sections below; of an empty section its head; 0: none.
std::uint32_t last_line(const toml::table& section, bool is_root) {
    std::uint32_t line = is_root ? 0 : section.source().begin.line;
    for (const auto& [key, value] : section) {
        const auto* table = value.as_table();
        const bool is_value = table ? table->is_inline() : !value.is_array_of_tables();
        if (is_value) line = std::max(line, value.source().end.line);
    }
    return line;
}

std::string with_value_replaced(std::string_view toml, const toml::node& node, const TomlValue& value) {
    const auto begin = offset_of(toml, node.source().begin), end = offset_of(toml, node.source().end);
    return std::string(toml.substr(0, begin)) + written(value) + std::string(toml.substr(end));
}

std::string with_line_added(std::string_view toml, const toml::table* section, const TomlSetting& setting) {
    const std::string end = toml.contains("\r\n") ? "\r\n" : "\n";
    auto line = setting.key + " = " + written(setting.value) + end;
    std::string text(toml);
    if (!text.empty() && !text.ends_with('\n')) text += end;
    if (!section) return text + (text.empty() ? "" : end) + '[' + setting.section + ']' + end + line;
    const auto last = last_line(*section, setting.section.empty());
    if (last == 0 && !text.empty()) line += end; // at the head of the file
    return text.insert(begin_of_line(text, last + 1), line);
}

std::string with_lines_removed(std::string_view toml, const toml::table& section, const std::string& key) {
    const auto setting = section.find(key);
    const auto begin = begin_of_line(toml, setting->first.source().begin.line),
               end = begin_of_line(toml, setting->second.source().end.line + 1);
    return std::string(toml.substr(0, begin)) + std::string(toml.substr(end));
}

std::string edited(std::string_view toml, const toml::table& root, const TomlSetting& setting) {
    const auto* section = setting.section.empty() ? &root : root.get_as<toml::table>(setting.section);
    const auto* node = section ? section->get(setting.key) : nullptr;
    if (is_none(setting.value))
        return node ? with_lines_removed(toml, *section, setting.key) : std::string(toml);
    return node ? with_value_replaced(toml, *node, setting.value) : with_line_added(toml, section, setting);
}

} // namespace

std::expected<std::string, std::string> with_setting(std::string_view toml, const TomlSetting& setting) {
    const auto mark = toml.starts_with(byte_order_mark) ? byte_order_mark : std::string_view();
    toml.remove_prefix(mark.size());
    const auto root = parsed_toml(toml);
    if (!root) return std::unexpected(std::string("the file is no TOML"));
    auto text = edited(toml, *root, setting);
    // A section may stand in braces, or be made of keys with dots.
    if (const auto now = parsed_toml(text); !now || *now != with_value(*root, setting))
        return std::unexpected(
            setting.key + " cannot be written into [" + setting.section +
            "], which stands in one line, or as keys with dots: write it in the file as [" + setting.section +
            "], with a line for each setting");
    return std::string(mark) + std::move(text);
}

} // namespace adoube::adoubed

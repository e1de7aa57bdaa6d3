#include "daemon/adoubed/toml_settings.hpp"

#include "daemon/text/utf8.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <optional>
#include <set>
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

/// Null where it is not there.
const toml::table* section_of(const toml::table& root, const TomlSetting& setting) {
    if (setting.section.empty()) return &root;
    if (!setting.of) return root.get_as<toml::table>(setting.section);
    const auto* all = root.get_as<toml::array>(setting.section);
    return all ? all->get_as<toml::table>(*setting.of) : nullptr;
}

/// What the text should be read as afterwards.
toml::table with_value(toml::table root, const TomlSetting& setting) {
    if (setting.section.empty()) return with_value(std::move(root), setting.key, setting.value);
    const auto* section = section_of(root, setting);
    if (!section && is_none(setting.value)) return root;
    auto changed = with_value(section ? *section : toml::table(), setting.key, setting.value);
    if (!setting.of)
        root.insert_or_assign(setting.section, std::move(changed));
    else if (section)
        *root.get_as<toml::array>(setting.section)->get_as<toml::table>(*setting.of) = std::move(changed);
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

bool equal(const toml::node& one, const toml::node& other) {
    toml::array first, second;
    one.visit([&](const auto& node) { first.push_back(node); });
    other.visit([&](const auto& node) { second.push_back(node); });
    return first == second;
}

/// Whether it is made of [[section]]s.
bool is_sections(const toml::node& value) {
    const auto* array = value.as_array();
    const auto* first = array && !array->empty() ? array->front().as_table() : nullptr;
    return first && !first->is_inline();
}

/// Of all that stands below its head, and of the head.
void add_lines(const toml::table& section, std::set<std::uint32_t>& lines) {
    lines.insert(section.source().begin.line);
    for (const auto& [key, value] : section) {
        if (const auto* table = value.as_table(); table && !table->is_inline()) {
            add_lines(*table, lines);
        } else if (is_sections(value)) {
            for (const auto& one : *value.as_array()) add_lines(*one.as_table(), lines);
        } else {
            for (auto line = key.source().begin.line; line <= value.source().end.line; ++line)
                lines.insert(line);
        }
    }
}
std::set<std::uint32_t> lines_of(const toml::table& section) {
    std::set<std::uint32_t> lines;
    add_lines(section, lines);
    return lines;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto size = std::min(text.size(), text.find('\n')) + 1;
        lines.push_back(text.substr(0, size));
        text.remove_prefix(std::min(text.size(), size));
    }
    return lines;
}
bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == line.npos; }

/// The blank line before its head goes, too.
std::string with_section_removed(std::string_view toml, const toml::table& section) {
    auto gone = lines_of(section);
    const auto lines = lines_of(toml);
    const auto head = section.source().begin.line;
    if (head > 1 && is_blank(lines[head - 2])) gone.insert(head - 1);
    std::string text;
    for (std::uint32_t number = 1; number <= lines.size(); ++number)
        if (!gone.contains(number)) text += lines[number - 1];
    return text;
}

/// A file, parted from its byte order mark.
struct Marked {
    explicit Marked(std::string_view toml)
        : mark(toml.starts_with(byte_order_mark) ? byte_order_mark : std::string_view()),
          text(toml.substr(mark.size())), root(parsed_toml(text)) {}

    std::string with_mark(const std::string& changed) const { return std::string(mark) + changed; }

    std::string_view mark, text;
    std::optional<toml::table> root; // empty: it is no TOML
};

const std::string no_toml = "the file is no TOML";

const toml::array* sections_in(const toml::table& root, const std::string& name) {
    const auto* array = root.get_as<toml::array>(name);
    return array && is_sections(*array) ? array : nullptr;
}

std::string stands_otherwise(const std::string& section) {
    return "[[" + section + "]] stands in one line: write it in the file as [[" + section +
           "]], each with a line for each setting";
}

template<class Value>
TomlValue vector_of(const toml::array& array) {
    std::vector<Value> list;
    for (const auto& one : array) list.push_back(*one.value_exact<Value>());
    return list;
}

TomlValue value_of(const toml::node* node) {
    if (!node) return {};
    if (const auto text = node->value_exact<std::string>()) return *text;
    if (const auto number = node->value_exact<std::int64_t>()) return *number;
    if (const auto flag = node->value_exact<bool>()) return *flag;
    const auto* array = node->as_array();
    if (!array || array->empty()) return {};
    if (array->is_homogeneous(toml::node_type::string)) return vector_of<std::string>(*array);
    if (array->is_homogeneous(toml::node_type::integer)) return vector_of<std::int64_t>(*array);
    return {};
}

std::string edited(std::string_view toml, const toml::table& root, const TomlSetting& setting) {
    const auto* section = section_of(root, setting);
    const auto* node = section ? section->get(setting.key) : nullptr;
    if (is_none(setting.value))
        return node ? with_lines_removed(toml, *section, setting.key) : std::string(toml);
    return node ? with_value_replaced(toml, *node, setting.value) : with_line_added(toml, section, setting);
}

} // namespace

std::expected<std::string, std::string> with_setting(std::string_view toml, const TomlSetting& setting) {
    const Marked file(toml);
    if (!file.root) return std::unexpected(no_toml);
    if (setting.of && !section_of(*file.root, setting))
        return std::unexpected("there is no such [[" + setting.section + "]]");
    auto text = edited(file.text, *file.root, setting);
    // A section may stand in braces, or be made of keys with dots.
    if (const auto now = parsed_toml(text); !now || *now != with_value(*file.root, setting)) {
        const auto section = setting.of ? "[[" + setting.section + "]]" : '[' + setting.section + ']';
        return std::unexpected(setting.key + " cannot be written into " + section +
                               ", which stands in one line, or as keys with dots: write it in the file as " +
                               section + ", with a line for each setting");
    }
    return file.with_mark(text);
}

std::expected<std::string, std::string> with_sections(std::string_view toml, const std::string& section,
                                                      const std::vector<TomlRow>& rows) {
    const Marked file(toml);
    if (!file.root) return std::unexpected(no_toml);
    const auto* there = sections_in(*file.root, section);
    if (!there && file.root->contains(section)) return std::unexpected(stands_otherwise(section));
    const std::string end = file.text.contains("\r\n") ? "\r\n" : "\n";
    std::string text(file.text), added;
    if (!text.empty() && !text.ends_with('\n')) text += end;
    auto wanted = *file.root;
    if (!there) wanted.insert(section, toml::array());
    auto& all = *wanted.get_as<toml::array>(section);
    for (const auto& row : rows) {
        added += (text.empty() && added.empty() ? "" : end) + "[[" + section + "]]" + end;
        toml::table table;
        for (const auto& [key, value] : row) {
            if (is_none(value)) continue;
            added += key + " = " + written(value) + end;
            table = with_value(std::move(table), key, value);
        }
        all.push_back(std::move(table));
    }
    const auto at =
        there ? begin_of_line(text, *lines_of(*there->back().as_table()).rbegin() + 1) : text.size();
    text.insert(at, added);
    if (const auto now = parsed_toml(text); !now || (!rows.empty() && *now != wanted))
        return std::unexpected(stands_otherwise(section));
    return file.with_mark(text);
}

std::expected<std::string, std::string> without_section(std::string_view toml, const std::string& section,
                                                        std::size_t which) {
    const Marked file(toml);
    if (!file.root) return std::unexpected(no_toml);
    const auto* there = sections_in(*file.root, section);
    if (!there || which >= there->size()) return std::unexpected(stands_otherwise(section));
    auto text = with_section_removed(file.text, *there->get_as<toml::table>(which));
    auto wanted = *file.root;
    auto& all = *wanted.get_as<toml::array>(section);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(which));
    if (all.empty()) wanted.erase(section);
    if (const auto now = parsed_toml(text); !now || *now != wanted)
        return std::unexpected(stands_otherwise(section));
    return file.with_mark(text);
}

TomlValue value_in(std::string_view toml, const std::string& section, const std::string& key) {
    const Marked file(toml);
    const auto* in = file.root ? section_of(*file.root, {section, key, {}}) : nullptr;
    return value_of(in ? in->get(key) : nullptr);
}

std::vector<TomlRow> rows_in(std::string_view toml, const std::string& section,
                             const std::vector<std::string>& keys) {
    const Marked file(toml);
    std::vector<TomlRow> rows;
    const auto* there = file.root ? file.root->get_as<toml::array>(section) : nullptr;
    if (!there) return rows;
    for (const auto& node : *there) {
        auto& row = rows.emplace_back();
        const auto* table = node.as_table();
        for (const auto& key : keys)
            if (auto value = value_of(table ? table->get(key) : nullptr); !is_none(value))
                row.emplace_back(key, std::move(value));
    }
    return rows;
}

std::optional<TomlPlace> place_in(std::string_view toml, const std::string& section, std::uint32_t line) {
    const Marked file(toml);
    const auto* there = file.root ? sections_in(*file.root, section) : nullptr;
    for (std::size_t which = 0; there && which < there->size(); ++which) {
        const auto& table = *there->get_as<toml::table>(which);
        if (!lines_of(table).contains(line)) continue;
        for (const auto& [key, value] : table)
            if (key.source().begin.line <= line && line <= value.source().end.line)
                return TomlPlace{which, std::string(key.str())};
        return TomlPlace{which, {}};
    }
    return std::nullopt;
}

TomlKeys differences(std::string_view one, std::string_view other) {
    const Marked first(one), second(other);
    TomlKeys keys;
    if (!first.root || !second.root) return keys;
    const auto compare = [&](const std::string& section, const toml::table& a, const toml::table& b,
                             const auto& self) -> void {
        std::set<std::string> names;
        for (const auto* table : {&a, &b})
            for (const auto& [key, value] : *table) names.emplace(key.str());
        for (const auto& name : names) {
            const auto *here = a.get(name), *there = b.get(name);
            const bool is_section =
                section.empty() && ((here && here->is_table()) || (there && there->is_table()));
            static const toml::table none;
            if (is_section) {
                self(name, here && here->is_table() ? *here->as_table() : none,
                     there && there->is_table() ? *there->as_table() : none, self);
            } else if (!here || !there || !equal(*here, *there)) {
                const bool is_several = (here && is_sections(*here)) || (there && is_sections(*there));
                keys.emplace_back(is_several ? name : section, is_several ? std::string() : name);
            }
        }
    };
    compare({}, *first.root, *second.root, compare);
    return keys;
}

} // namespace adoube::adoubed

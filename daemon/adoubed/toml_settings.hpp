#pragma once
// Settings changed in the text of a TOML file: all else in it stays byte for byte, comments and blanks too.

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace adoube::adoubed {

/// Without a value the setting is taken away. Lists are not empty: an empty one is none.
using TomlValue = std::variant<std::monostate, std::string, std::int64_t, bool, std::vector<std::string>,
                               std::vector<std::int64_t>>;

struct TomlSetting {
    std::string section; // empty: outside all sections
    std::string key;
    TomlValue value;
    std::optional<std::size_t> of{}; // of several [[section]]: which, from 0
};

/// Of good TOML, good TOML, as the next two. A value is replaced where it stands; a new setting comes behind
/// the others of its section, and a new section comes last; one that is taken away goes with its line. The
/// error, one sentence: the section is written in a way in which that cannot be done.
std::expected<std::string, std::string> with_setting(std::string_view toml, const TomlSetting& setting);

/// The settings of a [[section]], in order; none has no value.
using TomlRow = std::vector<std::pair<std::string, TomlValue>>;

/// Further [[section]]s behind those that there are, else last.
std::expected<std::string, std::string> with_sections(std::string_view toml, const std::string& section,
                                                      const std::vector<TomlRow>& rows);
/// One [[section]] goes with all that stands below it; lines that are a comment alone stay.
std::expected<std::string, std::string> without_section(std::string_view toml, const std::string& section,
                                                        std::size_t which);

/// What stands there; none also where it is of another kind.
TomlValue value_in(std::string_view toml, const std::string& section, const std::string& key);
/// Of each [[section]] those of `keys` that stand there.
std::vector<TomlRow> rows_in(std::string_view toml, const std::string& section,
                             const std::vector<std::string>& keys);

/// A line of a [[section]]: which one it is of, and what is set there; `key` is empty on other lines of it.
struct TomlPlace {
    std::size_t which;
    std::string key;
};
std::optional<TomlPlace> place_in(std::string_view toml, const std::string& section, std::uint32_t line);

/// What differs between two files, by section and key; "" is outside all sections. Of a [[section]] the key
/// is "".
using TomlKeys = std::vector<std::pair<std::string, std::string>>;
TomlKeys differences(std::string_view one, std::string_view other);

} // namespace adoube::adoubed

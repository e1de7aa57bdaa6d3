#pragma once
// Settings changed in the text of a TOML file: all else in it stays byte for byte, comments and blanks too.

#include <cstdint>
#include <expected>
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
};

/// Of good TOML, good TOML. A value is replaced where it stands; a new setting comes behind the others of its
/// section, and a new section comes last; one that is taken away goes with its line. The error, one sentence:
/// the section is written in a way in which that cannot be done.
std::expected<std::string, std::string> with_setting(std::string_view toml, const TomlSetting& setting);

} // namespace adoube::adoubed

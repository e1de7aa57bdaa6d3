#pragma once
// Shared by the PGN reader and writer. Internal.

#include <array>
#include <string_view>

namespace adoube::chess {

struct RosterTag {
    std::string_view name, unknown;
};

/// In the order of the export format (PGN 8.1.1).
inline constexpr std::array<RosterTag, 7> seven_tag_roster{{{"Event", "?"},
                                                            {"Site", "?"},
                                                            {"Date", "????.??.??"},
                                                            {"Round", "?"},
                                                            {"White", "?"},
                                                            {"Black", "?"},
                                                            {"Result", "*"}}};

constexpr bool is_symbol_letter(char letter) {
    return (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z') ||
           (letter >= '0' && letter <= '9') ||
           (letter != '\0' && std::string_view("_+#=:-").find(letter) != std::string_view::npos);
}

} // namespace adoube::chess

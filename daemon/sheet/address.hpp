#pragma once
// Where a game's sheet is on the pages of a hall.

#include <string>
#include <string_view>

namespace adoube::sheet {

inline constexpr std::string_view path_prefix = "/games/", path_suffix = ".html", pdf_suffix = ".pdf";

/// `site` without its final slash, as "https://live.example.org".
inline std::string address_of_sheet(std::string_view site, std::string_view game_id) {
    return std::string(site) + std::string(path_prefix) + std::string(game_id) + std::string(path_suffix);
}

} // namespace adoube::sheet

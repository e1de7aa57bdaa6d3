#pragma once
// How the wall of boards is shown (server/wall.hpp), and which sites may show the pages in a frame, as the
// organiser's page has it in a form (settings_file.hpp). A change counts at once.
//
//   GET  /api/wall        as shown, NAME: "wall"
//   POST /api/wall/save   as asked; refused with 422, or with 409 where the file has been changed since `of`
//
//   WALL: {"boards":"1-40","featured":[1,2],"page":24,"turn_s":20,"openings":true,
//     "frame_ancestors":["https://club.example"]}   as in the section [wall] of the file

#include "daemon/adoubed/settings_file.hpp"

namespace adoube::adoubed {

const SettingsForm& wall_form();

/// Nothing else of the file.
void take_wall(const ChangedSettings& wall, Config& config);

/// "new in hall.toml: featured boards; …".
std::string wall_change_in_words(const ChangedSettings& wall, const std::string& file);

} // namespace adoube::adoubed

#pragma once
// The event as the organiser's page shows it in a form (settings_file.hpp), and as it is written into the
// configuration's file. Nothing of a game that is armed or played changes by it.
//
//   GET  /api/event        as shown, NAME: "event"
//   POST /api/event/save   as asked; refused with 422, or with 409 where the file has been changed since `of`
//
//   EVENT: {"name":"Open of A-Town","site":"A-Town","federation":"POR","date":"2026-11-20","round":"1",
//     "chief_arbiter":"Silva, Ana","deputy_arbiters":"Reis, Rui; Dias, Eva","time_control":"5400+30",
//     "rate_of_play":"standard","laws":"2023","time_zone":"Europe/Lisbon","delay_s":900}
//     as in the file; the time control is shown in the PGN tag's form, and taken as people write it

#include "daemon/adoubed/settings_file.hpp"

namespace adoube::adoubed {

using EventFields = SettingValues; // as in EVENT

const SettingsForm& event_form();
EventFields fields_of(const Config& config);

/// Into the header of games that will be armed; of the file nothing else counts before the next start.
void take_event(const ChangedSettings& event, record::Header& header);

/// "new in hall.toml: name, date; …", and from when each counts.
std::string change_in_words(const ChangedSettings& event, const std::string& file);

} // namespace adoube::adoubed

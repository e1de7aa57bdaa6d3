#pragma once
// The hall as the organiser's page shows it in a form, and as it is written into the configuration's file
// (settings_file.hpp, NAME: "hall"): tables and their boards, sites, printing, the record, the network. It
// counts from the next start.
//
//   HALL: {FIELD:VALUE,…,"tables":[TABLE,…],"targets":[TARGET,…]}   asked: a list that is absent stays
//     FIELD: listen, evidence_key, journal_copy, pgn_directory, evidence_days, printer, letters, times, site,
//     supervised, standings_in_hall, with the values of the file
//   TABLE: {"number":1,"port":"usb:e66058388360a0b1"}   `port`: null without electronics
//   TARGET: {"name":"lichess","kind":"lichess","url":"…","each_game":null,"method":null,"user":null,
//     "round":"1","boards":[1,2],"delay_s":900,"secret":…}   as in the file; it is known by its name
//     `secret`: as shown, the name of the file that holds its token or password; asked, these themselves, or
//     null: what is there stays
// What is wrong with a row stands under its place in the list: "tables/0/port".

#include "daemon/adoubed/settings_file.hpp"

#include <set>

namespace adoube::adoubed {

struct AskedTable {
    int number = 1;
    std::string port; // empty: no electronics
};
struct AskedTarget {
    SettingValues values; // by key in the file, without files of secrets
    std::string secret;   // empty: what is there stays, unless the site has another host or kind
};
struct AskedHall {
    SettingValues values;
    std::optional<std::vector<AskedTable>> tables;
    std::optional<std::vector<AskedTarget>> targets;
};
/// The error is one sentence; no error has a secret in it.
std::expected<AskedHall, std::string> asked_hall(const boost::json::object& hall);

/// HALL of a good configuration.
boost::json::object hall_in(std::string_view toml);

/// A file of one secret, beside the configuration's.
struct SecretFile {
    std::filesystem::path file;
    std::string text;
    bool is_new = true; // else it is replaced
};

struct ChangedHall {
    std::string before, toml;         // of the file
    std::vector<std::string> changed; // names in words
    std::vector<std::string> told;    // a sentence for each change, without its full stop
    std::vector<SecretFile> secrets;  // to be written first
};
/// Of a good configuration, a good one. `named`: its file as the daemon was told of it, `file`: where it
/// really is. No table of `playing` is taken away.
std::expected<ChangedHall, SettingsRefusal> with_hall(const std::string& toml,
                                                      const std::filesystem::path& named,
                                                      const std::filesystem::path& file,
                                                      const AskedHall& asked, const std::set<int>& playing);

/// What of `now` counts only from the next start of a daemon that has read `started`: names in words.
std::vector<std::string> waiting_for_start(std::string_view started, std::string_view now);

} // namespace adoube::adoubed

#pragma once
// The event as the organiser's page shows it in a form, and as it is written into the configuration's file:
// only what is new, where it stands. Nothing of a game that is armed or played changes by it. What has a "?"
// may be absent.
//
//   GET  /api/event        {"of":"…","file":"/etc/adoube/hall.toml","refused":null,"event":EVENT}
//     `of`: the file's content; `refused`: why nothing can be saved now, in one sentence
//   POST /api/event/save   {"of":"…","event":EVENT}   what is absent in EVENT stays
//     as above, with "answer":"…"; else {"error":"…","fields"?:{"date":"date must be a day, …"}}: 422, or 409
//     where the file has been changed since `of`
//
//   EVENT: {"name":"Open of A-Town","site":"A-Town","date":"2026-11-20","round":"1","time_control":"5400+30",
//     "rate_of_play":"standard","laws":"2023","time_zone":"Europe/Lisbon","delay_s":900}
//     as in the file; the time control is shown in the PGN tag's form, and taken as people write it

#include "daemon/adoubed/config.hpp"
#include "daemon/adoubed/toml_settings.hpp"

#include <map>

namespace adoube::adoubed {

using EventFields = std::map<std::string, TomlValue, std::less<>>; // by name, as in EVENT

EventFields fields_of(const Config& config);

/// Why an event is not saved.
struct EventRefusal {
    std::string sentence;
    std::map<std::string, std::string> fields{}; // by name, what is wrong with it
    bool outdated = false;                       // the file has been changed meanwhile
};

struct ChangedEvent {
    std::string before, toml; // of the file
    Config config;
    std::vector<std::string> changed; // names of fields, in the order of the form
};
/// Of a good configuration, a good one: both by parse_config. `file` is its name.
std::expected<ChangedEvent, EventRefusal> with_event(std::string_view toml, const std::filesystem::path& file,
                                                     const EventFields& wanted);

/// Into the header of games that will be armed; of the file nothing else counts before the next start.
void take_event(const ChangedEvent& event, record::Header& header);

/// Of `changed`: "new in hall.toml: name, date; …", and from when each counts.
std::string change_in_words(const ChangedEvent& event, const std::string& file);

/// The configuration's file, as it is and as it becomes.
class EventFile {
  public:
    explicit EventFile(const std::filesystem::path& config);

    /// JSON, `answer` of a save with it; the error is one sentence.
    std::expected<std::string, std::string> show(const std::string& refused, const std::string& answer) const;

    /// A request to save, looked at; nothing is written.
    std::expected<ChangedEvent, EventRefusal> asked(std::string_view request) const;
    /// On the disk when it returns, and what was there beside it as NAME.before. The error is one sentence.
    std::expected<void, std::string> write(const ChangedEvent& event) const;

    std::string name() const { return file_.filename().string(); }

  private:
    std::filesystem::path file_;
};

/// JSON of a refusal.
std::string to_json(const EventRefusal& refusal);

} // namespace adoube::adoubed

#pragma once
// The hall in a form (hall_form.hpp), and its new start, as the organiser's page asks for them.
//
//   GET  /api/hall        as shown, with
//     "makers":[{"word":"dgt","name":"DGT"}]   before the port of a board that is not ours, with ":"
//     "waiting":["printer"]     what stands in the file and counts from the next start
//     "playing":"1 to 3"        tables whose games are played; null: none
//     "started":UTC ms          when the daemon was
//     "former":"the hall runs with its former settings, …"   where a new start failed; null: it has not
//   POST /api/hall/save   as asked; refused with 422, or with 409 where the file has been changed since `of`
//   POST /api/restart     {"playing":"1 to 3"}   as was told: with other tables it is refused with 409; and
//     with 422 where the daemon would not start with the file, or the journal cannot be written. Else
//     {"answer":"…"}, and the daemon starts again as the same process: games and journal lose nothing. Where
//     it fails after all, the hall runs on with its former settings

#include "daemon/adoubed/hall_form.hpp"
#include "daemon/server/desk.hpp"

namespace adoube::adoubed {

class HallSetup {
  public:
    /// `running`: as the daemon has been started.
    HallSetup(Config running, UtcMs started) : running_(std::move(running)), started_(started) {}

    struct Answer {
        server::Response response;
        std::string for_log{}; // what was done, one sentence; empty: nothing
        bool starts_again = false;
    };
    /// Takes as long as the file is large. `by`: who asks, for the log.
    Answer answer(const server::DeskRequest& request, const std::string& by,
                  const std::set<int>& playing) const;

    static Answer refused(const SettingsRefusal& refusal);

    /// Why the daemon would not start with what stands in the file now, one sentence; empty: it would.
    std::string why_no_start() const;

  private:
    Answer shown(const std::set<int>& playing, const std::string& answer) const;
    Answer saved(std::string_view body, const std::string& by, const std::set<int>& playing) const;
    Answer start(std::string_view body, const std::string& by, const std::set<int>& playing) const;
    /// With what the command line said instead of the file.
    Config as_started(Config next) const;

    Config running_;
    UtcMs started_;
    FileSeen file_{running_.file};
};

/// "games are played at the tables 1 to 3"; empty where `playing` is.
std::string playing_in_words(const std::set<int>& playing);

} // namespace adoube::adoubed

#pragma once
// One target: what it holds, what it is sent next and when. A state machine without I/O, clock or thread.

#include "daemon/targets/pace.hpp"
#include "daemon/targets/settings.hpp"
#include "daemon/targets/site.hpp"

#include <memory>

namespace adoube::targets {

class Target {
  public:
    /// Between two pushes.
    static constexpr std::int64_t push_spacing_ms = 2'000;

    explicit Target(Settings settings);

    /// Before anything else: what was kept of it when the daemon last ran. Returns what is to be kept now.
    std::string restore(std::string_view record, HallMs now) { return site_->restore(record, now); }

    /// The new public state of a game that its settings want.
    void put(const broadcast::PublicGame& game, HallMs now);
    /// What still stands of a game that was put; what is undone since, and was not sent, is not sent any
    /// more. Not while a request is open.
    void correct(const broadcast::PublicGame& standing, HallMs now);
    /// When to call `next`; empty: after the next `put`, command or answer.
    std::optional<HallMs> wake() const;
    /// Opens a request, which must be answered before the next. What `take_record` gives then must be kept
    /// before the request is sent.
    std::optional<Request> next(HallMs now);
    void answered(Answer answer, HallMs now);

    /// Commands: at once, unless the site asked to wait.
    void push_again(HallMs now);
    /// Empties a round and pushes all; files are only sent again.
    void reset(HallMs now);

    Report report() const;
    std::vector<Note> take_notes();
    /// To be appended to what is kept.
    std::string take_record() { return site_->take_record(); }

  private:
    void look_behind(HallMs now);
    void note(Note note);
    void note_trouble(const Answer& answer, HallMs now);
    void report_wait(Report& report) const;

    Settings settings_;
    std::unique_ptr<Site> site_;
    Pace pace_;
    std::optional<HallMs> open_since_;
    std::string trouble_;
    Report::Cure cure_{};
    std::optional<HallMs> failing_since_, behind_since_, last_success_;
    std::vector<Note> notes_;
};

} // namespace adoube::targets

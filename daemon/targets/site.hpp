#pragma once
// What one kind of target holds of our games, and what it must be sent next. No I/O or clock. At most one
// request is open.

#include "daemon/targets/report.hpp"
#include "daemon/targets/request.hpp"
#include "daemon/targets/site_game.hpp"

namespace adoube::targets {

class Site {
  public:
    virtual ~Site() = default;

    /// A game's new state, which replaces all earlier ones that were not sent.
    virtual void put(const broadcast::PublicGame& game) = 0;

    /// What still stands of a game that was put. What was not sent is replaced by it; what was sent stays.
    /// Not while a request is open, as it may not arrive.
    virtual void correct(const broadcast::PublicGame& standing) = 0;

    /// When there is something to send; min: at once; empty: not before the next `put` or command.
    virtual std::optional<HallMs> due() const = 0;
    /// Empty: not yet.
    virtual std::optional<Request> next(HallMs now) = 0;
    /// Of the open request. Returns what it comes to, once its body is understood.
    virtual Answer answered(Answer answer, HallMs now) = 0;

    /// Sends everything once more, also what was refused.
    virtual void push_again() = 0;
    /// Empties the site first, where that is possible.
    virtual void reset() = 0;

    /// Games, or files, with something to send.
    virtual std::size_t behind() const = 0;
    /// Its part: games, behind, reset_waits, and what `due` waits for.
    virtual void report(Report& report) const = 0;
    /// Of games: new errors, differences, and their ends.
    virtual std::vector<Note> take_notes() { return {}; }

    /// What must be kept over restarts: to be written before the request is sent.
    virtual std::string take_record() { return {}; }
    /// Reads what was kept. Returns what is to be kept instead.
    virtual std::string restore(std::string_view, HallMs) { return {}; }
};

} // namespace adoube::targets

#pragma once
// The standings that the operator gives for the public. Like games they are shown after the delay only; a
// file beside the journal keeps them, so that a restart neither takes them back nor shows them early.

#include "daemon/broadcast/standings.hpp"
#include "daemon/time/instant.hpp"

#include <deque>
#include <filesystem>
#include <optional>
#include <vector>

namespace adoube::adoubed {

class KeptStandings {
  public:
    /// Of so many that wait the oldest is never shown: there are newer ones.
    static constexpr std::size_t most_waiting = 8;

    /// Those of another event are forgotten. What waited waits the whole delay once more, as no clock of
    /// before is to be believed. The error is one sentence: what is kept cannot be read.
    static std::expected<KeptStandings, std::string> open(const std::filesystem::path& journal,
                                                          std::string event, HallMs now_ms);

    /// On the disk when it returns. The error, one sentence: nothing has changed.
    std::expected<void, std::string> give(broadcast::Standings standings, HallMs now_ms);
    /// What is given from now on is of this event.
    void begin_event(std::string event) { event_ = std::move(event); }
    /// At once, also what waits.
    std::expected<void, std::string> take_back();

    /// True: what is shown has changed, and is on the disk.
    std::expected<bool, std::string> look(HallMs now_ms, std::int64_t delay_ms);
    const std::optional<broadcast::Standings>& shown() const { return kept_.shown; }
    /// After which rounds those are that wait for the delay, in the order in which they come.
    std::vector<int> waiting() const;

  private:
    struct Waiting {
        HallMs since_ms{};
        broadcast::Standings standings;
    };
    struct Kept {
        std::optional<broadcast::Standings> shown;
        std::deque<Waiting> waiting; // oldest first
    };

    KeptStandings(std::filesystem::path file, std::string event)
        : file_(std::move(file)), event_(std::move(event)) {}
    std::expected<void, std::string> keep(Kept kept);

    std::filesystem::path file_;
    std::string event_;
    Kept kept_;
};

} // namespace adoube::adoubed

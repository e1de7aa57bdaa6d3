#pragma once
// Displays on the live feed: one stays and keeps the round, many come and go, some are too slow, some read
// nothing.

#include "board.hpp" // RealTime
#include "faults.hpp"
#include "firmware/virtual/descriptor.hpp"

#include <map>

namespace adoube::soak {

class Viewer {
  public:
    enum class Habit { stays, passes_by, slow, reads_nothing };
    struct Shown {
        std::vector<std::string> moves; // SAN
        std::string result;
        std::map<std::size_t, RealTime> first_shown; // by number of plies
    };
    struct Counts {
        std::size_t connections = 0, resumed = 0, messages = 0, sent_away = 0, cut = 0;
    };

    Viewer(std::uint16_t port, Habit habit, std::uint32_t seed, Faults& faults);

    void act(RealTime now);
    void watch(std::vector<pollfd>& waited_for) const;
    RealTime wake_us() const { return wake_us_; }
    /// For good.
    void leave();

    const Counts& counts() const { return counts_; }
    /// Of the display that stays, by id.
    const std::map<std::string, Shown>& games() const { return games_; }

  private:
    void connect(RealTime now);
    void go(RealTime now);
    void read(RealTime now);
    bool take_head(RealTime now);
    bool take_frame(RealTime now);
    void take_text(const std::string& text, RealTime now);
    void keep(const std::string& text, RealTime now);
    void send_control(std::uint8_t opcode);
    bool stays() const { return habit_ == Habit::stays; }

    std::uint16_t port_;
    Habit habit_;
    std::mt19937 random_;
    Faults& faults_;
    firmware::Descriptor socket_;
    std::string in_;
    bool welcomed_ = false, away_ = false;
    RealTime wake_us_ = 0, leaves_us_ = 0;
    std::string epoch_;
    std::uint64_t seq_ = 0; // 0: no round yet
    std::map<std::string, Shown> games_;
    Counts counts_;
};

} // namespace adoube::soak

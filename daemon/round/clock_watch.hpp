#pragma once
// Holds what a chess clock's display says against the clock that is reckoned from the lever's presses. Each
// display is recorded; the reckoned clock follows only one that agrees with it, so that a clock that is
// wrong, turned or dead harms no record. Times are the game's.

#include "daemon/drivers/news.hpp"
#include "daemon/record/input.hpp"
#include "daemon/round/complaint.hpp"
#include "daemon/umpire/data/game_record.hpp"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace adoube::round {

class ClockWatch {
  public:
    /// `later_periods_ms`: what the reckoned clock adds with a period's last move, and some clocks only when
    /// the time has run out.
    /// `delay_ms`: of the mode in which the reckoned clock gives back at once what some displays give back at
    /// the press; then times are recorded, and followed never.
    /// `first_bonus_ms`: what some clocks add before a game's first move already; one that is seen to do so
    /// before the first press is followed.
    explicit ClockWatch(std::vector<std::int64_t> later_periods_ms = {}, std::int64_t delay_ms = 0,
                        std::int64_t first_bonus_ms = 0);

    using Display = drivers::ClockDisplay;

    /// Further than this beyond what its seconds hide, it is wrong.
    static constexpr std::int64_t agrees_ms = 2'000;
    /// In all a game the reckoned clock follows the display by no more than this, and as much at each press,
    /// where the display and the lever's contact differ.
    static constexpr std::int64_t most_drift_ms = 3'000, drift_of_press_ms = 20;
    /// Displays are judged and recorded this often at most, some at once.
    static constexpr std::int64_t between_displays_ms = 300, most_at_once = 5;
    /// After a press the display may be old.
    static constexpr std::int64_t settles_ms = 1'200;
    /// `within_ms` of a reading that the reckoned clock does not follow.
    static constexpr std::int64_t for_the_record_only_ms = std::numeric_limits<std::int32_t>::max();
    static constexpr std::int64_t silent_after_ms = 1'700;
    static constexpr int presses_to_tell = 2;

    /// `reckoned`: at the same time. Empty: it says nothing new.
    std::optional<record::ClockReading> hear(const Display& display, const umpire::Clocks& reckoned,
                                             GameMs t_ms);
    /// Of a clock whose own lever gives the presses, and of which it is known who sits where: such a clock
    /// decides (6.10), and what it shows is followed.
    std::optional<record::ClockReading> follow(const Display& display, const umpire::Clocks& reckoned);
    /// It said something that tells no time.
    void alive(GameMs t_ms);
    /// It was heard before, perhaps in another game, and should be again.
    void expect(GameMs since_ms) { heard_ms_ = since_ms; }
    bool is_there() const { return heard_ms_ && !gone_; }
    /// The board says that no clock is connected.
    void gone();
    /// Connected to a board whose game is recorded as one without a lever.
    void came_too_late();
    void pressed(chess::Side side, GameMs t_ms);
    /// Without a press seen: a board has told where it lies.
    void lever_lies(chess::Side pressed_last, GameMs t_ms);
    /// Its board is back, and may not have heard it yet.
    void board_came(GameMs t_ms);
    /// Nobody listened for so long: what it said then may still wait to be heard.
    void unheard_for(std::int64_t ms) {
        if (heard_ms_) *heard_ms_ += ms;
    }
    /// Presses may be missing: the next display that is followed may show anything.
    void missed_some() { missed_some_ = true; }
    const std::optional<Display>& last() const { return last_; }
    /// False for one that babbles. What it says again leaves time for what is new.
    bool has_time_for(const Display& display, GameMs t_ms);
    /// It has said nothing for some time, but its board has, at `board_ms`. As a clock that stands still may.
    bool is_silent(GameMs t_ms, GameMs board_ms) const;
    /// While it should run.
    void tell_silent();

    /// New ones, and ends of earlier ones.
    std::vector<Complaint> take_complaints() { return std::exchange(complaints_, {}); }

  private:
    enum class Turn : std::uint8_t { unknown, white_left, white_right };
    /// Of the seconds shown.
    enum class Rounds : std::uint8_t { unknown, down, up };
    enum class Fault : std::uint8_t { none, wrong, turned };

    /// Contradictions, one a press at most; told once.
    struct Doubt {
        int presses = 0;
        int counted_at = -1; // number of the press
        bool told = false;
    };
    /// How far outside what is shown.
    std::int64_t beyond_ms(int shown_s, std::int64_t reckoned_ms) const;
    /// The same, whatever periods the display lacks.
    std::int64_t off_ms(int shown_s, std::int64_t reckoned_ms) const;
    bool differs_by_period(int shown_s, std::int64_t reckoned_ms) const;
    bool agrees(int white_s, int black_s, const umpire::Clocks& reckoned) const;
    void learn_rounding(int shown_s, std::int64_t reckoned_ms);
    /// The middle of the times for which this is shown, and how far they reach.
    std::int64_t middle_ms(int shown_s) const;
    std::int64_t reach_ms() const;
    /// White's time is on the left, by the times alone.
    bool is_rather_left(const Display& display, const umpire::Clocks& reckoned) const;
    void tell_set_wrongly(const Display& display, const umpire::Clocks& reckoned);
    /// Before the first press, by as much as some clocks add then.
    bool leads_by_first_bonus(const Display& display, const umpire::Clocks& reckoned) const;
    void tell_stopped(const Display& display, const umpire::Clocks& reckoned);
    bool is_confirmed(const Display& display);
    Fault fault_of(const Display& display, const umpire::Clocks& reckoned);
    void judge(Fault fault);
    void times_agree();
    void tell(Subject about, std::string text) { complaints_.push_back({about, std::move(text)}); }
    void tell_end(Subject about, std::string text) { complaints_.push_back({about, std::move(text), true}); }
    void judge_lever(bool right_up);
    bool count(Doubt& doubt);
    /// Within what the reckoned clock goes on.
    std::int64_t leeway_ms(int white_s, int black_s, const umpire::Clocks& reckoned);

    std::vector<std::int64_t> not_yet_added_ms_{0}; // which a display may lack
    std::int64_t delay_ms_ = 0, first_bonus_ms_ = 0;
    GameMs taken_until_ms_{};  // as if displays had come evenly
    bool led_too_far_ = false; // the display would lead the reckoned clock beyond the most
    std::optional<Display> last_;
    std::optional<GameMs> heard_ms_, pressed_ms_;
    std::optional<chess::Side> presser_;
    int presses_ = 0;
    Turn turn_ = Turn::unknown;
    Rounds rounds_ = Rounds::unknown;
    std::int64_t drift_ms_ = 0; // corrections so far
    std::optional<bool> white_down_is_right_up_;
    Doubt display_, lever_;
    bool gone_ = false, missed_some_ = false;
    std::optional<Display> told_set_; // before the start
    std::optional<Display> doubted_;  // a jump that one display has told
    bool stopped_ = false;            // while the reckoned clock ran
    bool times_told_ = false;         // to be wrong, and not agreed with since
    std::vector<Complaint> complaints_;
};

} // namespace adoube::round

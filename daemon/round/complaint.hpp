#pragma once
// What the hall's operator and arbiters should know of a board's condition and of its chess clock. Each
// complaint has a subject and an end: what has ended is history, and no trouble.

#include "protocol/messages.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace adoube::round {

enum class Subject : std::uint8_t {
    start,    // the board started anew, and should not have; over with the next game
    firmware, // likewise: it stopped
    squares,  // that it does not see
    battery,
    pieces, // it knows less of them than the game's record; over with the next game
    clock_battery,
    clock_times, // shown are others than reckoned
    clock_set,   // by hand, in mid-game; over with the next game
    clock_lever, // over with the game, as all below
    clock_stopped,
    clock_link,
    no_clock, // no times are kept
};
/// "squares", "clock battery", …
std::string_view to_string(Subject about);

struct Complaint {
    Subject about{};
    std::string text;  // a sentence to follow the board's name: "its supply sank …"; empty: for no log
    bool over = false; // the complaint about this is over
    friend bool operator==(const Complaint&, const Complaint&) = default;
};

/// For each thing new since `last` (empty: this start's first report).
std::vector<Complaint> complaints(const wire::Condition& now, const std::optional<wire::Condition>& last);

/// Where its firmware stopped before this start; nothing if it did not.
std::optional<std::string> fault_told(const wire::Chip& chip);

/// Of a table: at most one about each subject.
class Complaints {
  public:
    /// In the place of one about the same, or the end of that.
    void take(Complaint complaint);
    /// Of another start, or another board, than before: it tells all anew. Its clock stays as it was.
    void begin_start(std::uint64_t board_id, std::uint32_t boot_id);
    /// It is at another table now.
    void leave(std::uint64_t board_id);
    /// Another board is expected.
    void forget_board();
    /// What happened in the game before is over.
    void begin_game();
    /// The latest last. Once the game is over its clock does not matter.
    std::vector<Complaint> current(bool game_over) const;
    /// Since the last call.
    bool has_changed() { return std::exchange(changed_, false); }

  private:
    template<class Is>
    void forget(Is is);

    std::vector<Complaint> all_;
    std::optional<std::pair<std::uint64_t, std::uint32_t>> start_;
    bool had_game_ = false, changed_ = false;
};

} // namespace adoube::round

#pragma once
// The log that the daemon which serves a hall keeps for the one that stands by. An input counts, so that it
// is acted upon and acknowledged to its board, once the other's disk holds it, too. If the other is away, or
// slow, the one that serves goes on alone, in an epoch of its own (epoch.hpp), and is together with the other
// again once that holds all. No I/O, clock or thread.
//
// What the broker has lost costs nothing but time: the other then asks for a copy of the journal, with which
// a new run begins.

#include "daemon/standby/entry.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

namespace adoube::standby {

class HallLog {
  public:
    /// For so long an input waits for the other daemon.
    static constexpr std::int64_t patience_ms = 2'000;
    static constexpr std::int64_t tells_every_ms = 500;
    /// A run is not begun more often.
    static constexpr std::int64_t base_every_ms = 5'000;
    static constexpr std::size_t longest_part = 256 << 10;
    /// Not stored yet. Beyond it the other will need a new copy.
    static constexpr std::size_t most_waiting_bytes = 64 << 20;
    /// Of a run; beyond it another one begins, with which the log forgets this one.
    static constexpr std::size_t most_run_bytes = 256 << 20;

    /// What a daemon has to remember from run to run, on its disk.
    struct Kept {
        Epoch epoch = first_epoch;
        std::uint64_t run = 0; // 0: none was begun
        friend bool operator==(const Kept&, const Kept&) = default;
    };
    /// `position`: of the journal now. What it holds may not be on the other's disk, and is about to be shown
    /// and acknowledged: so every start is alone, in an epoch of its own, until the other holds all. `kept`
    /// is that of the last run; what `kept()` says then has to be on the disk before a board hears of this
    /// one.
    HallLog(Kept kept, std::uint64_t position)
        : kept_{alone_after(kept.epoch), kept.run}, position_(position) {}

    /// `now_ms`, here and below, is of a clock that is never set.
    /// The journal has these on its disk, in order, after `position()`; `up_to`: the last one's ticket.
    void written(std::uint64_t position, std::string records, std::uint64_t up_to, std::int64_t now_ms);
    void put_file(HallFile file);
    /// A new run forgets all that the log has held, such as a game that was deleted.
    void begin_anew() { has_to_begin_ = true; }

    /// A copy of the journal is asked for. Then `makes_base` before it is made, so that nothing is missed
    /// that is written meanwhile, and after it `begin` or `has_no_base`.
    bool wants_base(std::int64_t now_ms) const;
    void makes_base(std::int64_t now_ms);
    void has_no_base() { is_making_ = false; }
    /// `run`: greater than that of what is kept, as the time of day is.
    void begin(std::uint64_t run, std::vector<std::string> journal, const std::vector<HallFile>& files);
    /// For `begin`.
    static std::vector<std::string> in_parts(std::string_view journal);

    /// The next entry to store, one after the other; empty: none.
    std::optional<Entry> next() const;
    void stored(std::uint64_t run); // what `next` gave
    Serving serving() const { return {kept_.epoch, kept_.run, position_}; }

    void heard(const Holding& holding, std::int64_t now_ms);
    /// Of another daemon that says to serve this hall.
    void heard(const Serving& serving);
    /// It has taken over, in this epoch: nothing more is taken in here.
    std::optional<Epoch> superseded_by() const { return superseded_by_; }
    /// Empty: nothing is amiss between the two. One sentence.
    std::string trouble() const;

    /// This daemon was held up: what the other has said meanwhile is still to be heard.
    void waits_anew(std::int64_t now_ms);
    /// Not `together`: inputs have waited too long. What is then to be kept has to be on the disk before
    /// `go_on_alone`.
    bool has_to_go_on_alone(std::int64_t now_ms) const;
    Kept kept_alone() const { return {alone_after(kept_.epoch), kept_.run}; }
    void go_on_alone();
    bool is_alone() const { return is_alone_; }
    const Kept& kept() const { return kept_; }

    /// All up to this ticket counts.
    std::uint64_t counts_up_to() const { return counted_; }
    /// For people.
    std::uint64_t behind() const { return position_ - std::min(position_, held_); } // records
    bool hears_other(std::int64_t now_ms) const;
    const std::string& other() const { return other_; }

  private:
    struct Waits {
        std::uint64_t position, up_to;
        std::int64_t since_ms;
    };
    void put(decltype(Entry::what) what);

    Kept kept_;
    std::uint64_t position_;
    std::deque<Waits> waits_;                       // for the other to hold them
    std::uint64_t counted_ = 0;                     // tickets
    std::uint64_t written_up_to_ = 0;               // tickets
    std::deque<Entry> entries_;                     // to be stored
    std::size_t entries_bytes_ = 0, run_bytes_ = 0; // of the run but for its base
    std::vector<Entry> since_copy_;                 // of the journal, while a copy is made
    std::size_t since_copy_bytes_ = 0;
    bool has_hole_ = false; // what was to be stored became too much
    bool has_to_begin_ = false;
    std::uint64_t held_ = 0;
    bool is_alone_ = true, is_wanted_ = false, is_making_ = false;
    bool is_doubled_ = false, other_holds_more_ = false;
    std::optional<std::int64_t> heard_ms_, base_ms_;
    std::optional<Epoch> superseded_by_;
    std::string other_;
};

} // namespace adoube::standby

#pragma once
// The hall's log as the daemon that stands by reads it. Entries may be lost, doubled, and come again from the
// log's start; what this daemon's disk holds is never given up for less. No I/O, clock or thread.

#include "daemon/standby/entry.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace adoube::standby {

class FollowedLog {
  public:
    /// The one that serves was not heard for so long: it is taken over from, if its boards are here.
    static constexpr std::int64_t silent_after_ms = 3'000;
    /// What it told to have written has not come for so long: the log has lost it.
    static constexpr std::int64_t lost_after_ms = 1'000;

    /// What a daemon has to remember from run to run, on its disk: of which run its journal is.
    struct Kept {
        Epoch epoch = 0; // of the one that serves; 0: none was heard of
        std::uint64_t run = 0;
        friend bool operator==(const Kept&, const Kept&) = default;
    };
    /// `position`: of its journal, `now_ms`, here and below, of a clock that is never set.
    FollowedLog(Kept kept, std::uint64_t position, std::int64_t now_ms)
        : kept_(kept), held_(position), put_(position), heard_ms_(now_ms), got_on_ms_(now_ms) {}

    /// To do, in this order.
    struct BeginBase {}; // an empty file for the copy of a journal
    struct AddToBase {
        std::string bytes;
    };
    /// The copy is whole, and becomes the journal: then `has_journal`, or `has_no_journal`.
    struct TakeBase {
        std::uint64_t run;
    };
    /// Once they are on the journal's disk, or others: `holds`.
    struct Put {
        std::uint64_t to;
        std::string records;
    };
    struct WriteFile {
        HallFile file;
    };
    using Step = std::variant<BeginBase, AddToBase, TakeBase, Put, WriteFile>;
    std::vector<Step> heard(const Entry& entry, std::int64_t now_ms);

    void has_journal(std::uint64_t run, std::uint64_t position);
    void holds(std::uint64_t position) { held_ = position; }
    /// What came cannot be used, or the journal does not hold what was put: a copy is asked for.
    void cannot_go_on();

    void heard(const Serving& serving, std::int64_t now_ms);
    /// Nobody listened for some time, or could: silence counts from now on.
    void listens_anew(std::int64_t now_ms) { heard_ms_ = now_ms; }
    Holding holding(std::int64_t now_ms) const;

    const Kept& kept() const { return kept_; }
    bool holds_hall() const { return kept_.run != 0; }
    /// It is silent, and all that is needed to go on is here.
    bool may_take_over(std::int64_t now_ms) const;
    bool hears_serving(std::int64_t now_ms) const { return now_ms - heard_ms_ < silent_after_ms; }

  private:
    std::vector<Step> heard_part(std::uint64_t run, const BasePart& part);
    std::vector<Step> heard_batch(const Batch& batch);
    bool is_behind() const;

    Kept kept_;
    std::uint64_t held_, put_; // on the disk, and on its way there
    struct Base {
        std::uint64_t run = 0, next = 0; // part
    };
    std::optional<Base> base_; // on its way
    bool wants_base_ = false;
    std::optional<Serving> serving_;
    std::int64_t heard_ms_, got_on_ms_;
};

} // namespace adoube::standby

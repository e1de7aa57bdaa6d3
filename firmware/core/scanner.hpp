#pragma once
// Turns raw scans into events: debounced, ordered by first edge, without fluttering sensors.

#include "firmware/core/flutter.hpp"
#include "firmware/core/reorder.hpp"

namespace adoube::firmware {

/// One raw scan. A presence matrix fills only plane 3 of `squares`.
struct Scan {
    wire::Squares squares;
    /// Closed contacts: bit n is event kind press_white + n. Closing is a press. A lever keeps the contact of
    /// the side that pressed closed while it lies there.
    std::uint8_t contacts = 0;
    /// Squares with faulty wiring or sensor in this scan: meaningless, masked at once.
    std::uint64_t broken = 0;
};

/// Clamps a wish to valid settings; 0 keeps the value in force. `fastest_scan_us` is the board's limit.
wire::Settings settle(const wire::Settings& wish, const wire::Settings& in_force,
                      std::uint32_t fastest_scan_us = 100);

class Scanner {
  public:
    /// `settings` come from settle().
    explicit constexpr Scanner(const wire::Settings& settings) {
        configure(settings);
        starting_scans_ = scans_to_confirm_ + 1;
    }

    constexpr void configure(const wire::Settings& settings) {
        interval_us_ = settings.scan_interval_us;
        debounce_us_ = settings.debounce_us;
        scans_to_confirm_ = 1; // and as many as divide the debounce: a division takes 300 bytes of flash
        for (std::uint32_t us = 0; us < debounce_us_; us += interval_us_) ++scans_to_confirm_;
        least_us_ = (interval_us_ + 1) / 2;
        late_us_ = interval_us_ + interval_us_ / 2;
        squares_.set_threshold(scans_to_confirm_);
        contacts_.set_threshold(scans_to_confirm_);
    }

    /// Passes the events now certain to take(event); their times never decrease. `now_us` is read once,
    /// before the scan. Skips scans less than half an interval after the last: they would shorten the
    /// debounce. The first scans give no events but lead to ready().
    template<class Take>
    constexpr void feed(const Scan& scan, std::uint64_t now_us, Take&& take) {
        if (!in_time(now_us) || (quiet_ && shows_nothing_new(scan))) return;
        if (ready())
            report(scan, now_us, take);
        else
            start(scan, now_us);
        quiet_ = ready() && (squares_.integrating() | contacts_.integrating() | flutter_.masked()) == 0 &&
                 reorder_.empty();
    }

    /// As after a start: the next scans give no events.
    constexpr void start_over() {
        starting_scans_ = scans_to_confirm_ + 1;
        begun_ = quiet_ = false;
    }

    /// stable() is valid; events may come.
    constexpr bool ready() const { return starting_scans_ == 0; }
    constexpr wire::Squares stable() const { return {squares_.stable()}; }
    /// By its contacts; unknown between them, and without a lever.
    constexpr wire::Lever lever() const {
        const auto closed = static_cast<unsigned>(contacts_.stable()[0]) & 3;
        return closed == 3 ? wire::Lever::unknown : static_cast<wire::Lever>(closed);
    }
    /// All earlier events have been given.
    constexpr std::uint64_t settled_us() const {
        std::uint64_t settled = earliest_edge_us();
        if (!reorder_.empty() && reorder_.first_us() < settled) settled = reorder_.first_us();
        return settled > reorder_.last_given_us() ? settled : reorder_.last_given_us();
    }
    /// Scans equal to the last change nothing.
    constexpr bool quiet() const { return quiet_; }
    /// As if scans until then had shown nothing new. Precondition: quiet().
    constexpr void rest_until(std::uint64_t now_us) { last_scan_us_ = now_us; }
    constexpr std::uint64_t masked() const { return flutter_.masked(); }
    /// Begun more than half an interval late.
    constexpr std::uint32_t late_scans() const { return late_scans_; }

  private:
    using Planes = std::array<std::uint64_t, 4>;

    constexpr bool in_time(std::uint64_t now_us) {
        const std::uint64_t elapsed_us = now_us - last_scan_us_;
        if (begun_) {
            if (elapsed_us < least_us_) return false;
            if (elapsed_us > late_us_ && late_scans_ != UINT32_MAX) ++late_scans_;
        }
        last_scan_us_ = now_us;
        return true;
    }
    constexpr bool shows_nothing_new(const Scan& scan) const {
        return scan.broken == 0 && squares_.is_stable(scan.squares.planes) &&
               contacts_.is_stable({scan.contacts});
    }
    constexpr void start(const Scan& scan, std::uint64_t now_us) {
        if (!begun_) {
            squares_.reset(without(scan.broken, scan.squares.planes));
            contacts_.reset({scan.contacts});
        }
        begun_ = true;
        --starting_scans_;
        squares_.feed(without(scan.broken, scan.squares.planes), now_us);
        contacts_.feed({scan.contacts}, now_us);
    }

    template<class Take>
    constexpr void report(const Scan& scan, std::uint64_t now_us, Take& take) {
        auto raw = scan.squares.planes;
        const std::uint64_t masked_moved = freeze(flutter_.masked() | scan.broken, raw);
        const wire::Squares before = stable();
        const std::uint64_t changed = squares_.feed(raw, now_us);
        const std::uint64_t closed = contacts_.feed({scan.contacts}, now_us) & contacts_.stable()[0];
        if ((changed | closed | flutter_.masked() | scan.broken) != 0) {
            hold_changes(before, changed, take);
            for_each_lane(closed, [&](unsigned contact) {
                hold({contacts_.first_edge_us(contact), kind_of_contact(contact)}, take);
            });
            judge({changed, masked_moved, scan.broken}, now_us, take);
        }
        if (!reorder_.empty()) reorder_.release(horizon_us(now_us), take);
    }
    static constexpr Planes without(std::uint64_t squares, Planes planes) {
        for (auto& plane : planes) plane &= ~squares;
        return planes;
    }
    /// Gives masked squares their stable content. Returns those whose sensor moved since the last scan.
    constexpr std::uint64_t freeze(std::uint64_t masked, Planes& raw) {
        if (masked == 0) return 0;
        std::uint64_t moved = 0;
        for (std::size_t plane = 0; plane < raw.size(); ++plane) {
            moved |= (raw[plane] ^ masked_raw_[plane]) & masked;
            masked_raw_[plane] = raw[plane];
            raw[plane] = (raw[plane] & ~masked) | (squares_.stable()[plane] & masked);
        }
        return moved;
    }
    /// Lifts before drops of the same time.
    template<class Take>
    constexpr void hold_changes(const wire::Squares& before, std::uint64_t changed, Take& take) {
        const wire::Squares after = stable();
        const std::uint64_t dropped = changed & after.occupied();
        for_each_lane(changed & ~dropped, [&](unsigned square) {
            hold({squares_.first_edge_us(square), wire::EventKind::lift, static_cast<std::uint8_t>(square),
                  before.at(square)},
                 take);
        });
        for_each_lane(dropped, [&](unsigned square) {
            hold({squares_.first_edge_us(square), wire::EventKind::drop, static_cast<std::uint8_t>(square),
                  after.at(square)},
                 take);
        });
    }
    template<class Take>
    constexpr void judge(const Flutter::Seen& seen, std::uint64_t now_us, Take& take) {
        const Flutter::Verdict verdict = flutter_.feed(seen, now_us);
        const auto tell = [&](std::uint64_t squares, wire::EventKind kind) {
            for_each_lane(squares, [&](unsigned square) {
                hold({now_us, kind, static_cast<std::uint8_t>(square)}, take);
            });
        };
        tell(verdict.mask, wire::EventKind::mask_on);
        tell(verdict.unmask, wire::EventKind::mask_off);
    }
    template<class Take>
    constexpr void hold(const wire::Event& event, Take& take) {
        if (reorder_.full()) reorder_.release_first(take);
        reorder_.insert(event);
    }
    static constexpr wire::EventKind kind_of_contact(unsigned contact) {
        return static_cast<wire::EventKind>(static_cast<unsigned>(wire::EventKind::press_white) + contact);
    }

    /// Of unconfirmed edges; else the last scan's time.
    constexpr std::uint64_t earliest_edge_us() const {
        return contacts_.earliest_edge_us(squares_.earliest_edge_us(last_scan_us_));
    }
    /// Nothing waits longer than two debounce windows after its first edge: one for itself, one for the
    /// others.
    constexpr std::uint64_t horizon_us(std::uint64_t now_us) const {
        const std::uint64_t edge_us = earliest_edge_us();
        const std::uint32_t patience_us = 2 * scans_to_confirm_ * interval_us_; // at most 2.6 s
        const std::uint64_t waited_us = now_us > patience_us ? now_us - patience_us : 0;
        return edge_us > waited_us ? edge_us : waited_us;
    }

    Debounce<4> squares_;
    Debounce<1> contacts_;
    Reorder reorder_;
    Flutter flutter_;
    Planes masked_raw_{};
    std::uint64_t last_scan_us_ = 0;
    std::uint32_t interval_us_ = 0, least_us_ = 0, late_us_ = 0;
    std::uint32_t debounce_us_ = 0;
    std::uint32_t scans_to_confirm_ = 1;
    std::uint32_t starting_scans_ = 0; // still to come
    bool begun_ = false;
    bool quiet_ = false;
    std::uint32_t late_scans_ = 0;
};

} // namespace adoube::firmware

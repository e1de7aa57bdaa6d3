#pragma once
// Everything between raw scans and transport, owned by a chip's main loop or a virtual board.
//
//      every scan_interval_us:   board.scan(read_everything(), now_us());
//      when bytes came:          board.receive(bytes, now_us());
//      while the port takes it:  length = board.transmit(out, now_us());
//
// No heap, exceptions, I/O or clock. 36 KB with 4,096 events.

#include "firmware/core/event_ring.hpp"
#include "firmware/core/link.hpp"
#include "firmware/core/scanner.hpp"

namespace adoube::firmware {

template<std::size_t Capacity = 4096>
class Board {
    static_assert(std::has_single_bit(Capacity) && Capacity >= 2, "the ring's size is a power of two");

  public:
    /// Numbers events from first_seq. The hardware must outlive the board.
    explicit Board(const Identity& identity, Hardware& hardware, const Pace& pace = {},
                   std::uint32_t first_seq = 0)
        : scanner_(pace.at_start), ring_(store_, first_seq), link_(identity, ring_, hardware, pace) {}
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    /// Call every settings().scan_interval_us; the scan began at now_us.
    void scan(const Scan& raw, std::uint64_t now_us) {
        const bool was_ready = scanner_.ready();
        scanner_.feed(raw, now_us, [this](const wire::Event& event) { ring_.push(event); });
        if (was_ready || !scanner_.ready()) return;
        const Placement placement{scanner_.stable(), now_us, scanner_.lever()};
        started_ ? ring_.skip_to(placement) : ring_.start(placement);
        started_ = true;
    }
    /// No scan could be made for a time: what happened meanwhile becomes a gap.
    void lose_sight() {
        if (started_) scanner_.start_over();
    }
    /// As if scans until then had shown nothing new. Precondition: scanner().quiet().
    void rest_until(std::uint64_t now_us) { scanner_.rest_until(now_us); }

    void receive(std::span<const std::uint8_t> bytes, std::uint64_t now_us) {
        const wire::Settings before = link_.settings();
        link_.receive(bytes, now_us);
        if (link_.settings() != before) scanner_.configure(link_.settings());
    }
    /// Writes bytes that must be sent whole; returns their number, 0 if none are due. Silent before the
    /// squares are known.
    std::size_t transmit(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us) {
        return transmit(out, now_us, now_us);
    }
    /// If board time is not real time: `link_us` is, `board_us` is reported.
    std::size_t transmit(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t link_us,
                         std::uint64_t board_us) {
        if (!started_) return 0;
        if (link_.rests(link_us)) return link_.transmit_clock_said(out, board_us);
        return link_.transmit(out, link_us,
                              {board_us, scanner_.settled_us(), scanner_.masked(), scanner_.late_scans()});
    }
    /// The stream ended or restarts.
    void closed() { link_.closed(); }

    const Scanner& scanner() const { return scanner_; }
    const EventRing& ring() const { return ring_; }
    const Link& link() const { return link_; }
    const wire::Settings& settings() const { return link_.settings(); }

    /// Takes and acknowledges all events. Never use beside a host.
    template<class Take>
    void drain(Take&& take) {
        while (ring_.first() != ring_.end()) {
            take(ring_.at(ring_.first()));
            ring_.ack(ring_.first() + 1);
        }
    }

  private:
    std::array<EventRing::Slot, Capacity> store_{};
    Scanner scanner_;
    EventRing ring_;
    Link link_;
    bool started_ = false;
};

} // namespace adoube::firmware

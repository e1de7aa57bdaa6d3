#include "wire_hour.hpp"

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/drivers/own/session.hpp"
#include "firmware/virtual/virtual_board.hpp"
#include "tests/places.hpp"
#include "tests/text_of.hpp"
#include "tools/hands/contents.hpp"
#include "tools/hands/hands.hpp"

#include <cmath>
#include <numbers>
#include <span>

namespace adoube::bench {
namespace {

constexpr std::uint64_t hour_us = 3'600'000'000, step_us = 5'000;
/// So that the game lasts about an hour.
constexpr std::int64_t think_ms = 40'000;

tools::Timeline played() {
    const auto text = tests::text_of(tests::project_file("tools/games/byrne-fischer.pgn"));
    const auto game = chess::PgnReader(text).next().value().value();
    auto style = *tools::style_named("human");
    style.think_median_ms = think_ms;
    return tools::play(game, {.style = style, .seed = 1, .only_hands = true});
}

std::string name_of(wire::Type type) {
    using enum wire::Type;
    switch (type) {
    case hello: return "hello";
    case events: return "events";
    case snapshot: return "snapshot";
    case gap: return "gap";
    case pong: return "pong";
    case health: return "health";
    case enquire: return "enquire";
    case resend: return "resend";
    case ack: return "ack";
    case ping: return "ping";
    case settings: return "settings";
    default: return "other";
    }
}

/// What somebody who hears both ends has learnt so far.
class Listener {
  public:
    explicit Listener(WireHour& hour) : hour_(hour) {}

    /// Whole frames.
    template<class Receiver>
    void hear(Receiver& receiver, std::span<const std::uint8_t> bytes) {
        while (!bytes.empty()) {
            const auto end = std::ranges::find(bytes, 0);
            const auto size = static_cast<std::size_t>(end - bytes.begin()) + 1;
            receiver.feed(bytes.first(size), [&](const auto& message) { note(message, size); });
            bytes = bytes.subspan(size);
        }
    }
    void from_board(std::span<const std::uint8_t> bytes) { hear(from_board_, bytes); }
    void from_host(std::span<const std::uint8_t> bytes) { hear(from_host_, bytes); }

    const std::vector<wire::Event>& events() const { return events_; }

  private:
    template<class Message>
    void note(const Message& message, std::size_t size) {
        const auto add = [&](Traffic& traffic) {
            ++traffic.frames;
            traffic.bytes += size;
        };
        add(hour_.sent[name_of(Message::type)]);
        if (!is_news(message)) add(hour_.says_nothing);
    }

    template<class Message>
    bool is_news(const Message&) {
        return true; // said once, at the start
    }
    bool is_news(const wire::Ping&) { return false; }
    bool is_news(const wire::Pong&) { return false; }
    bool is_news(const wire::Events& events) {
        const auto before = events_.size();
        for (std::size_t at = 0; at < events.size(); ++at)
            if (events.first_seq + at == events_.size()) {
                events_.push_back(events[at]);
                now_.apply(events[at]);
            }
        return events_.size() > before;
    }
    bool is_news(const wire::Snapshot& snapshot) {
        const bool first = !std::exchange(squares_known_, true);
        if (first) now_.squares = snapshot.squares;
        return first || snapshot.next_seq != events_.size() || !(snapshot.squares == now_.squares);
    }
    bool is_news(wire::Health health) {
        health.time_us = 0;
        return std::exchange(health_, health) != std::optional(health);
    }
    bool is_news(const wire::Ack& ack) { return std::exchange(durable_, ack.next_seq) != ack.next_seq; }

    WireHour& hour_;
    wire::Receiver<wire::FromBoard> from_board_;
    wire::Receiver<wire::FromHost> from_host_;
    std::vector<wire::Event> events_;
    firmware::Placement now_;
    bool squares_known_ = false;
    std::optional<wire::Health> health_;
    std::uint32_t durable_ = 0;
};

double kinds_bits(const std::vector<wire::Event>& events) {
    std::map<std::pair<wire::EventKind, wire::EventKind>, double> pairs;
    std::map<wire::EventKind, double> firsts;
    for (std::size_t at = 1; at < events.size(); ++at) {
        ++pairs[{events[at - 1].kind, events[at].kind}];
        ++firsts[events[at - 1].kind];
    }
    double bits = 0;
    for (const auto& [pair, count] : pairs) bits -= count * std::log2(count / firsts[pair.first]);
    return bits;
}

double squares_bits(const std::vector<wire::Event>& events) {
    double bits = 0, standing = 32;
    for (const auto& event : events) {
        if (event.kind == wire::EventKind::lift) bits += std::log2(standing--);
        if (event.kind == wire::EventKind::drop) bits += std::log2(wire::square_count - standing++);
    }
    return bits;
}

double times_bits(const std::vector<wire::Event>& events) {
    const auto count = static_cast<double>(events.size());
    const auto mean_ms = static_cast<double>(events.back().time_us - events.front().time_us) / 1'000 / count;
    return count * std::log2(std::numbers::e * mean_ms);
}

/// Both ends, and the wire between them.
class Line {
  public:
    explicit Line(WireHour& hour) : listener_(hour) { session_.opened({}); }

    firmware::VirtualBoard& board() { return board_; }
    const std::vector<wire::Event>& events() const { return listener_.events(); }

    void pass(std::uint64_t now_us) {
        board_.advance_to(now_us);
        session_.tick(SteadyUs(static_cast<std::int64_t>(now_us)));
        to_board(now_us);
        std::array<std::uint8_t, wire::max_frame> frame;
        while (const auto size = board_.transmit(frame, now_us)) {
            const auto bytes = std::span(frame).first(size);
            listener_.from_board(bytes);
            session_.received(bytes, SteadyUs(static_cast<std::int64_t>(now_us)));
        }
        act_on_news();
        to_board(now_us);
    }

  private:
    void to_board(std::uint64_t now_us) {
        const auto bytes = session_.take_bytes();
        listener_.from_host(bytes);
        board_.receive(bytes, now_us);
    }
    void act_on_news() {
        std::optional<std::uint32_t> durable;
        for (const auto& news : session_.take_news()) {
            if (std::holds_alternative<drivers::Arrived>(news)) session_.follow({});
            if (const auto* seen = std::get_if<drivers::EventSeen>(&news)) durable = seen->seq + 1;
        }
        if (durable) session_.durable(options_.boot_id, *durable);
    }

    firmware::VirtualBoardOptions options_{.sensing = wire::Sensing::presence};
    firmware::VirtualBoard board_{options_};
    drivers::Session session_;
    Listener listener_;
};

} // namespace

Traffic WireHour::all() const {
    Traffic all;
    for (const auto& [name, traffic] : sent) {
        all.frames += traffic.frames;
        all.bytes += traffic.bytes;
    }
    return all;
}

WireHour wire_hour() {
    WireHour hour;
    Line line(hour);
    const auto timeline = played();
    auto next = timeline.happenings.begin();
    for (std::uint64_t now_us = step_us; now_us <= hour_us; now_us += step_us) {
        for (; next != timeline.happenings.end() && static_cast<std::uint64_t>(next->t_us) <= now_us;
             ++next) {
            const auto t_us = static_cast<std::uint64_t>(next->t_us);
            if (const auto* change = std::get_if<tools::Change>(&next->what))
                line.board().set(static_cast<unsigned>(chess::index(change->square)),
                                 tools::content_of(change->now), t_us);
            else if (const auto* press = std::get_if<tools::LeverPress>(&next->what)) {
                line.board().press(press->side == chess::Side::white ? wire::EventKind::press_white
                                                                     : wire::EventKind::press_black,
                                   t_us);
                ++hour.moves;
            }
        }
        line.pass(now_us);
    }
    hour.events = line.events().size();
    hour.entropy_bits = kinds_bits(line.events()) + squares_bits(line.events()) + times_bits(line.events());
    return hour;
}

} // namespace adoube::bench

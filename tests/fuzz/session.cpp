// Any bytes from a board, and any host actions: each event is told once, in order, and acknowledged only when
// durable; the host sends whole frames, no more than it hears; an endless sender is bounded.

#include "daemon/drivers/own/session.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/whole_frame.hpp"

#include <map>

using namespace adoube;
using namespace adoube::drivers;
using fuzz::promise;

namespace {

class Host {
  public:
    Host() { reopen(); }

    void receive(std::span<const std::uint8_t> bytes) {
        session_.received(bytes, now_us_);
        settle(bytes.size());
    }
    void wait(std::uint64_t us) {
        now_us_ += us;
        session_.tick(now_us_);
        settle(0);
    }
    void reopen() {
        session_.closed();
        session_.opened(now_us_);
        silent_ = following_ = false;
        settle(0);
    }
    /// Leaves the last `all_but` inputs unwritten.
    void write(std::uint32_t all_but) {
        const auto waiting = static_cast<std::uint32_t>(wire::seq_distance(record().durable, record().next));
        if (waiting < all_but) return;
        record().durable = record().next - all_but;
        session_.durable(boot_, record().durable);
        settle(0);
    }
    void wish(std::uint8_t what) {
        if (what % 4 == 0) session_.ask_levels();
        if (what % 4 == 1) session_.calibrate({});
        if (what % 4 == 2) session_.reboot({});
        if (what % 4 == 3) refusing_ = !refusing_;
        settle(wire::max_frame);
    }
    std::uint32_t boot() const { return boot_; }
    std::uint32_t next() { return record().next; }

    // May concern an earlier start of the board.
    void take(const wire::Ack& ack) {
        const auto known = records_.find(ack.boot_id);
        promise(known != records_.end(), "only a board that was followed is acknowledged");
        const auto beyond = wire::seq_distance(known->second.durable, ack.next_seq);
        promise(beyond <= static_cast<std::int64_t>(session_.counters().unknown_events),
                "nothing is acknowledged before it is durable, but for what is told to nobody");
    }
    void take(const wire::Resend& resend) {
        promise(records_.contains(resend.boot_id), "only a board that was followed is asked again");
    }
    template<class Message>
    void take(const Message&) {}

  private:
    struct Record {
        std::uint32_t durable, next;
    };

    Record& record() { return records_[boot_]; }

    void settle(std::size_t heard) {
        for (const News& news : session_.take_news()) {
            promise(!silent_, "after the silence nothing is told");
            std::visit([this](const auto& one) { tell(one); }, news);
        }
        const auto bytes = session_.take_bytes();
        promise(bytes.size() <= heard + 128, "not much more is said than was heard");
        promise(!silent_ || bytes.empty(), "after the silence nothing is said");
        wire::Receiver<wire::FromHost> board;
        board.feed(bytes, [this](const auto& message) { take(message); });
        promise(board.frames().bad() == 0 && board.messages().bad() == 0, "whole frames are said");
        fuzz::promise_sentence(session_.account());
    }

    void tell(const Arrived& arrived) {
        boot_ = arrived.hello.boot_id;
        following_ = !refusing_;
        if (refusing_) return session_.refuse();
        const auto oldest = arrived.hello.oldest_seq;
        const auto& known = records_.try_emplace(boot_, Record{oldest, oldest}).first->second;
        session_.follow({known.durable, known.next});
    }
    void tell(const EventSeen& seen) {
        promise(following_ && wire::valid(seen.event), "an event means something");
        check_bound();
        const auto passed_over = seen.seq - record().next;
        told_of_nobody_ += passed_over;
        promise(told_of_nobody_ <= session_.counters().unknown_events, "every event is told once, in order");
        record().next = seen.seq + 1;
    }
    void tell(const EventsLost& lost) {
        promise(following_ && wire::seq_before(record().next, lost.next_seq), "what is lost was not told");
        check_bound();
        record().next = lost.next_seq;
    }
    void tell(const Silent& silent) {
        fuzz::promise_sentence(silent.why);
        silent_ = true;
        following_ = false;
    }
    template<class Told>
    void tell(const Told&) {
        promise(following_, "only a board that is followed is told of");
    }
    void check_bound() {
        const auto waiting = wire::seq_distance(record().durable, record().next);
        const std::int64_t most = 2 * wire::window_events + session_.counters().unknown_events;
        promise(waiting < most, "no more is told while much is not durable");
    }

    Session session_;
    SteadyUs now_us_{1'000'000'000};
    std::map<std::uint32_t, Record> records_; // by board start
    std::uint32_t boot_ = 0;
    std::uint32_t told_of_nobody_ = 0;
    bool following_ = false, silent_ = false, refusing_ = false;
};

class Orders {
  public:
    explicit Orders(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
    bool done() const { return rest_.empty(); }
    std::uint8_t next() { return done() ? 0 : take(1)[0]; }
    std::span<const std::uint8_t> take(std::size_t count) {
        const auto part = rest_.first(std::min(count, rest_.size()));
        rest_ = rest_.subspan(part.size());
        return part;
    }

  private:
    std::span<const std::uint8_t> rest_;
};

using Bytes = std::vector<std::uint8_t>;

template<class Message>
void put(Bytes& bytes, const Message& message) {
    std::array<std::uint8_t, wire::max_frame> frame;
    const auto length = wire::write_frame(message, frame);
    bytes.insert(bytes.end(), frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length));
}

wire::Hello hello(Orders& orders) {
    wire::Hello hello;
    hello.board_id = orders.next() % 3;
    hello.boot_id = orders.next() % 4;
    hello.oldest_seq = 0xFFFF'FF00 + 4u * orders.next();
    hello.next_seq = hello.oldest_seq + orders.next();
    return hello;
}

/// Near the number due, or anywhere.
std::uint32_t near(std::uint32_t due, std::uint8_t where) {
    if (where >= 0xF0) return due + (std::uint32_t{where} << 24);
    return due + where - 0x10;
}

wire::Events events(Orders& orders, Host& host) {
    wire::Events batch;
    batch.boot_id = host.boot();
    batch.first_seq = near(host.next(), orders.next());
    const auto kind = orders.next();
    for (std::uint64_t n = orders.next() % 33; n > 0; --n)
        batch.push({100 - n, static_cast<wire::EventKind>(kind % 16), static_cast<std::uint8_t>(kind / 3),
                    wire::Content::occupied});
    return batch;
}

wire::Gap gap(Orders& orders, Host& host) {
    wire::Gap gap;
    gap.boot_id = host.boot();
    gap.from_seq = near(host.next(), orders.next());
    gap.to_seq = near(host.next(), orders.next());
    gap.cause = wire::GapCause::overflow;
    return gap;
}

wire::Snapshot snapshot(Orders& orders, Host& host) {
    wire::Snapshot snapshot;
    snapshot.boot_id = host.boot();
    snapshot.next_seq = near(host.next(), orders.next());
    return snapshot;
}

void put_whole(Bytes& bytes, Orders& orders) {
    const auto body = orders.take(std::size_t{orders.next()} % wire::max_payload + 1);
    const fuzz::WholeFrame frame(body);
    bytes.insert(bytes.end(), frame.bytes().begin(), frame.bytes().end());
}

} // namespace

/// One order per byte: what the board says (bit 0x08 holds it back, so that much comes in one piece), time,
/// or what the host does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Orders orders({data, size});
    Host host;
    Bytes bytes;
    while (!orders.done()) {
        const auto order = orders.next();
        switch (order >> 4) {
        case 0x0: put(bytes, hello(orders)); break;
        case 0x1:
        case 0x2:
        case 0x3: put(bytes, events(orders, host)); break;
        case 0x4:
        case 0x5: put(bytes, gap(orders, host)); break;
        case 0x6: put(bytes, snapshot(orders, host)); break;
        case 0x7:
        case 0x8: put_whole(bytes, orders); break;
        case 0x9: {
            const auto raw = orders.take((order & 7u) + 1);
            bytes.insert(bytes.end(), raw.begin(), raw.end());
            break;
        }
        case 0xA: host.wait(1'000 * (order & 7u)); continue;
        case 0xB: host.wait(500'000 * ((order & 7u) + 1)); continue;
        case 0xC: host.write(order & 7u); continue;
        case 0xD: host.write(32u * (order & 15u)); continue;
        case 0xE: host.wish(order); continue;
        default: host.reopen(); continue;
        }
        if (order & 8 && bytes.size() < 16'384) continue;
        host.receive(bytes);
        bytes.clear();
    }
    return 0;
}

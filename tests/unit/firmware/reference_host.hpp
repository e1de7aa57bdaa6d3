#pragma once
// The simplest host side of protocol/README.md, section 4, to test the board's link.

#include "protocol/receiver.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace adoube::firmware {

class ReferenceHost {
  public:
    using Bytes = std::vector<std::uint8_t>;
    struct Numbered {
        std::uint32_t boot_id, seq;
        wire::Event event;
    };
    using Entry = std::variant<Numbered, wire::Gap, wire::Snapshot>;

    void receive(std::span<const std::uint8_t> bytes, std::uint64_t now_us) {
        const std::uint32_t before = receiver_.frames().good;
        receiver_.feed(bytes, [&](const auto& message) { on(message, now_us); });
        if (receiver_.frames().good != before) heard_us_ = now_us;
    }
    Bytes transmit(std::uint64_t now_us) {
        if (opening_) {
            opening_ = false;
            out_.push_back(0);
            asked_us_ = now_us;
            send(wire::Enquire{});
        }
        if (boot_id_ && now_us - heard_us_ >= wire::host_silence_us) ask_anew();
        if (!boot_id_ && now_us - asked_us_ >= wire::ping_interval_us) {
            asked_us_ = now_us;
            send(wire::Enquire{});
        }
        if (boot_id_ && !flowing_ && now_us - resend_us_ >= wire::resend_after_us) request(now_us);
        if (boot_id_ && now_us - pinged_us_ >= wire::ping_interval_us) {
            pinged_us_ = now_us;
            send(wire::Ping{now_us});
        }
        return std::exchange(out_, {});
    }
    /// Makes what was taken durable, and acknowledges it.
    void sync() {
        durable.insert(durable.end(), taken_.begin(), taken_.end());
        taken_.clear();
        if (!boot_id_) return;
        const std::uint32_t known = durable_seq_.count(*boot_id_) ? durable_seq_.at(*boot_id_) : ~expected_;
        durable_seq_[*boot_id_] = expected_;
        if (known != expected_ || duplicate_) send(wire::Ack{*boot_id_, expected_});
        duplicate_ = false;
    }
    /// Restarts without what is not durable.
    void crash() {
        taken_.clear();
        boot_id_.reset();
        closed();
    }
    /// The stream ended or restarts.
    void closed() {
        receiver_.restart();
        ask_anew();
        out_.clear();
    }

    /// Events not yet durable.
    std::ptrdiff_t taken() const {
        return std::ranges::count_if(
            taken_, [](const Entry& entry) { return std::holds_alternative<Numbered>(entry); });
    }
    std::deque<Entry> durable;
    std::vector<wire::Pong> pongs;
    std::vector<wire::Settings> settings;
    std::optional<wire::Health> health;
    std::optional<wire::Hello> hello;
    const wire::FrameCounters& frames() const { return receiver_.frames(); }

    template<class Message>
    void send(const Message& message) {
        std::array<std::uint8_t, wire::max_frame> room{};
        const std::size_t length = write_frame(message, room);
        out_.insert(out_.end(), room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length));
    }

  private:
    void ask_anew() {
        sync(); // to ask for the first number not durable
        opening_ = true;
        flowing_ = false;
        boot_id_.reset();
    }
    void request(std::uint64_t now_us) {
        resend_us_ = now_us;
        if (durable_seq_.count(*boot_id_)) send(wire::Ack{*boot_id_, durable_seq_.at(*boot_id_)});
        send(wire::Resend{*boot_id_, expected_});
    }
    void on(const wire::Hello& message, std::uint64_t now_us) {
        hello = message;
        if (boot_id_ != message.boot_id) {
            if (boot_id_) sync(); // board restarted: the last boot is complete
            boot_id_ = message.boot_id;
            const auto known = durable_seq_.find(message.boot_id);
            expected_ = known != durable_seq_.end() ? known->second : message.oldest_seq;
            pinged_us_ = now_us;
        }
        flowing_ = false;
        request(now_us);
    }
    void on(const wire::Events& events, std::uint64_t now_us) {
        if (!ours(events.boot_id)) return;
        for (std::uint32_t at = 0; at < events.size(); ++at) {
            const std::uint32_t seq = events.first_seq + at;
            if (wire::seq_before(expected_, seq)) return hole(now_us);
            if (seq != expected_) {
                duplicate_ = true;
                continue;
            }
            taken_.push_back(Numbered{events.boot_id, seq, events[at]});
            ++expected_;
        }
    }
    void on(const wire::Gap& gap, std::uint64_t now_us) {
        if (!ours(gap.boot_id)) return;
        if (wire::seq_before(expected_, gap.from_seq)) return hole(now_us);
        if (!wire::seq_before(expected_, gap.to_seq)) {
            duplicate_ = true;
            return;
        }
        taken_.push_back(gap);
        expected_ = gap.to_seq;
    }
    void on(const wire::Snapshot& snapshot, std::uint64_t) {
        if (ours(snapshot.boot_id) && snapshot.next_seq == expected_) taken_.push_back(snapshot);
    }
    template<class Message>
    void on(const Message&, std::uint64_t) {} // only some boards tell these
    void on(const wire::Health& message, std::uint64_t) {
        if (ours(message.boot_id)) health = message;
    }
    void on(const wire::Pong& pong, std::uint64_t) { pongs.push_back(pong); }
    void on(const wire::Settings& message, std::uint64_t) { settings.push_back(message); }

    bool ours(std::uint32_t boot_id) {
        if (!boot_id_) return false;
        if (*boot_id_ != boot_id) {
            send(wire::Enquire{});
            return false;
        }
        flowing_ = true;
        return true;
    }
    void hole(std::uint64_t now_us) {
        if (asked_for_ == expected_ && now_us - resend_us_ < wire::resend_after_us) return;
        asked_for_ = expected_;
        resend_us_ = now_us;
        send(wire::Resend{*boot_id_, expected_});
    }

    wire::Receiver<wire::FromBoard> receiver_;
    Bytes out_;
    std::vector<Entry> taken_;
    std::map<std::uint32_t, std::uint32_t> durable_seq_;
    std::optional<std::uint32_t> boot_id_;
    bool opening_ = true, flowing_ = false, duplicate_ = false;
    std::uint32_t expected_ = 0;
    std::optional<std::uint32_t> asked_for_;
    std::uint64_t heard_us_ = 0, asked_us_ = 0, pinged_us_ = 0, resend_us_ = 0;
};

} // namespace adoube::firmware

#include "tools/adoube/board/conversation.hpp"

#include <csignal>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_wait_for_hello = 4s; // boards send one a second
constexpr auto step = 50ms;

bool is_of_mask(wire::EventKind kind) {
    return kind == wire::EventKind::mask_on || kind == wire::EventKind::mask_off;
}

std::string other_makers() {
    std::string words;
    for (const auto& boards : drivers::makers)
        if (!boards.word.empty()) words += (words.empty() ? "" : ", ") + std::string(boards.word) + ':';
    return " If it is another maker's, write whose before the port: " + words;
}

} // namespace

SteadyUs Conversation::now_us() {
    using namespace std::chrono;
    return SteadyUs(static_cast<std::uint64_t>(
        duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count()));
}

Conversation::Conversation(const board::Port& port, Events events)
    : port_(port), events_(events), driver_(drivers::make_driver(port.maker, to_string(port))),
      link_(context_.get_executor(), port, link_events()) {
    std::signal(SIGPIPE, SIG_IGN); // a lost port shows as an error
}

board::LinkEvents Conversation::link_events() {
    return {.opened =
                [this] {
                    driver_->opened(now_us());
                    deliver();
                },
            .received =
                [this](std::span<const std::uint8_t> bytes) {
                    driver_->received(bytes, now_us());
                    deliver();
                },
            .failed =
                [this](const std::string& why) {
                    driver_->closed();
                    lost_ = why;
                }};
}

drivers::Session* Conversation::session() { return dynamic_cast<drivers::Session*>(driver_.get()); }

void Conversation::deliver() {
    for (auto& news : driver_->take_news()) {
        if (const auto* seen = std::get_if<drivers::EventSeen>(&news); seen && takes_)
            driver_->durable(boot_id_, seen->seq + 1);
        if (const auto* silent = std::get_if<drivers::Silent>(&news))
            lost_ = "port " + to_string(port_) + " " + silent->why +
                    (!followed_ && port_.maker == drivers::Maker::adoube ? other_makers() : "");
        else
            news_.push_back(std::move(news));
    }
    if (const auto bytes = driver_->take_bytes(); !bytes.empty()) link_.send(bytes);
}

void Conversation::pump(std::chrono::milliseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (news_.empty() && lost_.empty()) {
        driver_->tick(now_us());
        deliver();
        const auto left = end - std::chrono::steady_clock::now();
        if (left <= 0ms) return;
        context_.run_one_for(std::min<std::chrono::steady_clock::duration>(left, step));
    }
}

std::expected<std::optional<drivers::News>, std::string>
Conversation::next(std::chrono::milliseconds longest) {
    pump(longest);
    if (news_.empty()) {
        if (!lost_.empty()) return std::unexpected(lost_);
        return std::nullopt;
    }
    auto first = std::move(news_.front());
    news_.pop_front();
    if (followed_ && std::holds_alternative<drivers::Arrived>(first))
        return std::unexpected("port " + to_string(port_) + " has a board that started anew: try again");
    return first;
}

std::string Conversation::refusal_of_held(std::uint32_t held) const {
    return "port " + to_string(port_) + " has a board that holds " + std::to_string(held) +
           " events which no daemon has recorded: let adoubed take them, or switch the board off and on to "
           "forget them";
}

std::expected<void, std::string> Conversation::look_at_held(std::uint32_t held) {
    std::deque<drivers::News> seen;
    const auto end = std::chrono::steady_clock::now() + longest_answer;
    for (std::uint32_t masks = 0; masks < held;) {
        auto news = next(step);
        if (!news) return std::unexpected(news.error());
        if (!*news && std::chrono::steady_clock::now() < end) continue;
        const auto* event = *news ? std::get_if<drivers::EventSeen>(&**news) : nullptr;
        const bool is_of_hands = event && !is_of_mask(event->event.kind);
        if (!*news || is_of_hands || std::holds_alternative<drivers::EventsLost>(**news))
            return std::unexpected(refusal_of_held(held));
        if (event) ++masks;
        seen.push_back(std::move(**news));
    }
    news_.insert(news_.begin(), std::make_move_iterator(seen.begin()), std::make_move_iterator(seen.end()));
    return {};
}

std::expected<drivers::Arrived, std::string> Conversation::begin() {
    const auto end = std::chrono::steady_clock::now() + longest_wait_for_hello;
    while (std::chrono::steady_clock::now() < end) {
        const auto news = next(step);
        if (!news) return std::unexpected(news.error());
        if (!*news || !std::holds_alternative<drivers::Arrived>(**news)) continue;
        const auto& arrived = std::get<drivers::Arrived>(**news);
        const auto& hello = arrived.hello;
        const auto held = hello.next_seq - hello.oldest_seq;
        if (events_ == Events::taken && held > wire::window_events)
            return std::unexpected(refusal_of_held(held));
        boot_id_ = hello.boot_id;
        followed_ = true;
        driver_->follow({hello.oldest_seq, hello.oldest_seq});
        deliver();
        if (events_ == Events::stay) return arrived;
        if (const auto looked = look_at_held(held); !looked) return std::unexpected(looked.error());
        takes_ = true;
        driver_->durable(boot_id_, hello.next_seq);
        deliver();
        return arrived;
    }
    return std::unexpected("port " + to_string(port_) + " has no board that answers: is it switched on?" +
                           (port_.maker == drivers::Maker::adoube ? other_makers() : ""));
}

} // namespace adoube::tools

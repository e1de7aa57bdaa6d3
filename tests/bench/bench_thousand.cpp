// A large event: boards with four events a second each, of which one in eight completes a move, and as many
// displays, each of which follows one board. Processor time of the daemon, how late the latest move came, and
// what the journal has taken, with all that was signed at this pace.

#include "tests/bench/bench.hpp"
#include "tests/bench/crowd.hpp"
#include "tests/bench/deeds.hpp"
#include "tests/bench/rig.hpp"

#include <array>
#include <cstring>
#include <thread>

using namespace adoube;

namespace {

constexpr std::size_t most_boards = 1'000, events_of_a_move = 8;
constexpr std::uint64_t second_us = 1'000'000, between_events_us = second_us / 4;

/// Known to the hands and to the displays. Times are bench::now_us(); 0: nothing is on its way.
struct Clock {
    std::array<std::atomic<std::uint64_t>, most_boards> pressed_us{};
    std::atomic<std::uint64_t> moves = 0, latest_us = 0;

    void pressed(std::size_t board) {
        const auto now = bench::now_us();
        if (const auto before = pressed_us[board].exchange(now)) note(now - before); // not shown yet
    }
    void shown(std::size_t board) {
        const auto since = pressed_us[board].exchange(0);
        if (since == 0) return;
        ++moves;
        note(bench::now_us() - since);
    }
    void note(std::uint64_t late_us) {
        for (auto before = latest_us.load();
             late_us > before && !latest_us.compare_exchange_weak(before, late_us);) {
        }
    }
};

/// Looks for the board's own messages in what comes to its display.
class Follower {
  public:
    explicit Follower(std::size_t board) : sought_("\"board\":" + std::to_string(board + 1) + ',') {}
    bool sees(std::string_view bytes) {
        const auto across = tail_ + std::string(bytes.substr(0, sought_.size() - 1));
        const bool found = has(across) || has(bytes);
        tail_ += bytes.substr(bytes.size() - std::min(bytes.size(), sought_.size() - 1));
        tail_.erase(0, tail_.size() - std::min(tail_.size(), sought_.size() - 1));
        return found;
    }

  private:
    /// Faster than what std::string has: this is no part of what is measured.
    bool has(std::string_view bytes) const {
        return ::memmem(bytes.data(), bytes.size(), sought_.data(), sought_.size()) != nullptr;
    }

    std::string sought_, tail_;
};

/// The same events of all boards, evenly spread.
class Hands {
  public:
    Hands(bench::Boards& boards, Clock& clock) : boards_(boards), clock_(clock) {
        for (std::size_t board = 0; board < boards.size(); ++board) {
            deeds_.emplace_back();
            for (const auto& ply : games_.plies(board))
                for (const auto deed : bench::with_touches(ply)) deeds_.back().push_back(deed);
        }
    }

    void play(std::uint64_t for_us) {
        const auto began = bench::now_us();
        const auto pace_us = static_cast<double>(between_events_us) / static_cast<double>(boards_.size());
        for (std::uint64_t event = 0;; ++event) {
            const auto due = began + static_cast<std::uint64_t>(static_cast<double>(event) * pace_us);
            if (due > began + for_us) return;
            for (auto now = bench::now_us(); now < due; now = bench::now_us()) wait(due - now);
            act(event % boards_.size(), event / boards_.size());
        }
    }

    std::size_t events() const { return events_; }

  private:
    /// Asleep: a processor that is kept busy here would be missing to the daemon.
    void wait(std::uint64_t for_us) {
        boards_.serve(std::chrono::milliseconds(for_us / 1'000));
        if (for_us < 1'000) std::this_thread::sleep_for(std::chrono::microseconds(for_us));
    }

    /// Boards are at different events of their moves.
    void act(std::size_t board, std::size_t event) {
        const auto behind = board % events_of_a_move;
        if (event < behind || event - behind >= deeds_[board].size()) return;
        const auto deed = deeds_[board][event - behind];
        const bool presses =
            deed.kind == wire::EventKind::press_white || deed.kind == wire::EventKind::press_black;
        if (presses) clock_.pressed(board);
        boards_.happen(board, deed);
        ++events_;
    }

    const bench::Games games_;
    bench::Boards& boards_;
    Clock& clock_;
    std::vector<std::vector<bench::Deed>> deeds_;
    std::size_t events_ = 0;
};

struct Event {
    double processors, latest_ms, sent_away, bytes_an_input;
};

Event measure(std::size_t count, std::uint64_t for_us) {
    bench::Boards boards(count);
    bench::Rig rig(boards);
    rig.start();
    bench::wait_until_followed(boards);
    const bench::Shared<Clock> clock;
    std::vector<Follower> followers;
    for (std::size_t board = 0; board < count; ++board) followers.emplace_back(board);
    const bench::Crowd displays(bench::as_display_of_one_board(rig.port()), count,
                                [&](std::size_t board, std::string_view bytes) {
                                    if (followers[board].sees(bytes)) clock->shown(board);
                                });
    displays.wait_until_quiet();
    Hands hands(boards, *clock);
    const auto began = bench::now_us();
    const auto processor = rig.processor_time();
    hands.play(for_us);
    const double took_s = static_cast<double>(bench::now_us() - began) * 1e-6;
    const double processors = (rig.processor_time() - processor) / took_s;
    boards.serve_for(std::chrono::seconds(1)); // the last ones come
    for (const auto& pressed : clock->pressed_us)
        if (pressed != 0) clock->note(bench::now_us() - pressed);
    if (clock->moves == 0) bench::refuse("no display saw a move of its board");
    bench::wait_until_durable(boards);
    const auto sent_away = static_cast<double>(displays.gone()); // not by the end of the daemon
    rig.end();
    const auto bytes = static_cast<double>(std::filesystem::file_size(rig.journal()));
    return {processors, static_cast<double>(clock->latest_us) * 1e-3, sent_away,
            bytes / static_cast<double>(hands.events())};
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    bench::allow_open_files();
    for (const std::size_t boards : {10, 100, 1'000}) {
        if (brief && boards != 10) continue;
        const auto event = measure(boards, brief             ? 5 * second_us / 2
                                           : boards == 1'000 ? 60 * second_us
                                                             : 20 * second_us);
        bench::tell_point("boards, each with a display", "an event", static_cast<double>(boards),
                          100 * event.processors, "% of a processor");
        if (boards != 1'000 && !brief) continue;
        const std::string name = std::to_string(boards) + " boards with a display each, ";
        bench::tell({name + "processors", "", {event.processors, {}}, "", 1.0 / 3, true});
        bench::tell({name + "the latest move", "ms", {event.latest_ms, {}}, "", 50, true});
        bench::tell({name + "sent away as too slow", "displays", {event.sent_away, {}}, "", 0, true});
        bench::tell({name + "their journal", "bytes an input", {event.bytes_an_input, {}}, "", 64, true});
    }
}

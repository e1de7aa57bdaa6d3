// A move to all displays: processor time of the daemon a message, all of it counted, and of other servers for
// the same bytes to as many readers.

#include "tests/bench/bench.hpp"
#include "tests/bench/broadcasters.hpp"
#include "tests/bench/deeds.hpp"
#include "tests/bench/display.hpp"
#include "tests/bench/rig.hpp"
#include "tests/bench/samples.hpp"

#include <deque>
#include <unistd.h>

using namespace adoube;

namespace {

/// After the last reader has all of it: for what a server then has to do.
constexpr auto rest_us = 20'000;

std::string framed(const std::string& text) {
    const auto size = text.size();
    std::string head{'\x81', static_cast<char>(size > 125 ? 126 : size)};
    if (size > 125) head += {static_cast<char>(size >> 8), static_cast<char>(size)};
    return head + text;
}

/// The hall with one board, and displays.
class Ours {
  public:
    explicit Ours(std::size_t displays) : rig_(boards_) {
        rig_.start();
        bench::wait_until_followed(boards_);
        play(); // the first move, with which the game comes to the displays
        ::usleep(rest_us);
        crowd_.emplace(bench::as_display(rig_.port()), displays);
    }

    /// Once all readers of all servers are there, which takes longer than a display may be silent.
    void watch() { watching_.emplace(rig_.port()); }
    /// Makes the next move; what each display was told.
    std::string move() {
        play();
        return framed(watching_->read_move());
    }
    std::size_t moves() const { return plies_.size() - ply_; }
    const bench::Crowd& crowd() const { return *crowd_; }
    pid_t process() const { return rig_.process(); }

  private:
    void play() {
        for (const auto deed : plies_[ply_++]) {
            boards_.serve_for(bench::hands_pause);
            boards_.happen(0, deed);
        }
        bench::wait_until_durable(boards_); // also where the board fell silent while readers came
    }

    const std::vector<bench::Ply> plies_ = bench::quiet_plies();
    bench::Boards boards_{1};
    bench::Rig rig_;
    std::optional<bench::Display> watching_;
    std::optional<bench::Crowd> crowd_;
    std::size_t ply_ = 0;
};

struct Yardstick {
    std::string name;
    std::unique_ptr<bench::Broadcaster> server;
    bench::Crowd crowd;
    std::vector<double> costs;

    Yardstick(std::string its_name, std::unique_ptr<bench::Broadcaster> started, std::size_t readers)
        : name(std::move(its_name)), server(std::move(started)), crowd(server->manner(), readers) {}
};

/// Processor time until `say` has reached everybody, in microseconds a reader. `say` returns what each is to
/// read.
template<class Say>
double cost(pid_t process, const bench::Crowd& crowd, Say&& say) {
    const auto time = bench::processor_time(process);
    const auto bytes = crowd.bytes();
    const std::string said = say();
    if (!crowd.wait_for_bytes(bytes + said.size() * crowd.size()))
        bench::refuse("a message does not reach all readers");
    ::usleep(rest_us);
    return (bench::processor_time(process) - time) * 1e6 / static_cast<double>(crowd.size());
}

void measure(std::size_t readers, std::size_t most_moves, bool others) {
    Ours ours(readers);
    std::deque<Yardstick> yardsticks;
    yardsticks.emplace_back("a bare loop", bench::bare_loop(), readers);
    std::vector<const bench::Known*> missing;
    for (const auto& known : bench::known_broadcasters()) {
        auto server = others ? known.start() : nullptr;
        if (server)
            yardsticks.emplace_back(known.name, std::move(server), readers);
        else
            missing.push_back(&known);
    }
    ours.watch();
    std::vector<double> our_costs;
    for (auto moves = std::min(most_moves, ours.moves()); moves > 0; --moves) {
        std::string message;
        our_costs.push_back(cost(ours.process(), ours.crowd(), [&] { return message = ours.move(); }));
        for (auto& yardstick : yardsticks)
            yardstick.costs.push_back(cost(yardstick.server->process(), yardstick.crowd, [&] {
                yardstick.server->send(message);
                return message;
            }));
    }
    const auto our_cost = bench::percentile(our_costs, 0.5);
    bench::tell_point("displays", "a move shown to all", static_cast<double>(readers),
                      our_cost * static_cast<double>(readers) / 1e3, "ms of processor");
    if (!others) return;
    const std::string name = "a message to one of " + std::to_string(readers) + " displays";
    for (const auto& yardstick : yardsticks)
        bench::tell({name,
                     "µs of processor",
                     {our_cost, bench::percentile(yardstick.costs, 0.5)},
                     yardstick.name,
                     &yardstick == &yardsticks.front() ? 1.25 : 1});
    for (const auto* known : missing)
        bench::tell({name, "µs of processor", {our_cost, {}}, "no " + known->name + " here: " + known->hint});
}

} // namespace

int main(int argc, char** argv) {
    const bool brief = bench::is_brief(argc, argv);
    const auto files = bench::allow_open_files();
    constexpr std::size_t besides = 200;
    if (brief) {
        measure(50, 4, true);
        return 0;
    }
    for (const std::size_t readers : {10, 100, 1'000, 10'000})
        if (readers + besides < files)
            measure(readers, readers < 10'000 ? 60 : 25, readers >= 1'000);
        else
            std::fprintf(stderr, "%zu displays need more open files than %zu: ulimit -Hn\n", readers, files);
}

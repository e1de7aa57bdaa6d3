#include "cables.hpp"

#include <boost/json.hpp>

#include <cmath>

namespace adoube::soak {
namespace {

constexpr double mean_until_pulled_s = 10, least_out_s = 0.1, most_out_s = 20;
constexpr RealTime try_again_us = 250'000;
/// One in n pulls or reconnections.
constexpr unsigned cut_between_frames = 3, switched_off = 6, swapped = 4, renamed = 10;

double unit(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

} // namespace

RealTime Cables::until_pulled() {
    return static_cast<RealTime>(-mean_until_pulled_s * std::log(1 - unit(random_)) * 1e6);
}

/// Log-uniform: short and long breaks are equally frequent.
RealTime Cables::until_back() {
    return static_cast<RealTime>(least_out_s * std::pow(most_out_s / least_out_s, unit(random_)) * 1e6);
}

bool Cables::plug_all(std::vector<Seat>& seats, RealTime now) {
    bool all = true;
    for (auto& seat : seats) {
        if (!seat.board->on()) seat.board->switch_on(now);
        all = (seat.board->plugged() || seat.board->plug(ports_[seat.port])) && all;
    }
    return all;
}

void Cables::begin(std::vector<Seat>& seats, RealTime now) {
    for (auto& seat : seats) seat.change_us = now + until_pulled();
}

void Cables::act(std::vector<Seat>& seats, RealTime now) {
    for (auto& seat : seats) {
        if (seat.out && (ending_ || now >= seat.change_us))
            put_back(seats, seat, now);
        else if (!seat.out && !ending_ && now >= seat.change_us)
            pull(seat, now);
    }
}

void Cables::pull(Seat& seat, RealTime now) {
    ++counts_.pulled;
    seat.out = true;
    seat.change_us = now + until_back();
    // Power loss erases unsent events, whose moves cannot always be recovered: cut power only when all are
    // acknowledged and hands are still.
    if (one_in(switched_off) && seat.board->settled() && !seat.hands->ending() && seat.hands->keep_still()) {
        seat.board->switch_off();
        ++counts_.switched_off;
    } else {
        seat.board->pull(now, !one_in(cut_between_frames));
    }
}

void Cables::put_back(std::vector<Seat>& seats, Seat& seat, RealTime now) {
    if (seat.board->on() && seat.board->plugged()) seat.board->pull(now, false); // no frame came to cut
    if (!ending_ && !std::exchange(seat.port_chosen, true)) choose_port(seats, seat);
    if (unanswered_.contains(seat.port)) return;
    if (!seat.board->plug(ports_[seat.port])) {
        seat.change_us = now + try_again_us;
        return;
    }
    if (!seat.board->on()) {
        seat.board->switch_on(now);
        seat.hands->start_again();
    }
    seat.out = seat.port_chosen = false;
    seat.wake_us = now;
    seat.change_us = now + until_pulled();
}

void Cables::choose_port(std::vector<Seat>& seats, Seat& seat) {
    if (one_in(swapped) && seat.hands->bound()) {
        auto& other = seats[random_() % seats.size()];
        if (&other == &seat || !other.out || !other.hands->bound() || other.board->plugged()) return;
        std::swap(ports_[seat.port], ports_[other.port]);
        ++counts_.swapped;
        tell_port({seat.port, other.port}, seat.port);
    } else if (one_in(renamed) && ports_[seat.port].starts_with("tcp:")) {
        auto& name = ports_[seat.port];
        const auto colon = name.rfind(':') + 1;
        name = name.substr(0, colon) + std::to_string(std::stoi(name.substr(colon)) + 1);
        ++counts_.renamed;
        tell_port({seat.port}, seat.port);
    }
}

void Cables::tell_port(std::set<std::size_t> ports, std::size_t at) {
    const auto& name = ports_[at];
    const boost::json::object line{{"board", std::to_string(at + 1)}, {"port", name}};
    unanswered_.insert(ports.begin(), ports.end());
    control_.say(boost::json::serialize(line), [this, name, ports](const std::string& error) {
        for (const auto port : ports) unanswered_.erase(unanswered_.find(port));
        if (!error.empty()) faults_.tell("port " + name + " was refused: " + error);
    });
}

} // namespace adoube::soak

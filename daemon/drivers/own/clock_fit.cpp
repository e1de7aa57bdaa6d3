#include "daemon/drivers/own/clock_fit.hpp"

#include <algorithm>
#include <cmath>

namespace adoube::drivers {
namespace {

constexpr double weight = 1.0 / 30; // of the newest pong
constexpr double second = 1'000'000;
/// No crystal drifts more; the fit is clamped to it.
constexpr double most_drift = 500e-6;
/// The shortest round trip ages: the host may have become busy for good.
constexpr double ageing = 10e-6;
constexpr double first_deviation = 500; // µs, until pongs tell
/// A pong beyond this multiple of the usual deviation was delayed.
constexpr double outlier = 5;
/// If only such pongs come for this long, the clock jumped.
constexpr double patience = 10 * second;

std::uint64_t not_before_start(double us) {
    return us <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(us));
}

} // namespace

void ClockFit::pong(SteadyUs sent_us, SteadyUs received_us, BoardUs board_us) {
    if (received_us < sent_us) return;
    const double half_trip = static_cast<double>(received_us - sent_us) / 2;
    if (pongs_ == 0) {
        host_origin_us_ = sent_us;
        board_origin_us_ = board_us;
        begin({0, 0, half_trip});
        return;
    }
    const auto sent = static_cast<double>(static_cast<std::int64_t>(sent_us - host_origin_us_));
    const auto board = static_cast<double>(static_cast<std::int64_t>(board_us - board_origin_us_));
    if (half_trip < shortest_half_trip_ + (sent - shortest_at_) * ageing) {
        shortest_half_trip_ = half_trip;
        shortest_at_ = sent;
    }
    const Pong pong{sent, board, half_trip};
    if (!believable(pong)) return;
    longest_trip_ = std::max(longest_trip_, 2 * half_trip);
    regress(pong);
}

void ClockFit::begin(Pong pong) {
    sent_mean_ = begun_at_ = believed_at_ = shortest_at_ = pong.sent;
    board_mean_ = pong.board;
    slope_ = 1;
    sent_variance_ = covariance_ = 0;
    deviation_variance_ = first_deviation * first_deviation;
    shortest_half_trip_ = pong.half_trip;
    longest_trip_ = 2 * pong.half_trip;
    pongs_ = 1;
}

/// False for a delayed pong, and for one that reveals a clock jump and restarts the fit.
bool ClockFit::believable(Pong pong) {
    const double deviation = pong.board - predicted(pong.sent);
    const double since = pong.sent - believed_at_;
    const double usual =
        outlier * std::sqrt(deviation_variance_) + 2 * shortest_half_trip_ + since * most_drift;
    if (std::abs(deviation) <= usual) {
        believed_at_ = pong.sent;
        deviation_variance_ = (1 - weight) * (deviation_variance_ + deviation * deviation * weight);
        return true;
    }
    if (since > patience || deviation < 0) { // a board cannot answer before the ping
        ++jumps_;
        begin(pong);
    } else {
        ++held_up_;
    }
    return false;
}

void ClockFit::regress(Pong pong) {
    ++pongs_;
    const double gain = std::max(weight, 1.0 / pongs_);
    const double sent_step = pong.sent - sent_mean_, board_step = pong.board - board_mean_;
    sent_mean_ += gain * sent_step;
    board_mean_ += gain * board_step;
    sent_variance_ = (1 - gain) * (sent_variance_ + sent_step * sent_step * gain);
    covariance_ = (1 - gain) * (covariance_ + sent_step * board_step * gain);
    if (sent_variance_ > 0) slope_ = std::clamp(covariance_ / sent_variance_, 1 - most_drift, 1 + most_drift);
}

BoardUs ClockFit::board_us(SteadyUs host_us) const {
    const auto host = static_cast<double>(static_cast<std::int64_t>(host_us - host_origin_us_));
    return BoardUs(not_before_start(static_cast<double>(board_origin_us_.count()) +
                                    predicted(host - shortest_half_trip_)));
}

SteadyUs ClockFit::host_us(BoardUs board_us) const {
    const auto board = static_cast<double>(static_cast<std::int64_t>(board_us - board_origin_us_));
    const double host = sent_mean_ + (board - board_mean_) / slope_ + shortest_half_trip_;
    return SteadyUs(not_before_start(static_cast<double>(host_origin_us_.count()) + host));
}

std::optional<double> ClockFit::drift_ppm() const {
    if (pongs_ < 3 || believed_at_ - begun_at_ < 10 * second) return std::nullopt;
    return (slope_ - 1) * 1e6;
}

// At worst the board read its clock at the end of every trip after the mean and at the start of every one
// before, which tilts the line by trip * mean(|x|) / 2 / variance(x); mean(|x|) is at most the root of the
// variance.
double ClockFit::drift_error_ppm() const { return longest_trip_ / (2 * std::sqrt(sent_variance_)) * 1e6; }

double ClockFit::error_us() const { return shortest_half_trip_ + 3 * std::sqrt(deviation_variance_); }

} // namespace adoube::drivers

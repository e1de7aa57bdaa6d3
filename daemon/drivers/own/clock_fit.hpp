#pragma once
// Fits a board's clock to the host's from pings and pongs, like Klipper's clocksync.py: a least-squares line
// with fading weights through the ping times, shifted by half the shortest round trip.
//
// The record keeps board time; the fit converts it to the host's.

#include "daemon/time/instant.hpp"

#include <cstdint>
#include <optional>

namespace adoube::drivers {

class ClockFit {
  public:
    void pong(SteadyUs sent_us, SteadyUs received_us, BoardUs board_us);

    bool fitted() const { return pongs_ > 0; }
    /// Precondition: fitted(). Times before a clock's start become its start.
    BoardUs board_us(SteadyUs host_us) const;
    SteadyUs host_us(BoardUs board_us) const;

    /// How much faster the board's clock runs; empty until observed for ten seconds.
    std::optional<double> drift_ppm() const;
    /// Worst-case error of `drift_ppm`, however links delayed pings and pongs. Precondition: fitted(), with
    /// pongs of more than one moment.
    double drift_error_ppm() const;
    /// Error bound of a converted time: half the shortest round trip plus three times the usual deviation
    /// from the line.
    double error_us() const;

    /// Pongs left out since boot, and jumps that restarted the fit.
    std::uint32_t held_up() const { return held_up_; }
    std::uint32_t jumps() const { return jumps_; }

  private:
    struct Pong {
        double sent, board, half_trip;
    };
    void begin(Pong pong);
    bool believable(Pong pong);
    void regress(Pong pong);
    double predicted(double host) const { return board_mean_ + (host - sent_mean_) * slope_; }

    // Microseconds after the first pong: a double is exact enough for years.
    SteadyUs host_origin_us_;
    BoardUs board_origin_us_;
    double sent_mean_ = 0, board_mean_ = 0, slope_ = 1;
    double sent_variance_ = 0, covariance_ = 0;
    double deviation_variance_ = 0;
    double shortest_half_trip_ = 0, shortest_at_ = 0;
    double longest_trip_ = 0; // of accepted pongs
    double begun_at_ = 0, believed_at_ = 0;
    std::uint32_t pongs_ = 0, held_up_ = 0, jumps_ = 0; // pongs since the fit began
};

} // namespace adoube::drivers

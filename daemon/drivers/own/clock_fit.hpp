#pragma once
// Fits a board's clock to the host's from pings and pongs, in the way of Klipper's clocksync.py: a line
// through the moments at which pings were sent, by least squares whose weight fades, moved by half of the
// shortest round trip. Pongs that were held up somewhere say little and are left out.
//
// The record is kept in the board's time; the fit says what the host's clock showed.

#include "daemon/time/instant.hpp"

#include <cstdint>
#include <optional>

namespace adoube::drivers {

class ClockFit {
  public:
    /// The ping left at sent_us and its pong came at received_us, by the host's clock; the board read its own
    /// in between.
    void pong(SteadyUs sent_us, SteadyUs received_us, BoardUs board_us);

    /// From the first pong on.
    bool fitted() const { return pongs_ > 0; }
    /// Preconditions: fitted(). Earlier than either clock's start is its start.
    BoardUs board_us(SteadyUs host_us) const;
    SteadyUs host_us(BoardUs board_us) const;

    /// How much faster the board's clock runs than the host's, in parts per million; empty until it has been
    /// watched for ten seconds.
    std::optional<double> drift_ppm() const;
    /// What `drift_ppm` may be wrong by, however the links delayed pings and pongs. Preconditions: fitted(),
    /// and pongs of more than one moment.
    double drift_error_ppm() const;
    /// Half of the shortest round trip, and three times what pongs deviate from the line: what a converted
    /// time may be wrong by.
    double error_us() const;

    /// Pongs that were left out since the board's start, and clocks that jumped, so that the fit began anew.
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

    // All in microseconds after the first pong, so that a double holds them exactly enough for years.
    SteadyUs host_origin_us_;
    BoardUs board_origin_us_;
    double sent_mean_ = 0, board_mean_ = 0, slope_ = 1; // the line
    double sent_variance_ = 0, covariance_ = 0;
    double deviation_variance_ = 0;
    double shortest_half_trip_ = 0, shortest_at_ = 0;
    double longest_trip_ = 0; // of those that count
    double begun_at_ = 0, believed_at_ = 0;
    std::uint32_t pongs_ = 0, held_up_ = 0, jumps_ = 0; // pongs since the fit began
};

} // namespace adoube::drivers

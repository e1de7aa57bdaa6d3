#pragma once
// The boards' ports, as last changed while the daemon ran (`adoube arbiter exchange`). A file beside the
// journal keeps them, as with the configured ones a restart could bring a board back to another table's game.

#include "daemon/adoubed/config.hpp"
#include "daemon/round/round.hpp"

namespace adoube::adoubed {

class KeptPorts {
  public:
    /// The changes count while the configuration has the ports that they replaced, or has followed them; with
    /// others all are forgotten for good. The error is one sentence: what is kept cannot be read, or not be
    /// written anew.
    static std::expected<KeptPorts, std::string> open(const Config& config);

    /// `config` with the ports in force.
    Config in_force(Config config) const;
    /// Of the board with this number in the configuration; see round::Round::Seat.
    std::optional<UtcMs> given_utc_ms(int board) const;
    /// For the log: which are not the configured ones; by `open`, that changes count no more.
    std::vector<std::string> told() const;

    /// On the disk when it returns. The error, one sentence: nothing is kept of it.
    std::expected<void, std::string> change(const round::Round::PortChange& change, UtcMs now_utc_ms);

  private:
    struct Kept {
        std::string configured, port;
        std::optional<UtcMs> given_utc_ms;
    };
    using Ports = std::map<int, Kept>; // by board

    explicit KeptPorts(const Config& config);
    static std::expected<Ports, std::string> read(const std::string& text);
    bool counts(const Ports& ports) const;
    std::expected<void, std::string> write(const Ports& ports) const;

    std::filesystem::path file_;
    std::vector<std::pair<int, std::string>> configured_; // all boards; empty: without electronics
    Ports kept_;
    bool forgotten_ = false;
};

} // namespace adoube::adoubed

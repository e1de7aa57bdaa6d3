#pragma once
// Boards for programs that read DGT boards: the round's tables at pseudo-terminals, as [[program]] says
// (daemon/INTERFACES.md). Shows everything on these boards as it happens, or what the public sees.

#include "daemon/adoubed/exits.hpp"
#include "daemon/round/round.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <memory>

namespace adoube::adoubed {

class Programs {
  public:
    /// Programs at a delayed round get nothing, unless they are to see what the public does. None is offered
    /// yet.
    Programs(boost::asio::any_io_executor executor, const Config& config);
    ~Programs();
    Programs(Programs&&) noexcept;
    Programs& operator=(Programs&&) noexcept;

    /// Offers those that are not offered yet. What the log is to say of each that is now.
    std::vector<round::Note> offer();
    /// Why some are not, after `offer`: one sentence for each, by its name in the list of exits.
    ClosedExits closed() const;
    /// Whose every touch must be told.
    std::vector<round::TableId> follows() const;

    void show(const round::Round& round, const round::Work& work);
    /// Call several times a second. `hall_ms`: by the clock of what the public sees.
    void tick(const round::Round& round, round::HostTime now, UtcMs hall_ms);

    struct State {
        std::string pty;
        bool here = false;         // a program
        std::uint64_t dropped = 0; // messages that no program has read in time
    };
    std::vector<State> states() const;

  private:
    class One;
    boost::asio::any_io_executor executor_;
    std::vector<std::unique_ptr<One>> all_;
    std::vector<round::Note> refused_; // to be told
};

} // namespace adoube::adoubed

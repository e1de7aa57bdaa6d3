#pragma once
// The real adoubed with boards at its tables, in a folder of its own that goes with it.

#include "bench.hpp"
#include "boards.hpp"
#include "tests/end-to-end/process.hpp"
#include "tests/temporary_folder.hpp"

#include <memory>

namespace adoube::bench {

/// As many as the system allows, for this process and those that it starts: so many.
std::size_t allow_open_files();

class Rig {
  public:
    /// The game at table n is id(n), from 1.
    static std::string id(std::size_t table) { return "bench-r1-b" + std::to_string(table); }

    /// A table for each board. The journal is on the disk of TMPDIR.
    explicit Rig(const Boards& boards);

    /// Returns once it serves. Ends the program if it does not.
    void start();
    void end();
    void kill();

    pid_t process() const { return daemon_->pid(); }
    std::uint16_t port() const { return port_; }
    double processor_time() const { return bench::processor_time(process()); }
    std::filesystem::path journal() const { return folder_ / "hall.journal"; }

  private:
    tests::TemporaryFolder folder_;
    std::unique_ptr<tests::Process> daemon_;
    std::uint16_t port_ = 0;
    int starts_ = 0;
};

/// Until the daemon follows all of them, or until all that happened on them is durable. Ends the program if
/// that takes minutes.
void wait_until_followed(Boards& boards);
void wait_until_durable(Boards& boards);

} // namespace adoube::bench

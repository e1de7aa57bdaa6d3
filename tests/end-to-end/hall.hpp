#pragma once
// A hall of processes in a folder of its own: a daemon, virtual boards, their logs, the journal and the
// games.

#include "daemon/journal/journal.hpp"
#include "daemon/record/input.hpp"
#include "process.hpp"
#include "tests/simple_hands.hpp"
#include "tests/temporary_folder.hpp"

#include <memory>

namespace adoube::tests {

/// The sensor log of a game played by simple hands from the start position, or from `start_fen`.
std::string sensor_log(const std::vector<record::Input>& inputs, const std::string& start_fen = {});

class Hall {
  public:
    /// Ports of the boards, as the configuration names them; "pty:NAME" is `pty(NAME)`. `settings` are put at
    /// its head.
    explicit Hall(const std::vector<std::string>& ports, const std::string& settings = {});

    TemporaryFolder folder;

    /// `before` is put before the command.
    std::unique_ptr<Process> start_daemon(const std::vector<std::string>& options = {},
                                          std::vector<std::string> before = {});
    /// Ready to serve, or the test fails.
    std::unique_ptr<Process> started_daemon();
    std::unique_ptr<Process> start_board(const std::string& id, const std::string& log,
                                         const std::vector<std::string>& options);

    /// A path in the folder, for a board's terminal.
    std::string pty(const std::string& name) const { return (folder / name).string(); }
    /// Kills a board. Its terminal's name goes first: the number behind it may be another test's a moment
    /// later, which the daemon is not to open.
    void kill_board(Process& board, const std::string& name) const;
    std::string read_pgn(int board) const;
    /// The moves of a game in SAN, from its PGN file.
    std::string moves(int board) const;
    bool wait_for_moves(int board, const std::string& moves) const;
    /// Only while no daemon runs.
    std::vector<record::Entry> inputs(int board) const;
    std::filesystem::path config() const { return folder / "hall.toml"; }
    std::filesystem::path journal() const { return folder / "hall.journal"; }

  private:
    int logs_ = 0;
};

/// Fails the test unless the board's events are in the journal: all that were sent, in order, each once.
void check_events(const std::vector<record::Entry>& inputs, const std::vector<record::Input>& sent);

/// What the daemon's log says after "serving http://127.0.0.1:".
std::string served_port(const Process& daemon);
/// The body of what is served there.
std::string http_get(const std::string& port, const std::string& path);

} // namespace adoube::tests

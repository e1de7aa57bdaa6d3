#pragma once
// A hall of processes in its own folder: daemon, virtual boards, logs, journal and games.

#include "daemon/journal/journal.hpp"
#include "daemon/record/input.hpp"
#include "process.hpp"
#include "tests/simple_hands.hpp"
#include "tests/temporary_folder.hpp"

#include <memory>

namespace adoube::tests {

/// From the start position or `start_fen`.
std::string sensor_log(const std::vector<record::Input>& inputs, const std::string& start_fen = {});

class Hall {
  public:
    /// `ports` as in the configuration; "pty:NAME" is `pty(NAME)`, and "" a table without electronics.
    /// `settings` go at its head.
    explicit Hall(const std::vector<std::string>& ports, const std::string& settings = {});

    TemporaryFolder folder;

    /// `before` precedes the command.
    std::unique_ptr<Process> start_daemon(const std::vector<std::string>& options = {},
                                          std::vector<std::string> before = {});
    /// Fails the test unless it is ready to serve.
    std::unique_ptr<Process> started_daemon();
    std::unique_ptr<Process> start_board(const std::string& id, const std::string& log,
                                         const std::vector<std::string>& options);

    std::string pty(const std::string& name) const { return (folder / name).string(); }
    /// Removes the terminal's name first: its number may be another test's a moment later, which the daemon
    /// must not open.
    void kill_board(Process& board, const std::string& name) const;
    std::string read_pgn(int board) const;
    /// In SAN, from the PGN file.
    std::string moves(int board) const;
    bool wait_for_moves(int board, const std::string& moves) const;
    /// Only while no daemon runs.
    std::vector<record::Entry> inputs(int board) const;
    std::filesystem::path config() const { return folder / "hall.toml"; }
    std::filesystem::path journal() const { return folder / "hall.journal"; }

  private:
    int logs_ = 0;
};

/// Fails the test unless the journal has all events sent, in order, each once.
void check_events(const std::vector<record::Entry>& inputs, const std::vector<record::Input>& sent);

/// From "serving http://127.0.0.1:" in the daemon's log.
std::string served_port(const Process& daemon);
/// The body, or "refused: " and the answer.
std::string http_get(const std::string& port, const std::string& path);

} // namespace adoube::tests

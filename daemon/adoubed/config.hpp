#pragma once
// The organiser's settings from a TOML file (daemon/REFERENCE.md). Paths are relative to that file.

#include "daemon/adoubed/sheet_printer.hpp"
#include "daemon/adoubed/target_config.hpp"
#include "daemon/board/port.hpp"
#include "daemon/nats/settings.hpp"
#include "daemon/record/input.hpp"
#include "daemon/server/origin.hpp"
#include "daemon/server/proxies.hpp"
#include "daemon/server/tls.hpp"
#include "daemon/server/wall.hpp"
#include "daemon/tlog/key.hpp"

#include <filesystem>
#include <vector>

namespace adoube::adoubed {

struct BoardConfig {
    int number = 1;
    std::optional<board::Port> port; // empty: no electronics, moves and results are entered
    record::Tags tags;               // White, Black, …
    std::optional<record::Sensing> sensing;
};

/// [livechess]
struct LiveChessConfig {
    board::Port listen;
    std::vector<server::Origin> origins;
    bool pieces_in_the_air = true;
    enum class WhenDelayed : std::uint8_t { refuse, show_public } when_delayed = WhenDelayed::refuse;
    std::optional<int> first_board;
};

/// Boards as DGT boards for other programs, at a pseudo-terminal.
struct ProgramConfig {
    std::filesystem::path pty; // the link to it
    std::vector<int> boards;   // by number; several: on a bus
    std::string trademark;
    std::string serial; // five digits; empty: the board's number
    bool pieces_in_the_air = true;
    bool public_when_delayed = false; // else it is not offered then
};
inline bool is_offered(const ProgramConfig& program, std::int64_t delay_ms) {
    return delay_ms == 0 || program.public_when_delayed;
}

/// A hall takes in boards; a display shows what halls put into an event's stream, and has nothing of its own.
/// One that stands by is a hall's second daemon, until that hall's first one fails.
enum class Role : std::uint8_t { hall, display, standby };

/// [standby]
struct StandbyConfig {
    nats::Settings broker;
    std::filesystem::path key;
};

struct Config {
    Role role = Role::hall;
    std::filesystem::path file; // that it was read from
    std::string text;           // of it; empty by parse_config
    std::string why_former;     // one sentence, where the file's newer settings do not start and these run
    record::Header header;
    std::optional<bool> clock_lever;
    std::int64_t delay_ms = 0;
    std::string time_zone; // of the hall, an IANA name; empty: the computer's
    std::filesystem::path journal;
    std::filesystem::path journal_copy; // empty: no copy
    std::filesystem::path control;      // empty: beside the journal
    std::filesystem::path tokens;       // empty: no tokens
    std::filesystem::path evidence_key; // empty: nothing is signed
    std::vector<tlog::VerifierKey> cosigners;
    board::Port listen; // a tcp address
    std::optional<server::TlsFiles> tls;
    server::Proxies trusted_proxies;
    std::vector<server::Origin> origins;
    std::string framed_by; // sites that may show the pages in a frame, parted by spaces; empty: none
    server::Wall wall;
    std::filesystem::path pgn_directory; // empty: no PGN files
    std::optional<int> evidence_days;    // games are deleted this long after their end; empty: never
    std::vector<BoardConfig> boards;
    std::optional<LiveChessConfig> livechess; // empty: it is off
    std::vector<TargetConfig> targets;
    std::vector<std::string> merged_rounds; // addresses of other daemons' /round.pgn
    std::vector<ProgramConfig> programs;
    PrintConfig print;
    std::optional<nats::Settings> stream; // that the games go to, or come from; a display has one
    std::optional<StandbyConfig> standby; // empty: nobody stands by
};

inline constexpr std::size_t longest_config = 16 << 20;

/// `name` is the file, for errors and relative paths. An error is one sentence beginning with FILE:LINE.
std::expected<Config, std::string> parse_config(std::string_view toml, const std::filesystem::path& name,
                                                Role role = Role::hall);
std::expected<Config, std::string> read_config(const std::filesystem::path& file, Role role = Role::hall);

/// The control socket: `control`, or beside the journal.
std::filesystem::path control_path(const Config& config);

/// What a lichess round was sent, over restarts: beside the journal.
std::filesystem::path sent_record_path(const Config& config, const TargetConfig& target);

/// "127.0.0.1:8080": a numeric address, not a host name. Port 0: any free port.
std::expected<board::Port, std::string> parse_listen(std::string_view text);
/// As parse_listen reads it.
std::string listen_text(const board::Port& listen);
bool is_loopback(const board::Port& listen);
/// In every network of this computer.
bool is_everywhere(const board::Port& listen);
/// Of this computer alone.
std::expected<board::Port, std::string> parse_livechess_listen(std::string_view text);

/// Of boards whose games broadcast sites would leave out, as nobody knows who plays: a sentence for all that
/// lack the same.
std::vector<std::string> doubts_of_players(const Config& config);

/// A round's permanent name: event, date and round from its tags.
std::string round_id(const record::Header& header);
/// A game's: the round's, and board.
std::string game_id(const record::Header& header, int board);

} // namespace adoube::adoubed

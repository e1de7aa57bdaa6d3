#pragma once
// What the organiser sets, from a TOML file; daemon/MANUAL.md describes it. Paths in it are relative to the
// file.

#include "daemon/board/port.hpp"
#include "daemon/record/input.hpp"
#include "daemon/server/origin.hpp"
#include "daemon/server/proxies.hpp"
#include "daemon/server/tls.hpp"
#include "daemon/tlog/key.hpp"

#include <filesystem>
#include <vector>

namespace adoube::adoubed {

struct BoardConfig {
    int number = 1;
    board::Port port;
    std::map<std::string, std::string, std::less<>> tags; // White, Black and whatever else is of this game
    std::optional<record::Sensing> sensing;
};

struct Config {
    /// Laws, rate of play, time control, and the tags of the event.
    record::Header header;
    std::optional<bool> clock_lever;
    std::int64_t delay_ms = 0;
    std::filesystem::path journal;
    std::filesystem::path journal_copy; // empty: none is kept
    std::filesystem::path control;      // empty: beside the journal
    std::filesystem::path tokens;       // empty: no token opens anything
    std::filesystem::path evidence_key; // empty: nothing is signed
    std::vector<tlog::VerifierKey> cosigners;
    board::Port listen; // a tcp address
    std::optional<server::TlsFiles> tls;
    server::Proxies trusted_proxies;
    std::vector<server::Origin> origins;
    std::filesystem::path pgn_directory; // empty: none is written
    std::optional<int> evidence_days;    // after its end a game is deleted; empty: kept for ever
    std::vector<BoardConfig> boards;
};

/// `name` is that of the file, for errors and for paths. An error is one sentence that begins with FILE:LINE.
std::expected<Config, std::string> parse_config(std::string_view toml, const std::filesystem::path& name);
std::expected<Config, std::string> read_config(const std::filesystem::path& file);

/// Where arbiters' programs talk to it: as is said, or beside the journal.
std::filesystem::path control_path(const Config& config);

/// "127.0.0.1:8080": an address, no name, as it is where one may listen. Port 0: any that is free.
std::expected<board::Port, std::string> parse_listen(std::string_view text);

/// The name of a board's game for ever: event, date and round, as its tags have them, and board.
std::string game_id(const record::Header& header, int board);
std::string game_id(const Config& config, const BoardConfig& board);

} // namespace adoube::adoubed

#pragma once
// What a public screen may show: Article 6.14 of 2009 (6.12 of 2018 and 2023). The current position, the
// moves, their number, the clocks, beside names and result. Nothing about the players' conduct has a place in
// this type, so nothing of it can reach a display.

#include "daemon/broadcast/public_moves.hpp"
#include "daemon/broadcast/public_tags.hpp"
#include "daemon/chess/game.hpp"
#include "daemon/time/instant.hpp"

namespace adoube::broadcast {

struct ClockFace {
    std::int64_t white_ms = 0, black_ms = 0;
    std::optional<chess::Side> running;
    /// When the two times were right, in ms of the host's UTC clock: a page counts down from here by itself.
    UtcMs at_utc_ms{};
    friend bool operator==(const ClockFace&, const ClockFace&) = default;
};

/// Negative once it has run out.
std::int64_t left_ms(const ClockFace& face, chess::Side side, UtcMs utc_ms);

struct PublicGame {
    /// Stable over the whole life of the game; also its PGN tag GameId and its address: [A-Za-z0-9._-]+.
    std::string id;
    int board = 0; // the number on the table, 1 = the first
    /// To show and to export: Event, Site, Date, Round, White, Black, WhiteElo, TimeControl, …
    PublicTags tags;
    chess::Position start = chess::Position::start();
    chess::Position position = chess::Position::start();
    bool chess960 = false;
    PublicMoves moves;
    std::optional<ClockFace> clocks;
    chess::Result result = chess::Result::open;
    /// The loser's time ran out, as the clocks show. Any other reason for a result is nobody's business.
    bool by_time = false;
    friend bool operator==(const PublicGame&, const PublicGame&) = default;
};

/// What others say is a game's id or the number of its board.
bool is_public_id(std::string_view id);
inline constexpr int most_boards = 100'000;

/// The clock was started, a move completed or a result entered.
bool has_begun(const PublicGame& game);

} // namespace adoube::broadcast

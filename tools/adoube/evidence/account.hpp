#pragma once
// What was seen at the board, move by move, in words.

#include "daemon/evidence/examine.hpp"
#include "tools/adoube/evidence/diagram.hpp"
#include "tools/adoube/evidence/game_times.hpp"

namespace adoube::tools {

struct Seen {
    std::uint64_t input = 1;
    GameMs t_ms{};
    std::string what;     // "e2 lifted"
    bool routine = false; // the board told what stands, as it does from time to time
};

/// The inputs from the completion of the move before to that of this one, in the order of time: a move that
/// was taken back is one of them, too.
struct PlyAccount {
    int ply = 1;
    std::string move;                // "12... Nf6"; empty: after the last move
    std::uint64_t taken_back_by = 0; // the input; 0: never
    std::vector<Seen> seen = {};
    std::vector<const umpire::Incident*> incidents =
        {}; // of `replayed`; raised on this move, not on a later one
    chess::Position before = chess::Position::start();
    std::optional<chess::Position> after = {}; // of a move
};
/// "12... Nf6, which was taken back".
std::string name_of(const PlyAccount& ply);
/// "12... Nf6"
std::string numbered(const chess::Game& game, std::size_t at);

/// Keeps pointers into `replayed`.
std::vector<PlyAccount> account_of(const evidence::Replayed& replayed, std::uint64_t first_input);

/// "once", "2 times".
std::string times(std::size_t count);

/// The input by which an arbiter said that it was none; 0: nobody did, as far as this tells.
std::uint64_t dismissed_by(const evidence::Examination& found, const umpire::Incident& incident);

/// What the Laws ask the arbiter to do about this incident, with the article that says so.
std::vector<std::string> asked_of_arbiter(const evidence::Replayed& replayed,
                                          const umpire::Incident& incident);

/// What stood on the squares after so many inputs of this move, as far as sensors tell: a piece that is set
/// down is the one lifted last, where they do not say which.
Squares squares_after(const evidence::Replayed& replayed, const PlyAccount& ply, std::uint64_t last_input,
                      std::uint64_t first_input);

/// One sentence each: what no sensor, or not these, could see in this game.
std::vector<std::string> blind_spots(const evidence::Replayed& replayed, bool is_extract);

/// Where the wall clock of the host was set in the middle of the game: one sentence each.
std::vector<std::string> wall_clock_set(const evidence::Examination& found, const GameTimes& times);

/// Who vouches for what: lines that follow VERIFIED.
std::vector<std::string> grounds(const evidence::Examination& found);

} // namespace adoube::tools

#pragma once
// What was seen at the board, ply by ply, in words.

#include "daemon/account/diagram.hpp"
#include "daemon/account/game_times.hpp"
#include "daemon/evidence/examine.hpp"

namespace adoube::account {

struct Seen {
    std::uint64_t input = 1;
    GameMs t_ms{};
    std::string what;     // "e2 lifted"
    bool routine = false; // an expected snapshot
};

/// The inputs from the previous move's completion to this one's, in order of time; also for moves taken back.
struct PlyAccount {
    int ply = 1;
    std::string move;                // "12... Nf6"; empty: after the last move
    std::uint64_t taken_back_by = 0; // the input; 0: never
    std::vector<Seen> seen = {};
    std::vector<const umpire::Incident*> incidents = {}; // into `replayed`
    chess::Position before = chess::Position::start();
    std::optional<chess::Position> after = {}; // of the move
};
/// "12... Nf6, which was taken back"
std::string name_of(const PlyAccount& ply);
/// "12... Nf6"
std::string numbered(const chess::Game& game, std::size_t at);

/// Points into `replayed`.
std::vector<PlyAccount> account_of(const evidence::Replayed& replayed, std::uint64_t first_input);

/// "once", "2 times"
std::string times(std::size_t count);

/// The input by which an arbiter dismissed it; 0: none known.
std::uint64_t dismissed_by(const evidence::Examination& found, const umpire::Incident& incident);

/// What the Laws ask of the arbiter, with the Article.
std::vector<std::string> asked_of_arbiter(const evidence::Replayed& replayed,
                                          const umpire::Incident& incident);

/// What stood after this ply's inputs up to `last_input`; an unidentified drop is of the piece lifted last.
Squares squares_after(const evidence::Replayed& replayed, const PlyAccount& ply, std::uint64_t last_input,
                      std::uint64_t first_input);

/// One sentence each: what the sensors could not see.
std::vector<std::string> blind_spots(const evidence::Replayed& replayed, bool is_extract);

/// One sentence each: where the host's wall clock was set during the game.
std::vector<std::string> wall_clock_set(const evidence::Examination& found, const GameTimes& times);

/// Who vouches for what: the lines after VERIFIED.
std::vector<std::string> grounds(const evidence::Examination& found);

} // namespace adoube::account

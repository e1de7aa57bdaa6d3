#pragma once
// Who may see and do what: one table.

#include "daemon/access/boards.hpp"

#include <cstdint>
#include <optional>

namespace adoube::access {

enum class Role : std::uint8_t {
    public_,   // everybody, without a token
    arbiter,   // of given boards
    fair_play, // the officer who screens the games as they are played (FIDE's Fair Play rules)
    monitor,   // a program that watches how the daemon fares, and may do nothing else
    operator_, // whoever runs the hall: has its computer, log and journal before him anyway
};
inline constexpr Role roles[] = {Role::public_, Role::arbiter, Role::fair_play, Role::monitor,
                                 Role::operator_};

/// "public", "arbiter", "fair-play", "monitor", "operator".
std::string_view to_string(Role role);
std::optional<Role> role_from(std::string_view name);

/// Everything that can be asked of the daemon.
enum class Thing : std::uint8_t {
    public_view,    // pages, live feed and PGN, as delayed
    arbiters_view,  // of a board: the game now, its record, its incidents, what is the matter with the board
    arbiters_word,  // on the game of a board: a command, or what a player said
    games_at_once,  // all moves, undelayed, and nothing of the players' conduct
    arming,         // the next game of a board
    board_exchange, // another port for a board
    records,        // of games: held, released, deleted
    status,         // how the daemon fares
    metrics,        // the same in numbers
    delay,          // before everything that leaves the hall, and what leaves it beside the games
    targets,        // how the sites fare that the games are sent to, and what they are sent again
    round_files,    // pairings read from files, results written into them; arming is apart
    round_acts,     // a round started, closed, opened again
    settings,       // what the configuration says, others saved there, and a new start with them
    printing,       // the scoresheets that could not be printed: again, or no more
    cosigning,      // the checkpoints of a board's games, with which guesses can be tried, and signing them
    tokens,         // who may sign in, and codes to sign in with; another for an arbiter, and the end of one
};
inline constexpr Thing things[] = {
    Thing::public_view,    Thing::arbiters_view, Thing::arbiters_word, Thing::games_at_once, Thing::arming,
    Thing::board_exchange, Thing::records,       Thing::status,        Thing::metrics,       Thing::delay,
    Thing::targets,        Thing::round_files,   Thing::round_acts,    Thing::settings,      Thing::printing,
    Thing::cosigning,      Thing::tokens};

/// How far a role reaches.
enum class Reach : std::uint8_t { nowhere, own_boards, everywhere };
Reach reach(Role role, Thing thing);

/// Somebody who has shown who he is.
struct Grant {
    Role role = Role::public_;
    Boards boards;    // an operator has all
    int token = 0;    // its id; 0: none was needed
    std::string name; // of whoever has it

    /// "Anna (token 3)"; empty where there is no token.
    std::string who() const;
    friend bool operator==(const Grant&, const Grant&) = default;
};

/// `board`: the one that is concerned, if it is one.
bool may(const Grant& grant, Thing thing, std::optional<int> board = {});

/// Whether one who shows a token of `role` may have one made for `of`. All others are made on the hall's
/// computer, so that one token that was lost makes none that can do as much.
bool may_make_token(Role role, Role of);

} // namespace adoube::access

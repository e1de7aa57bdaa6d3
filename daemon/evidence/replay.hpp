#pragma once
// A record played again: the game, the incidents and the inputs that they rest on.

#include "daemon/evidence/evidence.hpp"
#include "daemon/umpire/game/umpire.hpp"

namespace adoube::evidence {

/// Moves that stood in the record until an arbiter took them back, or set up another position.
struct TakenBack {
    std::uint64_t by_input = 0; // of the whole game
    umpire::GameRecord record;  // as it was before
    std::size_t first = 0;      // of its moves that went
};

struct Replayed {
    record::Header header;
    std::vector<record::Input> inputs;
    umpire::GameRecord record;               // of an extract: its moves
    std::vector<umpire::Proposal> proposals; // what the Laws ask the arbiter to do
    std::vector<umpire::Incident> incidents; // plies and inputs have the numbers of the whole game
    int first_ply = 1;
    std::vector<TakenBack> taken_back; // in order
    std::vector<std::string> said_by;  // of each input; empty where it does not tell
};

/// An extract begins with the position that it states, and without clocks. The error is one sentence without
/// its full stop: which line is none of a sensor log.
std::expected<Replayed, std::string> replay(const record::GameEntry& game,
                                            std::span<const record::Entry> inputs,
                                            const std::optional<Extract>& extract = {});

/// How many of the inputs may be told while the game is adjourned: those before its sealed move, which nobody
/// reads until it resumes or is over. All, where there is none.
std::size_t inputs_before_sealed_move(const record::GameEntry& game, std::span<const record::Entry> inputs);

struct PartOfGame {
    Extract extract;
    std::uint64_t inputs = 0;
};
/// The inputs of these plies (1 = the first move), which played again alone give the same moves. Where hands
/// were in the air between two moves, or a later move tells what a pawn became, it begins earlier and ends
/// later. A sealed move is in none of them. The error is one sentence: there are no such moves.
std::expected<PartOfGame, std::string> part_of_game(const record::GameEntry& game,
                                                    std::span<const record::Entry> inputs, int first_ply,
                                                    int last_ply);

} // namespace adoube::evidence

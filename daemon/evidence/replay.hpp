#pragma once
// Replays a record: the game, its incidents and their inputs.

#include "daemon/evidence/evidence.hpp"
#include "daemon/umpire/game/umpire.hpp"

#include <functional>
#include <map>

namespace adoube::evidence {

/// Moves on record until an arbiter took them back or set up another position.
struct TakenBack {
    std::uint64_t by_input = 0; // its number in the whole game
    umpire::GameRecord record;  // before it
    std::size_t first = 0;      // index of the first move removed
};

struct Replayed {
    record::Header header; // its tags as corrected since
    std::vector<record::Input> inputs;
    umpire::GameRecord record;                // of an extract: its moves
    std::vector<umpire::Proposal> proposals;  // what the Laws ask the arbiter to do
    std::vector<umpire::Incident> incidents;  // numbered as in the whole game
    std::map<int, std::uint64_t> dismissed{}; // incidents, by number, and the input by which
    int first_ply = 1;
    std::vector<TakenBack> taken_back;
    std::vector<std::string> said_by; // per input; empty if not recorded
};

/// What long work calls; may be empty.
using Steps = std::function<void(std::size_t done, std::size_t all)>;

/// An extract starts from its stated position, without clocks. `told` gets each input. The error is one
/// sentence without its full stop.
std::expected<Replayed, std::string> replay(const record::GameEntry& game,
                                            std::span<const record::Entry> inputs,
                                            const std::optional<Extract>& extract = {},
                                            const Steps& told = {});

/// How many inputs may be shown during an adjournment: those before the sealed move, which is secret until
/// the game resumes, or while it has a result; all if there is none.
std::size_t inputs_before_sealed_move(const record::GameEntry& game, std::span<const record::Entry> inputs);

struct PartOfGame {
    Extract extract;
    std::uint64_t inputs = 0;
};
/// The inputs of these plies (1 = the first) that alone replay to the same moves; more where a hand held a
/// piece at a cut or a later move reveals a promotion piece. Never includes a sealed move.
std::expected<PartOfGame, std::string> part_of_game(const record::GameEntry& game,
                                                    std::span<const record::Entry> inputs, int first_ply,
                                                    int last_ply);

} // namespace adoube::evidence

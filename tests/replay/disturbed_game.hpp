#pragma once
// Games for what must hold of any log whatever, and what is to be compared.

#include "tests/replay/dice.hpp"

#include "daemon/umpire/game/umpire.hpp"

namespace adoube::replay {

/// A game by hands with nonsense in the middle of it, whose header `header` becomes, or nothing but nonsense.
std::vector<record::Input> disturbed(record::Header& header, std::uint64_t seed, Dice& dice);

/// All that an umpire says, in its last byte.
std::string all_of(const umpire::Umpire& umpire);

} // namespace adoube::replay

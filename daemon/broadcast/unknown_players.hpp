#pragma once
// Sites that show broadcasts leave a game out, without a word, where they do not know who plays.

#include "daemon/broadcast/public_tags.hpp"

namespace adoube::broadcast {

/// "White has no name, and a site …", or empty. A name is none if it is "?", one letter, "unknown" or "bye",
/// unless there is a FIDE id.
std::string doubt_of_players(const PublicTags& tags);

} // namespace adoube::broadcast

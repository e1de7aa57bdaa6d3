#pragma once
// `adoube evidence note NOTE PGN --key VKEY`: is this the PGN of a game that the hall signed? Offline.

#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct NoteOptions {
    std::string note, pgn; // files, as saved from /games/ID.note and /games/ID.pgn
    std::string key;       // the hall's, as it published it
    bool json = false;
};

/// 1 if something does not match, and what; 2 unreadable, or no such note.
int run_evidence_note(const NoteOptions& options, Streams io);

} // namespace adoube::tools

#pragma once
// The full sheet: from a game's record, with draw offers, claims, illegal moves and what an arbiter changed.
// For arbiters, operators and the two players; never for the public.

#include "daemon/evidence/replay.hpp"
#include "daemon/record/arbiter_only.hpp"
#include "daemon/sheet/sheet.hpp"

namespace adoube::sheet {

struct Recorded {
    record::GameEntry game;
    std::vector<record::Entry> inputs;
    std::string checkpoint{}; // the last signed note of it; empty: nothing was signed
    /// In the hall, "15:04": a game that goes on is marked as in play then, and has its completed moves
    /// alone.
    std::string now{};
};

/// `site`: where the hall's pages are, "https://live.example.org"; may be empty. The QR code is the address
/// of the game's page there with the signed checkpoint behind "#" (checkpoint_in); without an address the
/// checkpoint itself. Never tells a sealed move. The error is one sentence without its full stop.
std::expected<Written, std::string> written_of(const Recorded& recorded, std::string_view site);

/// The signed note that such a QR code holds, in either form; empty if there is none.
std::string checkpoint_in(std::string_view code);

} // namespace adoube::sheet

#pragma once
// Who plays whom in a round, from whatever file. Texts are UTF-8; empty or 0: not given.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::tournament {

struct Player {
    int start_number = 0;
    std::string name;       // as in the file: "Adams, Ann"
    std::string title;      // "GM", "WIM"
    std::string rating;     // digits
    std::string federation; // "ENG"
    std::string fide_id;    // digits
    std::string team;
    double points = 0; // before the round
    int rank = 0;      // as the file has it
    friend bool operator==(const Player&, const Player&) = default;
};

struct Pairing {
    int board = 0; // 0: none is given
    Player white, black;
    friend bool operator==(const Pairing&, const Pairing&) = default;
};

struct Absent : Player {
    std::string why; // "half-point bye"
};

struct RoundPairings {
    int round = 0;
    std::vector<Pairing> pairings;
    std::vector<Absent> byes;           // who does not play
    std::vector<std::string> faults{};  // where the file contradicts itself, one sentence each
    std::set<int> rounds{};             // all that the file has
    std::string date{};                 // "2026.11.29"
    std::vector<std::string> remarks{}; // what of the file was not understood, one sentence each
};

/// Neither empty nor "?", one letter, "bye" or "unknown": such a game is dropped by broadcast sites.
bool is_known_name(std::string_view name);

/// "g" and "GM" become "GM", "wf" and "ff" "WFM".
std::string title_from(std::string_view text);

/// White, WhiteTitle, WhiteElo, … of the game, and the start numbers, which no public exit shows.
std::map<std::string, std::string, std::less<>> tags_of(const Pairing& pairing);

/// The same person: by start number, FIDE id or name, the first that both have.
bool is_same(const Player& one, const Player& other);

} // namespace adoube::tournament

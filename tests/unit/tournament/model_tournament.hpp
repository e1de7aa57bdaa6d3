#pragma once
// A tournament as another program has it, and writes it as TRF: from the format's description alone.

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace adoube::tests {

struct ModelTournament {
    struct Player {
        int number;
        std::string title, name, rating, federation, fide_id;
    };
    struct Game {
        int white, black;
        std::string result; // "1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-"; empty: open
    };
    std::vector<Player> players;
    std::vector<std::vector<Game>> rounds; // in order of boards
    /// By round (from 1) and player: H, F, U or Z.
    std::map<std::pair<int, int>, char> byes;
    std::string line_end = "\n";
    std::string other_records; // above the players

    double points(int player) const;
    std::string trf() const;

    /// Names with and without accents, all kinds of titles; nobody has an opponent yet.
    static ModelTournament of(int players, std::mt19937_64& random);
    /// Everybody plays, but for an odd one; colours and opponents at random.
    void pair_round(std::mt19937_64& random);
};

/// Any result, forfeits among them.
std::string any_result(std::mt19937_64& random);

} // namespace adoube::tests

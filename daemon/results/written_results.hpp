#pragma once
// The results of a round for other programs: as CSV, as PGN, or in the pairing program's TRF.

#include "daemon/results/hall_results.hpp"

namespace adoube::results {

std::string csv_of(const std::vector<HallGame>& games);
std::string pgn_of(const std::vector<HallGame>& games);
/// "open: Adams, Ann - Baker, Ben, board 3", each.
std::vector<std::string> open_games(const std::vector<HallGame>& games);

struct WrittenTrf {
    std::string bytes;
    std::vector<std::string> doubts; // games that are not in the file, or of which it says otherwise
    std::vector<std::string> open;   // of the file's, as open_games
};
/// Nothing in the file is changed but the results of that round and the points; federation and arbiters of
/// the event are added where it has none. Players are found by start number, FIDE id or name.
WrittenTrf trf_with(const std::vector<HallGame>& games, tournament::Trf trf, int round);

} // namespace adoube::results

// The rules against other programs, where installed.
#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/chess/perft.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/chess/random_positions.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>
#include <vector>

using namespace adoube::chess;

namespace {

/// Empty if not installed.
std::string program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(std::string(path != nullptr ? path : "") + ":/usr/games:/usr/local/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const auto file = std::filesystem::path(folder) / name; access(file.c_str(), X_OK) == 0)
            return file;
    return "";
}

std::string run(const std::string& command, const std::string& input) {
    const auto file = std::filesystem::temp_directory_path() / ("adoube-oracle-" + std::to_string(getpid()));
    std::ofstream(file) << input;
    std::string output;
    if (FILE* pipe = popen((command + " <" + file.string() + " 2>/dev/null").c_str(), "r")) {
        char buffer[4096];
        while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe))
            output.append(buffer, size);
        pclose(pipe);
    }
    std::filesystem::remove(file);
    return output;
}

std::string with_shredder_letters(const Position& position) {
    std::istringstream words(position.fen());
    std::string pieces, side, castling, rest;
    words >> pieces >> side >> castling;
    std::getline(words, rest);
    std::string letters;
    for (const Side of : {Side::white, Side::black}) {
        Bitboard rooks = position.castling_rooks(of);
        while (rooks != 0)
            letters += static_cast<char>((of == Side::white ? 'A' : 'a') + file_of(pop(rooks)));
    }
    return pieces + ' ' + side + ' ' + (letters.empty() ? "-" : letters) + rest;
}

} // namespace

TEST_CASE("Stockfish counts as many moves in random positions, Chess960 included") {
    const std::string stockfish = program("stockfish");
    if (stockfish.empty()) {
        WARN("skipped: stockfish is not installed");
        return;
    }
    Random random(adoube::tests::seed(1));
    std::vector<Position> positions;
    std::string input = "setoption name UCI_Chess960 value true\n";
    for (int n = 0; n < 300; ++n) {
        Position position = n % 3 == 0 ? random_placement(random) : random_start(random);
        for (auto left = pick(random, 40); left > 0 && position.has_legal_move(); --left) {
            const MoveList moves = position.legal_moves();
            position.play(moves[pick(random, moves.size())]);
        }
        positions.push_back(position);
        input += "position fen " + with_shredder_letters(position) + "\ngo perft 3\n";
    }
    std::istringstream lines(run(stockfish, input + "quit\n"));
    std::size_t at = 0;
    const std::string mark = "Nodes searched: ";
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(mark)) continue;
        REQUIRE(at < positions.size());
        CAPTURE(positions[at].fen());
        REQUIRE(perft(positions[at], 3) == std::stoull(line.substr(mark.size())));
        ++at;
    }
    CHECK(at == positions.size());
}

TEST_CASE("pgn-extract reads our PGN and writes the same moves") {
    const std::string pgn_extract = program("pgn-extract");
    if (pgn_extract.empty()) {
        WARN("skipped: pgn-extract is not installed");
        return;
    }
    Random random(adoube::tests::seed(2));
    std::string pgn;
    std::vector<std::string> san_lines, uci_lines;
    for (int n = 0; n < 200; ++n) {
        PgnGame game;
        if (n % 4 == 0)
            game.start =
                *Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        Position position = game.start;
        std::string san, uci;
        for (auto left = 1 + pick(random, 120); left > 0 && position.has_legal_move(); --left) {
            const MoveList moves = position.legal_moves();
            const Move move = moves[pick(random, moves.size())];
            game.moves.push_back({move, 1000 * left, std::nullopt});
            san += to_san(position, move) + ' ';
            uci += to_uci(move) + ' '; // pgn-extract writes the promoted piece as a capital
            if (move.kind == MoveKind::promotion) uci[uci.size() - 2] = to_char({Side::white, move.promoted});
            position.play(move);
        }
        pgn += to_pgn(game);
        san_lines.push_back(san + '*');
        uci_lines.push_back(uci + '*');
    }
    const auto lines_of = [&](const std::string& options) {
        std::istringstream text(
            run(pgn_extract + " -s -C -w100000 --notags --nomovenumbers " + options, pgn));
        std::vector<std::string> lines;
        for (std::string line; std::getline(text, line);)
            if (!line.empty()) lines.push_back(line);
        return lines;
    };
    for (const auto& [ours, theirs] :
         {std::pair(san_lines, lines_of("-Wsan")), std::pair(uci_lines, lines_of("-Wuci"))}) {
        REQUIRE(theirs.size() == ours.size());
        for (std::size_t at = 0; at < ours.size(); ++at) REQUIRE(theirs[at] == ours[at]);
    }
}

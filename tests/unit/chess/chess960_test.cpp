#include "daemon/chess/chess960.hpp"

#include "tests/catch.hpp"

#include <set>

using namespace adoube::chess;

TEST_CASE("a start position of Chess960 has another number than Scharnagl gave it, or is none") {
    const auto rank = [](int number) { return chess960_start(number).fen().substr(0, 8); };
    CHECK(chess960_start(518).repetition_key() == Position::start().repetition_key());
    CHECK(rank(0) == "bbqnnrkr");
    CHECK(rank(1) == "bqnbnrkr");
    CHECK(rank(16) == "bbnqnrkr");
    CHECK(rank(96) == "bbqnrnkr");
    CHECK(rank(534) == "rnbkqbnr");
    CHECK(rank(959) == "rkrnnqbb");
    std::set<std::string> all;
    for (int number = 0; number < chess960_starts; ++number) {
        const auto letters = rank(number);
        CAPTURE(number, letters);
        all.insert(letters);
        CHECK(letters.find('b') % 2 != letters.rfind('b') % 2);
        CHECK(letters.find('r') < letters.find('k'));
        CHECK(letters.find('k') < letters.rfind('r'));
        CHECK(std::popcount(chess960_start(number).castling_rooks(Side::white)) == 2);
        CHECK(std::popcount(chess960_start(number).castling_rooks(Side::black)) == 2);
    }
    CHECK(all.size() == 960);
}

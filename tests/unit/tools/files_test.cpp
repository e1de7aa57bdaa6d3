#include "tools/adoube/common/files.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>
#include <sstream>

using namespace adoube::tools;

TEST_CASE("lines are read as they stand, whatever is in them, and whether or not the last one ends") {
    for (const auto seed : adoube::tests::seeds({300, 5'000})) {
        std::mt19937_64 random(seed);
        std::string text;
        for (auto more = random() % 6; more > 0; --more) {
            const std::size_t lengths[]{0, 1, 4094, 4095, 4096, 8190, random() % 20'000};
            text += std::string(lengths[random() % 7], random() % 4 == 0 ? '\0' : 'x');
            if (more > 1 || random() % 2 == 0) text += '\n';
        }
        CAPTURE(seed, text.size());
        std::istringstream one(text), other(text);
        for (std::string line, expected; std::getline(other, expected);) {
            REQUIRE(read_line(one, line) == Line::read);
            REQUIRE(line == expected);
            REQUIRE(one.eof() == other.eof());
        }
        std::string line;
        REQUIRE(read_line(one, line) == Line::end);
    }
}

TEST_CASE("a line without end is not held") {
    std::istringstream in(std::string(4 * longest_line, 'x'));
    std::string line;
    CHECK(read_line(in, line) == Line::too_long);
    CHECK(line.capacity() <= 2 * longest_line + 8192);
    std::istringstream longest(std::string(longest_line, 'x') + '\n');
    CHECK(read_line(longest, line) == Line::read);
    CHECK(line.size() == longest_line);
}

#include "daemon/chess/position.hpp"
#include "daemon/drivers/certabo/known_tags.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
namespace certabo = adoube::drivers::certabo;

namespace {

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

constexpr certabo::Tag tag_base = 0x0102030400;

/// The start position, every piece with a tag of its own.
certabo::Tags start_tags(certabo::Tag base = tag_base) {
    certabo::Tags tags;
    for (unsigned at = 0; at < 64; ++at)
        if (at < 16 || at >= 48) tags.squares[at] = base + at + 1;
    return tags;
}

std::string line_of(const certabo::Tags& tags) {
    std::string line = ":";
    for (int rank = 7; rank >= 0; --rank)
        for (int file = 0; file < 8; ++file)
            for (int byte = 4; byte >= 0; --byte)
                line += (line.size() > 1 ? " " : "") +
                        std::to_string(tags.squares[static_cast<std::size_t>(8 * rank + file)] >> (8 * byte) &
                                       255);
    return line + "\r\n";
}

wire::Squares start_contents() {
    wire::Squares squares;
    const auto start = chess::Position::start();
    for (unsigned at = 0; at < 64; ++at)
        if (const auto piece = start.at(static_cast<chess::Square>(at)))
            squares.set(at, wire::content_from_char(chess::to_char(*piece)));
    return squares;
}

constexpr unsigned e2 = 12, e4 = 28, d3 = 19, d6 = 43, e5 = 36;

} // namespace

TEST_CASE("a Certabo board's tags are of other squares than from a8 along the ranks") {
    const auto results = certabo::Decoder().feed(bytes_of(line_of(start_tags())));
    REQUIRE(results.size() == 1);
    CHECK(std::get<certabo::Tags>(results[0].value()).squares == start_tags().squares);
}

TEST_CASE("a Sentio board's squares are others than from rank 8 down, file a in the highest bit") {
    const auto results = certabo::Decoder().feed(bytes_of(":128 255 0 0 0 16 255 1\r\n"));
    REQUIRE(results.size() == 1);
    CHECK(std::get<certabo::Occupied>(results[0].value()).squares ==
          (1ULL << 56 | 0xffULL << 48 | 1ULL << 19 | 0xffULL << 8 | 1ULL << 7));
}

TEST_CASE("a line that is none of a Certabo board's is believed, or costs the next") {
    struct {
        const char* line;
        const char* told;
    } const rows[] = {
        {":1 2 3\r\n", "a line of 3 numbers"},
        {"1 2 3 4 5 6 7 8\r\n", "a line that does not begin with a colon"},
        {":1 2 3 4 5 6 7 256\r\n", "a line with something else than numbers of a byte"},
        {":1 2 3 4 5 6 7 -8\r\n", "a line with something else than numbers of a byte"},
        {":1 2 3 4 5 6 7 8x\r\n", "a line with something else than numbers of a byte"},
        {":1 2 3 4 5 6 7 :8\r\n", "a line with something else than numbers of a byte"},
    };
    const std::string good = "L:0 0 0 0 0 0 255 255\r\n";
    for (const auto& row : rows) {
        CAPTURE(row.line);
        const auto results = certabo::Decoder().feed(bytes_of(row.line + good));
        REQUIRE(results.size() == 2);
        CHECK(results[0].error() == row.told);
        CHECK(std::get<certabo::Occupied>(results[1].value()).squares == 0xffff);
    }
    const auto endless = certabo::Decoder().feed(bytes_of(std::string(100'000, '1') + "\n" + good));
    REQUIRE(endless.size() == 2);
    CHECK(endless[0].error() == "a line that is too long");
    CHECK(certabo::Decoder().feed(bytes_of("\r\nL\r\nD\r\n")).empty());
}

TEST_CASE("pieces are learnt from another position than the start, or from too few lines") {
    certabo::KnownTags known;
    auto moved = start_tags();
    std::swap(moved.squares[e2], moved.squares[e4]);
    for (int n = 0; n < 40; ++n) CHECK(!known.learn(moved));
    CHECK(known.squares_of(moved).at(e4) == wire::Content::occupied);
    for (int n = 0; n < certabo::KnownTags::lines_wanted - 1; ++n) CHECK(!known.learn(start_tags()));
    CHECK(known.is_learning());
    CHECK(known.learn(start_tags()));
    CHECK(!known.is_learning());
    CHECK(known.squares_of(start_tags()) == start_contents());
    CHECK(known.squares_of(moved).at(e4) == wire::Content::white_pawn);
}

TEST_CASE("squares that flicker while pieces are learnt give a piece another name") {
    std::mt19937_64 random(tests::seed(17));
    certabo::KnownTags known;
    bool learnt = false;
    for (int n = 0; n < 15 && !learnt; ++n) {
        auto tags = start_tags();
        tags.squares[random() % 16] = random() % 2 == 0 ? 0 : 77;
        learnt = known.learn(tags);
    }
    REQUIRE(learnt);
    CHECK(known.squares_of(start_tags()) == start_contents());
}

TEST_CASE("spare queens on d3 and d6 are not learnt") {
    certabo::KnownTags known;
    auto tags = start_tags();
    tags.squares[d3] = 1001;
    tags.squares[d6] = 1002;
    for (int n = 0; n < certabo::KnownTags::lines_wanted; ++n) known.learn(tags);
    certabo::Tags promoted;
    promoted.squares[e5] = 1001;
    promoted.squares[e4] = 1002;
    promoted.squares[e2] = 1003;
    CHECK(known.squares_of(promoted).at(e5) == wire::Content::white_queen);
    CHECK(known.squares_of(promoted).at(e4) == wire::Content::black_queen);
    CHECK(known.squares_of(promoted).at(e2) == wire::Content::occupied);
}

TEST_CASE("pieces that are known and set up wrongly are learnt anew, or another set is not") {
    certabo::KnownTags known;
    for (int n = 0; n < certabo::KnownTags::lines_wanted; ++n) known.learn(start_tags());
    auto wrong = start_tags();
    std::swap(wrong.squares[3], wrong.squares[4]); // king and queen
    wrong.squares[0] = 99;                         // a rook that is not known
    for (int n = 0; n < 40; ++n) CHECK(!known.learn(wrong));
    CHECK(known.squares_of(wrong).at(3) == wire::Content::white_king);
    const auto other = start_tags(0x0909090900);
    for (int n = 0; n < certabo::KnownTags::lines_wanted; ++n) known.learn(other);
    CHECK(known.squares_of(other) == start_contents());
}

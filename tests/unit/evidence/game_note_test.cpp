#include "daemon/evidence/game_note.hpp"

#include "daemon/tlog/checkpoint.hpp"
#include "recorded_game.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using namespace adoube::evidence;

namespace {

constexpr std::string_view pgn = "[Result \"1-0\"]\n\n1. e4 1-0\n";
const GameNote note = note_on("Open-r1-b3", chess::Result::white_wins, pgn);

std::string refusal(const std::string& text) {
    const auto read = parse_game_note(text);
    return read ? std::string() : read.error();
}

} // namespace

TEST_CASE("a signed game is other bytes than others read, or the next time") {
    CHECK(to_text(note) == "adoube-game-pgn/v1\ngame Open-r1-b3\nresult 1-0\n"
                           "pgn 04a150cf521a9568f95e1aac381f2ec744ac334af8eb878a85f9371c6e2f1572\n");
    CHECK(parse_game_note(to_text(note)) == note);
    const auto signed_once = signed_note(tests::hall_key, note);
    CHECK(to_text(signed_once) == to_text(signed_note(tests::hall_key, note)));
    const auto read = tlog::parse_note(to_text(signed_once));
    REQUIRE(read);
    CHECK(is_signed_by(*read, tests::hall_key.verifier()) == tlog::Signed::yes);
    CHECK(is_signed_by(*read, tests::other_key.verifier()) == tlog::Signed::no);
}

TEST_CASE("another file passes for the PGN that was signed") {
    CHECK(is_on(note, pgn));
    CHECK_FALSE(is_on(note, std::string(pgn) + '\n'));
    CHECK_FALSE(is_on(note, pgn.substr(1)));
    CHECK_FALSE(is_on(note, ""));
}

TEST_CASE("what is no note of a game is taken for one, or one for a checkpoint, or in two spellings") {
    const auto text = to_text(note), hash = note.pgn_sha256;
    for (const auto& [wrong, why] : std::vector<std::pair<std::string, std::string>>{
             {"", "it begins otherwise"},
             {text.substr(0, text.size() - 1), "it is not written as it must be"},
             {text + "more\n", "it is not written as it must be"},
             {"adoube-game-pgn/v1\ngame \nresult 1-0\npgn " + hash + "\n", "it names no game"},
             {"adoube-game-pgn/v1\ngame a b\nresult 1-0\npgn " + hash + "\n", "it names no game"},
             {"adoube-game-pgn/v1\nresult 1-0\ngame a\npgn " + hash + "\n", "it names no game"},
             {"adoube-game-pgn/v1\ngame a\nresult *\npgn " + hash + "\n", "it tells no result"},
             {"adoube-game-pgn/v1\ngame a\nresult 2-0\npgn " + hash + "\n", "it tells no result"},
             {"adoube-game-pgn/v1\ngame a\nresult 1-0\npgn " + hash.substr(1) + "\n",
              "it holds no SHA-256 of a PGN"},
             {"adoube-game-pgn/v1\ngame a\nresult 1-0\npgn " + std::string(64, 'A') + "\n",
              "it holds no SHA-256 of a PGN"},
             {"adoube-game-pgn/v1\ngame a\nresult 1-0\n", "it holds no SHA-256 of a PGN"},
         }) {
        CAPTURE(wrong);
        CHECK(refusal(wrong) == why);
    }
    CHECK_FALSE(tlog::parse_checkpoint(text));
    CHECK_FALSE(parse_game_note(tests::RecordedGame().checkpoints.back().text));
}

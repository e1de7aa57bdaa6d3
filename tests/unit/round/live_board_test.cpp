#include "daemon/round/live_board.hpp"
#include "tests/catch.hpp"
#include "tests/unit/round/hands_at_board.hpp"

using namespace adoube;
using chess::Position;
using chess::Side;
using chess::Square;
using record::Sensing;
using tests::OneTable;

namespace {

std::string placement(const round::LiveSquares& squares) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank)
        for (int file = 0; file < 8; ++file) {
            const auto piece = squares[static_cast<std::size_t>(rank * 8 + file)];
            text += piece ? chess::to_char(*piece) : '.';
            if (file == 7 && rank > 0) text += '/';
        }
    return text;
}

std::string placement(const Position& position) {
    round::LiveSquares squares;
    for (int at = 0; at < 64; ++at)
        squares[static_cast<std::size_t>(at)] = position.at(static_cast<Square>(at));
    return placement(squares);
}

/// Hands on one sight: "-e5 +e5=n" lifts what stands on e5, and puts a black knight there.
struct Touches {
    umpire::Sight sight;
    GameMs t_ms{1000};

    Touches(Sensing sensing, const Position& position) : sight(sensing) { sight.show(position); }
    void make(const std::string& text) {
        for (std::size_t at = 0; at < text.size(); t_ms += 100) {
            const auto end = std::min(text.find(' ', at), text.size());
            const auto square = *chess::square_from(text.substr(at + 1, 2));
            if (text[at] == '-') {
                sight.lift(square, t_ms);
            } else {
                const auto piece = *chess::piece_from_char(text[at + 4]);
                sight.drop(square, {piece.side, piece.type}, t_ms);
            }
            at = end + 1;
        }
    }
};

struct Case {
    const char *what, *fen, *touches;
    const char* expected; // placement; "/" for the same as the start
};

const auto pawn_and_pieces = "r3k2r/1P3ppp/8/3pP3/8/5N2/5PPP/R3K2R w KQkq d6 0 1";
constexpr const char* free_board = "r...k..r/.P...ppp/......../...pP.../......../.....N../.....PPP/R...K..R";

} // namespace

TEST_CASE("what stands on a board is shown as hands leave it, whatever its sensors tell") {
    const auto cases = std::to_array<Case>({
        {"at rest", pawn_and_pieces, "", free_board},
        {"a piece in the air is gone", pawn_and_pieces, "-f3",
         "r...k..r/.P...ppp/......../...pP.../......../......../.....PPP/R...K..R"},
        {"and is where it comes down", pawn_and_pieces, "-f3 +g5=N",
         "r...k..r/.P...ppp/......../...pP.N./......../......../.....PPP/R...K..R"},
        {"also where no move leads", pawn_and_pieces, "-f3 +a6=N",
         "r...k..r/.P...ppp/N......./...pP.../......../......../.....PPP/R...K..R"},
        {"a piece touched and put back", pawn_and_pieces, "-f3 +f3=N", free_board},
        {"two pieces adjusted at once", pawn_and_pieces, "-f3 -h1 +f3=N +h1=R", free_board},
        {"a victim in the hand", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "-e5",
         "....k.../......../......../......../......../.....N../......../....K..."},
        {"the victim first", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "-e5 -f3 +e5=N",
         "....k.../......../......../....N.../......../......../......../....K..."},
        {"the captor first", "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "-f3 -e5 +e5=N",
         "....k.../......../......../....N.../......../......../......../....K..."},
        {"a capture, and the reply begun", "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "-e5 -f3 +e5=N -d6",
         "....k.../......../......../....N.../......../......../......../....K..."},
        {"in passing, the victim last", pawn_and_pieces, "-e5 +d6=P",
         "r...k..r/.P...ppp/...P..../...p..../......../.....N../.....PPP/R...K..R"},
        {"in passing, all in the air first", pawn_and_pieces, "-e5 -d5 +d6=P",
         "r...k..r/.P...ppp/...P..../......../......../.....N../.....PPP/R...K..R"},
        {"the king before the rook", pawn_and_pieces, "-e1 +g1=K",
         "r...k..r/.P...ppp/......../...pP.../......../.....N../.....PPP/R.....KR"},
        {"and the rook in the air", pawn_and_pieces, "-e1 +g1=K -h1",
         "r...k..r/.P...ppp/......../...pP.../......../.....N../.....PPP/R.....K."},
        {"castled", pawn_and_pieces, "-e1 +g1=K -h1 +f1=R",
         "r...k..r/.P...ppp/......../...pP.../......../.....N../.....PPP/R....RK."},
        {"castled with two hands", pawn_and_pieces, "-e1 -h1 +g1=K +f1=R",
         "r...k..r/.P...ppp/......../...pP.../......../.....N../.....PPP/R....RK."},
        {"a new queen", pawn_and_pieces, "-b7 +b8=Q",
         "rQ..k..r/.....ppp/......../...pP.../......../.....N../.....PPP/R...K..R"},
        {"a capture that promotes", pawn_and_pieces, "-a8 -b7 +a8=Q",
         "Q...k..r/.....ppp/......../...pP.../......../.....N../.....PPP/R...K..R"},
        {"the new square seen first", pawn_and_pieces, "+h4=N -f3",
         "r...k..r/.P...ppp/......../...pP.../.......N/......../.....PPP/R...K..R"},
    });
    for (const auto sensing : {Sensing::presence, Sensing::colour, Sensing::identity})
        for (const auto& [what, fen, touches, expected] : cases) {
            INFO(what << ", " << touches << ", sensing " << static_cast<int>(sensing));
            const auto position = *Position::from_fen(fen);
            Touches hands(sensing, position);
            hands.make(touches);
            CHECK(placement(round::live_squares(hands.sight, position)) == expected);
        }
}

TEST_CASE("a board that tells pieces apart shows what is seen, against all that the game knows") {
    const auto position = *Position::from_fen(pawn_and_pieces);
    Touches hands(Sensing::identity, position);
    hands.make("-b7 +b8=N -f3 +f3=q");
    CHECK(placement(round::live_squares(hands.sight, position)) ==
          "rN..k..r/.....ppp/......../...pP.../......../.....q../.....PPP/R...K..R");
}

TEST_CASE("a faulty square shows the piece of the game, and a piece from nowhere is not guessed") {
    const auto position = *Position::from_fen(pawn_and_pieces);
    Touches hands(Sensing::presence, position);
    hands.make("-f3");
    hands.sight.mask(*chess::square_from("f3"), true);
    CHECK(placement(round::live_squares(hands.sight, position)) == free_board);
    hands.make("+c6=N");
    CHECK(placement(round::live_squares(hands.sight, position)) == free_board);
}

TEST_CASE("after every legal move of many games, on every kind of board, the position stands") {
    for (const auto sensing : {Sensing::presence, Sensing::colour, Sensing::identity}) {
        auto position = Position::start();
        Touches board(sensing, position);
        const auto moves = tests::moves_of(tests::short_game);
        for (const auto& input : tests::SimpleHands(500, Sensing::identity).play(moves)) {
            if (const auto* lift = std::get_if<record::Lift>(&input.what))
                board.sight.lift(lift->square, input.t_ms);
            if (const auto* drop = std::get_if<record::Drop>(&input.what))
                board.sight.drop(drop->square, drop->piece, input.t_ms);
            if (!std::holds_alternative<record::Press>(input.what)) continue;
            const auto made = moves[static_cast<std::size_t>(2 * (position.fullmove_number() - 1) +
                                                             (position.to_move() == Side::black))];
            CHECK(placement(round::live_squares(board.sight, position)) == placement(position.after(made)));
            position.play(made);
        }
        CHECK(placement(position) ==
              ".n.Rkb.r/p....ppp/....q.../....p.B./....P.../......../PPP..PPP/..K.....");
    }
}

TEST_CASE_METHOD(OneTable,
                 "a program sees a table's board with the piece in the hand gone, its serial number, and "
                 "completed moves apart from the one that only stands") {
    const auto live = [&] { return hall.round().live_board(round::TableId{0}); };
    hall.run(10);
    CHECK(live().connected);
    CHECK(live().serial == "00000000000000a1");
    CHECK(live().number == 1);
    CHECK(placement(live().squares) == placement(Position::start()));
    hands.lift(12);
    CHECK(placement(live().squares) ==
          "rnbqkbnr/pppppppp/......../......../......../......../PPPP.PPP/RNBQKBNR");
    CHECK(live().game.moves.empty());
    hands.drop(28);
    CHECK(placement(live().squares) ==
          "rnbqkbnr/pppppppp/......../......../....P.../......../PPPP.PPP/RNBQKBNR");
    hall.run(20);
    CHECK(live().game.moves.size() == 1);
    CHECK(live().completed.moves.empty());
    hands.press(Side::white);
    hall.run(2);
    CHECK(live().completed.moves.size() == 1);
    CHECK(placement(live().completed.position) == placement(live().squares));
    hall.unplug(0);
    CHECK_FALSE(live().connected);
    CHECK(live().serial == "00000000000000a1");
}

TEST_CASE_METHOD(OneTable, "nothing is seen of a board that is not durable") {
    hall.run(10);
    hall.disk_works = false;
    hands.lift(12);
    CHECK(placement(hall.round().live_board(round::TableId{0}).squares) == placement(Position::start()));
    hall.disk_works = true;
    hall.run(2);
    CHECK(placement(hall.round().live_board(round::TableId{0}).squares) != placement(Position::start()));
}

TEST_CASE_METHOD(
    OneTable, "whoever is to look at a board is told of every touch, and before a game of what is set up") {
    hall.run(10);
    bool told = false;
    hall.look_at = [&](std::size_t table) { told |= table == 0; };
    hands.after_each = [&] { CHECK(std::exchange(told, false)); };
    hands.play("e4 e5");
}

TEST_CASE_METHOD(OneTable,
                 "hands that are followed over a slow disk leave something out, or are seen too early") {
    const auto moves = tests::moves_of("e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Bg4 Be2 Nc6 O-O O-O-O");
    std::vector<std::string> squares, completed;
    hall.run(10);
    hall.touched = [&](const round::Work::Touched& touched) {
        squares.push_back(placement(touched.squares));
        completed.push_back(placement(touched.completed));
    };
    hands.play("Nf3 Nf6 Ng1 Ng8");
    CHECK(squares.empty());
    hall.round().follow_hands(round::TableId{0});
    hall.disk_works = false;
    hands.play("e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Bg4 Be2 Nc6 O-O O-O-O");
    CHECK(squares.empty());
    hall.disk_works = true;
    hall.run(2);
    auto position = Position::start();
    auto seen = squares.begin(), seen_completed = completed.begin();
    for (const auto move : moves) {
        position.play(move);
        seen = std::find(seen, squares.end(), placement(position));
        seen_completed = std::find(seen_completed, completed.end(), placement(position));
        REQUIRE(seen != squares.end());
        REQUIRE(seen_completed != completed.end());
    }
}

TEST_CASE_METHOD(OneTable, "when the game is over and the start stands again, the start is seen") {
    hands.play("f3 e5 g4 Qh4#");
    hall.run(20);
    const auto live = [&] { return placement(hall.round().live_board(round::TableId{0}).squares); };
    CHECK(live() == "rnb.kbnr/pppp.ppp/......../....p.../......Pq/.....P../PPPPP..P/RNBQKBNR");
    hands.set_up();
    hall.run(5);
    CHECK(live() == placement(Position::start()));
}

TEST_CASE("a board that stands turned is seen as the players see it") {
    for (const auto sensing : {wire::Sensing::presence, wire::Sensing::identity}) {
        auto seat = tests::seat(1);
        tests::Hall hall({seat});
        tests::ScriptedBoard board(1, 0, 0xA1);
        board.sensing = sensing;
        tests::HandsAtBoard hands(hall, board);
        wire::Squares squares;
        for (unsigned at = 0; at < 64; ++at) squares.set(63 - at, hands.squares().at(at));
        board.place(squares);
        hall.plug(0, board);
        hall.run(10);
        auto position = Position::start();
        for (const auto move : tests::moves_of("e4 e5 Nf3 Nc6")) {
            const auto from = 63U - static_cast<unsigned>(index(move.from));
            const auto to = 63U - static_cast<unsigned>(index(move.to));
            const auto content = squares.at(from);
            hands.happen({0, wire::EventKind::lift, static_cast<std::uint8_t>(from), content});
            hands.happen({0, wire::EventKind::drop, static_cast<std::uint8_t>(to), content});
            squares.set(from, wire::Content::empty), squares.set(to, content);
            hands.press(position.to_move());
            position.play(move);
        }
        hall.run(10);
        CHECK(placement(hall.round().live_board(round::TableId{0}).squares) == placement(position));
    }
}

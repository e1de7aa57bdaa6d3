#include "daemon/round/outcome.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/round/squares_in_words.hpp"
#include "daemon/umpire/game/umpire.hpp"
#include "daemon/umpire/hands/orientation.hpp"
#include "tests/catch.hpp"
#include "tests/simple_hands.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <set>

using namespace adoube;
using chess::Result;
using chess::Side;
using record::Sensing;

namespace {

/// A game in which an arbiter speaks.
class Desk {
  public:
    Desk(const std::string& moves, const record::Header& header, umpire::Turn turn = umpire::Turn::none)
        : umpire_(header) {
        const auto start = chess::Position::from_fen(header.start_fen).value_or(chess::Position::start());
        const auto played = tests::moves_of(moves, start);
        for (const auto& input : tests::SimpleHands(1000, header.sensing, start).play(played))
            feed(umpire::turned(input, turn));
    }
    std::string say(const record::What& what) {
        t_ms_ += 1000;
        const auto before = standing();
        feed({t_ms_, what});
        return round::outcome(what, before, standing()).told();
    }

  private:
    void feed(const record::Input& input) {
        t_ms_ = input.t_ms;
        umpire_.feed(input);
        if (const auto* dismiss = std::get_if<record::Dismiss>(&input.what))
            dismissed_.insert(dismiss->incident);
    }
    round::Standing standing() const {
        const auto incidents = umpire_.incidents();
        const auto proposals = umpire_.proposals();
        return {umpire_.header().laws,
                umpire_.record(t_ms_),
                umpire_.board(),
                {incidents.begin(), incidents.end()},
                {proposals.begin(), proposals.end()},
                umpire_.paused(),
                umpire_.has_sealed_move(),
                {umpire_.offers_draw(chess::Side::white), umpire_.offers_draw(chess::Side::black)},
                dismissed_};
    }

    umpire::Umpire umpire_;
    std::set<int> dismissed_;
    GameMs t_ms_;
};

record::Header with_clock() {
    record::Header header;
    header.time_control = "3600+30";
    return header;
}

record::What command(const std::string& line) {
    const auto input = record::parse_input("{\"t\":0," + line + "}", Sensing::presence);
    if (!input) FAIL(line + ": " + input.error());
    return input->what;
}

constexpr const char* promoting = "e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxa8=Q";
/// Threefold repetition, White to move.
constexpr const char* repeating = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

/// Said in turn; `told` answers the last.
struct Row {
    const char* moves;
    std::vector<const char*> said;
    const char* told;
};

const Row rows[] = {
    // --- the arbiter's ---
    {"e4 d6", {R"("arbiter":{"do":"takeback"})"}, "taken back: 1… d6; on the board d6 must go back to d7"},
    {"e4 d5 exd5",
     {R"("arbiter":{"do":"takeback","plies":3})"},
     "taken back: 1. e4 1… d5 2. exd5; on the board d5 must go back to e2 and a black pawn must stand on "
     "d7"},
    {"e4 d5 exd5",
     {R"("arbiter":{"do":"takeback","plies":1})"},
     "taken back: 2. exd5; on the board d5 must go back to e4 and a black pawn must stand on d5"},
    {"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O",
     {R"("arbiter":{"do":"takeback"})"},
     "taken back: 4. O-O; on the board g1 must go back to e1 and f1 must go back to h1"},
    {"", {R"("arbiter":{"do":"takeback"})"}, "nothing is taken back"},
    {"e4 e5",
     {R"("resign":"b")", R"("arbiter":{"do":"takeback"})"},
     "taken back: 1… e5; on the board e5 must go back to e7; result 1-0 taken back: the game goes on"},
    {"f3 e5 g4",
     {R"("arbiter":{"do":"move","san":"Qh4"})", R"("arbiter":{"do":"takeback"})"},
     "taken back: 2… Qh4#; result 0-1 taken back: the game goes on"},
    {"e4",
     {R"("offer":"w")", R"("accept":"b")",
      R"("arbiter":{"do":"position","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})"},
     "the game is back at its start; on the board e4 must go back to e2; result 1/2-1/2 taken back: the "
     "game goes on"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"-/+"})",
      R"("arbiter":{"do":"position","fen":"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"})"},
     "the game goes on from the position entered, Black to move; on the board 31 squares must be put "
     "right; result 0-1 (rules infraction) taken back: the game goes on"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"1-0"})", R"("arbiter":{"do":"move","san":"e5"})"},
     "1… e5 entered; on the board e7 must go to e5; result 1-0 stands"},
    {"e4", {R"("arbiter":{"do":"move","san":"d6"})"}, "1… d6 entered; on the board d7 must go to d6"},
    {"e4",
     {R"("arbiter":{"do":"move","san":"d6"})", R"("arbiter":{"do":"move","san":"d6"})"},
     "it was made already: 1… d6"},
    {"e4 d6", {R"("arbiter":{"do":"move","san":"d6"})"}, "it was made already: 1… d6"},
    {"f3 e5 g4",
     {R"("arbiter":{"do":"move","san":"Qh4"})"},
     "2… Qh4# entered; on the board d8 must go to h4; the game is over, 0-1"},
    {"e4",
     {R"("arbiter":{"do":"position","fen":"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"})"},
     "the game goes on from the position entered, Black to move; on the board 31 squares must be put right"},
    {"e4 e5",
     {R"("arbiter":{"do":"position","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"})"},
     "the game is back after 1. e4; on the board e5 must go back to e7"},
    {"e4",
     {R"("arbiter":{"do":"position","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})"},
     "the game is back at its start; on the board e4 must go back to e2"},
    {"e4", {R"("arbiter":{"do":"result","result":"1-0"})"}, "result 1-0 entered"},
    {"e4", {R"("arbiter":{"do":"result","result":"-/+"})"}, "result -/+ entered"},
    {"e4", {R"("arbiter":{"do":"result","result":"-/-"})"}, "result -/- entered"},
    {"f3 e5 g4 Qh4", {R"("arbiter":{"do":"result","result":"0-1"})"}, "result 0-1 confirmed"},
    {"f3 e5 g4 Qh4",
     {R"("arbiter":{"do":"result","result":"0-1"})", R"("arbiter":{"do":"result","result":"0-1"})"},
     "it stood already: result 0-1"},
    {"f3 e5 g4 Qh4", {R"("arbiter":{"do":"result","result":"1-0"})"}, "result 1-0 entered, instead of 0-1"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"0-1"})", R"("arbiter":{"do":"result","result":"0-1"})"},
     "it stood already: result 0-1"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"-/+"})", R"("arbiter":{"do":"result","result":"-/+"})"},
     "it stood already: result -/+"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"0-1"})", R"("arbiter":{"do":"result","result":"-/+"})"},
     "result -/+ entered, instead of 0-1"},
    {"e4",
     {R"("flag":"b")", R"("arbiter":{"do":"result","result":"1-0"})"},
     "result 1-0 (time forfeit) entered"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"1-0"})", R"("arbiter":{"do":"result","result":"*"})"},
     "result 1-0 taken back: the game goes on"},
    {"e4", {R"("arbiter":{"do":"result","result":"*"})"}, "the game had no result, and goes on"},
    {"e4", {R"("arbiter":{"do":"time","w":3600000,"b":3500000})"}, "time: White 1:00:00, Black 0:58:20"},
    {"e4", {R"("arbiter":{"do":"time","b":-5000})"}, "time: White 1:00:27, Black -0:00:05"},
    {promoting, {R"("arbiter":{"do":"promoted","square":"a8","piece":"N"})"}, "promoted: 5. bxa8=N"},
    {"e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nc6 bxa8=Q Qd7 Qxc8+",
     {R"("arbiter":{"do":"promoted","square":"a8","piece":"N"})"},
     "the pawn stays what it was, 5. bxa8=Q: else a move after it would not be legal"},
    {"e4", {R"("arbiter":{"do":"promoted","square":"a8","piece":"N"})"}, "no pawn was promoted on a8"},
    {"e4",
     {R"("flag":"b")", R"("arbiter":{"do":"dismiss","incident":1})"},
     "dismissed: incident 1, move 1, Article 6.9: Black's flag fell; White can mate by some series of legal "
     "moves."},
    {"e4",
     {R"("flag":"b")", R"("arbiter":{"do":"dismiss","incident":1})",
      R"("arbiter":{"do":"dismiss","incident":1})"},
     "it was dismissed already: incident 1, move 1, Article 6.9: Black's flag fell; White can mate by some "
     "series of legal moves."},
    {"e4", {R"("arbiter":{"do":"pause"})"}, "paused: White 1:00:27, Black 0:59:59"},
    {"e4",
     {R"("arbiter":{"do":"pause"})", R"("arbiter":{"do":"pause"})"},
     "the game was paused already: White 1:00:27, Black 0:59:59"},
    {"e4", {R"("arbiter":{"do":"resume"})"}, "the game was not paused"},
    {"e4",
     {R"("arbiter":{"do":"pause"})", R"("arbiter":{"do":"resume"})"},
     "the game goes on: Black's clock runs, White 1:00:27, Black 0:59:59"},
    {"e4", {R"("arbiter":{"do":"adjourn"})"}, "adjourned: White 1:00:27, Black 0:59:59"},
    {"e4",
     {R"("arbiter":{"do":"adjourn","sealed":"d6"})"},
     "adjourned; the sealed move is kept until it resumes: White 1:00:27, Black 0:59:59"},
    {"e4",
     {R"("arbiter":{"do":"adjourn","sealed":"d6"})", R"("arbiter":{"do":"resume"})"},
     "the game goes on with 1… d6: White's clock runs, White 1:00:27, Black 0:59:59; on the board d7 must "
     "go to d6"},
    {"e4",
     {R"("arbiter":{"do":"adjourn","sealed":"d3"})", R"("arbiter":{"do":"resume"})"},
     "the game goes on: Black's clock runs, White 1:00:27, Black 0:59:59; proposal 1, move 1, Article I.8: "
     "Black's "
     "sealed move, \"d3\", names no legal move: White wins. (result 1-0)"},
    {"e4",
     {R"("arbiter":{"do":"result","result":"1-0"})", R"("arbiter":{"do":"adjourn"})"},
     "the game is over, and cannot be adjourned"},
    {"e4",
     {R"("arbiter":{"do":"pause"})", R"("arbiter":{"do":"result","result":"1-0"})",
      R"("arbiter":{"do":"resume"})"},
     "the game is over: nothing resumes"},
    // --- the players' ---
    {"e4", {R"("offer":"w")"}, "noted: White offers a draw"},
    {"e4", {R"("accept":"b")"}, "Black has no offer to accept: nothing changes"},
    {"e4", {R"("offer":"w")", R"("accept":"b")"}, "Black accepts the draw: result 1/2-1/2"},
    {"e4", {R"("offer":"w")", R"("decline":"b")"}, "noted: Black declines a draw"},
    {"e4", {R"("decline":"b")"}, "Black has no offer to decline: nothing changes"},
    {"e4", {R"("offer":"b")", R"("decline":"b")"}, "Black has no offer to decline: nothing changes"},
    {"e4", {R"("resign":"b")"}, "Black resigns: result 1-0"},
    {"e4",
     {R"("arbiter":{"do":"position","fen":"4k3/8/8/8/8/8/8/R3K3 w - - 0 1"})", R"("resign":"w")"},
     "White resigns: result 1/2-1/2, as Black cannot mate by any series of legal moves (Article 5.1.2)"},
    {"e4",
     {R"("arbiter":{"do":"position","fen":"6Qk/8/8/8/8/8/8/K7 b - - 0 1"})", R"("resign":"b")"},
     "Black resigns: result 1/2-1/2, as White cannot mate by any series of legal moves (Article 5.2.2)"},
    {"e4",
     {R"("flag":"b")"},
     "incident 1, move 1, Article 6.9: Black's flag fell; White can mate by some series of legal moves; "
     "proposal 1, move 1, Article 6.9: Black's flag fell before the moves required were completed: White "
     "wins. (result 1-0)"},
    {"e4",
     {R"("flag":"b")", R"("flag":"b")"},
     "told before: incident 1, move 1, Article 6.9: Black's flag fell; White can mate by some series of "
     "legal moves."},
    {"e4 e5",
     {R"("claim":"w","on":"repetition")"},
     "noted: White claims a draw; proposal 1, move 2, Article 9.5.3: White's claim of threefold repetition "
     "is incorrect: Black gets 2 minutes more, and the game goes on. (time b=+120)"},
    {repeating,
     {R"("claim":"w","on":"repetition")"},
     "noted: White claims a draw; proposal 1, move 5, Article 9.5.2: White's claim of threefold repetition "
     "is correct: the game is drawn. (result 1/2-1/2)"},
    {"e4 e5",
     {R"("claim":"b","on":"fifty","move":"Nf6")"},
     "noted: Black claims a draw; proposal 1, move 2, Article 9.4: Black's claim of fifty moves by Nf6 is "
     "not to be heard: the opponent has the move."},
    {"e4", {R"("adjust":"b")"}, "noted: Black said j'adoube"},
    {"e4", {R"("call":"w")"}, "noted: White called the arbiter"},
    {"e4",
     {R"("arbiter":{"do":"tags","tags":{"BlackTitle":"","White":"Ann Adams"}})"},
     "corrected: BlackTitle is taken away, White \"Ann Adams\""},
};

} // namespace

TEST_CASE("an arbiter is told something else than what his command did, or nothing") {
    std::set<std::size_t> commands;
    for (const auto& row : rows) {
        CAPTURE(row.moves, row.said.back());
        Desk desk(row.moves, with_clock());
        std::string told;
        for (const auto* said : row.said) {
            const auto what = command(said);
            commands.insert(what.index());
            told = desk.say(what);
        }
        CHECK(told == row.told);
    }
    // Every command and player's word; board inputs are none.
    for (std::size_t kind = 0; kind < std::variant_size_v<record::What>; ++kind) {
        const std::set<std::size_t> of_the_board{
            record::What(record::Lift{}).index(),  record::What(record::Drop{}).index(),
            record::What(record::Press{}).index(), record::What(record::Snapshot{}).index(),
            record::What(record::Gap{}).index(),   record::What(record::ClockReading{}).index(),
            record::What(record::Mask{}).index(),  record::What(record::BoardChange{}).index(),
        };
        CAPTURE(kind);
        CHECK(commands.contains(kind) != of_the_board.contains(kind));
    }
}

TEST_CASE(
    "what hands have to do is told wrongly where the board stands turned, knows more, or stands right") {
    CHECK(Desk("e4 e5 Nf3 d6", with_clock(), umpire::Turn::half).say(record::TakeBack{1}) ==
          "taken back: 2… d6; on the board d6 must go back to d7");
    record::Header no_clock;
    CHECK(Desk("e4", no_clock).say(record::Pause{}) == "paused: no clock is kept");
    auto known = with_clock();
    known.sensing = Sensing::identity;
    Desk desk(promoting, known);
    CHECK(desk.say(record::TakeBack{1}) ==
          "taken back: 5. bxa8=Q; on the board a white pawn must stand on b7 and a black rook must stand on "
          "a8");
    CHECK(desk.say(record::PlayMove{"bxa8=Q"}) == "5. bxa8=Q entered"); // the board still shows it
}

TEST_CASE("a square is to be filled from itself, or from one whose piece belongs elsewhere") {
    struct Misplaced {
        const char* stands; // FENs
        const char* wanted;
        const char* told;
        const char* was = "";
    };
    const Misplaced rows[] = {
        {"k7/8/8/8/8/8/8/3KQ3 w - - 0 1", "k7/8/8/8/8/8/8/3QK3 w - - 0 1",
         "a white queen must stand on d1 and a white king must stand on e1"},
        {"4k3/8/8/8/8/8/8/2KQ1R2 w - - 0 1", "4k3/8/8/8/8/8/8/2QRK3 w - - 0 1",
         "d1 must go to c1, f1 must go to d1, and c1 must go to e1"},
        {"4k3/8/8/8/8/8/8/3BK3 w - - 0 1", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
         "a white queen must stand on d1"},
        {"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", "e4 must go to d2"},
        {"4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
         "d5 must go to e4 and a black pawn must stand on d5", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.stands, row.wanted);
        umpire::Sight board(Sensing::identity);
        const auto wanted = *chess::Position::from_fen(row.wanted);
        board.show(*chess::Position::from_fen(row.stands));
        const auto was = chess::Position::from_fen(row.was).value_or(wanted);
        CHECK(round::to_put_right(board, was, wanted) == row.told);
    }
}

TEST_CASE_METHOD(tests::OneTable,
                 "a result for a board whose cable is out is told as if all of its moves were there") {
    hands.play("e4 e5");
    hall.run(10);
    hall.unplug(0);
    hall.run(40);
    REQUIRE(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    hall.run(10);
    CHECK(hall.answers.back().text == "result 1/2-1/2 entered; its board is not connected, and moves that it "
                                      "has kept will not be in the game");
    for (const record::What& harmless :
         {record::What(record::SetTags{{{"White", "Wilma"}}}), record::What(record::Call{Side::white})}) {
        REQUIRE(hall.say(1, harmless).empty());
        hall.run(10);
        CHECK(hall.answers.back().text.find("not connected") == std::string::npos);
    }
    hall.plug(0, board);
    hall.run(40);
    REQUIRE(hall.say(1, record::SetResult{chess::Result::white_wins}).empty());
    hall.run(10);
    CHECK(hall.answers.back().text == "result 1-0 entered, instead of 1/2-1/2");
}

// Unsupervised rapid and blitz: an answered illegal move stands (A.5.2; 2018: A.4, 2009: A.4c and B.3c, 2001:
// C3), and earlier play is kept.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/laws/articles.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/game/scoresheet.hpp"
#include "tests/tier.hpp"
#include "tests/unit/umpire/article_test.hpp"

#include <string>

using namespace adoube;
using namespace adoube::umpire;

namespace {

constexpr auto rapid = RateOfPlay::rapid, blitz = RateOfPlay::blitz;

struct Answered {
    const char* what;
    const char* script;
    const char* before; // PGN comment: play before the record begins anew
    const char* moves;  // since then
    const char* incidents = "illegal-move w 1";
    const char* start = "";
};

/// A pinned knight; the rook can be seen to take the king.
constexpr auto pinned = "4r1k1/p7/8/8/8/8/4N3/4K3 w - - 0 1";

const Answered stands[] = {
    {"answered", "-e2 +e5 w -d7 +d6 b", "1. e2-e5", "d7d6"},
    {"the answer not pressed for", "-e2 +e5 w -d7 +d6 -g1 +f3 w", "1. e2-e5", "d7d6 g1f3"},
    {"the game goes on", "-e2 +e4 w -e7 +e5 b -f1 +h4 w -g8 +f6 b -b1 +c3 w", "1. e4 e5 2. Bf1-h4",
     "g8f6 b1c3", "illegal-move w 3"},
    {"the illegal move takes a piece", "-e7 -e2 +e7=P w -g8 +f6 b", "1. e2xe7", "g8f6"},
    {"the answer takes it", "-e2 +e6 w -d7 -e6 +e6=p b -g1 +f3 w", "1. e2-e6", "d7e6 g1f3"},
    {"the answer takes it, its piece off first", "-e2 +e6 w -e6 -d7 +e6=p b -g1 +f3 w", "1. e2-e6",
     "d7e6 g1f3"},
    {"the answer takes it, and looks like what it had taken put back", "-g7 -a1 +g7=Q w -g7 -f6 +g7=q b",
     "1. Qa1xg7", "f6g7", "illegal-move w 1", "4k3/6p1/5q2/4P3/8/8/8/Q3K3 w - - 0 1"},
    {"the answer takes one of two, seen there before its own square is seen empty",
     "-e2 +e5 w -c2 +c2=n/-b4 900 b", "1. e2-e5", "b4c2", "illegal-move w 1",
     "4k3/8/8/8/1n6/8/P1P1P3/4K3 w - - 0 1"},
    {"the piece slid over a square where it could go, and was seen on both",
     "-b1 +c3/+d4=N/-c3 1500 w -d7 +d6 b", "1. Nb1-d4", "d7d6"},
    {"the opponent presses it back, and then answers", "-e2 +e5 w b 1000 -d7 +d6 b", "1. e2-e5", "d7d6"},
    {"the opponent touches a piece, thinks, and moves it", "-e2 +e5 w -d7 +d7 9000 -d7 +d6 b", "1. e2-e5",
     "d7d6"},
    {"a pawn that goes astray to the last rank is a queen", "-a7 +b8=Q w -e8 +d7 b", "1. a7-b8=Q", "e8d7",
     "illegal-move w 1", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"},
    {"the king loses the right to castle", "-e1 +e3 w -a7 +a6 b", "1. Ke1-e3", "a7a6", "illegal-move w 1",
     "4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1"},
    {"the king left attacked: the record begins after the answer", "-e2 +c3 w -a7 +a6 b -c3 +e2 w",
     "1. Ne2-c3 a6+", "c3e2", "illegal-move w 1", pinned},
    {"the king left attacked, and the answer not pressed for", "-e2 +c3 w -a7 +a6 -c3 +e2 w", "1. Ne2-c3 a6+",
     "c3e2", "illegal-move w 1", pinned},
    {"answered by an illegal move, which was answered", "-e2 +e5 w -d7 +d4 b -g1 +f3 w", "1. e2-e5 d7-d4",
     "g1f3", "illegal-move w 1; illegal-move b 2"},
    {"answered by an illegal capture", "-e2 +e5 w -c2 -d7 +c2=p b -g1 +f3 w", "1. e2-e5 d7xc2", "g1f3",
     "illegal-move w 1; illegal-move b 2"},
    {"answered by an illegal capture of what moved, its victim off first",
     "-e2 +e5 w -e5 -d7 +e5=p b -g1 +f3 w -g8 +f6 b", "1. e2-e5 d7xe5", "g1f3 g8f6",
     "illegal-move w 1; illegal-move b 2"},
    {"answered by an illegal move, which was taken back", "-e2 +e5 w -d7 +d4 b -d4 +d7 -d7 +d6 b -g1 +f3 w",
     "1. e2-e5", "d7d6 g1f3", "illegal-move w 1; illegal-move b 2"},
    {"taken back, made again, and answered", "-e2 +e5 w -e5 +e2 -e2 +e5 w -d7 +d6 b", "1. e2-e5", "d7d6",
     "illegal-move w 1; illegal-move w 1"},
    {"taken back from where it could be taken, made again, and answered",
     "-e2 +e6 w -e6 +e2 -e2 +e6 w -d7 -e6 +e6=p b", "1. e2-e6", "d7e6", "illegal-move w 1; illegal-move w 1"},
    {"the opponent, piece in hand, hears a second press", "-e2 +e5 w -d7 w +d6 b", "1. e2-e5", "d7d6"},
    {"an arbiter takes the answer back", "-e2 +e5 w -d7 +d6 b takeback:1 -d6 +d7 -c7 +c5 b", "1. e2-e5",
     "c7c5"},
    {"an arbiter enters the answer", "-e2 +e5 w b:d6 -d7 +d6 -g1 +f3 w", "1. e2-e5", "d7d6 g1f3"},
    {"an offer declined by the answer", "-e2 +e5 w ow -d7 +d6 b", "1. e2-e5", "d7d6",
     "illegal-move w 1; offer-declined-by-touch b 2"},
};

const Answered does_not_stand[] = {
    {"not answered", "-e2 +e5 w 5000", "", ""},
    {"the answer begun only", "-e2 +e5 w -d7", "", ""},
    {"taken back, and another move made", "-e2 +e5 w -e5 +e2 -e2 +e4 w -d7 +d6 b", "", "e2e4 d7d6"},
    {"moved on from where it stands", "-e2 +e5 w -e5 +e4 w -d7 +d6 b", "", "e2e4 d7d6"},
    {"pressed back, and taken back", "-e2 +e5 w b -e5 +e2 -e2 +e4 w -d7 +d6 b", "", "e2e4 d7d6"},
    {"taken back by the opponent", "-e2 +e6 w -e6 +e2 b -e2 +e4 w -d7 +d6 b", "", "e2e4 d7d6"},
    {"both taken back", "-e2 +e5 w -d7 +d4 b -d4 +d7 -e5 +e2 -e2 +e4 w -g8 +f6 b", "", "e2e4 g8f6"},
    {"a king taken", "-e8 -e2 +e8=P w -d7 +d6 b", "", ""},
    {"a king set next to the other", "-e1 +d7 w -a7 +a6 b", "", "", "illegal-move w 1",
     "4k3/p7/8/8/8/8/8/4K3 w - - 0 1"},
    {"more than one piece moved", "-e2 +e4 -d2 +d4 w 5000", "", "e2e4", "displaced w 1"},
    {"resigned before the answer", "-e2 +e5 w rb", "", ""},
};

Header unsupervised(Edition edition, RateOfPlay rate, Sensing sensing, const char* start) {
    Header header;
    header.laws = edition;
    header.rate_of_play = rate;
    header.supervised = false;
    header.sensing = sensing;
    header.start_fen = start;
    return header;
}

/// "kind side ply; …", without forfeits by illegal moves.
std::string told(const std::vector<Incident>& incidents) {
    std::string text;
    for (const auto& incident : incidents) {
        if (incident.kind == IncidentKind::forfeit_by_illegal_moves) continue;
        text += (text.empty() ? "" : "; ") + std::string(to_string(incident.kind)) +
                (*incident.side == Side::white ? " w " : " b ") + std::to_string(incident.ply);
    }
    return text;
}

/// Every edition, both rates of play, every sensing.
void each_way(auto&& look) {
    for (const auto edition : every_edition)
        for (const auto rate : {rapid, blitz})
            for (const auto sensing : every_sensing) {
                INFO(to_string(edition)
                     << " " << to_string(rate) << ", sensing " << static_cast<int>(sensing));
                look(edition, rate, sensing);
            }
}

void check(const Answered& row, const Header& header) {
    INFO(row.what);
    const auto outcome = umpired(row.script, header);
    CHECK(outcome.moves == row.moves);
    CHECK(told(outcome.incidents) == row.incidents);
    const auto sheet = scoresheet(header, outcome.record);
    CHECK(sheet.comment == row.before);
    const auto read = chess::PgnReader(to_pgn(sheet)).next();
    REQUIRE((read && *read));
    CHECK((*read)->start == outcome.record.game.start());
    CHECK((*read)->moves.size() == outcome.record.moves.size());
}

} // namespace

ARTICLE_TEST(unsupervised_rapid, "A.5.2 (2001: B5, 2009: A.4c, 2018: A.4)",
             "an illegal move that was answered does not stand, or costs moves played before") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        if (rate != rapid) return;
        for (const auto& row : stands) check(row, unsupervised(edition, rate, sensing, row.start));
    });
}

ARTICLE_TEST(unsupervised_blitz, "A.5.2 (2001: C3, 2009: B.3c, 2018: A.4)",
             "an illegal move that was answered does not stand, or costs moves played before") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        if (rate != blitz) return;
        for (const auto& row : stands) check(row, unsupervised(edition, rate, sensing, row.start));
    });
}

TEST_CASE("Article A.5.2: an illegal move stands that was not answered") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        for (const auto& row : does_not_stand) check(row, unsupervised(edition, rate, sensing, row.start));
    });
}

TEST_CASE("Article A.5.2: an illegal move stands although an arbiter supervises the game") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        for (const auto& row : stands) {
            auto header = unsupervised(edition, rate, sensing, row.start);
            header.supervised = true;
            INFO(row.what);
            CHECK(scoresheet(header, umpired(row.script, header).record).comment.empty());
            header.supervised = false;
            header.rate_of_play = RateOfPlay::standard;
            CHECK(scoresheet(header, umpired(row.script, header).record).comment.empty());
        }
    });
}

TEST_CASE("Article A.5.2: a press without a move does not stand once answered, from 2018 on") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        const auto header = unsupervised(edition, rate, sensing, "");
        const auto outcome = umpired("w -e7 +e5 b -g1 +f3 w", header);
        const bool is_offence = edition >= Edition::laws_2018;
        CHECK(outcome.record.before.empty() != is_offence);
        if (!is_offence) return;
        CHECK(scoresheet(header, outcome.record).comment == "1. --");
        CHECK(outcome.moves == "e7e5 g1f3");
        CHECK(told(outcome.incidents) == "press-without-move w 1");
        CHECK(umpired("w -e2 +e4 w -e7 +e5 b", header).moves == "e2e4 e7e5");
    });
}

TEST_CASE("Article A.5.2: the arbiter is told of an illegal move only when he may act on it no more") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        for (const auto& row : stands) {
            const auto header = unsupervised(edition, rate, sensing, row.start);
            INFO(row.what);
            Umpire umpire(header);
            for (const auto& input : inputs_of(row.script, header)) {
                umpire.feed(input);
                if (!umpire.incidents().empty() || std::holds_alternative<Press>(input.what)) break;
            }
            if (row.incidents == std::string_view("illegal-move w 1")) CHECK(umpire.incidents().size() == 1);
        }
    });
}

TEST_CASE("Article A.5.2: the arbiter is not told until when he may act, or that he must wait for a claim") {
    struct Case {
        Edition edition;
        RateOfPlay rate;
        const char* script;
        const char* start;
        const char* condition;
    };
    constexpr auto claimed = " Only if Black claims it before making a move.";
    constexpr auto seen = " Only before Black has made a move.";
    constexpr auto shielding = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1";
    constexpr auto promoting = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (const auto& [edition, rate, script, start, condition] : {
             Case{Edition::laws_2001, rapid, "-e2 +e5 w", "", claimed},
             Case{Edition::laws_2009, rapid, "-e2 +e5 w", "", claimed},
             Case{Edition::laws_2009, blitz, "-e2 +e5 w", "", claimed},
             Case{Edition::laws_2018, rapid, "-e2 +e5 w", "", seen},
             Case{Edition::laws_2023, blitz, "-e2 +e5 w", "", seen},
             Case{Edition::laws_2009, rapid, "-a7 w", promoting, ""},
             Case{Edition::laws_2009, blitz, "-a7 w", promoting, claimed},
             Case{Edition::laws_2009, rapid, "-e2 +d3 w", shielding, claimed},
             Case{Edition::laws_2009, rapid, "-e2 +h5 w", shielding, ""}, // both kings in check
             Case{Edition::laws_2009, blitz, "-e2 +h5 w", shielding, claimed},
         }) {
        const auto header = unsupervised(edition, rate, Sensing::identity, start);
        INFO(to_string(edition) << " " << to_string(rate) << " " << script);
        const auto proposals = umpired(script, header).proposals;
        REQUIRE(proposals.size() == 1);
        const auto text = proposals.front().text.told();
        const bool conditional = text.find(" Only ") != std::string::npos;
        CHECK(conditional == (*condition != '\0'));
        CHECK(text.ends_with(condition));
    }
}

TEST_CASE("Article A.5.2: a game that goes on from the journal is another game") {
    each_way([](Edition edition, RateOfPlay rate, Sensing sensing) {
        for (const auto& row : stands) {
            const auto header = unsupervised(edition, rate, sensing, row.start);
            const auto inputs = inputs_of(row.script, header);
            const auto whole = umpired(inputs, header);
            Umpire recovered(parse_header(to_line(header)).value());
            for (std::size_t split = 0; split <= inputs.size(); ++split) {
                if (split > 0) recovered.feed(parse_input(to_line(inputs[split - 1]), sensing).value());
                if (split % tests::stride() != inputs.size() / 2 % tests::stride()) continue;
                auto umpire = recovered;
                umpire.final_record();
                for (const auto& input : std::span(inputs).subspan(split)) umpire.feed(input);
                const auto record = umpire.final_record();
                INFO(row.what << ", split at " << split);
                REQUIRE(record.game.start() == whole.record.game.start());
                REQUIRE(record.game.position() == whole.record.game.position());
                REQUIRE(record.before.size() == whole.record.before.size());
                REQUIRE(said(umpire.final_incidents()) == said(whole.incidents));
            }
        }
    });
}

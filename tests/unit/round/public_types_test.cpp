// No public type takes an incident, reading, touch, obligation or claim. Each is also tried with what belongs
// there, so that it refuses by type and not by mistake.

#include "daemon/broadcast/delay.hpp"
#include "daemon/broadcast/live_round.hpp"
#include "daemon/broadcast/public_json.hpp"
#include "daemon/broadcast/public_pgn.hpp"
#include "daemon/round/public_view.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/server.hpp"
#include "daemon/umpire/articles/obligation.hpp"
#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/game/umpire.hpp"
#include "daemon/umpire/hands/standing.hpp"
#include "tests/catch.hpp"

#include <type_traits>

using namespace adoube;
using namespace adoube::broadcast;

namespace {

#define PLACE(name, ...)                                                                                     \
    struct name {                                                                                            \
        template<class Told>                                                                                 \
        static constexpr bool takes = requires(PublicGame game, PublicMove move, ClockFace clocks,           \
                                               PublicTags tags, Delay delay, LiveRound live_round,           \
                                               server::Feed feed, server::Server server,                     \
                                               round::PublicView view, const Told told) {                    \
            __VA_ARGS__;                                                                                     \
        };                                                                                                   \
    }

PLACE(Id, game.id = told);
PLACE(Board, game.board = told);
PLACE(Tags, game.tags = told);
PLACE(Start, game.start = told);
PLACE(Current, game.position = told);
PLACE(Chess960, game.chess960 = told);
PLACE(Moves, game.moves.push_back(told));
PLACE(Clocks, game.clocks = told);
PLACE(Outcome, game.result = told);
PLACE(MoveClock, move.clock_ms = told);
PLACE(MovesText, PublicMove{told});
PLACE(Running, clocks.running = told);
PLACE(TimeLeft, clocks.white_ms = told);
PLACE(TagValue, tags.set("White", told));
PLACE(Held, delay.put({}, told));
PLACE(LiveGame, live_round.publish(told));
PLACE(FedGame, feed.publish(told));
PLACE(ServedGame, server.publish(told));
PLACE(Json, broadcast::to_json(told));
PLACE(Pgn, broadcast::to_pgn(told));
PLACE(Record, view.update(told, {}));
PLACE(ViewTag, view.set_tag("White", told));

template<class Place, class Conduct>
void must_refuse(const char* conduct) {
    INFO(conduct);
    CHECK_FALSE(Place::template takes<Conduct>);
}

template<class Place, class Belongs>
void takes_no_conduct() {
    using namespace umpire;
    CHECK(Place::template takes<Belongs>);
    must_refuse<Place, Incident>("an incident");
    must_refuse<Place, std::vector<Incident>>("incidents");
    must_refuse<Place, std::span<const Incident>>("incidents");
    must_refuse<Place, IncidentKind>("the kind of an incident");
    must_refuse<Place, ForArbiter>("what an arbiter is told");
    must_refuse<Place, laws::Rule>("a rule that was broken");
    must_refuse<Place, Reading>("a reading");
    must_refuse<Place, PlyInProgress>("what the hands do");
    must_refuse<Place, PlayedMove>("a move with its incidents");
    must_refuse<Place, Standing>("a move that may stand");
    must_refuse<Place, Touch>("a touch");
    must_refuse<Place, Breach>("a breach");
    must_refuse<Place, Obligation>("an obligation");
    must_refuse<Place, Umpire>("the umpire");
    must_refuse<Place, Input>("an input");
    must_refuse<Place, What>("what a board tells");
    must_refuse<Place, Lift>("a lift");
    must_refuse<Place, Press>("a press");
    must_refuse<Place, Adjust>("j'adoube");
    must_refuse<Place, Offer>("an offer");
    must_refuse<Place, Flag>("a flag");
    must_refuse<Place, Claim>("a claim");
    must_refuse<Place, Call>("a call of the arbiter");
    must_refuse<Place, Dismiss>("an arbiter's command");
}

} // namespace

TEMPLATE_PRODUCT_TEST_CASE("what players did has a place in what the public sees", "", (std::pair),
                           ((Id, std::string), (Board, int), (Tags, PublicTags), (Start, chess::Position),
                            (Current, chess::Position), (Chess960, bool), (Moves, PublicMove),
                            (Clocks, ClockFace), (Outcome, chess::Result), (MoveClock, std::int64_t),
                            (MovesText, PublicMove), (Running, chess::Side), (TimeLeft, std::int64_t),
                            (TagValue, std::string), (Held, PublicGame), (LiveGame, PublicGame),
                            (FedGame, PublicGame), (ServedGame, PublicGame), (Json, PublicGame),
                            (Pgn, PublicGame), (Record, umpire::GameRecord), (ViewTag, std::string))) {
    takes_no_conduct<typename TestType::first_type, typename TestType::second_type>();
}

TEST_CASE("the public game has got a member that Article 6.14 does not know") {
    [[maybe_unused]] auto [id, board, tags, start, position, chess960, moves, clocks, result, by_time] =
        PublicGame{};
    CHECK((std::is_same_v<decltype(id), std::string> && std::is_same_v<decltype(board), int> &&
           std::is_same_v<decltype(tags), PublicTags> && std::is_same_v<decltype(start), chess::Position> &&
           std::is_same_v<decltype(position), chess::Position> && std::is_same_v<decltype(chess960), bool> &&
           std::is_same_v<decltype(moves), PublicMoves> &&
           std::is_same_v<decltype(clocks), std::optional<ClockFace>> &&
           std::is_same_v<decltype(result), chess::Result> &&
           std::is_same_v<decltype(by_time), bool>)); // which the clocks show
    [[maybe_unused]] auto [white_ms, black_ms, running, at_utc_ms] = ClockFace{};
    CHECK((std::is_same_v<decltype(white_ms), std::int64_t> &&
           std::is_same_v<decltype(black_ms), std::int64_t> &&
           std::is_same_v<decltype(running), std::optional<chess::Side>> &&
           std::is_same_v<decltype(at_utc_ms), UtcMs>));
}

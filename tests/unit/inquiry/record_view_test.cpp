#include "daemon/inquiry/record_view.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/hands/orientation.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <boost/json.hpp>

#include <map>
#include <random>

using namespace adoube;
using inquiry::RecordView;
using tests::RecordedGame;

namespace {

namespace json = boost::json;
using Pieces = std::map<std::string, std::string>; // by square, letters of FEN

Pieces pieces_of(const chess::Position& position) {
    Pieces pieces;
    for (int at = 0; at < 64; ++at)
        if (const auto piece = position.at(static_cast<chess::Square>(at)))
            pieces[to_string(static_cast<chess::Square>(at))] = std::string(1, chess::to_char(*piece));
    return pieces;
}

RecordView view_of(const RecordedGame& recorded) {
    auto view = RecordView::of(recorded.game);
    REQUIRE(view);
    return std::move(*view);
}

RecordView taken(const RecordedGame& recorded) {
    auto view = view_of(recorded);
    REQUIRE(view.take(recorded.inputs));
    return view;
}

json::array rows_of(const RecordView& view, std::uint64_t from = 1) {
    return json::parse(view.to_json(from)).at("inputs").as_array();
}

/// A reader who keeps what the rows change.
struct Reader {
    Pieces pieces = pieces_of(chess::Position::start());
    std::string air, taken, move;
    std::int64_t plies = 0;

    void read(const json::object& row) {
        const auto* squares = row.if_contains("squares");
        for (const auto& [square, piece] : squares ? squares->as_object() : json::object()) {
            pieces.erase(square);
            if (piece.is_string()) pieces[square] = piece.as_string();
        }
        if (const auto* value = row.if_contains("air")) air = value->as_string();
        if (const auto* value = row.if_contains("taken")) taken = value->as_string();
        if (const auto* value = row.if_contains("move")) move = value->as_string();
        if (const auto* value = row.if_contains("plies")) plies = value->as_int64();
    }
};

void say(RecordedGame& recorded, record::What what) {
    const auto last = record::parse_input(recorded.inputs.back().line, record::Sensing::presence)->t_ms;
    recorded.inputs.push_back(
        {record::to_line(record::Input{last + 1000, std::move(what)}), std::nullopt, RecordedGame::utc_ms});
}

} // namespace

TEST_CASE("the board after a touch is another than the hands had left, or a move is not named when it is "
          "completed") {
    const RecordedGame recorded;
    const auto view = taken(recorded);
    const auto rows = rows_of(view);
    REQUIRE(rows.size() == recorded.inputs.size());
    std::vector<chess::Position> positions{chess::Position::start()};
    for (const auto move : tests::moves_of(tests::short_game))
        positions.push_back(positions.back().after(move));
    Reader reader;
    std::int64_t presses = 0;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const auto& row = rows[at].as_object();
        const auto input = record::parse_input(recorded.inputs[at].line, record::Sensing::presence);
        reader.read(row);
        CAPTURE(at + 1, json::serialize(row));
        CHECK(row.at("t").as_int64() == input->t_ms.count());
        if (const auto* lift = std::get_if<record::Lift>(&input->what)) {
            CHECK(row.at("kind") == "lift");
            CHECK_FALSE(reader.pieces.contains(to_string(lift->square)));
            CHECK_FALSE(reader.air.empty());
        }
        if (const auto* drop = std::get_if<record::Drop>(&input->what))
            CHECK(reader.pieces.contains(to_string(drop->square)));
        if (!std::holds_alternative<record::Press>(input->what)) continue;
        ++presses;
        const auto& stands = positions[static_cast<std::size_t>(presses)];
        CHECK(reader.plies == presses);
        CHECK(reader.pieces == pieces_of(stands));
        CHECK(reader.air.empty());
        CHECK(reader.move.starts_with(std::to_string((presses + 1) / 2) + (presses % 2 ? ". " : "... ")));
    }
    CHECK(presses == 33);
    CHECK(reader.move == "17. Rd8#");
}

TEST_CASE("of the pieces off the board another one is told to be taken than the capture under way takes") {
    const RecordedGame recorded;
    const auto rows = rows_of(taken(recorded));
    const auto moves = tests::moves_of(tests::short_game);
    std::vector<chess::Position> positions{chess::Position::start()};
    for (const auto move : moves) positions.push_back(positions.back().after(move));
    Reader reader;
    std::size_t ply = 0, captures = 0;
    for (std::size_t at = 0; at < rows.size(); ++at) {
        reader.read(rows[at].as_object());
        CAPTURE(at + 1, json::serialize(rows[at]));
        for (const char letter : reader.taken) CHECK(reader.air.contains(letter));
        if (!reader.taken.empty()) {
            REQUIRE(positions[ply].is_capture(moves[ply]));
            CHECK(reader.taken == pieces_of(positions[ply]).at(to_string(moves[ply].to)));
            CHECK_FALSE(reader.pieces.contains(to_string(moves[ply].from)));
            ++captures;
        }
        ply += rows[at].at("kind") == "press";
    }
    const auto made = std::ranges::count_if(moves, [&, at = std::size_t{0}](chess::Move move) mutable {
        return positions[at++].is_capture(move);
    });
    CHECK(captures >= 2 * static_cast<std::size_t>(made)); // both in the air, and then the taken one alone
}

TEST_CASE(
    "what was told of a record depends on how it came, or a follower misses an input or gets one twice") {
    const RecordedGame recorded;
    const auto whole = taken(recorded).to_json(1);
    for (const auto seed : tests::seeds({20, 400})) {
        std::mt19937_64 random(seed);
        auto view = view_of(recorded);
        json::array followed;
        for (std::size_t at = 0; at < recorded.inputs.size();) {
            const auto count = std::min<std::size_t>(random() % 7, recorded.inputs.size() - at);
            const auto first = recorded.inputs.begin() + static_cast<std::ptrdiff_t>(at);
            REQUIRE(view.take({first, first + static_cast<std::ptrdiff_t>(count)}));
            at += count;
            CHECK(view.taken() == at);
            for (auto& row : rows_of(view, followed.size() + 1)) followed.push_back(std::move(row));
        }
        CHECK(view.to_json(1) == whole);
        CHECK(json::serialize(followed) == json::serialize(json::parse(whole).at("inputs")));
    }
}

TEST_CASE("a page holds more than it may, or names another one as the next") {
    RecordedGame recorded;
    for (std::size_t at = 0; at < 2 * RecordView::most_at_once; ++at)
        say(recorded, record::Call{chess::Side::white});
    const auto view = taken(recorded);
    std::uint64_t next = 1, seen = 0;
    for (bool more = true; more;) {
        const auto page = json::parse(view.to_json(next));
        CHECK(page.at("from").to_number<std::uint64_t>() == next);
        const auto count = page.at("inputs").as_array().size();
        CHECK(count <= RecordView::most_at_once);
        CHECK(page.at("next").to_number<std::uint64_t>() == next + count);
        next += count;
        seen += count;
        more = page.at("more").as_bool();
    }
    CHECK(seen == recorded.inputs.size());
    const auto end = json::parse(view.to_json(next));
    CHECK(end.at("inputs").as_array().empty());
    CHECK_FALSE(end.at("more").as_bool());
    CHECK(json::parse(view.to_json(next + 1000)).at("next").to_number<std::uint64_t>() == next);
    CHECK(view.to_json(0) == view.to_json(1));
}

TEST_CASE("a sealed move is shown before it is opened") {
    RecordedGame recorded("e4 e5");
    say(recorded, record::Adjourn{"Nf3"});
    say(recorded, record::Call{chess::Side::black});
    auto view = view_of(recorded);
    const auto sealed = recorded.inputs.size() - 2;
    for (const auto& entry : recorded.inputs) REQUIRE(view.take({entry}));
    CHECK(rows_of(view).size() == sealed);
    const auto shown = json::parse(view.to_json(1)).as_object();
    CHECK(shown.at("open") == json::array{"a move is sealed"});
    CHECK(json::serialize(shown.at("inputs")).find("sealed") == std::string::npos);
    CHECK(view.to_json(1).find("Nf3") == std::string::npos);
    CHECK(view.taken() == recorded.inputs.size());
    say(recorded, record::Resume{});
    REQUIRE(view.take({recorded.inputs.back()}));
    CHECK(rows_of(view).size() == recorded.inputs.size());
    CHECK(view.to_json(1).find("Nf3") != std::string::npos);
    CHECK(json::parse(view.to_json(1)).at("open") == json::array{});
}

TEST_CASE("an arbiter reads of squares as a board names them that stands turned round") {
    RecordedGame recorded;
    record::Input start{{}, record::Snapshot{}};
    for (unsigned at = 0; at < 64; ++at)
        if (chess::Position::start().at(static_cast<chess::Square>(at)))
            std::get<record::Snapshot>(start.what).squares[at] = record::Seen{};
    recorded.inputs.insert(recorded.inputs.begin(),
                           {record::to_line(start), std::nullopt, RecordedGame::utc_ms});
    for (auto& entry : recorded.inputs)
        entry.line = record::to_line(umpire::turned(
            record::parse_input(entry.line, record::Sensing::presence).value(), umpire::Turn::half));
    Reader reader;
    std::size_t late_lifts = 0;
    for (const auto& each : rows_of(taken(recorded))) {
        const auto& row = each.as_object();
        reader.read(row);
        if (reader.plies < 6 || row.at("kind") != "lift") continue;
        ++late_lifts;
        CAPTURE(json::serialize(row));
        CHECK(row.at("squares").as_object().contains(std::string(row.at("what").as_string()).substr(0, 2)));
    }
    CHECK(late_lifts > 20);
    CHECK(reader.move == "17. Rd8#");
}

TEST_CASE("moves that are entered at a table without electronics are not on its board") {
    RecordedGame recorded("");
    recorded.inputs.clear();
    const auto enter = [&](const std::string& san) {
        recorded.inputs.push_back({record::to_line(record::Input{GameMs(1000), record::PlayMove{san}}),
                                   std::nullopt, RecordedGame::utc_ms});
    };
    enter("e4");
    enter("e5");
    Reader reader;
    for (const auto& row : rows_of(taken(recorded))) reader.read(row.as_object());
    auto position = chess::Position::start();
    for (const auto move : tests::moves_of("e4 e5")) position = position.after(move);
    CHECK(reader.pieces == pieces_of(position));
    CHECK(reader.move == "1... e5");
}

TEST_CASE("an input that cannot be read is shown as another, or changes the view") {
    RecordedGame recorded("e4");
    auto view = taken(recorded);
    const auto before = view.to_json(1);
    const auto refused = view.take({{R"({"t":9,"lift":"j9"})", std::nullopt, {}}});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().starts_with("input " + std::to_string(recorded.inputs.size() + 1) +
                                      " of game Open-r1-b3"));
    CHECK(view.to_json(1) == before);
    CHECK(view.taken() == recorded.inputs.size());
}

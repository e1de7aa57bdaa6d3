#include "daemon/sheet/hall_sheets.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

using namespace adoube;

namespace {

constexpr std::int64_t now_utc_s = 1'763'650'800; // 15:00 in UTC

/// A hall between the start and the end of its second round.
struct Hall {
    tests::TemporaryFolder folder;
    std::string file = (folder / "hall.journal").string();
    journal::Recorder recorder = journal::Journal::open(file).value().start({});

    /// `damaged`: a game whose record nobody can read.
    explicit Hall(const std::optional<record::GameEntry>& damaged = {}) {
        open(1, 1, {"e4", "e5"}, "1-0");
        open(2, 2, {"c4"}, "");
        open(2, 1, {"d4", "d5", "Nf3"}, "1/2-1/2");
        const auto next = entry(2, 3);
        recorder.put(journal::ArmGame{{"", next.id, next.header, UtcMs(1), "E-r1-b3"}});
        if (damaged) {
            recorder.put(journal::OpenGame{*damaged});
            recorder.put(journal::Append{damaged->id, {"{\"t\":1,\"strange\":1}", {}, UtcMs(1)}});
        }
        recorder.close();
    }

    static record::GameEntry entry(int round, int board) {
        record::Header header;
        header.tags = {{"White", "W" + std::to_string(board)},
                       {"Black", "B" + std::to_string(board)},
                       {"Round", std::to_string(round)}};
        const auto id = "E-r" + std::to_string(round) + "-b" + std::to_string(board);
        return {id, record::to_line(header), UtcMs(1), {}};
    }
    void open(int round, int board, const std::vector<std::string>& sans, const std::string& result) {
        const auto game = entry(round, board);
        recorder.put(journal::OpenGame{game});
        std::int64_t t_ms = 0;
        const auto put = [&](const record::What& what) {
            recorder.put(
                journal::Append{game.id, {record::to_line({GameMs(t_ms += 1000), what}), {}, UtcMs(t_ms)}});
        };
        for (const auto& san : sans) put(record::PlayMove{san});
        if (result.empty()) return;
        put(record::SetResult{result == "1-0" ? chess::Result::white_wins : chess::Result::draw});
        recorder.put(journal::CloseGame{game.id, UtcMs(t_ms)});
    }
    std::expected<sheet::RoundSheets, std::string> sheets(int round, const access::Grant& who) const {
        return sheet::sheets_of_round(
            file, round, who,
            {{sheet::default_letters(), true, {}}, {}, account::LocalTime::of("+01:00").value(), now_utc_s});
    }
};

const access::Grant otto{access::Role::operator_, access::Boards::all(), 0, "Otto"};

std::string told(const sheet::RoundSheets& round) {
    std::string text;
    for (const auto& [id, sheet] : round.sheets)
        text +=
            id + ": " + std::to_string(sheet.rows.size()) + " rows, " + sheet.result + sheet.in_play + '\n';
    for (const auto& missing : round.missing) text += missing + '\n';
    return text;
}

} // namespace

TEST_CASE(
    "the sheets of a round that is played lack a game, have another round's, or stop at one not begun") {
    const Hall hall;
    CHECK(told(hall.sheets(2, otto).value()) == "E-r2-b1: 2 rows, ½–½\n"
                                                "E-r2-b2: 1 rows, In play at 16:00\n"
                                                "board 3, W3 - B3: has not begun\n");
    CHECK(told(hall.sheets(1, otto).value()) == "E-r1-b1: 1 rows, 1–0\n");
    CHECK_FALSE(hall.sheets(3, otto));
}

TEST_CASE("one game that cannot be read keeps the whole round's sheets from whoever asks for them") {
    const Hall hall(Hall::entry(2, 4));
    const auto sheets = hall.sheets(2, otto);
    REQUIRE(sheets);
    const auto round = told(*sheets);
    CAPTURE(round);
    CHECK(round.starts_with("E-r2-b1: 2 rows, ½–½\nE-r2-b2: 1 rows, In play at 16:00\n"));
    CHECK(round.contains("board 4, W4 - B4: "));
    const auto alone = hall.sheets(2, {access::Role::arbiter, *access::Boards::parse("4"), 1, "Anna"});
    REQUIRE_FALSE(alone);
    CHECK(!alone.error().contains("has begun"));
}

TEST_CASE("somebody gets the sheet of a board that is not his, or learns of its game") {
    const Hall hall;
    const auto of = [&](access::Role role, const char* boards) {
        const auto round = hall.sheets(2, {role, *access::Boards::parse(boards), 1, "Anna"});
        return round ? told(*round) : std::string();
    };
    using enum access::Role;
    CHECK(of(arbiter, "2") == "E-r2-b2: 1 rows, In play at 16:00\n");
    CHECK(of(arbiter, "1") == "E-r2-b1: 2 rows, ½–½\n");
    CHECK(of(arbiter, "3").empty()); // it has not begun
    CHECK(of(arbiter, "4").empty());
    CHECK(of(fair_play, "all").empty());
}

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using tests::Hall;
using tests::ScriptedBoard;
using tests::seat;

namespace {

ScriptedBoard board_at_start() {
    ScriptedBoard board(1, 0, 0xA1);
    board.place(tests::start_squares());
    return board;
}

const tlog::SigningKey hall_key{"hall", tlog::SignatureType::note, {1}};

void check_whole(const Hall& hall, const ScriptedBoard& board, const std::vector<record::Input>& sent) {
    CHECK(hall.moves() == tests::short_game);
    CHECK(board.oldest_seq() == board.next_seq());
    std::size_t next = 0;
    for (const auto& entry : hall.inputs()) {
        if (!entry.origin || !entry.origin->sequence) continue;
        REQUIRE(*entry.origin->sequence == next);
        const auto t_ms = record::parse_input(entry.line, record::Sensing::presence)->t_ms;
        REQUIRE(entry.line == record::to_line({t_ms, sent[next].what}));
        ++next;
    }
    CHECK(next == sent.size());
    const auto faults = tests::faults_of_record(hall, hall_key);
    INFO((faults.empty() ? "" : faults.front()));
    CHECK(faults.empty());
}

} // namespace

TEST_CASE("a host killed after any event, with any part of its writing on the disk, loses no move and "
          "doubles none") {
    const auto sent = tests::SimpleHands(200).play(tests::moves_of(tests::short_game));
    for (std::size_t kill_at = 0; kill_at < sent.size(); kill_at += tests::stride()) {
        CAPTURE(kill_at);
        Hall hall({seat(1)}, hall_key);
        auto board = board_at_start();
        hall.plug(0, board);
        hall.run(3);
        for (std::size_t at = 0; at < sent.size(); ++at) {
            board.happen(tests::wire_event(sent[at]));
            hall.disk_works = at + 3 < kill_at || at > kill_at;
            hall.step(at % 3 ? 200 : 1);
            if (at == kill_at) {
                if (at % 2) hall.sync();
                hall.kill();
                hall.disk_works = true;
            }
        }
        hall.run(40);
        check_whole(hall, board, sent);
    }
}

TEST_CASE("kills, cuts, torn bytes and a disk that stops, at random: the game is whole") {
    const auto sent = tests::SimpleHands(200).play(tests::moves_of(tests::short_game));
    for (const auto seed : tests::seeds({40, 400})) {
        CAPTURE(seed);
        Hall hall({seat(1)}, hall_key);
        hall.random.seed(seed);
        hall.torn_percent = 8;
        auto board = board_at_start();
        for (std::size_t at = 0; at < sent.size();) {
            const auto dice = hall.random() % 100;
            if (dice < 40) board.happen(tests::wire_event(sent[at++]));
            if (dice == 50) hall.kill();
            if (dice == 51) hall.unplug(0);
            if (dice == 52) hall.disk_works = false;
            if (dice > 90) hall.disk_works = true;
            if (dice > 80 && !hall.is_plugged(0)) hall.plug(0, board);
            hall.step();
        }
        hall.torn_percent = 0;
        hall.disk_works = true;
        if (!hall.is_plugged(0)) hall.plug(0, board);
        hall.run(100);
        check_whole(hall, board, sent);
    }
}

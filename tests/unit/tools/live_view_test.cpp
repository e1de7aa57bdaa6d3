#include "tests/catch.hpp"
#include "tools/adoube/live/columns.hpp"
#include "tools/adoube/live/need.hpp"
#include "tools/adoube/live/screen.hpp"
#include "tools/adoube/live/watch.hpp"

#include <random>

using namespace adoube;
using namespace adoube::tools;

using Lines = std::vector<std::string>;

namespace {

constexpr UtcMs noon(1'764'331'200'000);

std::string start() { return chess::Position::start().fen(); }

/// BOARD of the feed with more keys, of a game in which so many plies of the Spanish were played.
std::string board(int number, int plies, const std::string& more = {}, const std::string& result = "*") {
    constexpr const char* moves[] = {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"};
    std::string played;
    for (int at = 0; at < plies; ++at)
        played += (at == 0 ? "" : ",") + std::string("[\"") + moves[at] + "\",\"e2e4\",3600000]";
    const char* const side = plies % 2 == 0 ? "w" : "b";
    return R"({"board":)" + std::to_string(number) + R"(,"game":{"board":1,"id":"G)" +
           std::to_string(number) + R"(","tags":{"White":"Ann Adams","Black":"Ben Baker"},"start":")" +
           start() + R"(","fen":"4k3/8/8/8/8/8/8/4K2R )" + side + R"( K - 0 1","keep":0,"begun":)" +
           (plies > 0 ? "true" : "false") + R"(,"moves":[)" + played +
           R"(],"clocks":{"w":3600000,"b":1800000,"running":")" + side +
           R"(","at":1764331200000},"result":")" + result + R"("},"here":true)" + more + "}";
}

std::string incident(int seq, int ply, const std::string& kind = "touch-move") {
    return R"({"seq":)" + std::to_string(seq) + R"(,"t":1,"kind":")" + kind + R"(","article":"4.3","ply":)" +
           std::to_string(ply) + R"(,"move":2,"inputs":[4,6],"text":"Said."})";
}
std::string with_incident(int seq, int ply, const std::string& kind = "touch-move") {
    return R"(,"incidents":[)" + incident(seq, ply, kind) + "]";
}

std::string boards(const Lines& all, const std::string& epoch = "e", int seq = 1) {
    std::string list;
    for (const auto& one : all) list += (list.empty() ? "" : ",") + one;
    return R"({"type":"boards","epoch":")" + epoch + R"(","seq":)" + std::to_string(seq) + R"(,"boards":[)" +
           list + "]}";
}

HallState hall_of(const Lines& all) {
    HallState hall;
    hall.take(boards(all));
    return hall;
}

Lines texts(const Frame& frame) {
    Lines all;
    for (const auto& line : frame) all.push_back(line.text);
    return all;
}

std::string joined(const Frame& frame) {
    std::string all;
    for (const auto& line : frame) all += line.text + '\n';
    return all;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A terminal of our own: rows of text after what was sent.
class Shown {
  public:
    explicit Shown(int rows) : rows_(static_cast<std::size_t>(rows)) {}
    void take(std::string_view bytes) {
        while (!bytes.empty()) {
            if (!bytes.starts_with("\x1b[")) {
                rows_.at(row_) += bytes.front();
                bytes.remove_prefix(1);
                continue;
            }
            const auto end = bytes.find_first_of("HJKm");
            const auto what = bytes.substr(2, end - 2);
            if (bytes[end] == 'J')
                for (auto& row : rows_) row.clear();
            if (bytes[end] == 'H') {
                row_ = static_cast<std::size_t>(std::stoi(std::string(what))) - 1;
                REQUIRE(what.ends_with(";1"));
                rows_.at(row_).clear();
            }
            bytes.remove_prefix(end + 1);
        }
    }
    const Lines& rows() const { return rows_; }

  private:
    Lines rows_;
    std::size_t row_ = 0;
};

} // namespace

TEST_CASE("watch: a board that needs an arbiter stands below one that does not") {
    const struct {
        const char* name;
        std::string board;
        Need need;
        const char* why;
    } cases[] = {
        {"in play", board(1, 3), Need::none, "Black to move"},
        {"not begun", board(1, 0), Need::waiting, "not begun"},
        {"over", board(1, 3, "", "1-0"), Need::over, "result 1-0"},
        {"over, in spite of an incident", board(1, 3, with_incident(1, 4), "1-0"), Need::over, "result 1-0"},
        {"an incident", board(1, 3, with_incident(1, 4)), Need::incident,
         "incident 1, move 2, Article 4.3: Said."},
        {"a move since", board(1, 4, with_incident(1, 3)), Need::incident,
         "incident 1, move 2, Article 4.3: Said."},
        {"both have moved since", board(1, 5, with_incident(1, 3)), Need::none, "Black to move"},
        {"dismissed", board(1, 3, with_incident(1, 4) + R"(,"dismissed":[1])"), Need::none, "Black to move"},
        {"a draw may be claimed", board(1, 3, with_incident(1, 4, "draw-claimable")), Need::remark,
         "incident 1, move 2, Article 4.3: Said."},
        {"a proposal outweighs its incident",
         board(
             1, 3,
             with_incident(1, 4) +
                 R"(,"proposals":[{"seq":1,"ply":4,"move":2,"article":"7.5.5","result":"*","add_ms":[120000,0],"text":"It is."}])"),
         Need::decision, "proposal 1, move 2, Article 7.5.5: It is. (time w=+120)"},
        {"the record", board(1, 3, with_incident(1, 4) + R"(,"lost":"12 inputs are gone")"),
         Need::record_lost, "12 inputs are gone"},
        {"away", board(1, 3, R"(,"trouble":"port P was closed")"), Need::away, "port P was closed"},
        {"squares", board(1, 0, R"(,"notice":"e2 is empty")"), Need::squares, "e2 is empty"},
    };
    for (const auto& [name, told, need, why] : cases) {
        INFO(name);
        const auto hall = hall_of({told});
        const auto standing = standing_of(hall.boards().at(1), noon);
        CHECK(standing.need == need);
        CHECK(standing.why == why);
    }
    const auto late = hall_of({board(1, 3)});
    CHECK(standing_of(late.boards().at(1), noon + 1'799'999).need == Need::none);
    CHECK(standing_of(late.boards().at(1), noon + 1'800'000).why == "Black has no time left");
    const auto hall =
        hall_of({board(1, 3, "", "1-0"), board(2, 0), board(3, 3), board(4, 3, with_incident(1, 4)),
                 board(5, 3, R"(,"trouble":"gone")"), board(6, 2)});
    CHECK(worst_first(hall.boards(), noon) == std::vector{4, 5, 3, 6, 2, 1});
}

TEST_CASE("watch: clocks stand still, or run on the wrong side") {
    const auto hall = hall_of({board(1, 3)}); // Black to move, 30 minutes
    const auto shown = [&](std::int64_t later_ms) {
        return joined(frame_of(hall, {}, {24, 80}, noon + later_ms));
    };
    CHECK(has(shown(0), "  1:00:00 >0:30:00  Black to move"));
    CHECK(has(shown(61'000), "  1:00:00 >0:28:59  Black to move"));
    CHECK(has(shown(-5'000), "  1:00:00 >0:30:00")); // a clock here that is behind adds no time
    CHECK(has(shown(1'802'000), "  1:00:00>-0:00:02  Black has no"));
}

TEST_CASE("watch: a frame has another size than the terminal, whatever is told") {
    std::mt19937 random(7);
    const std::string names[] = {"Ann", "Nguyễn Ngọc Trường Sơn", "棋聖 羽生善治", "\\u001b[2J\\u0007",
                                 "",    std::string(300, 'x')};
    for (int round = 0; round < 300; ++round) {
        Lines all;
        for (int number = 1, count = static_cast<int>(random() % 40); number <= count; ++number) {
            auto one = board(number, static_cast<int>(random() % 7),
                             random() % 3 == 0 ? with_incident(1, static_cast<int>(random() % 7)) : "");
            one.replace(one.find("Ann Adams"), 9, names[random() % std::size(names)]);
            all.push_back(std::move(one));
        }
        const auto hall = hall_of(all);
        const Size size{static_cast<int>(4 + random() % 60), static_cast<int>(20 + random() % 200)};
        const View view{.only = {},
                        .chosen = static_cast<int>(random() % 40),
                        .opened = random() % 2 == 0,
                        .figurines = random() % 2 == 0,
                        .connection = random() % 2 == 0 ? "the daemon ended; trying again" : ""};
        const auto frame = frame_of(hall, view, size, noon);
        REQUIRE(static_cast<int>(frame.size()) == size.rows);
        for (const auto& line : frame) {
            REQUIRE(columns_of(line.text) <= size.columns);
            REQUIRE(line.text.find('\x1b') == std::string::npos);
        }
        const bool is_listed = !view.opened && hall.boards().contains(view.chosen);
        REQUIRE(std::ranges::count(frame, true, &ShownLine::chosen) == (is_listed ? 1 : 0));
    }
}

TEST_CASE("watch: the terminal shows something else than the frame after any number of changes") {
    std::mt19937 random(11);
    Frame before;
    Shown shown(24);
    for (int round = 0; round < 500; ++round) {
        Frame now(24);
        for (auto& line : now)
            if (random() % 2 == 0) line = {std::to_string(random() % 3), static_cast<Tone>(random() % 5)};
        const auto bytes = painted(before, now, random() % 2 == 0);
        shown.take(bytes);
        REQUIRE(shown.rows() == texts(now));
        if (before == now) REQUIRE(bytes.empty());
        before = random() % 20 == 0 ? Frame{} : now; // resized
    }
    CHECK(painted(before, before, true).empty());
    const Frame red{{"!", Tone::urgent}};
    CHECK(has(painted({{}}, red, true), "31"));
    CHECK_FALSE(has(painted({{}}, red, false), "31"));
}

TEST_CASE("watch: a line is told twice, never, or of the wrong board") {
    HallState hall;
    const auto told = [&](const std::string& message) {
        const auto before = hall.boards();
        Lines lines;
        for (const int number : hall.take(message)) {
            const auto known = before.find(number);
            for (const auto& line :
                 news(known == before.end() ? nullptr : &known->second, hall.boards().at(number)))
                lines.push_back(std::to_string(number) + ": " + line);
        }
        return lines;
    };
    const auto change = [](const std::string& keys) {
        return R"({"type":"board","seq":2,"board":3,)" + keys + "}";
    };
    CHECK(told(boards({board(3, 2, with_incident(1, 2))})) ==
          Lines{"3: game G3, Ann Adams - Ben Baker, so far 1... e5",
                "3: incident 1, move 2, Article 4.3: Said."});
    CHECK(told(change(R"("game":{"id":"G3","fen":"x","keep":2,"moves":[["Nf3","g1f3",61000]]})")) ==
          Lines{"3: 2. Nf3 (0:01:01)"});
    CHECK(told(change(R"("game":{"id":"G3","fen":"x","keep":1,"moves":[["c5","c7c5"]]})")) ==
          Lines{"3: 2. Nf3 taken back", "3: 1... e5 taken back", "3: 1... c5"});
    CHECK(told(change(R"("incidents":[)" + incident(2, 3) + "]")) ==
          Lines{"3: incident 2, move 2, Article 4.3: Said."});
    CHECK(told(change(R"("dismissed":[2])")) == Lines{"3: incident 2 dismissed"});
    CHECK(told(change(R"("here":false,"trouble":"port P was closed")")) == Lines{"3: port P was closed"});
    CHECK(told(change(R"("here":true,"trouble":null)")) == Lines{"3: the board is here"});
    CHECK(told(change(R"("game":{"id":"G3","fen":"x","keep":2,"moves":[],"result":"0-1"})")) ==
          Lines{"3: result 0-1"});
    CHECK(hall.resume() == "?epoch=e&seq=2");
    // The daemon was started again and tells all once more; then another game begins.
    CHECK(told(boards({board(3, 2, with_incident(1, 2), "0-1")}, "f")) ==
          Lines{"3: 1... c5 taken back", "3: 1... e5 (1:00:00)"});
    CHECK(told(boards({board(3, 2, with_incident(1, 2), "0-1")}, "g")).empty());
    CHECK(told(change(
              R"("game":{"id":"H","tags":{"White":"Cy"},"fen":"x","keep":0,"moves":[],"result":"*"})")) ==
          Lines{"3: game H, Cy - ?"});
    for (const char* nonsense :
         {"", "{", "[]", "{}", R"({"type":"boards","boards":[1,{"board":"x"}]})", R"({"type":"board"})",
          R"({"type":"board","board":3,"game":{"keep":-1,"moves":[7,[],[7]],"clocks":[]},"incidents":[1]})"})
        CHECK_NOTHROW(told(nonsense));
}

TEST_CASE("watch --json tells another board than was asked for, or not all of them") {
    const auto one = R"({"type":"board","seq":2,"board":3,"here":true})";
    CHECK(feed_line(one, {}) == one);
    CHECK(feed_line(one, {3}) == one);
    CHECK(feed_line(one, {4}).empty());
    HallState hall;
    hall.take(feed_line(boards({board(3, 1), board(4, 1), board(5, 1)}), {3, 5}));
    CHECK(hall.boards().size() == 2);
    CHECK(hall.boards().contains(5));
    CHECK(feed_line("nonsense", {3}).empty());
}

TEST_CASE("watch: a key does something else, or half of one is lost") {
    std::string bytes = "j\x1b[Bk\x1b[A\x1bOB\rqfx\x1b[15~\x1b[";
    CHECK(keys_in(bytes) == std::vector{Key::down, Key::down, Key::up, Key::up, Key::down, Key::open,
                                        Key::back, Key::figurines, Key::other, Key::other});
    bytes += "A";
    CHECK(keys_in(bytes) == std::vector{Key::up});
    CHECK(bytes.empty());
    bytes = "\x1b";
    CHECK(keys_in(bytes) == std::vector{Key::back});
}

TEST_CASE("watch: text takes more columns than it has") {
    CHECK(fitted("Ann", 5) == "Ann  ");
    CHECK(fitted("Annabel", 5) == "Anna…");
    CHECK(fitted_right("7", 3) == "  7");
    CHECK(fitted("羽生善治", 5) == "羽生…");
    CHECK(fitted("羽生善治", 4) == "羽… ");
    CHECK(columns_of("e\u0301") == 1);
    CHECK(fitted("x", 0).empty());
    CHECK(wrapped("one two three", 8) == Lines{"one two", "three"});
    CHECK(wrapped("abcdefghij kl", 4) == Lines{"abcd", "efgh", "ij", "kl"});
    CHECK(wrapped("", 4).empty());
}

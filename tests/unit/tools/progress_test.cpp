#include "tools/adoube/common/progress.hpp"

#include "tests/catch.hpp"

#include <sstream>
#include <vector>

using namespace adoube;
using namespace std::chrono_literals;
using tools::Progress;
using tools::Streams;

namespace {

/// A clock that goes on when it is told.
struct Clock {
    std::chrono::steady_clock::time_point at{};
    Progress::Now now() {
        return [this] { return at; };
    }
};

/// A program whose two outputs are one terminal.
struct Screen {
    std::istringstream in;
    std::stringbuf bytes;
    std::ostream out{&bytes}, err{&bytes};

    Streams streams(int columns = 80) { return {in, out, err, columns}; }

    /// As a terminal shows them.
    std::vector<std::string> lines() const {
        std::vector<std::string> all{""};
        std::size_t column = 0;
        const auto text = bytes.str();
        for (std::size_t at = 0; at < text.size(); ++at) {
            auto& line = all.back();
            if (text[at] == '\n') {
                all.emplace_back();
                column = 0;
            } else if (text[at] == '\r') {
                column = 0;
            } else if (text.substr(at, 3) == "\x1b[K") {
                line.resize(std::min(line.size(), column));
                at += 2;
            } else {
                line.resize(std::max(line.size(), column + 1), ' ');
                line[column++] = text[at];
            }
        }
        return all;
    }
};

} // namespace

TEST_CASE("progress is shown to a program, in a file, or of work that takes no time") {
    const struct {
        int columns;
        bool as_json;
        std::chrono::milliseconds took;
        bool shown;
    } cases[] = {
        {80, false, 2s, true}, {80, false, 900ms, false}, {80, true, 2s, false},
        {0, false, 2s, false}, {0, true, 2s, false},
    };
    for (const auto& [columns, as_json, took, shown] : cases) {
        CAPTURE(columns, as_json, took.count());
        Screen screen;
        Clock clock;
        Progress progress(screen.streams(columns), as_json, clock.now());
        clock.at += took;
        progress.tell(1, 10, "logs");
        CHECK((screen.lines() == std::vector<std::string>{"10 %: logs"}) == shown);
        CHECK(screen.bytes.str().empty() != shown);
    }
}

TEST_CASE("progress tells another share, another time left, or more than a line has room for") {
    const struct {
        std::size_t done, all;
        std::chrono::seconds took;
        int columns;
        const char* what;
        const char* line;
    } cases[] = {
        {0, 8, 2s, 80, "e4.jsonl", "0 %: e4.jsonl"},
        {7, 8, 2s, 80, "e4.jsonl", "87 %: e4.jsonl"},
        {9, 8, 2s, 80, "x", "100 %: x"},
        {1, 10, 60s, 80, "x", "10 %, about 9 min left: x"},
        {5, 10, 30s, 80, "x", "50 %, less than a minute left: x"},
        {1, 100, 60s, 80, "x", "1 %: x"},
        {1200, 0, 60s, 80, "lines", "1200 lines"},
        {5, 10, 2s, 12, "Čmilytė", "50 %: Čmily"},
        {5, 10, 2s, 80, "a\x1b[2Jb", "50 %: a\\u{1b}[2Jb"},
    };
    for (const auto& [done, all, took, columns, what, line] : cases) {
        CAPTURE(line);
        Screen screen;
        Clock clock;
        Progress progress(screen.streams(columns), false, clock.now());
        clock.at += took;
        progress.tell(done, all, what);
        CHECK(screen.lines() == std::vector<std::string>{line});
    }
}

TEST_CASE("progress stays on the screen, or takes away what was written") {
    std::vector<std::string> written;
    Screen screen;
    Clock clock;
    {
        Progress progress(screen.streams(), false, clock.now());
        for (std::size_t done = 0; done < 40; ++done) {
            clock.at += done % 3 == 0 ? 50ms : 400ms;
            progress.tell(done, 40,
                          "a long name of a log that is longer than others " + std::string(done % 7, 'x'));
            if (done % 4 != 0) continue;
            auto& stream = done % 8 == 0 ? screen.out : screen.err;
            const auto line = "sentence " + std::to_string(done);
            if (done % 5 == 0)
                for (const char c : line) stream.put(c);
            else
                stream << line;
            stream << '\n';
            written.push_back(line);
            auto lines = screen.lines();
            CHECK(lines.back().empty()); // the next sentence begins on a line of its own
            lines.pop_back();
            CHECK(lines == written);
        }
    }
    written.emplace_back();
    CHECK(screen.lines() == written);
    screen.out << "after"; // the streams are the program's own again
    CHECK(screen.lines().back() == "after");
}

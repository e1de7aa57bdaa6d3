#include "daemon/adoubed/log_writer.hpp"

#include "tests/catch.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <sstream>
#include <vector>

using adoube::adoubed::LogWriter;
using namespace std::chrono_literals;

namespace {

std::string left_out(std::size_t lines) { return "left out: " + std::to_string(lines) + "\n"; }

/// Only `read` drains it.
class Pipe {
  public:
    Pipe() {
        std::signal(SIGPIPE, SIG_IGN); // a thread may write after it is gone
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        reads = ends[0];
        writes = ends[1];
        ::fcntl(writes, F_SETPIPE_SZ, 4096);
    }
    ~Pipe() { ::close(reads); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    std::string read(std::size_t size) const {
        std::string text(size, ' ');
        for (std::size_t at = 0; at < size;) {
            const auto count = ::read(reads, text.data() + at, size - at);
            REQUIRE(count > 0);
            at += static_cast<std::size_t>(count);
        }
        return text;
    }
    /// Until a line containing `last` is whole.
    std::vector<std::string> read_to(const std::string& last, std::string text = {}) const {
        const auto is_there = [&] {
            const auto at = text.find(last);
            return at != std::string::npos && text.find('\n', at) != std::string::npos;
        };
        while (!is_there()) {
            char bytes[4096];
            const auto count = ::read(reads, bytes, sizeof bytes);
            REQUIRE(count > 0);
            text.append(bytes, static_cast<std::size_t>(count));
        }
        std::vector<std::string> lines;
        std::istringstream all(text);
        for (std::string line; std::getline(all, line);) lines.push_back(line);
        return lines;
    }

    int reads = -1, writes = -1;
};

} // namespace

TEST_CASE("whoever logs waits for a reader who takes nothing, or what waits for him has no bound") {
    const Pipe pipe;
    LogWriter log(pipe.writes, left_out);
    const auto line = [](std::size_t n) { return std::to_string(n) + std::string(500, '.'); };
    const std::size_t all = 20'000;
    for (std::size_t n = 0; n < all; ++n) log.put(line(n) + "\n");
    CHECK_FALSE(log.flush(0ms));
    // A little is read: a new line must not overtake the count of those left out.
    const auto little = pipe.read(600);
    log.put("lost too\n");
    auto lines = pipe.read_to("left out", little);
    const auto told = lines.back();
    lines.pop_back();
    CHECK(told + "\n" == left_out(all + 1 - lines.size()));
    CHECK(lines.size() * line(0).size() < LogWriter::most_bytes + 10'000);
    for (std::size_t n = 0; n < lines.size(); ++n) REQUIRE(lines[n] == line(n));
    log.put("last\n");
    CHECK(pipe.read_to("last") == std::vector<std::string>{"last"});
}

TEST_CASE("a line is lost, or comes before an earlier one, while somebody reads") {
    const Pipe pipe;
    LogWriter log(pipe.writes, left_out);
    std::vector<std::string> put;
    for (int n = 0; n < 4'000; ++n) {
        put.push_back("line " + std::to_string(n));
        log.put(put.back() + "\n");
    }
    CHECK(pipe.read_to(put.back()) == put);
    CHECK(log.flush(30s));
}

TEST_CASE("a disk without room ends the log for good, or is asked without end") {
    const adoube::tests::TemporaryFolder folder;
    const int file = ::open((folder / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    REQUIRE(file >= 0);
    {
        LogWriter log(file, left_out);
        log.put("first\n");
        REQUIRE(log.flush(30s));
        {
            const adoube::tests::FileSizeLimit full(6);
            log.put("lost\n");
            CHECK(log.flush(30s)); // no retry before the next line
            log.put("lost\n");
            CHECK(log.flush(30s));
        }
        log.put("lost, as the first thing to say is how many were\n");
        REQUIRE(log.flush(30s));
        log.put("last\n");
    }
    CHECK(adoube::tests::text_of(folder / "log") == "first\nleft out: 3\nlast\n");
}

TEST_CASE("a program cannot end while nobody reads its log") {
    const Pipe pipe;
    LogWriter log(pipe.writes, left_out);
    for (int n = 0; n < 1000; ++n) log.put(std::string(100, 'x') + "\n");
    CHECK_FALSE(log.flush(10ms));
} // its destructor returns

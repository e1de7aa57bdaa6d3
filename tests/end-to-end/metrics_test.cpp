// What a program sees that watches the daemon: promtool and Prometheus themselves, where they are installed.

#include "board_on_call.hpp"
#include "tests/bench/free_port.hpp"
#include "tests/pdf_text.hpp"
#include "tests/says.hpp"
#include "tests/unit/server/client.hpp"

#include <boost/json.hpp>

#include <csignal>
#include <fstream>
#include <map>

using namespace adoube;
using server::Client;
using tests::BoardOnCall;
using tests::Hall;

namespace {

struct WatchedHall {
    Hall hall{{"pty:board-1", ""}, "tokens = \"hall.tokens\"\n"};
    std::string monitor = token("monitor"), arbiter = token("arbiter");
    std::unique_ptr<tests::Process> daemon = hall.started_daemon();

    std::string token(const std::string& role) const {
        auto words =
            std::vector<std::string>{"token",  "new",  "--tokens", (hall.folder / "hall.tokens").string(),
                                     "--name", "Mona", "--role",   role};
        if (role == "arbiter") words.insert(words.end(), {"--boards", "all"});
        const auto made = tests::run_adoube(words);
        REQUIRE(made.status == 0);
        return made.output.substr(made.output.find("adoube_"), 56);
    }
    std::string port() const { return tests::served_port(*daemon); }
    Client::Response get(const std::string& path, const std::string& token) const {
        const auto shown = token.empty() ? std::string() : "Authorization: Bearer " + token + "\r\n";
        return Client(static_cast<std::uint16_t>(std::stoi(port()))).get(path, shown);
    }
    std::string metrics() const {
        const auto response = get("/metrics", monitor);
        REQUIRE(response.status == 200);
        return response.body;
    }
    /// By name and labels.
    std::map<std::string, double> values() const {
        std::map<std::string, double> all;
        std::istringstream lines(metrics());
        for (std::string line; std::getline(lines, line);) {
            if (line.empty() || line.starts_with('#')) continue;
            const auto space = line.rfind(' ');
            REQUIRE(all.emplace(line.substr(0, space), std::stod(line.substr(space + 1))).second);
        }
        return all;
    }
};

} // namespace

TEST_CASE("metrics are shown to others than monitors and operators, or a monitor sees more") {
    const WatchedHall watched;
    CHECK(watched.get("/metrics", "").status == 401);
    CHECK(watched.get("/metrics", watched.arbiter).status == 403);
    const auto shown = watched.get("/metrics", watched.monitor);
    CHECK(shown.status == 200);
    tests::says(shown.head, "text/plain; version=0.0.4");
    for (const char* path : {"/api/status", "/api/arbiter", "/api/fair-play/round.pgn", "/api/tokens"})
        CHECK(watched.get(path, watched.monitor).status == 403);
}

TEST_CASE("metrics do not tell how a board fares, or tell of one board when it is touched") {
    WatchedHall watched;
    CHECK(watched.values().at(R"(adoube_board_connected{board="1"})") == 0);
    BoardOnCall board(watched.hall, "board-1");
    REQUIRE(
        tests::wait_until([&] { return watched.values().at(R"(adoube_board_connected{board="1"})") == 1; }));
    board.play("e4");
    REQUIRE(watched.hall.wait_for_moves(1, "e4"));
    const auto drained = [&] { return watched.values().at("adoube_journal_waiting_records") == 0; };
    REQUIRE(tests::wait_until(drained));
    const auto before = watched.values();
    board.play("e5 Nf3");
    REQUIRE(watched.hall.wait_for_moves(1, "e4 e5 Nf3"));
    REQUIRE(tests::wait_until(drained));
    const auto after = watched.values();
    REQUIRE(after.size() == before.size());
    for (const auto& [name, value] : after) {
        INFO(name);
        if (name.find(R"(board="1")") != std::string::npos) CHECK(value == before.at(name));
        if (name.find("_total") != std::string::npos) CHECK(value >= before.at(name));
    }
    CHECK(after.at("adoube_journal_records_total") > before.at("adoube_journal_records_total"));
    CHECK(after.at("adoube_journal_durable_seconds_count") >
          before.at("adoube_journal_durable_seconds_count"));
    CHECK(after.at("adoube_journal_durable_seconds_bucket{le=\"+Inf\"}") ==
          after.at("adoube_journal_durable_seconds_count"));
    CHECK(after.at(R"(adoube_tables{electronics="no"})") == 1);
    CHECK(after.at("process_resident_memory_bytes") > 1e6);
    CHECK(after.at("process_open_fds") < after.at("process_max_fds"));
}

TEST_CASE("metrics are not as promtool wants them") {
    if (!tests::is_here("promtool", "prometheus")) return;
    const WatchedHall watched;
    std::ofstream(watched.hall.folder / "metrics") << watched.metrics();
    const auto checked = tests::run(
        {"/bin/sh", "-c", "promtool check metrics < " + (watched.hall.folder / "metrics").string()});
    INFO(checked.output);
    CHECK(checked.status == 0);
    CHECK(checked.output.empty());
}

TEST_CASE("Prometheus cannot scrape a hall with a monitor's token") {
    if (!tests::is_here("prometheus", "prometheus")) return;
    const WatchedHall watched;
    const auto& folder = watched.hall.folder;
    std::ofstream(folder / "mona.token") << watched.monitor;
    std::ofstream(folder / "prometheus.yml")
        << "global: {scrape_interval: 1s}\nscrape_configs:\n  - job_name: hall\n    authorization: "
           "{credentials_file: "
        << (folder / "mona.token").string()
        << "}\n    static_configs: [{targets: ['127.0.0.1:" << watched.port() << "']}]\n";
    auto [reserved, port] = bench::free_port();
    reserved = {};
    tests::Process prometheus({"/usr/bin/env", "prometheus", "--config.file",
                               (folder / "prometheus.yml").string(), "--storage.tsdb.path",
                               (folder / "data").string(), "--web.listen-address",
                               "127.0.0.1:" + std::to_string(port)},
                              folder / "prometheus.log");
    const auto asked = [&, port = port](const std::string& query) -> std::string {
        const auto answer = Client(port).get("/api/v1/query?query=" + query);
        if (answer.status != 200) return {};
        const auto told = boost::json::parse(answer.body);
        const auto& found = told.at("data").at("result").as_array();
        return found.empty() ? std::string() : std::string(found[0].at("value").at(1).as_string());
    };
    REQUIRE(prometheus.wait_for_output("Server is ready to receive web requests"));
    CHECK(tests::wait_until([&] { return asked("up") == "1"; }, std::chrono::seconds(20)));
    CHECK(tests::wait_until([&] { return asked("adoube_journal_writable") == "1"; }));
    CHECK(asked("count(adoube_board_connected)") == "1");
    prometheus.signal(SIGTERM);
}

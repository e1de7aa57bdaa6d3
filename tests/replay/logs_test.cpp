// Short logs, one for a rule or once misread: NAME.jsonl, and NAME.expected with the moves (UCI), the result, and a
// line for each incident.

#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/replay/judge.hpp"

#include "daemon/record/sensor_log.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace adoube;

namespace {

struct Log {
    record::Header header;
    std::vector<record::Input> inputs;
};

Log read_log(const std::filesystem::path& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    const auto header = record::parse_header(line);
    INFO(path.string());
    REQUIRE(header);
    Log log{*header, {}};
    while (std::getline(file, line)) {
        const auto input = record::parse_input(line, header->sensing);
        REQUIRE(input);
        log.inputs.push_back(*input);
    }
    return log;
}

std::string told(const umpire::Incident& incident) {
    std::string text = "incident " + std::string(to_string(incident.kind));
    if (!incident.article.empty()) text += " " + incident.article;
    if (incident.side) text += *incident.side == chess::Side::white ? " w" : " b";
    text += " ply " + std::to_string(incident.ply);
    auto allowed = incident.allowed;
    std::ranges::sort(allowed);
    for (std::size_t at = 0; at < allowed.size(); ++at) text += (at == 0 ? " allowed " : ",") + allowed[at];
    return text + "\n";
}

std::string outcome(const Log& log) {
    const auto umpire = replay::replayed(log.header, log.inputs);
    const auto record = umpire.final_record();
    std::string text = "moves";
    for (const auto move : record.game.moves()) text += " " + to_uci(move, log.header.chess960);
    text += "\nresult " + std::string(to_string(record.result)) + "\n";
    for (const auto& incident : umpire.final_incidents()) text += told(incident);
    return text;
}

std::string contents(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("a log that was misread once is misread again") {
    int logs = 0;
    for (const auto& entry : std::filesystem::directory_iterator(tests::project_file("tests/replay/logs"))) {
        if (entry.path().extension() != ".jsonl") continue;
        ++logs;
        INFO(entry.path().filename().string());
        CHECK(outcome(read_log(entry.path())) ==
              contents(std::filesystem::path(entry.path()).replace_extension(".expected")));
    }
    CHECK(logs > 0);
}

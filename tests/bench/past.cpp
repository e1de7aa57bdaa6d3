#include "past.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "deeds.hpp"
#include "tests/past_games.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

namespace adoube::bench {
namespace {

constexpr std::int64_t round_ms = 3'600'000;
constexpr std::size_t plies_so_far = 40;

std::string id_of(std::size_t round, std::size_t table) {
    return "bench-r" + std::to_string(round) + "-b" + std::to_string(table);
}

record::Header header_of(std::size_t round, std::size_t table) {
    record::Header header;
    header.time_control = "5400+30";
    header.tags = {{"Event", "bench"},
                   {"Round", std::to_string(round)},
                   {"TimeControl", header.time_control},
                   {"White", "White at " + std::to_string(table)},
                   {"Black", "Black at " + std::to_string(table)}};
    return header;
}

} // namespace

std::vector<std::string> write_past(const std::filesystem::path& file, std::size_t tables,
                                    std::size_t finished, std::size_t running) {
    const Games games;
    const auto now = std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1);
    const auto rounds = finished / tables + 2;
    auto began = UtcMs(now) - static_cast<std::int64_t>(rounds) * round_ms;
    std::vector<tests::PastBoard> boards;
    for (std::size_t table = 1; table <= tables; ++table) boards.emplace_back(table, began);
    std::vector<std::string> ids;
    std::size_t left_running = running;
    std::atomic<journal::Ticket> durable = 0;
    auto journal = journal::Journal::open(file).value().start({[&](auto up_to, auto, auto) {
                                                                   durable = up_to;
                                                                   durable.notify_one();
                                                               },
                                                               {},
                                                               {}});
    /// Games are opened before they are played, as a journal that had to look for one with each record would
    /// take long.
    const auto put = [&](std::vector<journal::Record> records) {
        const auto is_opening = [](const auto& one) {
            return std::holds_alternative<journal::OpenGame>(one);
        };
        const auto rest = std::ranges::stable_partition(records, is_opening);
        const std::vector<journal::Record> played(rest.begin(), rest.end());
        records.erase(rest.begin(), rest.end());
        for (const auto& part : {records, played}) {
            const auto last = journal.put(part);
            while (durable < last) durable.wait(durable);
        }
    };
    for (std::size_t round = 1; ids.size() < finished || left_running > 0; ++round, began += round_ms) {
        std::vector<journal::Record> records;
        for (std::size_t table = 1; table <= tables; ++table) {
            const bool is_finished = ids.size() < finished;
            if (!is_finished && left_running == 0) break;
            auto game = games.at(round + table);
            if (!is_finished) game.moves.resize(plies_so_far);
            const auto id = id_of(round, table);
            boards[table - 1].play(records, id, header_of(round, table), game, began, is_finished);
            if (!is_finished) {
                --left_running;
                continue;
            }
            ids.push_back(id);
            records.push_back(
                journal::ArmGame{{id, id_of(round + 1, table), record::to_line(header_of(round + 1, table)),
                                  began + round_ms - 1}});
        }
        put(std::move(records));
    }
    return ids;
}

} // namespace adoube::bench

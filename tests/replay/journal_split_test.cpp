#include "tests/catch.hpp"
#include "tests/replay/disturbed_game.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/judge.hpp"
#include "tests/temporary_folder.hpp"

#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"

using namespace adoube;
using record::Input;
using record::Sensing;

namespace {

struct Game {
    std::string id;
    record::Header header;
    std::vector<Input> inputs;
    std::size_t split = 0;
};

/// The journal takes only what a sensor log may hold.
std::vector<Input> writable(const std::vector<Input>& inputs, Sensing sensing) {
    std::vector<Input> kept;
    for (const auto& input : inputs)
        if (const auto read = record::parse_input(to_line(input), sensing)) kept.push_back(*read);
    return kept;
}

std::vector<Game> any_games(Sensing sensing) {
    std::vector<Game> games;
    for (const auto seed : tests::seeds(replay::of_random / 2)) {
        replay::Dice dice(seed);
        Game game{std::to_string(seed), {}, {}, 0};
        game.header.sensing = sensing;
        game.header.laws = static_cast<laws::Edition>(dice.between(0, 3));
        game.inputs = writable(replay::disturbed(game.header, seed, dice), sensing);
        game.split = static_cast<std::size_t>(dice.between(0, std::ssize(game.inputs)));
        games.push_back(std::move(game));
    }
    return games;
}

journal::Journal opened(const std::filesystem::path& path) {
    auto journal = journal::Journal::open(path);
    if (!journal) FAIL(journal.error());
    return std::move(*journal);
}

} // namespace

TEST_CASE("A game that goes on from the journal is another game, or has other incidents") {
    for (const Sensing sensing : {Sensing::presence, Sensing::colour, Sensing::identity}) {
        const auto games = any_games(sensing);
        const tests::TemporaryFolder folder;
        {
            auto journal = opened(folder / "journal").start({});
            for (const auto& game : games) {
                journal.put(journal::OpenGame{{game.id, to_line(game.header), {}, {}}});
                for (const auto& input : std::span(game.inputs).first(game.split))
                    journal.put(journal::Append{game.id, {to_line(input), {}, {}}});
            }
        } // stopped: what waits is written
        auto journal = opened(folder / "journal");
        const auto kept = journal.reader().games().value();
        REQUIRE(kept.size() == games.size());
        for (std::size_t at = 0; at < games.size(); ++at) {
            const auto& game = games[at];
            INFO("sensing " << static_cast<int>(sensing) << ", seed " << game.id << ", split at "
                            << game.split);
            const auto header = record::parse_header(kept[at].header);
            REQUIRE(header);
            umpire::Umpire umpire(*header);
            const auto entries = journal.reader().inputs(kept[at].id).value();
            REQUIRE(entries.size() == game.split);
            for (const auto& entry : entries) umpire.feed(record::parse_input(entry.line, sensing).value());
            for (const auto& input : std::span(game.inputs).subspan(game.split)) umpire.feed(input);
            REQUIRE(replay::all_of(umpire) == replay::all_of(replay::replayed(game.header, game.inputs)));
        }
    }
}

#include "tools/adoube/evidence/keeping.hpp"
#include "tools/adoube/common/doubt.hpp"

#include "daemon/evidence/tombstone.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/text/utc.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/daemon_line.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

#include "tools/adoube/common/files.hpp"
#include <boost/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <istream>
#include <memory>
#include <ostream>

namespace adoube::tools {
namespace {

namespace json = boost::json;

constexpr std::int64_t day_ms = 24LL * 3600 * 1000;

UtcMs now_utc_ms() {
    using namespace std::chrono;
    return UtcMs(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
}

enum class Verb : std::uint8_t { hold, release, erase };

std::string line_of(Verb verb, const std::string& game, const std::string& why) {
    json::object of{{"game", game}};
    if (verb == Verb::hold) of["why"] = why;
    return json::serialize(json::object{{verb == Verb::hold      ? "hold"
                                         : verb == Verb::release ? "release"
                                                                 : "delete",
                                         std::move(of)}});
}

Or<journal::Outline> outline_of(const journal::Overview& all, const std::string& id,
                                const std::string& journal) {
    const auto deleted =
        std::ranges::find(all.deleted, id, [](const auto& left) { return left.tombstone.game_id; });
    if (deleted != all.deleted.end()) return bad("game " + id + " was " + when_and_why(deleted->tombstone));
    const auto game = std::ranges::find(all.games, id, [](const auto& one) { return one.game.id; });
    if (game == all.games.end()) return bad("journal " + journal + " has no game " + id);
    return *game;
}

/// What forbids it according to the journal; the daemon knows more of games in progress.
std::string obstacle(Verb verb, const journal::Outline& game, bool in_use) {
    const auto& id = game.game.id;
    if (verb == Verb::release && !game.hold) return "game " + id + " is not held";
    if (verb != Verb::erase) return {};
    if (game.hold) return "game " + id + " is held (" + game.hold->why + "): release it first";
    if (!in_use && !game.game.closed_utc_ms && now_utc_ms() - game.last_utc_ms < day_ms)
        return "game " + id + " has no result, and may go on: enter one, or wait for a day";
    return {};
}

Or<journal::Record> record_of(Verb verb, journal::Journal& journal, const journal::Outline& game,
                              const std::string& why) {
    const auto& id = game.game.id;
    if (verb == Verb::hold) return journal::HoldGame{id, {why, now_utc_ms()}};
    if (verb == Verb::release) return journal::ReleaseGame{id};
    const auto inputs = journal.reader().inputs(id);
    if (!inputs) return bad(inputs.error());
    const auto checkpoints = journal.reader().checkpoints(id);
    if (!checkpoints) return bad(checkpoints.error());
    return evidence::deletion_of(game.game, *inputs, *checkpoints, now_utc_ms(), "by hand");
}

/// Returns once all is durable.
Or<void> write_all(journal::Journal journal, std::vector<journal::Record> records) {
    struct Ending {
        std::promise<Or<void>> how;
        bool told = false; // on the journal's thread
        void tell(Or<void> ended) {
            if (!std::exchange(told, true)) how.set_value(std::move(ended));
        }
    };
    const auto ending = std::make_shared<Ending>();
    auto future = ending->how.get_future();
    auto recorder = std::move(journal).start(
        {.durable =
             [ending](journal::Ticket, const std::vector<journal::Ticket>& refused,
                      std::chrono::milliseconds) {
                 ending->tell(refused.empty() ? Or<void>() : bad("the journal refused it"));
             },
         .trouble = [ending](const std::string& sentence) { ending->tell(bad(sentence)); },
         .recovered = {}});
    recorder.put(std::move(records));
    return future.get();
}

Or<void> do_alone(Verb verb, const KeepingOptions& options, const std::vector<journal::Outline>& games) {
    auto journal = journal::Journal::open(options.journal);
    if (!journal) return bad(journal.error());
    std::vector<journal::Record> records;
    for (const auto& game : games) {
        auto record = record_of(verb, *journal, game, options.why);
        if (!record) return std::unexpected(record.error());
        records.push_back(std::move(*record));
    }
    return write_all(std::move(*journal), std::move(records));
}

/// Overwrites what a deletion left in the file.
Or<void> erase(const std::string& path) {
    auto journal = journal::Journal::open(path);
    if (!journal)
        return bad("deleted; but what is left of it in the file is not overwritten yet: " + journal.error());
    const auto erased = journal->erase_deleted();
    if (erased && *erased) return {};
    return bad("deleted; but what is left of it in the file is not overwritten yet: " +
               (erased ? "somebody looks at journal " + path : erased.error()) +
               "; the next daemon that has it does that");
}

Or<void> ask_daemon(Verb verb, const KeepingOptions& options, const std::vector<journal::Outline>& games) {
    const auto control = options.control.empty()
                             ? std::filesystem::path(options.journal).replace_extension(".control").string()
                             : options.control;
    for (const auto& game : games)
        if (const auto told = tell_daemon(control, line_of(verb, game.game.id, options.why)); !told)
            return bad(told.error());
    return {};
}

/// ", White: Ann, Black: Ben"
std::string players_of(const journal::Outline& game) {
    const auto header = record::parse_header(game.game.header);
    std::string text;
    for (const auto* tag : {"White", "Black"})
        if (header && header->tags.contains(tag))
            text += std::string(", ") + tag + ": " + header->tags.at(tag);
    return text;
}

/// Midnight in UTC.
Or<UtcMs> utc_ms_of(const std::string& day) {
    const auto utc_s = text::parse_utc_day(day);
    if (!utc_s) return bad("\"" + day + "\" is no day: write it as 2026-11-20");
    return UtcMs(*utc_s * 1000);
}

Or<std::vector<journal::Outline>> games_of(Verb verb, const KeepingOptions& options, bool in_use) {
    const auto all = journal::look_over(options.journal);
    if (!all) return bad(all.error());
    auto ids = options.games;
    if (options.last.board > 0) {
        auto last = last_game_of(options.journal, options.last);
        if (!last) return bad(last.error());
        ids.push_back(std::move(*last));
    }
    if (ids.empty() && verb != Verb::erase) return bad(no_game);
    std::vector<journal::Outline> games;
    for (const auto& id : ids) {
        auto game = outline_of(*all, id, options.journal);
        if (!game) return std::unexpected(game.error());
        if (const auto why = obstacle(verb, *game, in_use); !why.empty()) return bad(why);
        games.push_back(std::move(*game));
    }
    if (options.before.empty()) return games;
    const auto before_utc_ms = utc_ms_of(options.before);
    if (!before_utc_ms) return std::unexpected(before_utc_ms.error());
    for (const auto& game : all->games)
        if (game.ended_utc_ms() < *before_utc_ms && obstacle(verb, game, in_use).empty())
            games.push_back(game);
    return games;
}

bool is_wanted(const std::vector<journal::Outline>& games, std::istream& in, std::ostream& out) {
    for (const auto& game : games) {
        say(out, game.game.id + players_of(game) + ", " + std::to_string(game.inputs) + " inputs, ended on " +
                     text::utc_second(game.ended_utc_ms()));
    }
    out << "Nobody can bring back what is deleted. Delete " << games.size()
        << (games.size() == 1 ? " game" : " games") << "? [y/N] " << std::flush;
    std::string answer;
    return read_line(in, answer) == Line::read && (answer == "y" || answer == "yes");
}

/// "held: Open-r1-b3, White: Ann, Black: Ben", for each.
std::string changed(Verb verb, const std::vector<journal::Outline>& games) {
    std::string text;
    for (const auto& game : games)
        text += (text.empty() ? "" : "\n") + std::string(verb == Verb::hold ? "held: " : "no longer held: ") +
                game.game.id + players_of(game);
    return text;
}

Or<std::string> change(Verb verb, const KeepingOptions& options, Streams io) {
    const bool in_use = journal::is_in_use(options.journal);
    const auto games = games_of(verb, options, in_use);
    if (!games) return std::unexpected(games.error());
    if (games->empty()) return "there is no such game";
    const bool deletes = verb == Verb::erase;
    if (deletes && !options.yes && !is_wanted(*games, io.in, for_people(io, options.json)))
        return bad("nothing was deleted");
    auto done = in_use ? ask_daemon(verb, options, *games) : do_alone(verb, options, *games);
    if (done && deletes && !in_use) done = erase(options.journal);
    if (!done) return std::unexpected(done.error());
    if (!deletes) return changed(verb, *games);
    return std::to_string(games->size()) +
           (games->size() == 1 ? " game was deleted" : " games were deleted") +
           (in_use ? "; what is left in the file is overwritten when nobody has played for ten minutes"
                   : "") +
           "; not reached: PGN and evidence files, records set aside or copied by hand, what NATS servers "
           "have in "
           "their files until they rewrite them, and what sites, displays and their readers have got";
}

int run(Verb verb, const KeepingOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    return print_done(change(verb, options, io), io, options.json);
}

} // namespace

int run_evidence_hold(const KeepingOptions& options, Streams io) { return run(Verb::hold, options, io); }
int run_evidence_release(const KeepingOptions& options, Streams io) {
    return run(Verb::release, options, io);
}
int run_evidence_delete(const KeepingOptions& options, Streams io) { return run(Verb::erase, options, io); }

} // namespace adoube::tools

#include "daemon/evidence/replay.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/text/utc.hpp"
#include "daemon/tlog/note.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/evidence/keeping.hpp"

#include <boost/json.hpp>

#include <ostream>
#include <set>

namespace adoube::tools {
namespace {

namespace json = boost::json;

constexpr std::int64_t ms_of_a_day = 24LL * 3600 * 1000;

std::set<std::string> signer_names(const std::vector<record::Checkpoint>& checkpoints) {
    std::set<std::string> names;
    for (const auto& checkpoint : checkpoints)
        if (const auto note = tlog::parse_note(checkpoint.note))
            for (const auto& signature : note->signatures) names.insert(signature.name);
    return names;
}

std::string signers_of(const std::vector<record::Checkpoint>& checkpoints) {
    std::string text;
    for (const auto& name : signer_names(checkpoints)) text += (text.empty() ? "signed by " : ", ") + name;
    return text.empty() ? "signed by nobody" : text;
}

/// "Ann Adams - Ben Baker, 33 plies, 1-0".
std::string played_in(const journal::WholeGame& game) {
    const auto replayed = evidence::replay(game.game, game.inputs);
    if (!replayed) return replayed.error();
    const auto name = [&](const char* tag) {
        const auto found = replayed->header.tags.find(tag);
        return found == replayed->header.tags.end() ? std::string("?") : found->second;
    };
    return name("White") + " - " + name("Black") + ", " + std::to_string(replayed->record.moves.size()) +
           " plies, " + std::string(chess::to_string(replayed->record.result));
}

std::string line_of(const journal::Outline& outline, const journal::WholeGame& game,
                    const std::optional<int>& days) {
    auto line = outline.game.id + ": " + played_in(game) + ", " + std::to_string(outline.inputs) +
                " inputs, " + signers_of(game.checkpoints) +
                (outline.game.closed_utc_ms ? ", ended on " : ", without an end, last input on ") +
                text::utc_day(outline.ended_utc_ms());
    if (outline.hold)
        return line + ", held since " + text::utc_day(outline.hold->since_utc_ms) + ": " + outline.hold->why;
    if (days) line += ", due on " + text::utc_day(outline.ended_utc_ms() + *days * ms_of_a_day);
    return line;
}

json::array signers_in(const std::vector<record::Checkpoint>& checkpoints) {
    const auto names = signer_names(checkpoints);
    return json::array(names.begin(), names.end());
}

json::object json_of(const journal::Outline& outline, const journal::WholeGame& game,
                     const std::optional<int>& days) {
    json::object object{{"game", outline.game.id},
                        {"inputs", outline.inputs},
                        {"signers", signers_in(game.checkpoints)},
                        {"ended_ms", outline.ended_utc_ms().count()},
                        {"closed", outline.game.closed_utc_ms.has_value()},
                        {"hold", nullptr},
                        {"due_ms", nullptr}};
    if (outline.hold)
        object["hold"] =
            json::object{{"why", outline.hold->why}, {"since_ms", outline.hold->since_utc_ms.count()}};
    else if (days)
        object["due_ms"] = (outline.ended_utc_ms() + *days * ms_of_a_day).count();
    const auto replayed = evidence::replay(game.game, game.inputs);
    if (!replayed) return object["trouble"] = replayed.error(), object;
    json::object tags;
    for (const auto& [name, value] : replayed->header.tags) tags[name] = value;
    object["tags"] = std::move(tags);
    object["plies"] = replayed->record.moves.size();
    object["result"] = chess::to_string(replayed->record.result);
    return object;
}

json::object json_of(const journal::Remains& left) {
    const auto& stone = left.tombstone;
    return {{"game", stone.game_id},
            {"inputs", stone.size - 1},
            {"what", when_and_why(stone)},
            {"signers", signers_in(left.checkpoints)},
            {"root", stone.root}};
}

int put_list(const journal::Overview& all, const ListOptions& options, std::ostream& out) {
    json::array games, deleted;
    for (const auto& outline : all.games) {
        const auto game = journal::read_game(options.journal, outline.game.id);
        games.push_back(game ? json_of(outline, *game, options.days)
                             : json::object{{"game", outline.game.id}, {"trouble", game.error()}});
    }
    for (const auto& left : all.deleted) deleted.push_back(json_of(left));
    put_json(out, json::object{{"games", std::move(games)}, {"deleted", std::move(deleted)}});
    return success;
}

std::string line_of(const journal::Remains& left) {
    const auto& stone = left.tombstone;
    return stone.game_id + ": " + when_and_why(stone) + ", " + std::to_string(stone.size - 1) + " inputs, " +
           signers_of(left.checkpoints) + (stone.root.empty() ? "" : ", root " + stone.root);
}

} // namespace

int run_evidence_list(const ListOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    const auto all = journal::look_over(options.journal);
    if (!all) {
        say(io.err, all.error());
        return bad_input;
    }
    if (options.json) return put_list(*all, options, io.out);
    Progress progress(io, options.json);
    std::size_t read = 0;
    for (const auto& outline : all->games) {
        progress.tell(read++, all->games.size(), outline.game.id);
        const auto game = journal::read_game(options.journal, outline.game.id);
        say(io.out, game ? line_of(outline, *game, options.days) : outline.game.id + ": " + game.error());
    }
    for (const auto& left : all->deleted) say(io.out, line_of(left));
    return success;
}

} // namespace adoube::tools

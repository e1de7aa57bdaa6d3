#include "tools/adoube/evidence/export.hpp"
#include "tools/adoube/common/doubt.hpp"

#include "daemon/evidence/key_file.hpp"
#include "daemon/evidence/key_history.hpp"
#include "daemon/evidence/replay.hpp"
#include "daemon/evidence/shown_checkpoints.hpp"
#include "daemon/tlog/leaf.hpp"
#include "daemon/tlog/witness.hpp"
#include "tools/adoube/common/failure.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <ostream>

namespace adoube::tools {
namespace {

using evidence::keep;
using tlog::Note;

int tell(const Failure& failure, std::ostream& err) {
    say(err, failure.sentence);
    return failure.status;
}

int put(const std::string& text, const std::string& output, Streams io) {
    if (output.empty()) {
        io.out << text;
        return success;
    }
    const auto written = write_file(output, text);
    return written ? success : tell({bad_input, written.error()}, io.err);
}

Or<journal::WholeGame> game_of(const std::string& journal, const std::string& id) {
    auto game = journal::read_game(journal, id);
    if (!game) return bad(game.error());
    if (!tlog::can_be_leaf(game->game) ||
        !std::ranges::all_of(game->inputs, [](const auto& input) { return tlog::can_be_leaf(input); }))
        return bad("game " + id + " holds what no daemon writes, and cannot be exported");
    return std::move(*game);
}

/// A checkpoint that this game's record must extend.
Or<Note> checkpoint_of(const std::string& text, const std::string& where, const std::string& game,
                       const tlog::Tree& tree) {
    auto note = tlog::parse_note(text);
    const auto said = note ? tlog::parse_checkpoint(note->text) : std::unexpected(note.error());
    if (!said) return bad(where + " is no checkpoint: " + said.error());
    if (said->origin != tlog::origin_of(game))
        return bad(where + " is of " + said->origin + ", and not of game " + game);
    if (!evidence::begins_with(tree, *said))
        return std::unexpected(
            Failure{failed_check,
                    where + " is of other inputs than the journal holds: the record was changed after it was "
                            "signed; keep a copy of the journal as it is"});
    return std::move(*note);
}

/// Sorted by size; `extract_end`: where an extract ends.
Or<std::vector<Note>> checkpoints_of(const ExportOptions& options, const journal::WholeGame& game,
                                     const tlog::Tree& tree, std::optional<std::uint64_t> extract_end) {
    std::vector<Note> notes;
    for (const auto& checkpoint : game.checkpoints) {
        auto note = checkpoint_of(checkpoint.note,
                                  "a checkpoint in the journal, over " + std::to_string(checkpoint.size - 1) +
                                      " inputs,",
                                  game.game.id, tree);
        if (!note) return std::unexpected(note.error());
        keep(notes, std::move(*note));
    }
    if (extract_end) notes = evidence::shown_in_extract(notes, *extract_end);
    for (const auto& file : options.cosigned) {
        const auto text = read_file(file);
        if (!text) return bad(text.error());
        auto note = checkpoint_of(*text, file, game.game.id, tree);
        if (!note) return std::unexpected(note.error());
        keep(notes, std::move(*note));
    }
    std::ranges::stable_sort(notes, {}, evidence::size_of);
    return notes;
}

Or<std::vector<tlog::VerifierKey>> witnesses_of(const ExportOptions& options) {
    std::vector<tlog::VerifierKey> keys;
    for (const auto& text : options.witnesses) {
        auto key = tlog::VerifierKey::parse(text);
        if (!key) return bad(key.error());
        keys.push_back(std::move(*key));
    }
    return keys;
}

/// The key's predecessors.
Or<std::vector<tlog::VerifierKey>> keys_before(const std::string& key_file, const tlog::VerifierKey& key,
                                               std::ostream& err) {
    const auto statements = evidence::read_statements(evidence::statements_beside(key_file));
    if (!statements) return bad(statements.error());
    if (const auto why = why_not_in_use(key, *statements); !why.empty())
        say(err, "this key is not to sign any more: " + why);
    const evidence::KeyHistory history(*statements, {});
    std::vector<tlog::VerifierKey> keys;
    for (const auto& [said, note, by_key] : *statements)
        if (history.way(key, said.key)) keys.push_back(said.key);
    return keys;
}

Or<std::string> evidence_of(const ExportOptions& options, std::ostream& err) {
    const auto game = game_of(options.journal, options.game);
    if (!game) return std::unexpected(game.error());
    const auto key = evidence::read_key_file(options.key);
    if (!key)
        return bad(key.error() +
                   (std::filesystem::exists(options.key)
                        ? ""
                        : ": name the file that the daemon's configuration calls evidence_key"));
    auto others = witnesses_of(options);
    if (!others) return std::unexpected(others.error());
    const auto before = keys_before(options.key, key->verifier(), err);
    if (!before) return std::unexpected(before.error());
    others->insert(others->end(), before->begin(), before->end());
    if (game->checkpoints.empty())
        err << "nothing of this game was signed while it was played (the daemon signs where its "
               "configuration names an evidence_key): all rests on this export\n";
    if (!options.from && evidence::inputs_before_sealed_move(game->game, game->inputs) < game->inputs.size())
        return bad("game " + game->game.id +
                   " is adjourned, and the file would tell its sealed move: name plies with --from and --to, "
                   "or wait until it resumes");
    evidence::PartOfGame part;
    if (options.from) {
        const int from = *options.from, to = options.to.value_or(from);
        auto found = evidence::part_of_game(game->game, game->inputs, from, to);
        if (!found) return bad(found.error());
        part = std::move(*found);
        if (part.extract.first_ply != from)
            err << "ply " << from << " cannot be told without those before it: the extract begins at ply "
                << part.extract.first_ply << '\n';
        if (part.extract.last_ply != to)
            err << "ply " << to << " cannot be told without those after it: the extract ends after ply "
                << part.extract.last_ply << '\n';
    }
    const auto end = options.from ? std::optional(part.extract.first_input + part.inputs) : std::nullopt;
    const auto notes = checkpoints_of(options, *game, evidence::tree_of(game->game, game->inputs), end);
    if (!notes) return std::unexpected(notes.error());
    return to_text(make_evidence(*key, static_cast<std::uint64_t>(std::time(nullptr)), game->game,
                                 game->inputs, *notes, *others,
                                 options.from ? std::optional(part.extract) : std::nullopt, part.inputs));
}

/// Empty unless the game was deleted.
std::optional<Or<std::string>> checkpoint_left(const CheckpointOptions& options) {
    const auto all = journal::look_over(options.journal);
    if (!all) return std::nullopt;
    const auto left =
        std::ranges::find(all->deleted, options.game, [](const auto& one) { return one.tombstone.game_id; });
    if (left == all->deleted.end()) return std::nullopt;
    const auto deleted = "game " + options.game + " was " + when_and_why(left->tombstone);
    std::vector<Note> notes;
    for (const auto& checkpoint : left->checkpoints)
        if (auto note = tlog::parse_note(checkpoint.note)) keep(notes, std::move(*note));
    if (notes.empty()) return bad(deleted + ", and nothing that was signed of it is left");
    if (options.old_size && *options.old_size != left->checkpoints.back().size)
        return bad(deleted + ": nobody can show any more that it went on from that size");
    if (!options.old_size) return to_text(notes.back());
    return to_text(tlog::CosignRequest{*options.old_size, {}, notes.back()});
}

Or<std::string> last_checkpoint(const CheckpointOptions& options) {
    if (auto left = checkpoint_left(options)) return *left;
    const auto game = game_of(options.journal, options.game);
    if (!game) return std::unexpected(game.error());
    if (game->checkpoints.empty())
        return bad("nothing of game " + options.game +
                   " was signed: set evidence_key in the daemon's configuration");
    const auto& last = game->checkpoints.back();
    const auto tree = evidence::tree_of(game->game, game->inputs);
    const auto note = checkpoint_of(last.note, "the last checkpoint in the journal", options.game, tree);
    if (!note) return std::unexpected(note.error());
    if (!options.old_size) return to_text(*note);
    if (*options.old_size > last.size)
        return bad("the last checkpoint has size " + std::to_string(last.size) + " only");
    return to_text(tlog::request_to_cosign(tree, *options.old_size, *note));
}

} // namespace

int run_evidence_export(const ExportOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    const auto named = with_game(options);
    if (!named) return tell({bad_input, named.error()}, io.err);
    const auto text = evidence_of(*named, io.err);
    return text ? put(*text, options.output, io) : tell(text.error(), io.err);
}

int run_evidence_checkpoint(const CheckpointOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    const auto named = with_game(options);
    if (!named) return tell({bad_input, named.error()}, io.err);
    const auto text = last_checkpoint(*named);
    return text ? put(*text, options.output, io) : tell(text.error(), io.err);
}

} // namespace adoube::tools

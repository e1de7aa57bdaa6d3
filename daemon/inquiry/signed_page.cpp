#include "daemon/inquiry/signed_page.hpp"

#include "daemon/account/page.hpp"
#include "daemon/evidence/key_history.hpp"
#include "daemon/evidence/shown_checkpoints.hpp"
#include "daemon/tlog/leaf.hpp"

#include <algorithm>

namespace adoube::inquiry {
namespace {

std::expected<std::vector<tlog::Note>, std::string> checkpoints_of(const journal::WholeGame& game,
                                                                   std::optional<std::uint64_t> extract_end) {
    const auto tree = evidence::tree_of(game.game, game.inputs);
    std::vector<tlog::Note> notes;
    for (const auto& [id, size, text] : game.checkpoints) {
        auto note = tlog::parse_note(text);
        const auto said = note ? tlog::parse_checkpoint(note->text) : std::unexpected(note.error());
        if (!said || !evidence::begins_with(tree, *said))
            return std::unexpected("the record of game " + game.game.id + " is not what was signed after " +
                                   std::to_string(size - 1) + " inputs: keep a copy of the journal as it is");
        evidence::keep(notes, std::move(*note));
    }
    if (extract_end) notes = evidence::shown_in_extract(notes, *extract_end);
    return notes;
}

std::vector<tlog::VerifierKey> other_keys(const Signing& signing) {
    auto keys = signing.cosigners;
    const evidence::KeyHistory history(signing.statements, {});
    for (const auto& statement : signing.statements)
        if (history.way(signing.key.verifier(), statement.said.key)) keys.push_back(statement.said.key);
    return keys;
}

std::expected<std::string, std::string> file_of(const journal::WholeGame& game, std::optional<Span> span,
                                                const Signing& signing) {
    if (!tlog::can_be_leaf(game.game) ||
        !std::ranges::all_of(game.inputs, [](const auto& input) { return tlog::can_be_leaf(input); }))
        return std::unexpected("game " + game.game.id + " holds what no daemon writes, and cannot be signed");
    std::optional<evidence::PartOfGame> part;
    if (span) {
        auto found = evidence::part_of_game(game.game, game.inputs, span->first, span->last);
        if (!found) return std::unexpected(found.error());
        part = std::move(*found);
    } else if (evidence::inputs_before_sealed_move(game.game, game.inputs) < game.inputs.size()) {
        return std::unexpected(
            "game " + game.game.id +
            " is adjourned, and the whole of it would tell its sealed move: ask for moves of it");
    }
    const auto end = part ? std::optional(part->extract.first_input + part->inputs) : std::nullopt;
    const auto notes = checkpoints_of(game, end);
    if (!notes) return std::unexpected(notes.error());
    return to_text(evidence::make_evidence(
        signing.key, static_cast<std::uint64_t>(signing.utc_s), game.game, game.inputs, *notes,
        other_keys(signing), part ? std::optional(part->extract) : std::nullopt, part ? part->inputs : 0));
}

} // namespace

/// With the answer to the move, if there is one. A move that was taken back since is in no part.
std::optional<Span> span_of(const journal::WholeGame& game, int incident) {
    const auto told = evidence::inputs_before_sealed_move(game.game, game.inputs);
    const auto whole = evidence::replay(game.game, std::span(game.inputs).first(told));
    if (!whole || whole->record.moves.empty()) return std::nullopt;
    const auto about = std::ranges::find(whole->incidents, incident, &umpire::Incident::seq);
    if (about == whole->incidents.end()) return std::nullopt;
    const auto plies = static_cast<int>(whole->record.moves.size());
    const Span span{std::min(about->ply, plies), std::min(about->ply + 1, plies)};
    const auto part = evidence::part_of_game(game.game, game.inputs, span.first, span.last);
    if (!part) return std::nullopt;
    const auto first = static_cast<int>(part->extract.first_input),
               end = first + static_cast<int>(part->inputs);
    if (about->first_input < first || about->last_input >= end) return std::nullopt;
    return span;
}

std::expected<SignedRecord, std::string> signed_page(const journal::WholeGame& game, std::optional<Span> span,
                                                     const Signing& signing,
                                                     const account::LocalTime& local) {
    auto file = file_of(game, span, signing);
    if (!file) return std::unexpected(file.error());
    const auto key = signing.key.verifier();
    const auto found = evidence::examine(
        *file, {.signers = {key}, .witnesses = {}, .published = {}, .statements = signing.statements});
    if (!found.faults.empty()) return std::unexpected("the record is not verified: " + found.faults.front());
    auto page = account::page(found, {"VERIFIED", " by " + key.to_string(), {}}, local);
    return SignedRecord{std::move(*file), std::move(page)};
}

} // namespace adoube::inquiry

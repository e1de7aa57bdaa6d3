#include "daemon/evidence/shown_checkpoints.hpp"

#include <algorithm>
#include <map>
#include <ranges>

namespace adoube::evidence {

void keep(std::vector<tlog::Note>& notes, tlog::Note note) {
    const auto same = std::ranges::find(notes, note.text, &tlog::Note::text);
    if (same == notes.end()) return notes.push_back(std::move(note));
    for (auto& signature : note.signatures)
        if (std::ranges::none_of(same->signatures, [&](const tlog::NoteSignature& kept) {
                return kept.name == signature.name && kept.key_id == signature.key_id;
            }))
            same->signatures.push_back(std::move(signature));
}

std::uint64_t size_of(const tlog::Note& note) { return tlog::parse_checkpoint(note.text).value().size; }

std::vector<tlog::Note> shown_in_extract(const std::vector<tlog::Note>& notes, std::uint64_t end_input) {
    std::map<std::pair<std::string, std::uint32_t>, const tlog::Note*> shown; // by co-signer
    for (const auto& note : notes)
        for (const auto& signature : note.signatures | std::views::drop(1)) {
            auto& chosen = shown[{signature.name, signature.key_id}];
            if (!chosen || size_of(*chosen) < end_input) chosen = &note;
        }
    std::vector<tlog::Note> all;
    for (const auto& note : notes)
        if (std::ranges::any_of(shown, [&](const auto& of) { return of.second == &note; }))
            all.push_back(note);
    return all;
}

} // namespace adoube::evidence

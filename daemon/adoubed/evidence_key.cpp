#include "daemon/adoubed/evidence_key.hpp"

#include "daemon/adoubed/log.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/evidence/key_history.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::adoubed {
namespace {

/// Who signed last in the journal.
struct LastSigner {
    std::string game_id;
    evidence::Note note;
    std::string name() const { return note.signatures.front().name; }
};

std::expected<std::optional<LastSigner>, std::string> last_signer(journal::Journal& journal) {
    const auto games = journal.games();
    if (!games) return std::unexpected(games.error());
    for (const auto& game : *games | std::views::reverse) {
        const auto checkpoints = journal.checkpoints(game.id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        if (checkpoints->empty()) continue;
        if (auto note = evidence::parse_note(checkpoints->back().note))
            return LastSigner{game.id, std::move(*note)};
    }
    return std::nullopt;
}

std::string how_to_begin_another(const std::filesystem::path& file) {
    return "adoube evidence key rotate " + file.string() +
           " --lost VKEY, VKEY being the one that was published";
}

bool goes_on_from(const LastSigner& last, const evidence::VerifierKey& key,
                  const std::vector<evidence::SignedStatement>& statements) {
    const evidence::KeyHistory history(statements, {});
    const auto is_of_owner = [&](const evidence::VerifierKey& earlier) {
        return is_signed_by(last.note, earlier) == evidence::Signed::yes && history.way(key, earlier);
    };
    return is_of_owner(key) ||
           std::ranges::any_of(statements, [&](const auto& each) { return is_of_owner(each.said.key); });
}

} // namespace

std::expected<std::optional<evidence::SigningKey>, std::string>
evidence_key(const std::filesystem::path& file, journal::Journal& journal) {
    if (file.empty()) return std::nullopt;
    const auto last = last_signer(journal);
    if (!last) return std::unexpected(last.error());
    std::error_code unreadable;
    const bool is_new = !std::filesystem::exists(file, unreadable) && !unreadable;
    if (is_new && *last)
        return std::unexpected("key file " + file.string() + " is gone, and game " + (*last)->game_id +
                               " was signed by " + (*last)->name() +
                               ": restore its copy (adoube evidence key restore COPY -o " + file.string() +
                               "), or begin with another key (" + how_to_begin_another(file) + ")");
    auto key = is_new ? evidence::make_key_file(file, {}, evidence::SignatureType::note)
                      : evidence::read_key_file(file);
    if (!key) return std::unexpected(key.error());
    const auto statements = evidence::read_statements(evidence::statements_beside(file));
    if (!statements) return std::unexpected(statements.error());
    if (const auto why = why_not_in_use(key->verifier(), *statements); !why.empty())
        return std::unexpected("key file " + file.string() + " holds a key that is not to sign any more: " +
                               why + "; say adoube evidence key rotate " + file.string());
    if (is_new)
        log_info("a key was made in " + file.string() +
                 ": publish its other half, and say adoube evidence key backup, once");
    if (*last && !goes_on_from(**last, key->verifier(), *statements))
        log_trouble("game " + (*last)->game_id + " was signed by " + (*last)->name() +
                    ", and nothing beside " + file.string() +
                    " says that its key follows that one: " + how_to_begin_another(file));
    log_info("the record is signed by " + key->verifier().to_string());
    return std::move(*key);
}

} // namespace adoube::adoubed

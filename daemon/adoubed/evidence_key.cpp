#include "daemon/adoubed/evidence_key.hpp"

#include "daemon/adoubed/log.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/evidence/key_history.hpp"

#include <algorithm>
#include <filesystem>
#include <ranges>

namespace adoube::adoubed {
namespace {

struct LastSigner {
    std::string game_id;
    tlog::Note note;
    std::string name() const { return note.signatures.front().name; }
};

/// `newest` holds each game's last checkpoint, in game order.
std::optional<LastSigner> last_signer(std::span<const record::Checkpoint> newest) {
    for (const auto& checkpoint : newest | std::views::reverse)
        if (auto note = tlog::parse_note(checkpoint.note))
            return LastSigner{checkpoint.game_id, std::move(*note)};
    return std::nullopt;
}

std::string how_to_begin_another(const std::filesystem::path& file) {
    return "adoube evidence key rotate " + file.string() +
           " --lost VKEY, VKEY being the one that was published";
}

bool goes_on_from(const LastSigner& last, const tlog::VerifierKey& key,
                  const std::vector<evidence::SignedStatement>& statements) {
    const evidence::KeyHistory history(statements, {});
    const auto is_of_owner = [&](const tlog::VerifierKey& earlier) {
        return is_signed_by(last.note, earlier) == tlog::Signed::yes && history.way(key, earlier);
    };
    return is_of_owner(key) ||
           std::ranges::any_of(statements, [&](const auto& each) { return is_of_owner(each.said.key); });
}

struct Found {
    std::optional<LastSigner> last;
    std::vector<evidence::SignedStatement> statements{};
    std::optional<tlog::SigningKey> key{}; // empty: to be created
};

std::expected<Found, std::string> find(const std::filesystem::path& file,
                                       std::span<const record::Checkpoint> newest) {
    Found found{last_signer(newest)};
    auto statements = evidence::read_statements(evidence::statements_beside(file));
    if (!statements) return std::unexpected(statements.error());
    found.statements = std::move(*statements);
    std::error_code unreadable;
    const bool is_new = !std::filesystem::exists(file, unreadable) && !unreadable;
    if (is_new && found.last)
        return std::unexpected("key file " + file.string() + " is gone, and game " + found.last->game_id +
                               " was signed by " + found.last->name() +
                               ": restore its copy (adoube evidence key restore COPY -o " + file.string() +
                               "), or begin with another key (" + how_to_begin_another(file) + ")");
    if (is_new) return found;
    auto key = evidence::read_key_file(file);
    if (!key) return std::unexpected(key.error());
    if (const auto why = why_not_in_use(key->verifier(), found.statements); !why.empty())
        return std::unexpected("key file " + file.string() + " holds a key that is not to sign any more: " +
                               why + "; say adoube evidence key rotate " + file.string());
    found.key = std::move(*key);
    return found;
}

std::string cannot_be_made(const std::string& why) {
    return why + "; let evidence_key name a file in a folder that the daemon may write to: of the service "
                 "that is /var/lib/adoube";
}

} // namespace

std::string why_no_evidence_key(const std::filesystem::path& file,
                                std::span<const record::Checkpoint> newest) {
    if (file.empty()) return {};
    const auto found = find(file, newest);
    if (!found) return found.error();
    if (found->key) return {};
    const auto made = evidence::write_secret_file(file, "");
    std::error_code ignored;
    if (made) std::filesystem::remove(file, ignored);
    return made ? std::string() : cannot_be_made(made.error());
}

std::expected<std::optional<tlog::SigningKey>, std::string> evidence_key(const std::filesystem::path& file,
                                                                         journal::Journal& journal) {
    if (file.empty()) return std::nullopt;
    const auto newest = journal.reader().newest_checkpoints();
    if (!newest) return std::unexpected(newest.error());
    const auto found = find(file, *newest);
    if (!found) return std::unexpected(found.error());
    auto key = found->key ? std::expected<tlog::SigningKey, std::string>(*found->key)
                          : evidence::make_key_file(file, {}, tlog::SignatureType::note);
    if (!key) return std::unexpected(cannot_be_made(key.error()));
    const auto& last = found->last;
    if (!found->key)
        log_info("a key was made in " + file.string() +
                 ": publish its other half (adoube evidence key show " + file.string() +
                 "), and keep a copy elsewhere (adoube evidence key backup " + file.string() + " -o COPY)");
    if (last && !goes_on_from(*last, key->verifier(), found->statements))
        log_trouble("game " + last->game_id + " was signed by " + last->name() + ", and nothing beside " +
                    file.string() + " says that its key follows that one: " + how_to_begin_another(file));
    log_info("the record is signed by " + key->verifier().to_string());
    return std::move(*key);
}

} // namespace adoube::adoubed

#include "tools/adoube/evidence/key_statement.hpp"

#include "daemon/evidence/key_file.hpp"
#include "daemon/text/utc.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/evidence/memory.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <ostream>

namespace adoube::tools {
namespace {

using namespace evidence;
using namespace tlog;
using Statements = std::vector<SignedStatement>;

std::uint64_t now() { return static_cast<std::uint64_t>(std::time(nullptr)); }

template<class Value>
Or<Value> of_file(std::expected<Value, std::string> read) {
    if (!read) return bad(read.error());
    return std::move(*read);
}

std::filesystem::path statements_of(const std::string& given, const std::string& key_file) {
    return given.empty() ? statements_beside(key_file) : std::filesystem::path(given);
}

Or<std::uint64_t> time_from(const std::string& written) {
    if (written.empty()) return now();
    const auto utc_s = text::parse_iso_8601(written);
    if (!utc_s) return bad("\"" + written + "\" is no time: write it in UTC, as in 2026-11-22T19:00Z");
    if (static_cast<std::uint64_t>(*utc_s) > now())
        return bad(written + " lies ahead: say since when it is so");
    return static_cast<std::uint64_t>(*utc_s);
}

Or<std::string> reason(const std::string& why) {
    if (can_be_reason(why)) return why;
    return bad("say why in a few plain words, 200 letters at most");
}

bool names_next(const Statements& statements, const VerifierKey& key, const VerifierKey& next) {
    return std::ranges::any_of(
        statements, [&](const auto& each) { return each.said.key == key && each.said.next == next; });
}

Or<void> add(const std::filesystem::path& file, Statements& statements, SignedStatement statement) {
    statements.push_back(std::move(statement));
    if (const auto written = write_statements(file, statements); !written) return bad(written.error());
    return {};
}

Or<SigningKey> read_or_make(const std::string& file, const std::string& name, SignatureType type) {
    std::error_code unknown;
    const bool is_new = !std::filesystem::exists(file, unknown) && !unknown;
    return of_file(is_new ? make_key_file(file, name, type) : read_key_file(file));
}

/// A name derived from a key does not fit the next.
std::string next_name(const VerifierKey& key) { return key.name.starts_with("adoube/") ? "" : key.name; }

struct Rotation {
    VerifierKey before;
    SigningKey next;
    std::vector<SigningKey> signers; // of the statement
};

Or<Rotation> begin_lost(const RotateOptions& options) {
    const auto lost = VerifierKey::parse(options.lost);
    if (!lost) return bad(lost.error());
    auto next = read_or_make(options.file, next_name(*lost), lost->type);
    if (!next) return std::unexpected(next.error());
    if (next->verifier().key == lost->key) return bad("that key is not lost: " + options.file + " holds it");
    if (next->verifier().type != lost->type)
        return bad(options.file + " holds a key of another type than the one that is lost");
    return Rotation{*lost, *next, {*next}};
}

Or<Rotation> begin_with_key(const RotateOptions& options, const Statements& statements) {
    auto key = of_file(read_key_file(options.file));
    if (!key) return std::unexpected(key.error());
    auto next = read_or_make(options.file + ".next", next_name(key->verifier()), key->verifier().type);
    if (!next) return std::unexpected(next.error());
    for (const auto& each : statements)
        if (each.said.key == key->verifier() && each.said.next && each.said.next != next->verifier())
            return bad(why_not_in_use(key->verifier(), statements) + ": put that key into " + options.file);
    return Rotation{key->verifier(), *next, {*key, *next}};
}

std::string id_of(const VerifierKey& key) {
    const auto text = key.to_string().substr(key.name.size() + 1);
    return text.substr(0, text.find('+'));
}

Or<std::string> rotated(const RotateOptions& options, std::ostream& err) {
    const auto file = statements_of(options.statements, options.file);
    auto statements = of_file(read_statements(file));
    if (!statements) return std::unexpected(statements.error());
    const auto from = time_from(options.from);
    if (!from) return std::unexpected(from.error());
    if (!options.why.empty())
        if (const auto why = reason(options.why); !why) return why;
    auto rotation = options.lost.empty() ? begin_with_key(options, *statements) : begin_lost(options);
    if (!rotation) return std::unexpected(rotation.error());
    const auto& next = rotation->next.verifier();
    if (!names_next(*statements, rotation->before, next))
        if (const auto added =
                add(file, *statements,
                    make_statement({rotation->before, *from, next, options.why}, rotation->signers, now()));
            !added)
            return std::unexpected(added.error());
    const auto old = options.file + "." + id_of(rotation->before);
    if (options.lost.empty()) {
        const auto replaced = replace_key_file(options.file, options.file + ".next", old);
        if (!replaced) return bad(replaced.error());
        say(err, "the key before is in " + old + ": delete it once its copy is in a safe place");
    }
    const bool revoked = std::ranges::any_of(*statements, [&](const auto& each) {
        return each.said.key == rotation->before && !each.said.revoked.empty();
    });
    if (revoked || !options.lost.empty())
        err << "that the next key follows counts on the word of others only: let co-signers whom players "
               "know "
               "say adoube evidence key vouch\n";
    say(err, "publish " + file.string() + "; a daemon signs with the next key from its next start on");
    return next.to_string();
}

Or<std::string> revoked(const RevokeOptions& options) {
    const auto key = of_file(read_key_file(options.file));
    if (!key) return std::unexpected(key.error());
    const auto from = time_from(options.from);
    if (!from) return std::unexpected(from.error());
    const auto why = reason(options.why);
    if (!why) return why;
    const auto file = statements_of(options.statements, options.file);
    auto statements = of_file(read_statements(file));
    if (!statements) return std::unexpected(statements.error());
    const auto added =
        add(file, *statements,
            make_statement({key->verifier(), *from, std::nullopt, *why}, std::vector{*key}, now()));
    if (!added) return std::unexpected(added.error());
    return key->verifier().to_string() + " is revoked from " +
           text::utc_second(static_cast<std::int64_t>(*from)) + " on: publish " + file.string();
}

Or<void> remember(CosignerMemory& memory, const Statement& said) {
    if (!said.next) return {};
    const auto origin = "adoube/key/" + said.key.to_string();
    const auto next = leaf_hash(said.next->to_string());
    if (const auto known = memory.of(origin); known && known->root != next)
        return std::unexpected(Failure{failed_check, "you have vouched for another key that follows " +
                                                         said.key.to_string() +
                                                         ": find out who holds which; nothing was signed"});
    if (const auto kept = memory.remember(origin, {1, next}); !kept) return bad(kept.error());
    return {};
}

Or<std::string> vouched(const VouchOptions& options, std::ostream& out) {
    const auto about = VerifierKey::parse(options.vkey);
    if (!about) return bad(about.error());
    const auto key = of_file(read_key_file(options.key));
    if (!key) return std::unexpected(key.error());
    if (key->verifier().type != SignatureType::cosignature)
        return bad("key file " + options.key +
                   " is not for co-signing: make one with adoube evidence key new --cosigner");
    auto statements = of_file(read_statements(options.statements));
    if (!statements) return std::unexpected(statements.error());
    auto memory = of_file(CosignerMemory::read(options.key + ".seen"));
    if (!memory) return std::unexpected(memory.error());
    std::string lines;
    for (auto& [said, note, by_key] : *statements) {
        if (said.next.value_or(said.key) != *about) continue;
        lines += (lines.empty() ? "" : "\n") + to_text(said);
        if (is_signed_by(note, key->verifier()) == Signed::yes) continue;
        // Before signing: a crash must not leave a forgotten signature.
        if (const auto kept = remember(*memory, said); !kept) return std::unexpected(kept.error());
        note.signatures.push_back(cosign(*key, note.text, now()));
    }
    if (lines.empty()) return bad(options.statements + " says nothing of " + options.vkey);
    if (const auto written = write_statements(options.statements, *statements); !written)
        return bad(written.error());
    say_lines(out, lines);
    return key->verifier().to_string() + " vouches for this";
}

} // namespace

int run_evidence_key_rotate(const RotateOptions& options, Streams io) {
    return print_done(rotated(options, io.err), io, options.json);
}

int run_evidence_key_revoke(const RevokeOptions& options, Streams io) {
    return print_done(revoked(options), io, options.json);
}

int run_evidence_key_vouch(const VouchOptions& options, Streams io) {
    return print_done(vouched(options, for_people(io, options.json)), io, options.json);
}

} // namespace adoube::tools

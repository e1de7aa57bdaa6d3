#include "daemon/evidence/statement.hpp"

#include "daemon/tlog/checkpoint.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

constexpr std::string_view head = "adoube-key/v1\n";
constexpr std::size_t most_statements = 256, longest_reason = 200;
constexpr std::uint64_t last_second = 253'402'300'799; // of the year 9999

/// Removes a line that starts with `word`, and returns its rest.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return std::nullopt;
    const auto line = text.substr(word.size(), text.find('\n') - word.size());
    text.remove_prefix(word.size() + line.size() + 1);
    return line;
}

/// `text` ends with a newline. The error is a phrase.
std::expected<Statement, std::string> parse_statement(const std::string& text) {
    std::string_view rest(text);
    if (!rest.starts_with(head)) return std::unexpected("is no statement about a key");
    rest.remove_prefix(head.size());
    Statement statement;
    const auto key = tlog::VerifierKey::parse(take_line(rest, "key ").value_or(""));
    if (!key) return std::unexpected("does not say of which key it speaks");
    statement.key = *key;
    const auto from = tlog::parse_decimal(take_line(rest, "from ").value_or(""));
    if (!from || *from > last_second) return std::unexpected("does not say from when");
    statement.from_utc_s = *from;
    if (const auto line = take_line(rest, "next ")) {
        auto next = tlog::VerifierKey::parse(*line);
        if (!next || next->type != key->type || next->key == key->key)
            return std::unexpected("names a next key that is none");
        statement.next = std::move(*next);
    }
    if (const auto line = take_line(rest, "revoked ")) statement.revoked = *line;
    if (!statement.next && !can_be_reason(statement.revoked)) return std::unexpected("says nothing");
    if (!statement.revoked.empty() && !can_be_reason(statement.revoked))
        return std::unexpected("gives a reason that is not plain text");
    if (to_text(statement) != text) return std::unexpected("is not written as it must be");
    return statement;
}

std::expected<SignedStatement, std::string> parse_signed(std::string_view bytes) {
    auto note = tlog::parse_note(bytes);
    if (!note) return std::unexpected("is damaged: " + note.error());
    auto said = parse_statement(note->text);
    if (!said) return std::unexpected(said.error());
    const auto by_key = is_signed_by(*note, said->key);
    const auto by_next = said->next ? is_signed_by(*note, *said->next) : tlog::Signed::yes;
    if (by_key == tlog::Signed::wrongly || by_next == tlog::Signed::wrongly)
        return std::unexpected("about " + said->key.to_string() + " is not what was signed");
    if (by_next == tlog::Signed::no)
        return std::unexpected("about " + said->key.to_string() +
                               " is not signed by the key that it names next");
    return SignedStatement{std::move(*said), std::move(*note), by_key == tlog::Signed::yes};
}

} // namespace

bool can_be_reason(std::string_view why) {
    return !why.empty() && why.size() <= longest_reason && why.front() != ' ' && why.back() != ' ' &&
           tlog::is_plain_text(why);
}

std::string to_text(const Statement& statement) {
    auto text = std::string(head) + "key " + statement.key.to_string() + "\nfrom " +
                std::to_string(statement.from_utc_s) + "\n";
    if (statement.next) text += "next " + statement.next->to_string() + "\n";
    if (!statement.revoked.empty()) text += "revoked " + statement.revoked + "\n";
    return text;
}

tlog::NoteSignature sign_statement(const tlog::SigningKey& key, std::string_view text, std::uint64_t utc_s) {
    return key.verifier().type == tlog::SignatureType::note ? sign(key, text) : cosign(key, text, utc_s);
}

SignedStatement make_statement(Statement said, std::span<const tlog::SigningKey> signers,
                               std::uint64_t utc_s) {
    tlog::Note note{to_text(said), {}};
    for (const auto& signer : signers) note.signatures.push_back(sign_statement(signer, note.text, utc_s));
    const bool by_key = is_signed_by(note, said.key) == tlog::Signed::yes;
    return {std::move(said), std::move(note), by_key};
}

std::expected<std::vector<SignedStatement>, std::string> parse_statements(std::string_view bytes) {
    std::vector<SignedStatement> statements;
    while (!bytes.empty()) {
        const auto next = bytes.find("\n" + std::string(head));
        const auto one = bytes.substr(0, next == std::string_view::npos ? next : next + 1);
        auto read = parse_signed(one);
        if (!read)
            return std::unexpected("statement " + std::to_string(statements.size() + 1) + " in it " +
                                   read.error());
        statements.push_back(std::move(*read));
        if (statements.size() > most_statements) return std::unexpected("it holds more than 256 statements");
        bytes.remove_prefix(one.size());
    }
    if (statements.empty()) return std::unexpected("it holds no statement about a key");
    return statements;
}

std::string to_text(std::span<const SignedStatement> statements) {
    std::string text;
    for (const auto& statement : statements) text += to_text(statement.note);
    return text;
}

} // namespace adoube::evidence

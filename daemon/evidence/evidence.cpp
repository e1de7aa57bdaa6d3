#include "daemon/evidence/evidence.hpp"

#include "daemon/text/base64.hpp"
#include "daemon/tlog/leaf.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

std::string extract_line(const Evidence& evidence) {
    const auto& extract = *evidence.extract;
    return "extract " + std::to_string(extract.first_input) + " " + std::to_string(evidence.end_input() - 1) +
           " " + std::to_string(extract.first_ply) + " " + std::to_string(extract.last_ply) + " " +
           extract.fen;
}

void quote(std::vector<std::string>& lines, std::string_view text) {
    while (!text.empty()) {
        const auto length = text.find('\n');
        lines.push_back(length == 0 ? ">" : "> " + std::string(text.substr(0, length)));
        text.remove_prefix(length + 1);
    }
}

} // namespace

std::string to_text(const Evidence& evidence) {
    std::vector<std::string> lines{"adoube-evidence/v1"};
    for (const auto& key : evidence.keys) lines.push_back("key " + key.to_string());
    lines.push_back("exported " + std::to_string(evidence.exported_utc_s));
    lines.push_back(evidence.extract ? extract_line(evidence) : "all");
    lines.push_back(tlog::to_leaf(evidence.game));
    for (const auto& [n, entry] : evidence.corrections())
        lines.push_back(tlog::to_leaf(evidence.game.id, n, entry));
    for (auto n = evidence.first_input(); const auto& input : evidence.inputs)
        lines.push_back(tlog::to_leaf(evidence.game.id, n++, input));
    for (const auto& salt : evidence.salts) lines.push_back("salt " + salt);
    for (const auto& hash : evidence.proof) lines.push_back("proof " + text::to_base64(hash));
    for (const auto& checkpoint : evidence.checkpoints) {
        lines.emplace_back("checkpoint");
        quote(lines, to_text(checkpoint.note));
        for (const auto& hash : checkpoint.consistency)
            lines.push_back("consistent " + text::to_base64(hash));
    }
    return to_text(tlog::Checkpoint{evidence.origin, evidence.size, evidence.root, std::move(lines)});
}

tlog::Tree tree_of(const record::GameEntry& game, std::span<const record::Entry> inputs) {
    tlog::Tree tree;
    tree.append(tlog::hash_of(game));
    for (const auto& input : inputs) tree.append(tlog::hash_of(game, tree.size(), input));
    return tree;
}

std::vector<tlog::ProvenLeaf> leaves_of(const Evidence& evidence) {
    auto salt = evidence.salts.begin();
    const auto next_salt = [&] { return salt == evidence.salts.end() ? std::string() : *salt++; };
    std::vector<tlog::ProvenLeaf> leaves{{0, tlog::salted_hash(tlog::to_leaf(evidence.game), next_salt())}};
    const auto add = [&](std::uint64_t n, const record::Entry& entry) {
        leaves.push_back({n, tlog::salted_hash(tlog::to_leaf(evidence.game.id, n, entry), next_salt())});
    };
    for (const auto& [n, entry] : evidence.corrections()) add(n, entry);
    for (auto n = evidence.first_input(); const auto& input : evidence.inputs) add(n++, input);
    return leaves;
}

tlog::Tree tree_of(const Evidence& whole) {
    tlog::Tree tree;
    for (const auto& leaf : leaves_of(whole)) tree.append(leaf.hash);
    return tree;
}

bool begins_with(const tlog::Tree& tree, const tlog::Checkpoint& checkpoint) {
    return checkpoint.size <= tree.size() && tree.root(checkpoint.size) == checkpoint.root;
}

tlog::Note make_evidence(const tlog::SigningKey& key, std::uint64_t utc_s, const record::GameEntry& game,
                         const std::vector<record::Entry>& inputs, const std::vector<tlog::Note>& checkpoints,
                         const std::vector<tlog::VerifierKey>& other_keys,
                         const std::optional<Extract>& extract, std::uint64_t inputs_of_extract) {
    const auto tree = tree_of(game, inputs);
    Evidence evidence{tlog::origin_of(game.id),
                      tree.size(),
                      tree.root(),
                      {key.verifier()},
                      utc_s,
                      extract,
                      game,
                      inputs,
                      {},
                      {},
                      {}};
    evidence.game.closed_utc_ms.reset();
    evidence.game.secret.clear();
    for (const auto& other : other_keys)
        if (std::ranges::find(evidence.keys, other) == evidence.keys.end()) evidence.keys.push_back(other);
    std::vector<std::uint64_t> indexes{0}; // of its leaves
    for (const auto& [n, entry] : evidence.corrections()) indexes.push_back(n);
    if (extract) {
        const auto first = inputs.begin() + static_cast<std::ptrdiff_t>(extract->first_input - 1);
        evidence.inputs.assign(first, first + static_cast<std::ptrdiff_t>(inputs_of_extract));
    }
    for (auto n = evidence.first_input(); n < evidence.end_input(); ++n) indexes.push_back(n);
    if (extract) evidence.proof = tree.inclusion(indexes, tree.size());
    if (!game.secret.empty())
        for (const auto n : indexes) evidence.salts.push_back(tlog::salt_of(game, n));
    for (const auto& note : checkpoints) {
        evidence.checkpoints.push_back({note, {}});
        if (extract)
            evidence.checkpoints.back().consistency =
                tree.consistency(tlog::parse_checkpoint(note.text).value().size, tree.size());
    }
    auto text = to_text(evidence);
    auto signature = sign(key, text);
    return {std::move(text), {std::move(signature)}};
}

} // namespace adoube::evidence

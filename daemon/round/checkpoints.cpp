#include "daemon/round/checkpoints.hpp"

#include "daemon/tlog/leaf.hpp"

namespace adoube::round {
namespace {

constexpr std::int64_t longest_unsigned_ms = 1000;

} // namespace

void Checkpoints::begin(const record::GameEntry& game) {
    *this = {};
    game_ = game;
    may_sign_ = tlog::can_be_leaf(game);
    tree_.append(tlog::hash_of(game));
}

void Checkpoints::append(const record::Entry& entry) {
    if (signed_size_ == tree_.size()) unsigned_since_utc_ms_ = entry.host_utc_ms;
    may_sign_ &= tlog::can_be_leaf(entry);
    tree_.append(tlog::hash_of(game_, tree_.size(), entry));
}

std::expected<void, std::string> Checkpoints::recall(std::span<const record::Checkpoint> signed_before,
                                                     std::span<const record::Entry> inputs) {
    auto next = inputs.begin();
    for (const auto& checkpoint : signed_before) {
        while (tree_.size() < checkpoint.size && next != inputs.end()) append(*next++);
        const auto note = tlog::parse_note(checkpoint.note);
        const auto said = note ? tlog::parse_checkpoint(note->text) : std::unexpected(note.error());
        if (said && said->origin == tlog::origin_of(game_.id) && said->size == tree_.size() &&
            said->root == tree_.root())
            continue;
        may_sign_ = false;
        return std::unexpected(
            "the journal does not hold inputs 1 to " + std::to_string(checkpoint.size - 1) + " of game " +
            game_.id +
            " as they were signed, so no more of it is signed: keep a copy of the journal as "
            "it is");
    }
    signed_size_ = tree_.size();
    for (; next != inputs.end(); ++next) append(*next);
    return {};
}

std::optional<journal::Record> Checkpoints::due(const tlog::SigningKey& key, std::size_t completed_moves,
                                                UtcMs utc_ms, bool whatever) {
    if (!may_sign_ || signed_size_ == tree_.size()) return std::nullopt;
    // Negative: the host's clock was set back meanwhile.
    const auto waited_ms = utc_ms - unsigned_since_utc_ms_;
    const bool waited = waited_ms >= longest_unsigned_ms || waited_ms < 0;
    if (!whatever && !waited && completed_moves == signed_moves_) return std::nullopt;
    signed_size_ = tree_.size();
    signed_moves_ = completed_moves;
    return record::Checkpoint{
        game_.id, tree_.size(),
        to_text(tlog::signed_checkpoint(key, tlog::origin_of(game_.id), tree_.size(), tree_.root()))};
}

} // namespace adoube::round

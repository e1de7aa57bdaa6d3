#include "daemon/evidence/tombstone.hpp"

#include "daemon/evidence/evidence.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/tlog/leaf.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

/// Whether the root over `size` leaves may be kept.
bool may_stay(const record::GameEntry& game, std::span<const record::Entry> inputs, std::uint64_t size) {
    if (size == 0 || size > inputs.size() + 1) return false;
    if (!game.secret.empty()) return true; // deleted with the record
    const auto told = std::ranges::count_if(inputs.first(size - 1),
                                            [](const auto& input) { return input.origin.has_value(); });
    return static_cast<std::uint64_t>(told) >= inputs_nobody_guesses;
}

} // namespace

record::DeleteGame deletion_of(const record::GameEntry& game, std::span<const record::Entry> inputs,
                               std::span<const record::Checkpoint> checkpoints, UtcMs utc_ms,
                               std::string why) {
    const std::uint64_t size = inputs.size() + 1,
                        signed_size = checkpoints.empty() ? 0 : checkpoints.back().size;
    const auto kept_size = may_stay(game, inputs, signed_size) ? signed_size : 0;
    std::string root;
    if (may_stay(game, inputs, size) && (kept_size == 0 || kept_size == size) && tlog::can_be_leaf(game) &&
        std::ranges::all_of(inputs, [](const auto& input) { return tlog::can_be_leaf(input); }))
        root = text::to_base64(tree_of(game, inputs).root());
    return {{game.id, utc_ms, std::move(why), size, std::move(root)}, kept_size};
}

} // namespace adoube::evidence

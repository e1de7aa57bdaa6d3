#include "daemon/tlog/merkle.hpp"

#include "daemon/text/sha256.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace adoube::tlog {
namespace {

/// Where a subtree of `size` leaves, at least 2, is split: the largest power of two below.
std::uint64_t split(std::uint64_t size) { return std::bit_floor(size - 1); }

} // namespace

Hash leaf_hash(std::string_view leaf) {
    std::string bytes(1, '\x00');
    bytes += leaf;
    return text::sha256(bytes);
}

Hash node_hash(const Hash& left, const Hash& right) {
    std::array<std::uint8_t, 65> bytes{1};
    std::ranges::copy(left, bytes.begin() + 1);
    std::ranges::copy(right, bytes.begin() + 33);
    return text::sha256(bytes);
}

// --- growing ---

void Frontier::append(const Hash& leaf) {
    complete_.push_back(leaf);
    for (auto merges = std::countr_one(size_++); merges > 0; --merges) {
        const Hash right = complete_.back();
        complete_.pop_back();
        complete_.back() = node_hash(complete_.back(), right);
    }
}

Hash Frontier::root() const {
    if (complete_.empty()) return Tree().root();
    Hash root = complete_.back();
    for (auto left = complete_.rbegin() + 1; left != complete_.rend(); ++left) root = node_hash(*left, root);
    return root;
}

void Tree::append(const Hash& leaf) {
    Hash hash = leaf;
    for (std::size_t level = 0;; ++level) {
        if (level == levels_.size()) levels_.emplace_back();
        levels_[level].push_back(hash);
        const auto count = levels_[level].size();
        if (count % 2 != 0) return;
        hash = node_hash(levels_[level][count - 2], levels_[level][count - 1]);
    }
}

/// Of leaves [from, to), a subtree as the RFC splits it: `from` is a multiple of the power of two not below
/// its size.
Hash Tree::subtree(std::uint64_t from, std::uint64_t to) const {
    const auto size = to - from;
    if (size == 0) return text::sha256(std::string_view());
    if (std::has_single_bit(size)) {
        const auto level = static_cast<std::size_t>(std::countr_zero(size));
        return levels_[level][from >> level];
    }
    const auto middle = from + split(size);
    return node_hash(subtree(from, middle), subtree(middle, to));
}

// --- proving ---

std::vector<Hash> Tree::inclusion(std::uint64_t index, std::uint64_t size) const {
    std::vector<Hash> proof;
    for (std::uint64_t from = 0, to = size; to - from > 1;) {
        const auto middle = from + split(to - from);
        const bool left = index < middle;
        proof.push_back(left ? subtree(middle, to) : subtree(from, middle));
        (left ? to : from) = middle;
    }
    std::ranges::reverse(proof);
    return proof;
}

std::vector<Hash> Tree::consistency(std::uint64_t old_size, std::uint64_t size) const {
    std::vector<Hash> proof;
    if (old_size == 0 || old_size == size) return proof;
    std::uint64_t from = 0, to = size;
    while (to != old_size) {
        const auto middle = from + split(to - from);
        const bool left = old_size <= middle;
        proof.push_back(left ? subtree(middle, to) : subtree(from, middle));
        (left ? to : from) = middle;
    }
    if (from != 0) proof.push_back(subtree(from, to)); // else it is the old root, which is known
    std::ranges::reverse(proof);
    return proof;
}

std::vector<Hash> Tree::inclusion(std::span<const std::uint64_t> indexes, std::uint64_t size) const {
    std::vector<Hash> proof;
    const auto walk = [&](auto& self, std::span<const std::uint64_t> inside, std::uint64_t from,
                          std::uint64_t to) -> void {
        if (inside.empty()) return proof.push_back(subtree(from, to));
        if (to - from == 1) return;
        const auto middle = from + split(to - from);
        const auto left = static_cast<std::size_t>(std::ranges::lower_bound(inside, middle) - inside.begin());
        self(self, inside.first(left), from, middle);
        self(self, inside.subspan(left), middle, to);
    };
    walk(walk, indexes, 0, size);
    return proof;
}

// --- checking ---

bool proves_inclusion(std::span<const Hash> proof, const Hash& leaf, std::uint64_t index, std::uint64_t size,
                      const Hash& root) {
    if (index >= size) return false;
    Hash hash = leaf;
    auto last = size - 1;
    for (const Hash& sibling : proof) {
        if (last == 0) return false;
        if (index % 2 == 1 || index == last) {
            hash = node_hash(sibling, hash);
            while (index % 2 == 0 && index != 0) index >>= 1, last >>= 1;
        } else {
            hash = node_hash(hash, sibling);
        }
        index >>= 1, last >>= 1;
    }
    return last == 0 && hash == root;
}

bool proves_consistency(std::span<const Hash> proof, std::uint64_t old_size, const Hash& old_root,
                        std::uint64_t size, const Hash& root) {
    if (old_size > size) return false;
    if (old_size == size) return proof.empty() && old_root == root;
    if (old_size == 0) return proof.empty() && old_root == Tree().root();
    auto index = old_size - 1, last = size - 1;
    const auto complete = std::countr_one(index);
    index >>= complete, last >>= complete;
    if (index != 0 && proof.empty()) return false;
    Hash was = index == 0 ? old_root : proof.front(), is = was;
    for (const Hash& hash : index == 0 ? proof : proof.subspan(1)) {
        if (last == 0) return false;
        if (index % 2 == 1 || index == last) {
            was = node_hash(hash, was);
            is = node_hash(hash, is);
            while (index % 2 == 0 && index != 0) index >>= 1, last >>= 1;
        } else {
            is = node_hash(is, hash);
        }
        index >>= 1, last >>= 1;
    }
    return last == 0 && was == old_root && is == root;
}

std::optional<Hash> root_of(std::span<const ProvenLeaf> leaves, std::span<const Hash> proof,
                            std::uint64_t size) {
    if (leaves.empty() || leaves.back().index >= size) return std::nullopt;
    for (std::size_t at = 1; at < leaves.size(); ++at)
        if (leaves[at].index <= leaves[at - 1].index) return std::nullopt;
    const auto walk = [&](auto& self, std::span<const ProvenLeaf> inside, std::uint64_t from,
                          std::uint64_t to) -> std::optional<Hash> {
        if (inside.empty()) {
            if (proof.empty()) return std::nullopt;
            const Hash hash = proof.front();
            proof = proof.subspan(1);
            return hash;
        }
        if (to - from == 1) return inside.front().hash;
        const auto middle = from + split(to - from);
        const auto first_right = std::ranges::lower_bound(inside, middle, {}, &ProvenLeaf::index);
        const auto left = static_cast<std::size_t>(first_right - inside.begin());
        const auto left_hash = self(self, inside.first(left), from, middle);
        const auto right_hash = self(self, inside.subspan(left), middle, to);
        if (!left_hash || !right_hash) return std::nullopt;
        return node_hash(*left_hash, *right_hash);
    };
    const auto root = walk(walk, leaves, 0, size);
    return proof.empty() ? root : std::nullopt;
}

} // namespace adoube::tlog

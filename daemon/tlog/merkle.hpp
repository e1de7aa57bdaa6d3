#pragma once
// The Merkle tree of RFC 6962, section 2.1, over SHA-256: one hash that fixes every leaf, their order and
// their number, and short proofs that a leaf is in the tree, or that one tree begins as another.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace adoube::tlog {

using Hash = std::array<std::uint8_t, 32>;

Hash leaf_hash(std::string_view leaf);
Hash node_hash(const Hash& left, const Hash& right);

/// A tree that only grows and keeps no leaves: memory and time of an append are logarithmic.
class Frontier {
  public:
    void append(const Hash& leaf);
    std::uint64_t size() const { return size_; }
    Hash root() const;

  private:
    std::vector<Hash> complete_; // the roots of the complete subtrees, largest first
    std::uint64_t size_ = 0;
};

/// A tree that can prove. Sizes asked for are up to its own.
class Tree {
  public:
    void append(const Hash& leaf);
    std::uint64_t size() const { return levels_.empty() ? 0 : levels_.front().size(); }
    Hash root(std::uint64_t size) const { return subtree(0, size); }
    Hash root() const { return root(size()); }

    /// From the leaf's sibling up (RFC 6962, 2.1.1). `index` is less than `size`.
    std::vector<Hash> inclusion(std::uint64_t index, std::uint64_t size) const;
    /// Of the tree of `old_size` in that of `size` (2.1.2); empty for 0 and for the same size.
    std::vector<Hash> consistency(std::uint64_t old_size, std::uint64_t size) const;
    /// Of several leaves at once, whose indexes rise: the roots of the largest subtrees without any of them,
    /// from left to right.
    std::vector<Hash> inclusion(std::span<const std::uint64_t> indexes, std::uint64_t size) const;

  private:
    Hash subtree(std::uint64_t from, std::uint64_t to) const;

    std::vector<std::vector<Hash>> levels_; // [k]: roots of the complete subtrees of 2^k leaves
};

bool proves_inclusion(std::span<const Hash> proof, const Hash& leaf, std::uint64_t index, std::uint64_t size,
                      const Hash& root);
bool proves_consistency(std::span<const Hash> proof, std::uint64_t old_size, const Hash& old_root,
                        std::uint64_t size, const Hash& root);

struct ProvenLeaf {
    std::uint64_t index;
    Hash hash;
};
/// The root that a proof of several leaves leads to. Empty where indexes do not rise or are not in the tree,
/// or the proof has too few or too many hashes.
std::optional<Hash> root_of(std::span<const ProvenLeaf> leaves, std::span<const Hash> proof,
                            std::uint64_t size);

} // namespace adoube::tlog

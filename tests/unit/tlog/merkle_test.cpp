#include "daemon/tlog/merkle.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tlog/hex.hpp"

#include <algorithm>
#include <bit>
#include <random>

using namespace adoube::tlog;
using adoube::tests::from_hex;
using adoube::tests::hash_of;

namespace {

// Reference vectors of google/certificate-transparency (merkletree/merkle_tree_test.cc).
const std::string_view vector_leaves[] = {
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"};
const std::string_view vector_roots[] = {"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                                         "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                                         "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                                         "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                                         "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                                         "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                                         "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                                         "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                                         "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};

std::vector<Hash> hashes(std::initializer_list<std::string_view> hex) {
    std::vector<Hash> all;
    for (const auto one : hex) all.push_back(hash_of(one));
    return all;
}

Tree vector_tree() {
    Tree tree;
    for (const auto leaf : vector_leaves) tree.append(leaf_hash(from_hex(leaf)));
    return tree;
}

// --- RFC 6962, 2.1, word for word ---

using Leaves = std::span<const Hash>;

std::size_t largest_power_below(std::size_t n) {
    std::size_t k = 1;
    while (2 * k < n) k *= 2;
    return k;
}
Hash mth(Leaves d) {
    if (d.empty()) return hash_of(vector_roots[0]);
    if (d.size() == 1) return d[0];
    const auto k = largest_power_below(d.size());
    return node_hash(mth(d.first(k)), mth(d.subspan(k)));
}
std::vector<Hash> joined(std::vector<Hash> list, const Hash& last) {
    list.push_back(last);
    return list;
}
std::vector<Hash> path(std::size_t m, Leaves d) {
    if (d.size() == 1) return {};
    const auto k = largest_power_below(d.size());
    return m < k ? joined(path(m, d.first(k)), mth(d.subspan(k)))
                 : joined(path(m - k, d.subspan(k)), mth(d.first(k)));
}
std::vector<Hash> subproof(std::size_t m, Leaves d, bool known) {
    if (m == d.size()) return known ? std::vector<Hash>() : std::vector{mth(d)};
    const auto k = largest_power_below(d.size());
    return m <= k ? joined(subproof(m, d.first(k), known), mth(d.subspan(k)))
                  : joined(subproof(m - k, d.subspan(k), false), mth(d.first(k)));
}

struct Grown {
    Tree tree;
    std::vector<Hash> leaves;
};
Grown grown(std::size_t size, std::uint64_t seed = 1) {
    Grown grown;
    std::mt19937_64 random(seed);
    for (std::size_t n = 0; n < size; ++n) {
        grown.leaves.push_back(leaf_hash(std::to_string(random())));
        grown.tree.append(grown.leaves.back());
    }
    return grown;
}

} // namespace

TEST_CASE("roots are those of the reference vectors, however they are computed") {
    Tree tree;
    Frontier frontier;
    CHECK(tree.root() == hash_of(vector_roots[0]));
    CHECK(frontier.root() == hash_of(vector_roots[0]));
    for (std::size_t n = 0; n < 8; ++n) {
        tree.append(leaf_hash(from_hex(vector_leaves[n])));
        frontier.append(leaf_hash(from_hex(vector_leaves[n])));
        CHECK(tree.root() == hash_of(vector_roots[n + 1]));
        CHECK(frontier.root() == hash_of(vector_roots[n + 1]));
        CHECK(frontier.size() == n + 1);
    }
    for (std::size_t size = 0; size <= 8; ++size) CHECK(tree.root(size) == hash_of(vector_roots[size]));
}

TEST_CASE("proofs are those of the reference vectors") {
    const auto tree = vector_tree();
    CHECK(tree.inclusion(0, 8) ==
          hashes({"96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                  "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                  "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"}));
    CHECK(tree.inclusion(5, 8) ==
          hashes({"bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                  "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"}));
    CHECK(tree.consistency(1, 1).empty());
    CHECK(tree.consistency(1, 8) ==
          hashes({"96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                  "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                  "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"}));
    CHECK(tree.consistency(6, 8) ==
          hashes({"0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                  "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"}));
    CHECK(tree.consistency(2, 5) ==
          hashes({"5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                  "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"}));
}

TEST_CASE("every root and proof of every tree up to 70 leaves is what the RFC defines, and is accepted") {
    const auto all = grown(70);
    Frontier frontier;
    for (std::size_t size = 1; size <= 70; ++size) {
        const auto leaves = Leaves(all.leaves).first(size);
        const auto root = mth(leaves);
        frontier.append(all.leaves[size - 1]);
        REQUIRE(frontier.root() == root);
        REQUIRE(all.tree.root(size) == root);
        for (std::size_t at = 0; at < size; ++at) {
            const auto proof = all.tree.inclusion(at, size);
            REQUIRE(proof == path(at, leaves));
            REQUIRE(proves_inclusion(proof, all.leaves[at], at, size, root));
        }
        for (std::size_t old = 1; old <= size; ++old) {
            const auto proof = all.tree.consistency(old, size);
            REQUIRE(proof == subproof(old, leaves, true));
            REQUIRE(proves_consistency(proof, old, all.tree.root(old), size, root));
        }
    }
}

TEST_CASE("a proof that was changed in any way proves nothing") {
    std::mt19937_64 random(adoube::tests::seed(2));
    const auto all = grown(300, 3);
    for (int round = 0; round < 3000; ++round) {
        const auto size = 2 + random() % 299;
        const auto at = random() % size, old = 1 + random() % (size - 1);
        const auto root = all.tree.root(size), old_root = all.tree.root(old);
        auto inclusion = all.tree.inclusion(at, size), consistency = all.tree.consistency(old, size);
        const auto damage = [&](std::vector<Hash>& proof) {
            const auto where = static_cast<std::ptrdiff_t>(random() % proof.size());
            switch (random() % 4) {
            case 0:
                proof[static_cast<std::size_t>(where)][random() % 32] ^=
                    static_cast<std::uint8_t>(1U << random() % 8);
                break;
            case 1: proof.erase(proof.begin() + where); break;
            case 2: proof.insert(proof.begin() + where, all.leaves[random() % 300]); break;
            default: proof.push_back(all.leaves[random() % 300]);
            }
        };
        damage(inclusion);
        damage(consistency);
        REQUIRE_FALSE(proves_inclusion(inclusion, all.leaves[at], at, size, root));
        REQUIRE_FALSE(proves_consistency(consistency, old, old_root, size, root));
        const auto right = all.tree.inclusion(at, size);
        const auto other = (at + 1 + random() % (size - 1)) % size;
        REQUIRE_FALSE(proves_inclusion(right, all.leaves[other], at, size, root));
        REQUIRE_FALSE(proves_inclusion(right, all.leaves[at], other, size, root));
        REQUIRE_FALSE(proves_inclusion(right, all.leaves[at], at, at, root));
        REQUIRE_FALSE(proves_consistency(all.tree.consistency(old, size), old, root, size, root));
        REQUIRE_FALSE(proves_consistency(all.tree.consistency(old, size), size + 1, old_root, size, root));
    }
}

TEST_CASE("several leaves are proved at once, by the fewest hashes, and by no others") {
    std::mt19937_64 random(adoube::tests::seed(4));
    const auto all = grown(200, 5);
    for (int round = 0; round < 1000; ++round) {
        const auto size = 1 + random() % 200;
        std::vector<std::uint64_t> indexes;
        const auto density = 1 + random() % 20;
        for (std::uint64_t at = 0; at < size; ++at)
            if (at == 0 || random() % density == 0) indexes.push_back(at);
        const auto proof = all.tree.inclusion(indexes, size);
        std::vector<ProvenLeaf> leaves;
        for (const auto at : indexes) leaves.push_back({at, all.leaves[at]});
        REQUIRE(root_of(leaves, proof, size) == mth(Leaves(all.leaves).first(size)));
        if (indexes.size() == size) REQUIRE(proof.empty());
        auto one = all.tree.inclusion(indexes.back(), size);
        if (indexes.size() == 1) {
            auto same = proof;
            std::ranges::sort(one);
            std::ranges::sort(same);
            REQUIRE(one == same);
        }
        auto longer = proof;
        longer.push_back(all.leaves[0]);
        REQUIRE_FALSE(root_of(leaves, longer, size));
        if (!proof.empty()) REQUIRE_FALSE(root_of(leaves, Leaves(proof).first(proof.size() - 1), size));
        auto moved = leaves;
        moved.back().index += 1 + random() % 3;
        REQUIRE(root_of(moved, proof, size) != mth(Leaves(all.leaves).first(size)));
        auto doubled = leaves;
        doubled.push_back(leaves.back());
        REQUIRE_FALSE(root_of(doubled, proof, size));
    }
}

#pragma once
// How much a test tries. `tools/test` runs the quick tier with fixed seeds, so that its verdict is about the
// change; `tools/test --all` tries far more, with new seeds each time.

#include <cstddef>
#include <cstdint>
#include <ranges>

namespace adoube::tests {

struct Tries {
    int quick, all;
    friend constexpr Tries operator/(Tries tries, int by) { return {tries.quick / by, tries.all / by}; }
};

/// As ADOUBE_TIER (quick or all) says; a tenth under the address sanitizer, which needs no rare readings, a
/// fortieth under the thread sanitizer; at least two.
int many(Tries tries);

/// Step through the places in a record: 1, or 11 under a sanitizer.
std::size_t stride();

/// Not reduced under a sanitizer.
int at_most(Tries failures);

/// Consecutive, from ADOUBE_SEED or 1.
std::uint64_t first_seed();
inline auto seeds(Tries tries) {
    return std::views::iota(first_seed(), first_seed() + static_cast<std::uint64_t>(many(tries)));
}
/// For a test that draws once: its own seed, which ADOUBE_SEED changes too.
inline std::uint64_t seed(std::uint64_t own) { return own + 1'000'003 * (first_seed() - 1); }

} // namespace adoube::tests

#pragma once
// How much a test tries. `tools/test` runs the quick tier at every change, always with the same seeds, so
// that its verdict is about the change; `tools/test --all` tries many times as much, with other seeds each
// time.

#include <cstddef>
#include <cstdint>
#include <ranges>

namespace adoube::tests {

struct Tries {
    int quick, all;
    friend constexpr Tries operator/(Tries tries, int by) { return {tries.quick / by, tries.all / by}; }
};

/// How many of them: those of the tier that ADOUBE_TIER names (quick, or all); of these a tenth under the
/// address sanitizer, which looks at each step and not at rare readings, a fortieth under the thread
/// sanitizer, and two at the least.
int many(Tries tries);

/// Where every place in a record is tried: each, or each eleventh under a sanitizer.
std::size_t stride();

/// So many of them may fail, whatever runs them.
int at_most(Tries failures);

/// So many seeds, from ADOUBE_SEED on, or from 1.
std::uint64_t first_seed();
inline auto seeds(Tries tries) {
    return std::views::iota(first_seed(), first_seed() + static_cast<std::uint64_t>(many(tries)));
}
/// For a test that draws once: a seed of its own, which ADOUBE_SEED changes too.
inline std::uint64_t seed(std::uint64_t own) { return own + 1'000'003 * (first_seed() - 1); }

} // namespace adoube::tests

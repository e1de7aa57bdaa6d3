#include "tests/tier.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace adoube::tests {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif

[[noreturn]] void refuse(const char* sentence) {
    std::fputs(sentence, stderr);
    std::exit(2);
}

bool is_all() {
    const char* const tier = std::getenv("ADOUBE_TIER");
    if (!tier || std::string_view(tier) == "quick") return false;
    if (std::string_view(tier) != "all") refuse("ADOUBE_TIER must be quick or all\n");
    return true;
}

std::uint64_t read_seed() {
    const char* const text = std::getenv("ADOUBE_SEED");
    if (!text) return 1;
    char* end = nullptr;
    const auto seed = std::strtoul(text, &end, 10);
    if (end == text || *end != '\0') refuse("ADOUBE_SEED must be a number\n");
    return seed;
}

} // namespace

int at_most(Tries failures) {
    static const bool all = is_all();
    return all ? failures.all : failures.quick;
}

int many(Tries tries) {
    const int count = at_most(tries);
    return is_sanitized ? std::min(count, std::max(3, count / 10)) : count;
}

std::uint64_t first_seed() {
    static const std::uint64_t seed = read_seed();
    return seed;
}

} // namespace adoube::tests

#include "tests/tier.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace adoube::tests {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int share = 10;
#elif defined(__SANITIZE_THREAD__)
constexpr int share = 40;
#else
constexpr int share = 1;
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
    constexpr std::uint64_t greatest = 999'999'999'999; // keeps derived seeds within 64 bits
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text, text + std::strlen(text), seed);
    if (error != std::errc{} || *end != '\0' || seed == 0 || seed > greatest)
        refuse("ADOUBE_SEED must be a number from 1 to 999999999999\n");
    return seed;
}

} // namespace

int at_most(Tries failures) {
    static const bool all = is_all();
    return all ? failures.all : failures.quick;
}

int many(Tries tries) {
    const int count = at_most(tries);
    return std::min(count, std::max(2, count / share));
}

std::size_t stride() { return share > 1 ? 11 : 1; } // a prime: in step with nothing

std::uint64_t first_seed() {
    static const std::uint64_t seed = read_seed();
    return seed;
}

} // namespace adoube::tests

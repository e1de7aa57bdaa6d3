#pragma once
// What every fuzz target defines, and how it says that a promise was broken.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// Takes any bytes. Returns 0; aborts where a promise is broken.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace adoube::fuzz {

inline void promise(bool kept, const char* what) {
    if (kept) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

/// What is told to people: a line that says something, and nothing in it that a terminal would obey.
inline void promise_sentence(std::string_view text) {
    promise(!text.empty(), "a refusal has a reason");
    for (const char letter : text)
        promise(static_cast<unsigned char>(letter) >= ' ' && letter != 0x7F,
                "a reason is one printable line");
}

} // namespace adoube::fuzz

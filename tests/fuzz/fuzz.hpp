#pragma once
// The entry point of fuzz targets, and how they report a broken promise.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// Takes any bytes; returns 0, or aborts on a broken promise.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace adoube::fuzz {

inline void promise(bool kept, const char* what) {
    if (kept) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

/// For people: one non-empty line that no terminal would obey.
inline void promise_sentence(std::string_view text) {
    promise(!text.empty(), "a refusal has a reason");
    for (const char letter : text)
        promise(static_cast<unsigned char>(letter) >= ' ' && letter != 0x7F,
                "a reason is one printable line");
}

} // namespace adoube::fuzz

#pragma once
// What every fuzz target defines, and how it says that a promise was broken.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// Takes any bytes. Returns 0; aborts where a promise is broken.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace adoube::fuzz {

inline void promise(bool kept, const char* what) {
    if (kept) return;
    std::fprintf(stderr, "broken: %s\n", what);
    std::abort();
}

} // namespace adoube::fuzz

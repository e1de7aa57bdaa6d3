#pragma once
// RFC 9112 read strictly, apart from the server: which requests some bytes are.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace adoube::server {

struct StrictRequest {
    std::string method{}, target{}, host{}, authorization{}, body{};
    bool has_body = false, last = false; // `last`: no other may follow

    friend bool operator==(const StrictRequest&, const StrictRequest&) = default;
};

/// The next request, and what follows it; nothing where the bytes end before it does, or where the standard
/// lets a server refuse it: for a folded line, for both a length and a coding, for what it must not trust.
std::optional<std::pair<StrictRequest, std::string_view>> read_strictly(std::string_view bytes);

} // namespace adoube::server

#pragma once
// A strict RFC 9112 reader, independent of the server.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace adoube::server {

struct StrictRequest {
    std::string method{}, target{}, host{}, authorization{}, body{};
    bool has_body = false, last = false; // `last`: none may follow

    friend bool operator==(const StrictRequest&, const StrictRequest&) = default;
};

/// The next request, and the bytes after it; nothing if incomplete, or where the standard allows refusal: a
/// folded line, both length and coding, anything not to be trusted.
std::optional<std::pair<StrictRequest, std::string_view>> read_strictly(std::string_view bytes);

} // namespace adoube::server

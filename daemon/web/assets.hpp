#pragma once
// The web pages, embedded in the program.

#include <span>
#include <string_view>

namespace adoube::web {

struct Asset {
    std::string_view name; // "board.html"
    std::string_view type; // "text/html; charset=utf-8"
    std::string_view etag; // quoted
    std::string_view body;
};

std::span<const Asset> assets();

} // namespace adoube::web

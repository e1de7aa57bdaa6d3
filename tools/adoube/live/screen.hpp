#pragma once
// What to send to a terminal (ECMA-48) so that it shows a frame: only the lines that changed, so nothing
// flickers.

#include "tools/adoube/live/view.hpp"

namespace adoube::tools {

/// `before`: what it shows; empty: anything, and it is cleared first.
std::string painted(const Frame& before, const Frame& now, bool in_colour);

/// The other screen with a hidden cursor, and back as it was.
inline constexpr std::string_view open_screen = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J";
inline constexpr std::string_view close_screen = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

enum class Key : std::uint8_t { other, up, down, open, back, figurines };
/// Takes whole keys from the front of `bytes`.
std::vector<Key> keys_in(std::string& bytes);

} // namespace adoube::tools

#pragma once
// A QR code for a terminal.

#include <string>
#include <string_view>

namespace adoube::tools {

/// Two modules in each character, dark on light whatever the terminal's colours, with the quiet zone. Empty
/// where `bytes` do not fit.
std::string terminal_code(std::string_view bytes);

} // namespace adoube::tools

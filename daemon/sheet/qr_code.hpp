#pragma once
// QR codes (ISO/IEC 18004), by libqrencode.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::sheet {

/// Without its quiet zone of four modules.
struct QrCode {
    int side = 0;
    std::vector<bool> dark; // row by row from the top left
};
inline constexpr int quiet_modules = 4;

/// Of any bytes; empty if there are none, or more than the largest code holds (2953).
std::optional<QrCode> qr_code(std::string_view bytes);

/// The dark modules as the path of an SVG, one unit wide each, from (0, 0).
std::string svg_path(const QrCode& code);

} // namespace adoube::sheet

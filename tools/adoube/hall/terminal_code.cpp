#include "tools/adoube/hall/terminal_code.hpp"

#include "daemon/sheet/qr_code.hpp"

namespace adoube::tools {

std::string terminal_code(std::string_view bytes) {
    const auto code = sheet::qr_code(bytes);
    if (!code) return {};
    const int quiet = sheet::quiet_modules, end = code->side + quiet;
    const auto dark = [&](int row, int column) {
        const bool inside = row >= 0 && column >= 0 && row < code->side && column < code->side;
        return inside && code->dark[static_cast<std::size_t>(row * code->side + column)];
    };
    constexpr std::string_view black_on_white = "\x1b[30;107m", usual = "\x1b[0m\n";
    constexpr std::string_view halves[] = {" ", "\u2584", "\u2580", "\u2588"}; // neither, lower, upper, both
    std::string text;
    for (int row = -quiet; row < end; row += 2) {
        text += black_on_white;
        for (int column = -quiet; column < end; ++column)
            text += halves[2 * dark(row, column) + dark(row + 1, column)];
        text += usual;
    }
    return text;
}

} // namespace adoube::tools

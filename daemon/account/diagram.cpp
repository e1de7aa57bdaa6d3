#include "daemon/account/diagram.hpp"

#include "daemon/web/assets.hpp"

#include <algorithm>

namespace adoube::account {
namespace {

constexpr int square_width = 40, margin = 16;

std::string place(int file, int row) {
    return "x=\"" + std::to_string(margin + file * square_width) + "\" y=\"" +
           std::to_string(row * square_width) + "\"";
}

std::string label(char text, int x, int y) {
    return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\">" + text + "</text>";
}

std::string labels() {
    std::string svg;
    for (int at = 0; at < 8; ++at) {
        svg += label(static_cast<char>('8' - at), margin / 2, at * square_width + 24);
        svg += label(static_cast<char>('a' + at), margin + at * square_width + 20, 8 * square_width + 13);
    }
    return svg;
}

/// "White: Ke1 Ra1 a2; Black: Ke8".
std::string in_words(const Squares& squares) {
    std::string text;
    for (const auto side : {chess::Side::white, chess::Side::black}) {
        text += side == chess::Side::white ? "White:" : "; Black:";
        for (const char letter : {'K', 'Q', 'R', 'B', 'N', 'P'})
            for (std::size_t at = 0; at < squares.size(); ++at) {
                const auto& piece = squares[at];
                if (!piece || piece->side != side ||
                    chess::to_char({chess::Side::white, piece->type}) != letter)
                    continue;
                text += letter == 'P' ? " " : std::string(" ") + letter;
                text += chess::to_string(static_cast<chess::Square>(at));
            }
    }
    return text;
}

} // namespace

std::string piece_drawings() {
    for (const auto& asset : web::assets())
        if (asset.name == "pieces.svg")
            return "<div class=\"pieces\">" + std::string(asset.body) + "</div>\n";
    return {};
}

Squares squares_of(const chess::Position& position) {
    Squares squares;
    for (std::size_t at = 0; at < squares.size(); ++at)
        squares[at] = position.at(static_cast<chess::Square>(at));
    return squares;
}

std::string diagram(const Squares& squares, std::span<const chess::Square> marked) {
    const auto width = std::to_string(8 * square_width + margin);
    std::string svg = "<svg class=\"board\" viewBox=\"0 0 " + width + " " + width +
                      "\" role=\"img\" aria-label=\"" + in_words(squares) + "\">";
    for (int row = 0; row < 8; ++row)
        for (int file = 0; file < 8; ++file) {
            const auto square = static_cast<chess::Square>((7 - row) * 8 + file);
            svg += "<rect class=\"" + std::string((row + file) % 2 == 0 ? "light" : "dark") + "\" " +
                   place(file, row) + " width=\"40\" height=\"40\"/>";
            if (std::ranges::count(marked, square))
                svg += "<rect class=\"mark\" " + place(file, row) + " width=\"40\" height=\"40\"/>";
            if (const auto& piece = squares[static_cast<std::size_t>(square)])
                svg += "<use href=\"#" + std::string(piece->side == chess::Side::white ? "w" : "b") +
                       static_cast<char>(chess::to_char({chess::Side::black, piece->type})) + "\" " +
                       place(file, row) + "/>";
        }
    return svg + labels() + "</svg>\n";
}

} // namespace adoube::account

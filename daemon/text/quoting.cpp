#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::text {
namespace {

constexpr std::size_t longest_line = 16384, longest_quotation = 24; // characters

/// The first character of a non-empty text.
struct Character {
    std::string_view bytes;
    bool is_utf8;

    explicit Character(std::string_view text)
        : bytes(text.substr(0, std::max<std::size_t>(utf8_length(text), 1))),
          is_utf8(utf8_length(text) != 0) {}
};

std::string hex(char32_t number) {
    std::string digits;
    for (; number != 0 || digits.size() < 2; number >>= 4) digits += "0123456789abcdef"[number & 15];
    return {digits.rbegin(), digits.rend()};
}

std::string shown(const Character& character) {
    if (!character.is_utf8) return "\\x" + hex(static_cast<unsigned char>(character.bytes[0]));
    const auto code = code_point(character.bytes);
    return is_control(code) ? "\\u{" + hex(code) + "}" : std::string(character.bytes);
}

/// Printable ASCII but '"' and '\', U+00A1 to U+053F (Latin, Greek, Cyrillic), and chess figures.
bool is_quotable(std::string_view character) {
    if (character.size() == 1)
        return character >= " " && character <= "~" && character != "\"" && character != "\\";
    if (character.size() == 2) return character >= "\u00a1" && character <= "\u053f";
    return character >= "♔" && character <= "♟";
}

} // namespace

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
           (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

std::string shown(std::string_view line) {
    std::string text;
    for (std::size_t count = 0; !line.empty(); ++count) {
        if (count == longest_line) return text + "…";
        const Character character(line);
        text += shown(character);
        line.remove_prefix(character.bytes.size());
    }
    return text;
}

std::string without_controls(std::string_view text) {
    const auto whole = to_utf8(text);
    std::string plain;
    for (std::string_view rest = whole; !rest.empty();) {
        const Character character(rest);
        if (is_control(code_point(character.bytes)))
            plain += ' ';
        else
            plain += character.bytes;
        rest.remove_prefix(character.bytes.size());
    }
    return plain;
}

std::string escaped_for_html(std::string_view text) {
    std::string html;
    for (const char c : text) switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        default: html += c;
        }
    return html;
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(";\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (std::size_t count = 0; count < longest_quotation && !text.empty(); ++count) {
        const Character character(text);
        result += character.is_utf8 && is_quotable(character.bytes) ? character.bytes : "?";
        text.remove_prefix(character.bytes.size());
    }
    return result + (text.empty() ? "\"" : "…\"");
}

} // namespace adoube::text

#include "daemon/tournament/text_file.hpp"

#include "daemon/text/utf8.hpp"

#include <algorithm>
#include <array>

namespace adoube::tournament {
namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

/// Of 0x80 to 0x9f; what Windows-1252 leaves undefined stands for itself.
constexpr std::array<char32_t, 32> windows_1252{
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

char32_t from_windows_1252(unsigned char byte) {
    return byte >= 0x80 && byte < 0xa0 ? windows_1252[byte - 0x80] : byte;
}

char to_windows_1252(char32_t c) {
    const auto* const found = std::ranges::find(windows_1252, c);
    if (found != windows_1252.end()) return static_cast<char>(0x80 + (found - windows_1252.begin()));
    return c < 0x80 || (c >= 0xa0 && c <= 0xff) ? static_cast<char>(c) : '?';
}

void put_utf8(std::string& text, char32_t c) {
    const auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) return put(c);
    if (c < 0x800) return put(0xc0 | c >> 6), put(0x80 | (c & 0x3f));
    if (c < 0x10000) return put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
    put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 0x3f)), put(0x80 | (c >> 6 & 0x3f)), put(0x80 | (c & 0x3f));
}

std::u32string decoded(std::string_view bytes, bool utf8) {
    std::u32string text;
    while (!bytes.empty()) {
        const auto size = utf8 ? text::utf8_length(bytes) : 1;
        text += utf8 ? text::code_point(bytes.substr(0, size))
                     : from_windows_1252(static_cast<unsigned char>(bytes.front()));
        bytes.remove_prefix(size);
    }
    return text;
}

} // namespace

std::string to_utf8(std::u32string_view text) {
    std::string bytes;
    for (const auto c : text) put_utf8(bytes, c);
    return bytes;
}

std::u32string from_utf8(std::string_view bytes) { return decoded(bytes, text::is_utf8(bytes)); }

TextFile::TextFile(std::string_view bytes) : bom_(bytes.starts_with(byte_order_mark)) {
    if (bom_) bytes.remove_prefix(byte_order_mark.size());
    utf8_ = text::is_utf8(bytes);
    while (!bytes.empty()) {
        const auto length = std::min(bytes.find_first_of("\r\n"), bytes.size());
        const std::size_t end_size = length == bytes.size()                     ? 0
                                     : bytes.substr(length).starts_with("\r\n") ? 2
                                                                                : 1;
        lines_.push_back({decoded(bytes.substr(0, length), utf8_),
                          std::string(bytes.substr(0, length + end_size)), end_size});
        bytes.remove_prefix(length + end_size);
    }
}

void TextFile::replace(std::size_t number, std::u32string text) {
    Line& line = lines_[number];
    auto bytes = utf8_ ? to_utf8(text) : std::string();
    if (!utf8_)
        for (const auto c : text) bytes += to_windows_1252(c);
    line.bytes.replace(0, line.bytes.size() - line.end_size, bytes);
    line.text = std::move(text);
}

void TextFile::insert(std::size_t number, std::u32string text) {
    const auto& like = lines_[number > 0 ? number - 1 : number];
    auto end = like.bytes.substr(like.bytes.size() - like.end_size);
    if (end.empty()) end = "\n";
    const auto end_size = end.size();
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(number), {{}, std::move(end), end_size});
    replace(number, std::move(text));
}

std::string TextFile::bytes() const {
    std::string all(bom_ ? byte_order_mark : "");
    for (const auto& line : lines_) all += line.bytes;
    return all;
}

std::string TextFile::utf8() const {
    std::string all;
    for (const auto& line : lines_) all += to_utf8(line.text) + '\n';
    return all;
}

} // namespace adoube::tournament

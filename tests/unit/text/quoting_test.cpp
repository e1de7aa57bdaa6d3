#include "daemon/text/quoting.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
using namespace adoube::text;

namespace {

bool is_plain_line(std::string_view line) {
    return all_characters(line, [](char32_t c) { return !is_control(c); });
}

} // namespace

TEST_CASE("what gives orders to a terminal is shown, and does nothing") {
    struct Case {
        std::string text, shown;
    };
    for (const auto& [text, seen] :
         {Case{"Jørgen Müller ½ 李 שלום", "Jørgen Müller ½ 李 שלום"}, Case{"", ""},
          Case{"a\x1b[2Jb", "a\\u{1b}[2Jb"}, Case{"a\nVERIFIED", "a\\u{0a}VERIFIED"},
          Case{"\r\t\x7f", "\\u{0d}\\u{09}\\u{7f}"}, Case{std::string("\0", 1), "\\u{00}"},
          Case{"\u009b31m", "\\u{9b}31m"}, Case{"\x9b", "\\x9b"}, Case{"\xe2\x80", "\\xe2\\x80"},
          Case{"\u2028\u2029", "\\u{2028}\\u{2029}"}, Case{"\u202eabc\u202c", "\\u{202e}abc\\u{202c}"},
          Case{"\u2066\u061c\u200f", "\\u{2066}\\u{61c}\\u{200f}"}}) {
        CAPTURE(text);
        CHECK(shown(text) == seen);
    }
    CHECK(shown(std::string(20000, 'x')).size() == 16384 + std::string_view("…").size());
}

TEST_CASE("a quotation stays between its marks") {
    CHECK(text::quoted("Nf3") == "\"Nf3\"");
    CHECK(text::quoted("a\" b\\\n\x1b") == "\"a? b???\"");
    CHECK(text::quoted(std::string(30, 'x')) == "\"" + std::string(24, 'x') + "…\"");
}

TEST_CASE("data for programs has spaces for control characters, and is UTF-8") {
    CHECK(without_controls("a\nb\u202ec\u0085d") == "a b c d");
    CHECK(without_controls("J\xf8rgen\x9b") == "Jørgen ");
}

TEST_CASE("of whatever bytes, what is shown is one plain line, and plain text is left as it is") {
    for (const auto seed : tests::seeds({2000, 100000})) {
        std::mt19937_64 random(seed);
        static const std::string pieces[] = {"\x1b[", "\n",       "\r", "\u009b", "\u2028", "\u202e", "\xff",
                                             "\xc3",  "\xf0\x9f", "\"", "\\",     "ø",      "李",     "x"};
        std::string text;
        for (auto left = random() % 40; left > 0; --left)
            text += random() % 2 ? pieces[random() % std::size(pieces)]
                                 : std::string(1, static_cast<char>(random() & 0xff));
        CAPTURE(seed);
        CHECK(is_plain_line(shown(text)));
        CHECK(is_plain_line(text::quoted(text)));
        CHECK(is_plain_line(without_controls(text)));
        if (is_plain_line(text)) CHECK(shown(text) == text);
    }
}

#include "daemon/text/quoting.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
using namespace adoube::text;

namespace {

bool is_plain_line(std::string_view line) {
    const auto is_none = [](char32_t c) { return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef); };
    return all_characters(line, [&](char32_t c) { return !is_control(c) && !is_none(c); });
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

TEST_CASE("a name may hold what no exit can write, or what it holds is not told in words") {
    CHECK(unfit_in("Łukasz 李 שלום \u0627\u200c\u0628 O'Neill ½ 葛\U000e0100")
              .empty()); // a joiner is part of Persian words, a variant of a name
    const std::pair<std::string, const char*> rows[] = {
        {"a\nb", "a line break"},
        {"a\u2028b", "a line break"},
        {"a\u0085b", "a line break"},
        {"a\tb", "a tab"},
        {std::string("a\0b", 3), "the control character U+0000"},
        {"a\u009bb", "the control character U+009B"},
        {"a\u202eb", "U+202E, which turns the writing"},
        {"\u200fa", "U+200F, which turns the writing"},
        {"A\u200bdams", "U+200B, which is not seen"},
        {"Ad\u00adams", "U+00AD, which is not seen"},
        {"\ufeffAdams", "U+FEFF, which is not seen"},
        {"Adams\U000e0041", "U+E0041, which is not seen"},
        {"a\uffff", "U+FFFF, which is no character"},
        {"\ufdd0\n", "U+FDD0, which is no character"},
        {"\U0001fffe", "U+1FFFE, which is no character"},
        {"\xff", "bytes that are not UTF-8"},
        {"\xed\xa0\x80", "bytes that are not UTF-8"}, // a surrogate
    };
    for (const auto& [text, what] : rows) {
        CHECK(unfit_in(text) == what);
        CHECK(unfit_in(without_controls(text)).empty());
    }
    CHECK(shown("a\uffff") == "a\\u{ffff}");
    for (const char32_t allowed : {0xad, 0xffff})
        CHECK_FALSE(is_control(allowed)); // in signed records and keys
    CHECK(without_unseen("\u200fכהן, \u202bיעל\u202c\n\uffff") == "כהן, יעל\n\uffff");
}

TEST_CASE("another computer's words are longer than a line, or are cut within a character") {
    CHECK(excerpt("a\nb\u202e\uffff") == "a b  ");
    CHECK(excerpt(std::string(200, 'x')) == std::string(200, 'x'));
    CHECK(excerpt("ééé", 2) == "éé…");
    CHECK(excerpt("a" + std::string(100'000, '\x1b')).size() == 200 + std::string_view("…").size());
}

TEST_CASE("a spreadsheet runs a cell as a formula, or a cell is not what it was") {
    const std::pair<const char*, const char*> rows[] = {
        {"=1+1", "'=1+1"},
        {"+49 1", "'+49 1"},
        {"-1", "'-1"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"\t=1", "'\t=1"},
        {"\r=1", "\"'\r=1\""},
        {"=HYPERLINK(\"http://x\";\"y\")", "\"'=HYPERLINK(\"\"http://x\"\";\"\"y\"\")\""},
        {"Adams, Ann", "Adams, Ann"},
        {"a=1", "a=1"},
        {"", ""},
        {"+/-", "+/-"}, // a forfeit
        {"-/-", "-/-"},
    };
    for (const auto& [text, cell] : rows) CHECK(csv_cell(text) == cell);
}

TEST_CASE("a name turns what stands beside it on a page, or becomes part of the page") {
    CHECK(name_for_html("<כהן>") == "<bdi>&lt;כהן&gt;</bdi>");
    CHECK(sentence_for_html("a < b, by Ann, 1-0.") == "a &lt; b, by Ann, 1-0.");
    CHECK(sentence_for_html("White is כהן, יעל, Black is مصطفى, علي (1).") ==
          "White is <bdi>כהן, יעל</bdi>, Black is <bdi>مصطفى, علي</bdi> (1).");
    CHECK(sentence_for_html("כהן - לוי & Ann") == "<bdi>כהן</bdi> - <bdi>לוי</bdi> &amp; Ann");
    CHECK(sentence_for_html("ד. צ׳רנין-לוי \xff") == "<bdi>ד. צ׳רנין-לוי</bdi> \xff");
}

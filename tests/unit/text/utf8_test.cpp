#include "daemon/text/utf8.hpp"

#include "tests/catch.hpp"

using namespace adoube::text;

TEST_CASE("UTF-8 stays, and everything else is taken as ISO 8859-1") {
    for (const char* good : {"", "abc", "é", "Ø", "½", "€", "ﷺ", "😀", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf"}) {
        CAPTURE(good);
        CHECK(is_utf8(good));
        CHECK(to_utf8(good) == good);
    }
    // Cut off, no lead, overlong, surrogate, beyond Unicode, invalid lead.
    for (const char* bad : {"\xc3", "a\xe2\x82", "\xa9", "\xc0\xaf", "\xe0\x80\xaf", "\xf0\x80\x80\xaf",
                            "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xc3\x28"}) {
        CAPTURE(bad);
        CHECK_FALSE(is_utf8(bad));
        CHECK(is_utf8(to_utf8(bad)));
    }
    CHECK(to_utf8("J\xf8rgen M\xfcller \xff") == "Jørgen Müller ÿ");
}

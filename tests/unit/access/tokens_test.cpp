#include "daemon/access/tokens.hpp"

#include "tests/catch.hpp"

#include <set>

using namespace adoube::access;

namespace {

constexpr std::int64_t now_s = 1'763'650'800; // 2025-11-20T15:00:00Z

Token token_of(std::string name, const std::string& text) {
    Token token;
    token.name = std::move(name);
    token.boards = *Boards::parse("1-8");
    token.made_s = now_s;
    token.hash = hash_of(text);
    return token;
}

std::string flipped(std::string text, std::size_t at) {
    text[at] = text[at] == 'a' ? 'b' : 'a';
    return text;
}

} // namespace

TEST_CASE("tokens are alike, or a slip of the pen makes another") {
    std::set<std::string> seen;
    std::set<char> letters;
    for (int n = 0; n < 200; ++n) {
        const auto text = new_token_text().value();
        REQUIRE(text.size() == token_length);
        REQUIRE(text.starts_with("adoube_"));
        REQUIRE(is_token_text(text));
        REQUIRE(seen.insert(text).second);
        letters.insert(text.begin() + 7, text.end() - 6);
        for (std::size_t at = 0; at < text.size(); ++at) REQUIRE_FALSE(is_token_text(flipped(text, at)));
        REQUIRE_FALSE(is_token_text(text + "a"));
        REQUIRE_FALSE(is_token_text(text.substr(0, text.size() - 1)));
    }
    CHECK(letters.size() == 62);
    CHECK_FALSE(is_token_text(""));
    CHECK_FALSE(is_token_text("adoube_"));
}

TEST_CASE(
    "the check of a token is reckoned in another way than it was: all that were given out stop working") {
    CHECK(is_token_text("adoube_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ4FLuWK"));
    CHECK(is_token_text("adoube_00000000000000000000000000000000000000000002CZclj"));
}

TEST_CASE("a token that is revoked, expired, or none opens something") {
    Tokens tokens;
    const auto anna = new_token_text().value(), otto = new_token_text().value();
    REQUIRE(tokens.add(token_of("Anna", anna)) == 1);
    auto of_otto = token_of("Otto", otto);
    of_otto.role = Role::operator_;
    of_otto.boards = Boards::all();
    of_otto.expires_s = now_s + 10;
    REQUIRE(tokens.add(of_otto) == 2);
    CHECK(tokens.grant(hash_of(anna), now_s) == Grant{Role::arbiter, *Boards::parse("1-8"), 1, "Anna"});
    CHECK(tokens.grant(hash_of(otto), now_s + 9) == Grant{Role::operator_, Boards::all(), 2, "Otto"});
    CHECK_FALSE(tokens.grant(hash_of(otto), now_s + 10));
    CHECK_FALSE(tokens.grant(hash_of(new_token_text().value()), now_s));
    CHECK_FALSE(tokens.grant({}, now_s));
    REQUIRE(tokens.revoke(1, now_s + 5));
    CHECK_FALSE(tokens.grant(hash_of(anna), now_s + 5));
    CHECK(tokens.revoke(1, now_s + 6).error() == "token 1 was revoked already, at 2025-11-20T15:00:05Z");
    CHECK(tokens.revoke(3, now_s).error() == "there is no token 3");
    CHECK(tokens.add(token_of("Eva", new_token_text().value())) == 3);
}

TEST_CASE("a list of tokens is read as another than it was written, or holds a token itself") {
    Tokens tokens;
    const auto text = new_token_text().value();
    auto token = token_of("Zoë \"the\" \\ first", text);
    token.expires_s = now_s + 86'400;
    REQUIRE(tokens.add(token));
    REQUIRE(tokens.add(token_of("Ben", new_token_text().value())));
    REQUIRE(tokens.revoke(2, now_s + 1));
    const auto written = tokens.to_text();
    CHECK(written.find(text.substr(7, 20)) == std::string::npos);
    const auto read = Tokens::parse(written);
    REQUIRE(read);
    CHECK(read->to_text() == written);
    CHECK(read->grant(hash_of(text), now_s) == tokens.grant(hash_of(text), now_s));
    CHECK(read->all()[1].revoked_s == now_s + 1);
    CHECK(Tokens::parse("{\"list\":\"adoube-tokens\",\"version\":1}\n")->all().empty());
}

TEST_CASE("a damaged list of tokens is read as if it were whole") {
    Tokens tokens;
    REQUIRE(tokens.add(token_of("Anna", new_token_text().value())));
    REQUIRE(tokens.add(token_of("Ben", new_token_text().value())));
    const auto whole = tokens.to_text();
    const auto second = whole.find('\n') + 1, third = whole.find('\n', second) + 1;
    // A changed byte is refused, or gives another valid list (a name, a time) in its one spelling.
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const char other : {'x', '0', '"', '\n', ' ', '\0'}) {
            auto text = whole;
            text[at] = other;
            const auto read = Tokens::parse(text);
            if (read) REQUIRE(read->to_text() == text);
        }
    for (std::size_t length = 0; length < whole.size(); ++length)
        if (length != second && length != third) REQUIRE_FALSE(Tokens::parse(whole.substr(0, length)));
    const auto line_1 = whole.substr(second, third - second), line_2 = whole.substr(third);
    const auto head = whole.substr(0, second);
    CHECK(Tokens::parse("").error() == "line 1: the file is cut here");
    CHECK(Tokens::parse("x\n").error() == "line 1: this is no list of tokens");
    CHECK(Tokens::parse(head + line_2 + line_1).error() ==
          "line 3: its id is not larger than the one before");
    CHECK(Tokens::parse(head + line_1 + line_1).error() ==
          "line 3: its id is not larger than the one before");
    auto twice = line_1;
    twice.replace(twice.find("\"id\":1"), 6, "\"id\":7");
    CHECK(Tokens::parse(head + line_1 + twice).error() == "line 3: this token stands here twice");
    const auto with = [&](const std::string& part, const std::string& instead) {
        auto line = line_1;
        line.replace(line.find(part), part.size(), instead);
        return Tokens::parse(head + line).has_value();
    };
    CHECK(with("Anna", "Anne"));
    for (const auto& [part, instead] : {std::pair("\"Anna\"", "\"\""),
                                        {"Anna", "An\\nna"},
                                        {"Anna", "An\xc2\x9bna"},
                                        {"arbiter", "public"},
                                        {"arbiter", "operator"},
                                        {"arbiter", "king"},
                                        {"1-8", "8-1"},
                                        {"1-8", ""},
                                        {"1-8", "1-4,5-8"},
                                        {"2025-11-20", "2025-11-31"},
                                        {"2025-11-20", "20251120"},
                                        {"\"id\":1", "\"id\":0"},
                                        {"\"id\":1", "\"id\":-1"},
                                        {"\"id\":1", "\"id\":1.0"},
                                        {"\"id\":1", "\"id\":4294967297"},
                                        {"\"id\":1", "\"id\": 1"},
                                        {"\"id\":1", "\"extra\":1,\"id\":1"},
                                        {"\"id\":1", "\"id\":2,\"id\":1"},
                                        {"\"made\"", "\"revoked\""}})
        CHECK_FALSE(with(part, instead));
}

TEST_CASE("a token is made that could not be written in a line, or that opens nothing") {
    Tokens tokens;
    const auto refused = [&](auto change) {
        auto token = token_of("Anna", "x");
        change(token);
        return tokens.add(token).error();
    };
    for (const char* name : {"", "a\nb", "a\tb", "\x1b[2J", "\x7f", "\xff", "a\xc2\x85", "\xc2"})
        CHECK(refused([&](Token& t) { t.name = name; }).starts_with("a name is 64 bytes"));
    CHECK(refused([](Token& t) { t.name = std::string(65, 'a'); }).starts_with("a name is 64 bytes"));
    CHECK(refused([](Token& t) { t.boards = {}; }) == "an arbiter is of some boards: 1-4,7 or all");
    CHECK(refused([](Token& t) { t.role = Role::operator_; }) == "an operator is of all boards");
    CHECK(refused([](Token& t) { t.role = Role::public_; }).starts_with("the public needs no token"));
    CHECK(tokens.all().empty());
}

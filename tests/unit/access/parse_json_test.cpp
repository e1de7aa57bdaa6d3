#include "daemon/boost/parse_json.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>
#include <set>

using adoube::parse_json;

namespace {

/// Random JSON text; records whether an object repeats a key.
class Writer {
  public:
    explicit Writer(std::uint64_t seed) : random_(seed) {}

    std::string value(int depth = 0) {
        switch (random_() % (depth < 4 ? 6 : 4)) {
        case 0: return "1.5e3";
        case 1: return "null";
        case 2:
        case 3: return '"' + std::string(strings[random_() % strings.size()]) + '"';
        case 4: return array(depth);
        default: return object(depth);
        }
    }
    bool twice = false;

  private:
    static constexpr std::array<const char*, 6> strings{"", ":", "a\\\":\\\"b", "{\\\\", "é:", "\\u003a"};
    static constexpr std::array<const char*, 10> keys{"a", "b", "", ":", "\\\"", "\\\\", "A", "é", "a:", "c"};

    std::string blank() { return random_() % 3 == 0 ? " \n" : ""; }
    std::string array(int depth) {
        std::string text = "[";
        for (auto more = random_() % 4; more > 0; --more) text += value(depth + 1) + (more > 1 ? "," : "");
        return text + "]";
    }
    std::string object(int depth) {
        std::string text = "{";
        std::set<std::string> seen;
        for (auto more = random_() % 4; more > 0; --more) {
            std::string key = keys[random_() % keys.size()];
            twice |= !seen.insert(key).second;
            if (key == "a" && random_() % 2 == 0) key = "\\u0061"; // the same key
            text += blank() + '"' + key + '"' + blank() + ':' + value(depth + 1) + (more > 1 ? "," : "");
        }
        return text + "}";
    }

    std::mt19937_64 random_;
};

} // namespace

TEST_CASE("JSON is read if it is JSON and has no key twice in one object, however deep, escaped or long") {
    int with = 0, without = 0;
    for (const auto seed : adoube::tests::seeds({5'000, 200'000})) {
        Writer writer(seed);
        const auto text = writer.value();
        CAPTURE(seed, text);
        const auto value = parse_json(text);
        REQUIRE(value.has_value() == !writer.twice);
        if (!value) CHECK(value.error() == "a key stands twice in one object");
        ++(writer.twice ? with : without);
    }
    CHECK(with > (with + without) / 100);
    CHECK(without > (with + without) / 100);
}

TEST_CASE("what is no JSON is told so") {
    for (const char* text :
         {"", "{", "{\"a\":1", "{\"a\" 1}", "{} {}", "{a:1}", "[1,]", "\"\\x\"", "{\"a\":1}x"}) {
        CAPTURE(text);
        REQUIRE_FALSE(parse_json(text));
        CHECK(parse_json(text).error().starts_with("no JSON: "));
    }
}

#include "daemon/text/base64.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;

TEST_CASE("base64 has one spelling") { // RFC 4648, 10
    for (const auto& [bytes, text] : {std::pair<std::string, std::string>{"", ""},
                                      {"f", "Zg=="},
                                      {"fo", "Zm8="},
                                      {"foo", "Zm9v"},
                                      {"foob", "Zm9vYg=="},
                                      {"fooba", "Zm9vYmE="},
                                      {"foobar", "Zm9vYmFy"}}) {
        CHECK(text::to_base64(bytes) == text);
        CHECK(text::from_base64(text) == bytes);
    }
    for (const std::string_view text : {"Zg", "Zg=", "Zh==", "Zg===", "Z", "=", "====", "Zm9v====", "Zm9v\n",
                                        "Zm 9v", "Zm9_", "Zm=v", "Zg==Zg=="})
        CHECK_FALSE(text::from_base64(text));
    std::mt19937_64 random(adoube::tests::seed(1));
    for (int round = 0; round < 1000; ++round) {
        std::string bytes(random() % 100, '\0');
        for (auto& byte : bytes) byte = static_cast<char>(random());
        CHECK(text::from_base64(text::to_base64(bytes)) == bytes);
    }
}

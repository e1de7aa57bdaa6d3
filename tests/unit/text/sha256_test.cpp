#include "daemon/text/sha256.hpp"

#include "daemon/text/hex.hpp"
#include "tests/catch.hpp"

#include <string>

using namespace adoube;
using text::to_hex;

TEST_CASE("a SHA-256 is not that of the standard") { // FIPS 180-4, as NIST's examples have it
    for (int again = 0; again < 2; ++again) {
        CHECK(to_hex(text::sha256("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        CHECK(to_hex(text::sha256("abc")) ==
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        CHECK(to_hex(text::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
}

TEST_CASE("an HMAC is not that of the standard, or of the key before") { // RFC 4231, 4.2, 4.3, 4.7
    for (int again = 0; again < 2; ++again) {
        CHECK(to_hex(text::hmac_sha256(std::string(20, '\x0b'), "Hi There")) ==
              "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        CHECK(to_hex(text::hmac_sha256("Jefe", "what do ya want for nothing?")) ==
              "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        CHECK(to_hex(text::hmac_sha256(std::string(131, '\xaa'),
                                       "Test Using Larger Than Block-Size Key - Hash Key First")) ==
              "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
        CHECK(to_hex(text::hmac_sha256({}, "")) ==
              "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
    }
}

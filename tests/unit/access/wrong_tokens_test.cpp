#include "daemon/access/wrong_tokens.hpp"

#include "tests/catch.hpp"

using adoube::access::WrongTokens;
using Verdict = WrongTokens::Verdict;

TEST_CASE("wrong tokens of one address come without end, or are held against another") {
    WrongTokens wrong;
    for (int n = 0; n < WrongTokens::burst; ++n) CHECK(wrong.count("a", 1'000) == Verdict::within);
    CHECK(wrong.count("a", 1'000) == Verdict::first_over);
    CHECK(wrong.count("a", 1'001) == Verdict::over);
    CHECK(wrong.count("b", 1'001) == Verdict::within);
    CHECK(wrong.count("a", 1'000 + WrongTokens::refill_ms - 1) == Verdict::over);
    CHECK(wrong.count("a", 1'000 + WrongTokens::refill_ms) == Verdict::within); // one more; already told
    CHECK(wrong.count("a", 1'000 + WrongTokens::refill_ms) == Verdict::over);
    const auto later = 1'000 + WrongTokens::refill_ms * (WrongTokens::burst + 1);
    for (int n = 0; n < WrongTokens::burst; ++n) CHECK(wrong.count("a", later) == Verdict::within);
    CHECK(wrong.count("a", later) == Verdict::first_over);
    CHECK(wrong.total() == 17 + WrongTokens::burst);
}

TEST_CASE("addresses without end fill the memory") {
    WrongTokens wrong;
    std::int64_t now_ms = 0;
    for (int n = 0; n < 5'000; ++n) {
        wrong.count("10.0." + std::to_string(n), ++now_ms);
        wrong.count("steady", now_ms); // always seen, so not forgotten
    }
    CHECK(wrong.addresses() == WrongTokens::most_addresses);
    CHECK(wrong.count("steady", now_ms) == Verdict::over);
}

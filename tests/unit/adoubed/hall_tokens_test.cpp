#include "daemon/adoubed/hall_tokens.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/adoubed/own_addresses.hpp"
#include "daemon/sheet/qr_code.hpp"
#include "tests/catch.hpp"
#include "tests/certificate.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <boost/json.hpp>

using namespace adoube;
using access::Role;
using adoubed::addresses_for_phones;
using adoubed::HallTokens;
using tests::says;

namespace {

namespace json = boost::json;

constexpr UtcMs noon{1'763'640'000'000};

access::Token of_chief() {
    access::Token token;
    token.name = "Otto";
    token.role = Role::operator_;
    token.boards = access::Boards::all();
    return token;
}

struct WithTokens {
    HallTokens::Answer ask(const std::string& target, const std::string& body = {}, UtcMs now = noon) {
        auto answer = tokens.answer({"POST", target, {}, "10.0.0.1", body}, otto, now);
        log += answer.for_log + '\n';
        return answer;
    }
    json::object told(const std::string& target, const std::string& body = {}, UtcMs now = noon) {
        const auto answer = ask(target, body, now);
        INFO(answer.response.body);
        REQUIRE(answer.response.status == 200);
        return json::parse(answer.response.body).as_object();
    }

    tests::TemporaryFolder folder;
    std::filesystem::path file = folder / "hall.tokens";
    access::Grant otto = access::make_token(file, of_chief())->token.grant();
    HallTokens tokens{file, {"https://hall.example:8443"}};
    std::string log;
};

} // namespace

TEST_CASE_METHOD(WithTokens,
                 "a token that is made on the page does not open, is told again, or is kept or logged") {
    const auto made = told("/api/tokens/new", R"({"name":"Anna","boards":"1-8","days":3})");
    const std::string text(made.at("token").as_string());
    REQUIRE(access::is_token_text(text));
    const std::int64_t now_s = noon.count() / 1000, end_s = now_s + 3 * 24 * 3600;
    const auto kept = access::read_token_file(file).value();
    const access::Grant anna{Role::arbiter, *access::Boards::parse("1-8"), 2, "Anna"};
    CHECK(kept.grant(access::hash_of(text), end_s - 1) == anna);
    CHECK_FALSE(kept.grant(access::hash_of(text), end_s));
    says(log, "token 2: Anna, arbiter, boards 1-8, made ");
    says(log, "; it is made by Otto (token 1)");

    const auto listed = told("/api/tokens");
    CHECK(listed.at("own") == 1);
    CHECK(listed.at("addresses") == json::array{"https://hall.example:8443"});
    CHECK(listed.at("tokens") == made.at("tokens"));
    CHECK(listed.at("tokens").at(1).at("name") == "Anna");
    CHECK(listed.at("tokens").at(1).at("good") == true);
    CHECK(told("/api/tokens/new", R"({"name":"Ben","boards":"all"})")
              .at("tokens")
              .at(2)
              .at("expires")
              .is_null());
    for (const auto& said : {log, json::serialize(listed), tests::text_of(file)})
        for (std::size_t at = access::token_prefix.size(); at + 12 <= text.size(); at += 12)
            CHECK(said.find(text.substr(at, 12)) == std::string::npos);
}

TEST_CASE_METHOD(WithTokens,
                 "an operator makes a token that may do what an arbiter's may not, or one for nobody") {
    const auto before = tests::text_of(file);
    const std::tuple<const char*, unsigned, const char*> rows[] = {
        {R"({"name":"Eve","boards":"all","role":"operator"})", 403, "only arbiters"},
        {R"({"name":"Eve","boards":"all","role":"fair-play"})", 403, "only arbiters"},
        {R"({"name":"Eve","boards":"all","role":"public"})", 403, "only arbiters"},
        {R"({"name":"Eve","boards":"all","role":"king"})", 422, "no such role"},
        {R"({"name":"Eve","boards":"all","role":7})", 422, "no such role"},
        {R"({"name":"","boards":"1"})", 422, "a name is"},
        {R"({"name":"Eve\u0007","boards":"1"})", 422, "a name is"},
        {R"({"boards":"1"})", 422, "a name is"},
        {R"({"name":"Eve","boards":"1;2"})", 422, "boards are written as"},
        {R"({"name":"Eve"})", 422, "boards are written as"},
        {R"({"name":"Eve","boards":"1","days":0})", 422, "days must be"},
        {R"({"name":"Eve","boards":"1","days":1.5})", 422, "days must be"},
        {R"([])", 422, "must be a JSON object"},
        {R"({)", 422, "must be a JSON object"},
    };
    for (const auto& [body, status, why] : rows) {
        CAPTURE(body);
        const auto answer = ask("/api/tokens/new", body);
        CHECK(answer.response.status == status);
        says(answer.response.body, why);
        CHECK(answer.for_log.empty());
    }
    CHECK(tests::text_of(file) == before);
    otto.role = Role::arbiter; // who could not ask at all
    CHECK(ask("/api/tokens/new", R"({"name":"Eve","boards":"1"})").response.status == 403);
}

TEST_CASE_METHOD(WithTokens, "a token is good after its end, or an operator locks himself out") {
    const auto made = told("/api/tokens/new", R"({"name":"Anna","boards":"1"})");
    const std::string text(made.at("token").as_string());
    const auto ended = told("/api/tokens/revoke", R"({"id":2})", noon + 60'000);
    CHECK(ended.at("answer") == "token 2 is revoked");
    CHECK(ended.at("tokens").at(1).at("good") == false);
    CHECK_FALSE(ended.contains("token"));
    says(log, "token 2 is revoked by Otto (token 1)");
    CHECK_FALSE(access::read_token_file(file)->grant(access::hash_of(text), noon.count() / 1000 + 120));
    const std::pair<const char*, const char*> rows[] = {{R"({"id":2})", "was revoked already"},
                                                        {R"({"id":1})", "that you are signed in with"},
                                                        {R"({"id":9})", "there is no token 9"},
                                                        {R"({"id":4294967297})", "must be the number"},
                                                        {R"({"id":"2"})", "must be the number of a token"},
                                                        {R"({})", "must be the number of a token"}};
    for (const auto& [body, why] : rows) {
        const auto answer = ask("/api/tokens/revoke", body);
        CHECK(answer.response.status == 422);
        says(answer.response.body, why);
        CHECK(answer.for_log.empty());
    }
}

TEST_CASE_METHOD(WithTokens, "a QR code is of another text than was given") {
    const std::string text = "https://hall.example:8443/arbiter#adoube_\u00e4";
    const auto code = told("/api/code", json::serialize(json::object{{"text", text}}));
    const auto expected = sheet::qr_code(text).value();
    CHECK(code.at("side") == expected.side);
    std::vector<bool> dark(expected.dark.size());
    std::istringstream path(std::string(code.at("path").as_string()));
    for (std::string module; std::getline(path, module, 'M');) {
        if (module.empty()) continue;
        int column = -1, row = -1;
        std::istringstream place(module);
        place >> column >> row;
        std::string square;
        place >> square;
        CHECK(square == "h1v1h-1z");
        dark.at(static_cast<std::size_t>(row * expected.side + column)) = true;
    }
    CHECK(dark == expected.dark);
    for (const auto& body : {std::string("{}"), std::string(R"({"text":""})"),
                             json::serialize(json::object{{"text", std::string(3000, 'a')}})})
        CHECK(ask("/api/code", body).response.status == 422);
}

TEST_CASE(
    "phones are sent to an address where this daemon is not, or for which its certificate is not good") {
    const tests::TemporaryFolder folder;
    const auto own = adoubed::own_addresses().front();
    tests::make_certificate(folder / "tls.pem", folder / "tls.key",
                            {.name = "hall.example,DNS:*.hall.example,IP:203.0.113.9,IP:" + own});
    const auto config = [&](const std::string& listen, bool tls) {
        auto read =
            adoubed::parse_config("listen = \"" + listen + "\"\n" +
                                      (tls ? "[tls]\ncertificate = \"tls.pem\"\nkey = \"tls.key\"\n" : "") +
                                      "[event]\nname = \"E\"\n[[board]]\n",
                                  folder / "hall.toml");
        REQUIRE(read);
        return *read;
    };
    using Addresses = std::vector<std::string>;
    Addresses expected{"https://hall.example:8443"};
    if (own != "127.0.0.1") expected.push_back("https://" + own + ":8443");
    CHECK(addresses_for_phones(config("0.0.0.0:8443", true)) == expected);
    CHECK(addresses_for_phones(config("0.0.0.0:443", true)).front() == "https://hall.example");
    CHECK(addresses_for_phones(config("0.0.0.0:8443", false)).empty());
    CHECK(addresses_for_phones(config("127.0.0.1:8443", true)).empty());
    tests::make_certificate(folder / "tls.pem", folder / "tls.key"); // localhost alone
    CHECK(addresses_for_phones(config("0.0.0.0:8443", true)).empty());
    std::filesystem::remove(folder / "tls.pem");
    CHECK(addresses_for_phones(config("0.0.0.0:8443", true)).empty());
}

#include "tools/adoube/hall/new_hall.hpp"

#include "daemon/access/token_file.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/tools/run_verb.hpp"

#include <boost/json.hpp>

using namespace adoube;
using namespace adoube::tools;
using tests::run;

TEST_CASE("a new hall has no operator, one whose token is not told, or it is made over another hall") {
    const tests::TemporaryFolder folder;
    const auto hall = (folder / "a/it's a hall").string();
    const auto made = run(run_hall_new, HallNewOptions{hall, true});
    REQUIRE(made.status == 0);
    const auto told = boost::json::parse(made.out).as_object();
    const std::string token(told.at("token").as_string());
    const auto tokens = access::read_token_file(hall + "/hall.tokens");
    REQUIRE(tokens);
    const auto grant = tokens->grant(access::hash_of(token), 0);
    REQUIRE(grant);
    CHECK(grant->role == access::Role::operator_);
    CHECK(told.at("command").as_string() ==
          "adoubed --config '" + (folder / "a").string() + "/it'\\''s a hall/adoubed.toml'");
    CHECK(told.at("config").as_string() == hall + "/adoubed.toml");
    const auto config = tests::text_of(hall + "/adoubed.toml");
    CHECK(config.find("tokens = \"hall.tokens\"") != std::string::npos);
    CHECK(config.find(token) == std::string::npos);

    CHECK(run(run_hall_new, HallNewOptions{hall}).status != 0);
    CHECK(tests::text_of(hall + "/adoubed.toml") == config);
    std::filesystem::remove(hall + "/hall.tokens");
    CHECK(run(run_hall_new, HallNewOptions{hall}).status != 0);
    CHECK_FALSE(std::filesystem::exists(hall + "/hall.tokens"));
    const auto plain = run(run_hall_new, HallNewOptions{(folder / "b").string()});
    CHECK(plain.out.find("\n    adoubed --config " + (folder / "b/adoubed.toml").string() + '\n') !=
          std::string::npos);
    CHECK(plain.out.find("\n    http://127.0.0.1:8080/operator#adoube_") != std::string::npos);
}

#include "tools/adoube/hall/token.hpp"

#include "daemon/access/token_file.hpp"
#include "daemon/sheet/qr_code.hpp"
#include "daemon/text/utf8.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/hall/terminal_code.hpp"

#include <chrono>
#include <fstream>

using namespace adoube;
using namespace adoube::tools;
using tests::run;

namespace {

bool opens(const std::string& file, const std::string& token) {
    const auto now_s =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
            .count();
    return access::read_token_file(file)->grant(access::hash_of(token), now_s).has_value();
}

} // namespace

TEST_CASE("a token that was made does not open, is kept or shown again, or opens once it is revoked") {
    const tests::TemporaryFolder folder;
    const auto file = (folder / "hall.tokens").string();
    CHECK(run(run_token_list, TokenListOptions{file}).err ==
          "token file " + file + " has no tokens, or is not there\n");
    const auto anna = run(run_token_new, {file, "Anna", "arbiter", "1-8", {}});
    CHECK(anna.status == 0);
    REQUIRE(anna.out.ends_with('\n'));
    const auto token = anna.out.substr(0, anna.out.size() - 1);
    CHECK(access::is_token_text(token)); // alone
    CHECK(anna.err.starts_with("token 1: Anna, arbiter, boards 1-8, made "));
    CHECK(run(run_token_new, {file, "Otto", "operator", "", 7}).status == 0);
    CHECK(opens(file, token));
    const auto listed = run(run_token_list, TokenListOptions{file});
    CHECK(listed.out.find("token 1: Anna, arbiter, boards 1-8") == 0);
    CHECK(listed.out.find("token 2: Otto, operator, boards all") != std::string::npos);
    CHECK(listed.out.find("good until ") != std::string::npos);
    CHECK(run(run_token_revoke, {file, 1}).out == "token 1 is revoked\n");
    CHECK_FALSE(opens(file, token));
    CHECK(run(run_token_list, TokenListOptions{file}).out.find(", revoked ") != std::string::npos);
    const auto text = tests::text_of(file);
    for (const auto& said : {text, anna.err, listed.out})
        CHECK(said.find(token.substr(token.size() / 2)) == std::string::npos);
}

TEST_CASE("the QR code of a token does not sign in, or is on the output that goes into a file") {
    const tests::TemporaryFolder folder;
    const auto file = (folder / "hall.tokens").string();
    const auto made = run(run_token_new, {file, "Anna", "arbiter", "1-8", {}, "https://hall.example"});
    CHECK(made.status == 0);
    const auto token = made.out.substr(0, made.out.size() - 1);
    CHECK(access::is_token_text(token)); // alone
    CHECK(made.err.find(terminal_code("https://hall.example/arbiter#" + token)) != std::string::npos);
    CHECK(made.err.find(token) == std::string::npos);
    // Module by module as in the code, with four light ones around.
    const auto code = sheet::qr_code("https://hall.example/arbiter#" + token).value();
    std::vector<std::string> rows;
    std::istringstream lines(terminal_code("https://hall.example/arbiter#" + token));
    for (std::string line; std::getline(lines, line);) {
        REQUIRE(line.starts_with("\x1b[30;107m"));
        REQUIRE(line.ends_with("\x1b[0m"));
        std::string upper, lower;
        for (auto rest = std::string_view(line).substr(9, line.size() - 13); !rest.empty();) {
            const auto size = text::utf8_length(rest);
            const auto half = text::code_point(rest.substr(0, size));
            upper += half == U'\u2580' || half == U'\u2588' ? '#' : '.';
            lower += half == U'\u2584' || half == U'\u2588' ? '#' : '.';
            rest.remove_prefix(size);
        }
        rows.insert(rows.end(), {upper, lower});
    }
    const auto whole = static_cast<std::size_t>(code.side + 2 * sheet::quiet_modules);
    REQUIRE(rows.size() >= whole);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        REQUIRE(rows[row].size() == whole);
        for (std::size_t column = 0; column < whole; ++column) {
            const auto y = static_cast<int>(row) - sheet::quiet_modules,
                       x = static_cast<int>(column) - sheet::quiet_modules;
            const bool inside = y >= 0 && x >= 0 && y < code.side && x < code.side;
            const bool dark = inside && code.dark[static_cast<std::size_t>(y * code.side + x)];
            REQUIRE((rows[row][column] == '#') == dark);
        }
    }
}

TEST_CASE("a token is made for nobody, for no boards or for a role that there is not") {
    const tests::TemporaryFolder folder;
    const auto file = (folder / "hall.tokens").string();
    const auto refused = [&](TokenNewOptions options, const std::string& why) {
        options.tokens = file;
        const auto made = run(run_token_new, options);
        CHECK(made.status == 2);
        CHECK(made.out.empty());
        CHECK(made.err == "adoube token: " + why + "\n");
    };
    refused({{}, "Anna", "arbiter", "", {}},
            "--boards is missing or wrong: boards are written as 1-4,7 or all");
    refused({{}, "Anna", "king", "1", {}}, "role \"king\" is none of arbiter, fair-play, monitor, operator");
    refused({{}, "Anna", "public", "1", {}},
            "the public needs no token: the roles are arbiter, fair-play, monitor and operator");
    refused({{}, "Otto", "operator", "1-3", {}}, "an operator is of all boards");
    refused({{}, "", "arbiter", "1", {}}, "a name is 64 bytes of plain text at most, and not empty");
    CHECK_FALSE(std::filesystem::exists(file));
    CHECK(run(run_token_revoke, {file, 1}).err == "adoube token: there is no token 1\n");
}

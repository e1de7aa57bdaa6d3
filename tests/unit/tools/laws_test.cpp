#include "daemon/laws/articles.hpp"
#include "tests/catch.hpp"
#include "tools/adoube/games/laws.hpp"

#include <algorithm>
#include <sstream>

using namespace adoube;
using namespace adoube::tools;

namespace {

std::vector<std::string> lines_of_laws(std::optional<laws::Edition> edition = {}) {
    std::istringstream in;
    std::ostringstream out, err;
    REQUIRE(run_laws({edition}, {in, out, err}) == 0);
    CHECK(err.str().empty());
    std::vector<std::string> lines;
    std::istringstream text(out.str());
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> words(const std::string& line) {
    std::istringstream text(line);
    std::vector<std::string> all;
    for (std::string word; text >> word;) all.push_back(word);
    return all;
}

const std::string& line_of(const std::vector<std::string>& lines, std::string_view topic) {
    const auto found =
        std::ranges::find_if(lines, [&](const std::string& line) { return line.starts_with(topic); });
    REQUIRE(found != lines.end());
    return *found;
}

using Words = std::vector<std::string>;

} // namespace

TEST_CASE("laws prints the number of a rule in another edition's column") {
    const auto lines = lines_of_laws();
    CHECK(words(lines[0]) == Words{"2001", "2009", "2018", "2023"});
    const auto numbers = [&](std::string_view topic) {
        return words(line_of(lines, topic).substr(topic.size()));
    };
    CHECK(numbers("own piece touched") == Words{"4.3a", "4.3a", "4.3.1", "4.3.1"});
    CHECK(numbers("what a display may show") == Words{"6.15", "6.14", "6.12.1*", "6.12.1"});
    CHECK(numbers("a touch ends the right to claim a breach") == Words{"4.6", "4.7", "4.8*", "4.8"});
    CHECK(numbers("pressed without a move") == Words{"-", "-", "7.5.3", "7.5.3"});
    CHECK(lines.back().starts_with("* "));
}

TEST_CASE("laws prints a table whose columns do not stand under each other, or too wide for a terminal") {
    const auto lines = lines_of_laws();
    const auto columns = {lines[0].find("2001"), lines[0].find("2009"), lines[0].find("2018"),
                          lines[0].find("2023")};
    REQUIRE(lines.size() > laws::articles.size());
    for (std::size_t at = 1; at <= laws::articles.size(); ++at) {
        INFO(lines[at]);
        CHECK(lines[at].size() <= 100);
        for (const auto column : columns) {
            CHECK(lines[at].at(column - 1) == ' ');
            CHECK(lines[at].at(column) != ' ');
        }
    }
}

TEST_CASE("laws of one edition prints rules that it does not have") {
    const auto lines = lines_of_laws(laws::Edition::laws_2001);
    CHECK(words(lines[0]) == Words{"2001"});
    CHECK(line_of(lines, "own piece touched").ends_with(" 4.3a"));
    for (const auto& line : lines) {
        CHECK(!line.starts_with("pressed without a move"));
        CHECK(line.find('*') == std::string::npos);
    }
}

TEST_CASE("laws has an article without a number in any edition, or two topics of one name") {
    for (const auto& row : laws::articles) {
        INFO(row.topic);
        CHECK(std::ranges::any_of(row.numbers, [](auto number) { return !number.empty(); }));
        CHECK(std::ranges::count(laws::articles, row.topic, &laws::Article::topic) == 1);
    }
}

#include "tools/adoube/games/laws.hpp"

#include "daemon/laws/articles.hpp"
#include "tools/adoube/common/answer.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <span>
#include <vector>

namespace adoube::tools {
namespace {

using laws::Edition;

constexpr int topic_width = 49, number_width = 13;

void print_row(std::ostream& out, std::string_view topic, const std::vector<std::string_view>& cells) {
    out << std::left << std::setw(topic_width) << topic;
    for (const auto cell : std::span(cells).first(cells.size() - 1)) out << std::setw(number_width) << cell;
    out << cells.back() << '\n';
}

/// {"topic":…,"numbers":{EDITION:NUMBER or null,…}}
int put_rules(const std::vector<Edition>& editions, std::ostream& out) {
    boost::json::array rules;
    for (const auto& article : laws::articles) {
        boost::json::object numbers;
        bool is_known = false;
        for (const auto edition : editions) {
            const auto number = article.numbers[static_cast<std::size_t>(edition)];
            numbers[laws::to_string(edition)] =
                number.empty() ? boost::json::value() : boost::json::value(number);
            is_known |= !number.empty();
        }
        if (is_known) rules.push_back({{"topic", article.topic}, {"numbers", std::move(numbers)}});
    }
    put_json(out, boost::json::object{{"rules", std::move(rules)}});
    return success;
}

} // namespace

int run_laws(const LawsOptions& options, Streams io) {
    const std::vector<Edition> editions = options.edition
                                              ? std::vector{*options.edition}
                                              : std::vector(laws::editions.begin(), laws::editions.end());
    if (options.json) return put_rules(editions, io.out);
    std::vector<std::string_view> cells;
    for (const auto edition : editions) cells.push_back(laws::to_string(edition));
    print_row(io.out, "", cells);

    bool secondary = false;
    for (const auto& article : laws::articles) {
        cells.clear();
        for (const auto edition : editions) {
            const auto number = article.numbers[static_cast<std::size_t>(edition)];
            cells.push_back(number.empty() ? "-" : number);
            secondary |= laws::is_secondary(article.rule, edition);
        }
        if (options.edition && cells.front() == "-") continue;
        print_row(io.out, article.topic, cells);
    }
    io.out << "\nA letter before the number is an appendix; I and III are guidelines.\n";
    if (!options.edition) io.out << "- this edition does not have the rule\n";
    if (secondary) io.out << "* the number rests on a secondary source, not on the text of the edition\n";
    return success;
}

} // namespace adoube::tools

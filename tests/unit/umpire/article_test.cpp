#include "tests/unit/umpire/article_test.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

std::vector<ArticleTest>& registered() {
    static std::vector<ArticleTest> tests;
    return tests;
}

bool has(Edition edition, Rule rule) { return !laws::article(rule, edition).empty(); }

/// In a scene's words.
std::string said(const Incident& incident, bool article) {
    std::string text(to_string(incident.kind));
    if (article) text += " " + incident.article;
    if (incident.side) text += *incident.side == Side::white ? " w" : " b";
    return text + " " + std::to_string(incident.ply);
}

std::string with_article(std::string_view text, std::string_view article) {
    constexpr std::string_view sign = "§";
    std::string result(text);
    for (auto at = result.find(sign); at != std::string::npos; at = result.find(sign))
        result.replace(at, sign.size(), article);
    return result;
}

/// What a scene expects in this edition, and what was told, in equal detail.
struct Comparison {
    std::string expected, told;
};

Comparison compared(std::string_view scene, const std::vector<Incident>& incidents,
                    std::string_view article) {
    Comparison comparison;
    std::size_t at = 0;
    while (!scene.empty() || at < incidents.size()) {
        const auto end = std::min(scene.find("; "), scene.size());
        const auto part = scene.substr(0, end);
        if (!part.empty()) comparison.expected += with_article(part, article) + "; ";
        const bool with = part.find("§") != std::string_view::npos;
        if (at < incidents.size()) comparison.told += said(incidents[at++], with) + "; ";
        scene.remove_prefix(std::min(end + 2, scene.size()));
    }
    return comparison;
}

void check(Rule rule, Edition edition, const Scene& scene) {
    for (const auto sensing : every_sensing) {
        if (sensing < scene.from) continue;
        INFO(scene.what << ", in " << to_string(edition) << ", under sensing " << static_cast<int>(sensing));
        const auto outcome = umpired(scene, edition, sensing);
        const auto comparison = compared(scene.incidents, outcome.incidents, laws::article(rule, edition));
        CHECK(comparison.told == comparison.expected);
        if (scene.moves) CHECK(outcome.moves == scene.moves);
        if (scene.proposals)
            CHECK(said(outcome.proposals) == with_article(scene.proposals, laws::article(rule, edition)));
        CHECK(to_string(outcome.result) == to_string(scene.result));
    }
}

void play_where(Rule rule, std::initializer_list<Scene> scenes, auto condition) {
    for (const auto edition : every_edition)
        if (condition(edition))
            for (const auto& scene : scenes) check(rule, edition, scene);
}

} // namespace

ArticleTest::ArticleTest(Rule of, const char* name) : rule(of), title(name) { registered().push_back(*this); }

const std::vector<ArticleTest>& article_tests() { return registered(); }

std::string title_of(Rule rule) {
    std::string_view newest;
    for (const auto edition : every_edition)
        if (has(edition, rule)) newest = laws::article(rule, edition);
    std::string others;
    for (const auto edition : every_edition) {
        const auto number = laws::article(rule, edition);
        if (number == newest) continue;
        others += (others.empty() ? " (" : ", ") + std::string(to_string(edition)) + ": " +
                  std::string(number.empty() ? "-" : number);
    }
    return std::string(newest) + others + (others.empty() ? "" : ")");
}

Outcome umpired(const Scene& scene, Edition edition, Sensing sensing) {
    Header header;
    header.laws = edition;
    header.sensing = sensing;
    header.start_fen = scene.start;
    header.time_control = scene.time_control;
    header.rate_of_play = scene.rate_of_play;
    header.supervised = scene.supervised;
    return umpired(std::string_view(scene.script), header);
}

void play(Rule rule, std::initializer_list<Scene> scenes) {
    play_where(rule, scenes, [&](Edition edition) { return has(edition, rule); });
}

void play_without(Rule rule, std::initializer_list<Scene> scenes) {
    play_where(rule, scenes, [&](Edition edition) { return !has(edition, rule); });
}

void play_in(std::initializer_list<Edition> editions, Rule rule, std::initializer_list<Scene> scenes) {
    play_where(rule, scenes,
               [&](Edition edition) { return std::ranges::find(editions, edition) != editions.end(); });
}

} // namespace adoube::umpire

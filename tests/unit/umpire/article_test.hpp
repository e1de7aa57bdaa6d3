#pragma once
// Tests named after articles, run in every edition that has the article; articles_test.cpp checks that none
// is left out.

#include "daemon/laws/articles.hpp"
#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

#include <initializer_list>

namespace adoube::umpire {

using laws::Rule;

inline constexpr Edition every_edition[] = {Edition::laws_2001, Edition::laws_2009, Edition::laws_2018,
                                            Edition::laws_2023};

/// "4.3.1 (2001: 4.3a, 2009: 4.3a)": the newest number, and other ones by edition; "-": none.
std::string title_of(Rule rule);

struct ArticleTest {
    Rule rule;
    const char* title;
    ArticleTest(Rule rule, const char* title);
};
/// Of this program.
const std::vector<ArticleTest>& article_tests();

#define ARTICLE_NAME_2(number) article_test_##number
#define ARTICLE_NAME(number) ARTICLE_NAME_2(number)
#define ARTICLE_TEST(rule_name, title, broken)                                                               \
    static const adoube::umpire::ArticleTest ARTICLE_NAME(__COUNTER__){adoube::laws::Rule::rule_name, title};   \
    TEST_CASE("Article " title ": " broken)

/// A script of hands and its expected outcome.
struct Scene {
    const char* what;
    const char* script;
    /// "kind side ply; …" in order. "§" after the kind: the article must be the rule's.
    const char* incidents = "";
    const char* start = ""; // FEN; empty: normal
    const char* moves = nullptr;
    chess::Result result = chess::Result::open;
    /// The poorest sensing that can tell.
    Sensing from = Sensing::presence;
    const char* time_control = "";
    RateOfPlay rate_of_play = RateOfPlay::standard;
    bool supervised = true;
    /// "§ side result seconds for White/for Black; …": proposals to the arbiter, if checked.
    const char* proposals = nullptr;
};

/// In each edition that has the rule, under each sensing that can tell.
void play(Rule rule, std::initializer_list<Scene> scenes);
/// In editions that lack the rule or have it otherwise.
void play_in(std::initializer_list<Edition> editions, Rule rule, std::initializer_list<Scene> scenes);
/// In editions without the rule.
void play_without(Rule rule, std::initializer_list<Scene> scenes);

Outcome umpired(const Scene& scene, Edition edition, Sensing sensing = Sensing::identity);

} // namespace adoube::umpire

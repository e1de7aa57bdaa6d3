// The man pages of the daemon against what it takes.

#include "daemon/adoubed/config.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/text_of.hpp"

#include <map>
#include <regex>
#include <set>

using namespace adoube;

namespace {

std::string file(const std::string& name) {
    return tests::text_of(tests::project_file("daemon/adoubed/" + name));
}

std::set<std::string> all(const std::string& text, const std::string& pattern) {
    const std::regex what(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), what), end; at != end; ++at)
        found.insert((*at)[1]);
    return found;
}

/// Only the first mistake in a file is told, so all else in it is right.
bool is_taken(const std::string& section, const std::string& key) {
    const bool by_sftp = key == "key_file" || key == "known_hosts";
    const std::map<std::string, std::map<std::string, std::string>> required{
        {"[event]", {{"name", "\"E\""}}},
        {"[[board]]", {}},
        {"[tls]", {{"certificate", "\"a\""}, {"key", "\"b\""}}},
        {"[print]", {{"printer", "\"p\""}}},
        {"[[target]]",
         {{"name", "\"t\""}, {"kind", "\"file\""}, {"url", by_sftp ? "\"sftp://h/p\"" : "\"https://h/p\""}}},
        {"[stream]", {{"url", "\"nats://h\""}, {"event", "\"e\""}, {"hall", "\"h\""}}},
        {"[standby]", {{"url", "\"nats://h\""}, {"event", "\"e\""}, {"hall", "\"h\""}, {"key", "\"k\""}}},
        {"[[program]]", {{"pty", "\"p\""}, {"boards", "[1]"}}}};
    std::string toml = section.starts_with('[') ? "" : key + " = 1979-05-27T07:32:00Z\n";
    for (const auto* name : {"[event]", "[[board]]", "[tls]", "[play]", "[retention]", "[livechess]",
                             "[wall]", "[print]", "[stream]", "[standby]", "[[target]]", "[[program]]"}) {
        if (name != section && std::string_view(name) != "[event]" && std::string_view(name) != "[[board]]")
            continue;
        toml += std::string(name) + '\n';
        if (const auto lines = required.find(name); lines != required.end())
            for (const auto& [other, value] : lines->second)
                if (name != section || other != key) toml += other + " = " + value + '\n';
        if (name == section) toml += key + " = 1979-05-27T07:32:00Z\n"; // no setting is such a time
    }
    const auto config = adoubed::parse_config(toml, "hall.toml");
    INFO(toml);
    REQUIRE_FALSE(config);
    return config.error().find("no setting named " + key) == std::string::npos;
}

} // namespace

TEST_CASE("adoubed(8) names another option than adoubed takes, or lacks one") {
    const auto taken = all(file("options.cpp"), R"re("(--[a-z-]+)[",])re");
    CHECK(taken.contains("--check-config"));
    auto told = all(file("adoubed.8.scd"), R"re(\n(?:\*-h\*, )?\*(--[a-z-]+)\*)re");
    CHECK(told.erase("--help") == 1); // CLI11's own
    CHECK(told == taken);
}

TEST_CASE("adoubed.toml(5) names a setting that adoubed does not take") {
    const auto page = file("adoubed.toml.5.scd");
    const std::regex heading(R"re(\n# (\[+[a-z]+\]+|SETTINGS OUTSIDE SECTIONS)\n)re");
    int sections = 0, settings = 0;
    for (std::sregex_iterator at(page.begin(), page.end(), heading), end; at != end; ++at) {
        const std::string section = (*at)[1];
        ++sections;
        const auto begin = static_cast<std::size_t>(at->position() + at->length());
        const auto body = page.substr(begin, page.find("\n# ", begin) - begin);
        CHECK_FALSE(is_taken(section, "nonsense"));
        for (const auto& key : all(body, R"re(\*([a-z0-9_]+)\* = )re")) {
            ++settings;
            INFO(section << ' ' << key);
            CHECK(is_taken(section, key));
        }
    }
    CHECK(sections == 13);
    CHECK(settings > 50);
}

TEST_CASE("adoubed.toml(5) lacks a setting that adoubed takes") {
    const auto told = all(file("adoubed.toml.5.scd"), R"re(\*([a-z0-9_]+)\* = )re");
    for (const auto* source : {"config.cpp", "read_targets.cpp"}) {
        auto taken =
            all(file(source),
                R"re(\b(?:text|texts|whole|wholes|flag|date|path|required_text|get)\("([a-z0-9_]+)")re");
        CHECK(taken.size() > 10);
        for (const auto* section : {"board", "target", "program"}) taken.erase(section);
        for (const auto& key : taken) {
            INFO(key);
            CHECK((told.contains(key) || key == "boards"));
        }
    }
}

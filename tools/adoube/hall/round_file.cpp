#include "tools/adoube/hall/round_file.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

namespace adoube::tools {
namespace {

std::expected<toml::table, std::string> parsed(std::string_view text) {
    try {
        return toml::parse(text);
    } catch (const toml::parse_error& error) {
        return std::unexpected("line " + std::to_string(error.source().begin.line) + ": " +
                               std::string(error.description()));
    }
}

/// As the daemon numbers them: as set, else in their order.
template<class Table, class Take>
std::expected<void, std::string> each_board(Table& hall, const Take& take) {
    auto* boards = hall["board"].as_array();
    if (!boards || boards->empty()) return std::unexpected(std::string("it has no [[board]]"));
    std::int64_t at = 0;
    for (auto& node : *boards) {
        ++at;
        auto* board = node.as_table();
        if (!board) return std::unexpected(std::string("a board is a section of its own, [[board]]"));
        take(static_cast<int>((*board)["number"].value_or(at)), *board);
    }
    return {};
}

void set_players(toml::table& board, const tournament::Pairing* pairing) {
    for (const auto* key : {"white", "black", "tags"}) board.erase(key);
    if (!pairing) return;
    toml::table tags;
    for (const auto& [name, value] : tags_of(*pairing)) {
        if (name == "White" || name == "Black")
            board.insert_or_assign(name == "White" ? "white" : "black", value);
        else
            tags.insert_or_assign(name, value);
    }
    tags.is_inline(true);
    if (!tags.empty()) board.insert_or_assign("tags", std::move(tags));
}

/// "2026-11-29" of "2026.11.29".
std::string day_of(std::string date) {
    std::ranges::replace(date, '.', '-');
    return date;
}

/// The error: no target has that name.
std::expected<void, std::string> move_targets(toml::table& hall, const std::string& round,
                                              const TargetUrls& urls) {
    for (const auto& [name, url] : urls) {
        toml::table* found = nullptr;
        if (auto* targets = hall["target"].as_array())
            for (auto& node : *targets)
                if (auto* target = node.as_table(); target && (*target)["name"].value_or("") == name)
                    found = target;
        if (!found) return std::unexpected("it has no [[target]] with the name " + name);
        found->insert_or_assign("url", url);
        if (found->contains("round")) found->insert_or_assign("round", round);
    }
    return {};
}

/// Where `before` is another round, and its URL stays.
std::vector<std::string> remarks_on_targets(const toml::table& hall, const std::string& before,
                                            const std::string& round, const TargetUrls& urls) {
    std::vector<std::string> remarks;
    const auto* targets = hall["target"].as_array();
    if (!targets || before == round) return remarks;
    for (const auto& node : *targets) {
        const auto* target = node.as_table();
        if (!target || (*target)["kind"].value_or("") != std::string_view("lichess")) continue;
        const std::string name = (*target)["name"].value_or("");
        if (target->contains("round") || urls.contains(name)) continue;
        remarks.push_back("target " + name + " stays " + (*target)["url"].value_or(std::string("?")) +
                          ": if that is the site's round " + before + ", name the one for round " + round +
                          " (--target " + name + "=URL), as one round of lichess is one of the tournament");
    }
    return remarks;
}

} // namespace

std::expected<std::set<int>, std::string> tables_of(std::string_view text) {
    const auto hall = parsed(text);
    if (!hall) return std::unexpected(hall.error());
    std::set<int> numbers;
    const auto read = each_board(*hall, [&](int number, const toml::table&) { numbers.insert(number); });
    if (!read) return std::unexpected(read.error());
    return numbers;
}

std::expected<RoundFile, std::string>
with_round(std::string_view text, const tournament::RoundPairings& round, const TargetUrls& urls) {
    auto hall = parsed(text);
    if (!hall) return std::unexpected(hall.error());
    auto* event = (*hall)["event"].as_table();
    if (!event) return std::unexpected(std::string("it has no section [event]"));
    const auto name = std::to_string(round.round);
    const auto before = (*event)["round"].value_or(std::string("1"));
    event->insert_or_assign("round", name);
    if (!round.date.empty()) event->insert_or_assign("date", day_of(round.date));
    if (const auto moved = move_targets(*hall, name, urls); !moved) return std::unexpected(moved.error());
    std::set<int> known;
    const auto seated = each_board(*hall, [&](int number, toml::table& board) {
        const auto pairing = std::ranges::find(round.pairings, number, &tournament::Pairing::board);
        board.insert_or_assign("number", number);
        set_players(board, pairing == round.pairings.end() ? nullptr : &*pairing);
        known.insert(number);
    });
    if (!seated) return std::unexpected(seated.error());
    for (const auto& pairing : round.pairings) {
        if (known.contains(pairing.board)) continue;
        toml::table board{{"number", pairing.board}};
        set_players(board, &pairing);
        (*hall)["board"].as_array()->push_back(std::move(board));
    }
    std::ostringstream written;
    written << *hall << '\n';
    auto remarks = remarks_on_targets(*hall, before, name, urls);
    if (round.date.empty() && before != name && event->contains("date"))
        remarks.push_back("the file has no day for round " + name + ", and the date stays as it is");
    return RoundFile{written.str(), std::move(remarks)};
}

} // namespace adoube::tools

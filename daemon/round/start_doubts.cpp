#include "daemon/round/start_doubts.hpp"

#include "daemon/record/tag_of.hpp"
#include "daemon/round/squares_in_words.hpp"

#include <algorithm>
#include <bit>

namespace adoube::round {
namespace {

bool is_next(const TableView& table, std::string_view round) {
    return table.next && record::tag_of(*table.next->tags, "Round") == round;
}

/// A table that nobody is paired at has a game of unknown players.
bool is_paired(const broadcast::PublicGame& game) {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"White", "Black"},
                               [&](auto side) { return !game.tags[side].empty() && game.tags[side] != "?"; });
}

std::string doubt_of_armed(const TableView& table) {
    if (table.game.result == chess::Result::open && has_begun(table.game))
        return "its last game has no result yet";
    return table.electronics ? "the pieces of its game are not set up yet" : "";
}

std::string doubt_of_board(const TableView& table) {
    if (has_begun(table.game)) return {};
    const auto differing = table.squares ? std::popcount(table.squares->differing(table.game.position)) : 0;
    if (differing > most_squares_in_words) return "the pieces of its game are not set up yet";
    const auto wrong = differing ? stands_wrong(*table.squares, table.game.position) : std::string();
    return wrong.empty() ? std::string(table.notice) : "it is not set up right: " + wrong;
}

std::string start_doubt_of(const TableView& table, std::string_view round) {
    const bool armed = is_next(table, round);
    if (!armed && (table.game.tags["Round"] != round || !is_paired(table.game)))
        return "it has no game of round " + std::string(round);
    const bool over = !armed && table.game.result != chess::Result::open;
    if (!over && table.electronics && !table.hello)
        return "its board is not connected" +
               (table.trouble.empty() ? std::string() : ": " + std::string(table.trouble));
    if (armed) return doubt_of_armed(table);
    return table.electronics ? doubt_of_board(table) : "";
}

} // namespace

bool has_round(const TableView& table, std::string_view round) {
    return table.game.tags["Round"] == round || is_next(table, round);
}

std::vector<std::string> start_doubts(std::span<const TableView> tables, std::string_view round) {
    std::vector<const TableView*> in_order;
    for (const auto& table : tables) in_order.push_back(&table);
    std::ranges::stable_sort(in_order, {}, [](const auto* table) { return table->number; });
    std::vector<std::string> doubts;
    for (const auto* table : in_order)
        if (const auto doubt = start_doubt_of(*table, round); !doubt.empty())
            doubts.push_back("table " + std::to_string(table->number) + ": " + doubt);
    return doubts;
}

} // namespace adoube::round

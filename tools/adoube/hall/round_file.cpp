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

} // namespace

std::expected<std::set<int>, std::string> tables_of(std::string_view text) {
    const auto hall = parsed(text);
    if (!hall) return std::unexpected(hall.error());
    std::set<int> numbers;
    const auto read = each_board(*hall, [&](int number, const toml::table&) { numbers.insert(number); });
    if (!read) return std::unexpected(read.error());
    return numbers;
}

std::expected<std::string, std::string> with_round(std::string_view text,
                                                   const tournament::RoundPairings& round) {
    auto hall = parsed(text);
    if (!hall) return std::unexpected(hall.error());
    auto* event = (*hall)["event"].as_table();
    if (!event) return std::unexpected(std::string("it has no section [event]"));
    event->insert_or_assign("round", std::to_string(round.round));
    if (!round.date.empty()) event->insert_or_assign("date", day_of(round.date));
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
    return written.str();
}

} // namespace adoube::tools

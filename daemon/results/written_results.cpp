#include "daemon/results/written_results.hpp"

#include "daemon/record/tag_of.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::results {
namespace {

using tournament::Player;
using tournament::Trf;

/// By start number, else by FIDE id, else by name, as a name may have been corrected.
int start_number(const HallGame& game, const std::string& side, const Trf& trf) {
    Player player;
    const auto number = record::tag_of(game.tags, side + "StartNo");
    std::from_chars(number.data(), number.data() + number.size(), player.start_number);
    if (trf.players().contains(player.start_number)) return player.start_number;
    player.start_number = 0;
    player.fide_id = record::tag_of(game.tags, side + "FideId");
    player.name = record::tag_of(game.tags, side);
    const auto found =
        std::ranges::find_if(trf.players(), [&](const auto& one) { return is_same(one.second, player); });
    return found == trf.players().end() ? 0 : found->first;
}

std::vector<std::string> open_in(const Trf& trf, int round, const std::vector<HallGame>& games) {
    std::vector<std::string> open;
    for (const auto& pairing : trf.round(round).pairings) {
        if (trf.has_result(round, pairing.white.start_number)) continue;
        const auto here = std::ranges::find_if(games, [&](const HallGame& game) {
            return start_number(game, "White", trf) == pairing.white.start_number;
        });
        const auto board = here == games.end() ? "" : ", board " + std::to_string(here->board);
        open.push_back("open: " + pairing.white.name + " - " + pairing.black.name + board);
    }
    return open;
}

/// Of the first game that has it.
std::string of_event(const std::vector<HallGame>& games, const char* tag) {
    for (const auto& game : games)
        if (auto value = std::string(record::tag_of(game.tags, tag)); !value.empty()) return value;
    return {};
}

/// "Reis, Rui; Dias, Eva"
std::vector<std::string> names_in(std::string_view text) {
    std::vector<std::string> names;
    while (!text.empty()) {
        auto name = text.substr(0, text.find(';'));
        text.remove_prefix(std::min(name.size() + 1, text.size()));
        name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
        name = name.substr(0, name.find_last_not_of(' ') + 1);
        if (!name.empty()) names.emplace_back(name);
    }
    return names;
}

void add_event(const std::vector<HallGame>& games, Trf& trf) {
    constexpr struct {
        int record;
        const char* tag;
    } lines[] = {{32, "EventFederation"}, {102, "ChiefArbiter"}};
    for (const auto& [record, tag] : lines)
        if (auto value = of_event(games, tag); !value.empty()) trf.add_of_event(record, {std::move(value)});
    trf.add_of_event(112, names_in(of_event(games, "DeputyArbiters")));
}

} // namespace

std::string csv_of(const std::vector<HallGame>& games) {
    std::string text = "round;board;white;black;result;white_no;black_no;white_fide_id;black_fide_id;game\n";
    for (const auto& game : games) {
        text += text::csv_cell(record::tag_of(game.tags, "Round")) + ';' + std::to_string(game.board);
        for (const auto* name : {"White", "Black"})
            text += ';' + text::csv_cell(record::tag_of(game.tags, name));
        text += ';' + std::string(game.score ? to_string(*game.score) : "*");
        for (const auto* name : {"WhiteStartNo", "BlackStartNo", "WhiteFideId", "BlackFideId"})
            text += ';' + text::csv_cell(record::tag_of(game.tags, name));
        text += ';' + text::csv_cell(game.id) + '\n';
    }
    return text;
}

std::string pgn_of(const std::vector<HallGame>& games) {
    std::string text;
    for (const auto& game : games) text += game.pgn;
    return text;
}

std::vector<std::string> open_games(const std::vector<HallGame>& games) {
    std::vector<std::string> open;
    for (const auto& game : games)
        if (!game.score) open.push_back("open: " + game.players() + ", board " + std::to_string(game.board));
    return open;
}

WrittenTrf trf_with(const std::vector<HallGame>& games, Trf trf, int round) {
    std::vector<std::string> doubts;
    for (const auto& game : games) {
        if (!game.score) continue;
        const int white = start_number(game, "White", trf), black = start_number(game, "Black", trf);
        const auto told = "board " + std::to_string(game.board) + ", " + game.players() + ' ' +
                          std::string(to_string(*game.score)) + ": ";
        if (white == 0 || black == 0)
            doubts.push_back(told + "not both players are in the file");
        else if (const auto set = trf.set_score(round, white, black, *game.score); !set)
            doubts.push_back(told + set.error());
    }
    add_event(games, trf);
    return {trf.bytes(), std::move(doubts), open_in(trf, round, games)};
}

} // namespace adoube::results

#include "daemon/tournament/pairing_pgn.hpp"

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/tournament/round_date.hpp"
#include "daemon/tournament/rounds_of_list.hpp"
#include "daemon/tournament/text_file.hpp"

#include <charconv>

namespace adoube::tournament {
namespace {

int leading_number(std::string_view text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && number > 0 ? number : 0;
}

struct Tags {
    const chess::PgnGame& game;

    std::string operator()(const std::string& name) const {
        const auto tag = game.tags.find(name);
        if (tag == game.tags.end() || tag->second == "?" || tag->second == "-") return {};
        return text::without_unseen(tag->second);
    }
    Player player(const std::string& side) const {
        Player player;
        player.name = (*this)(side);
        player.title = title_from((*this)(side + "Title"));
        player.rating = (*this)(side + "Elo");
        player.federation = (*this)(side + "Fed");
        player.fide_id = (*this)(side + "FideId");
        player.team = (*this)(side + "Team");
        player.start_number = leading_number((*this)(side + "StartNo"));
        return player;
    }
    int round() const { return leading_number((*this)("Round")); }
    int board() const {
        for (const auto* name : {"Board", "Table"})
            if (const int board = leading_number((*this)(name)); board > 0) return board;
        const auto round = (*this)("Round");
        const auto point = round.rfind('.');
        return point == std::string::npos ? 0 : leading_number(std::string_view(round).substr(point + 1));
    }
};

/// Without the day, "2026.??.??", there is none.
void take_date(RoundPairings& round, const std::string& date) {
    const auto day = day_from(date);
    if (!day || round.date == *day) return;
    if (round.date.empty()) {
        round.date = *day;
        return;
    }
    if (round.remarks.empty())
        round.remarks.push_back("the games of the round have different dates: all get " + round.date);
}

} // namespace

std::expected<RoundPairings, std::string> pairings_of_pgn(std::string_view bytes, std::optional<int> round) {
    const auto text = TextFile(bytes).utf8();
    RoundsOfList rounds;
    chess::PgnReader reader(text);
    while (const auto game = reader.next()) {
        if (!*game)
            return std::unexpected("line " + std::to_string(game->error().line) + ": " +
                                   game->error().reason);
        const Tags tags{**game};
        auto& of_round = rounds[tags.round()];
        of_round.pairings.push_back({tags.board(), tags.player("White"), tags.player("Black")});
        take_date(of_round, tags("Date"));
    }
    if (rounds.empty()) return std::unexpected(std::string("it has no games"));
    return chosen(std::move(rounds), round);
}

} // namespace adoube::tournament

#include "daemon/round/past_games.hpp"
#include "daemon/record/sensor_log.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::round {
namespace {

/// The last games tell how far a board's events came; not one alone, as a game ended by an arbiter may have
/// none.
constexpr std::size_t most_of_board = 3;

} // namespace

void PastGames::add(std::vector<TableSetup> chain, const ShownOf& shown_of) {
    auto goes_on = chain.size();
    while (goes_on > 0 && shown_of(chain[goes_on - 1].game_id).inputs == 0) --goes_on;
    for (std::size_t at = 0; at + 1 < goes_on; ++at) {
        if (at + 1 + most_of_board >= goes_on) of_board_.insert(chain[at].game_id);
        setups_.insert_or_assign(std::move(chain[at].game_id),
                                 Setup{chain[at].number, record::to_line(chain[at].header)});
    }
}

void PastGames::put_in_order(const std::vector<record::GameEntry>& games) {
    for (const auto& game : games | std::views::reverse)
        if (has(game.id)) ids_.push_back(game.id);
}

std::expected<broadcast::PublicGame, std::string> PastGames::replay(const journal::WholeGame& whole,
                                                                    const record::Shown& shown) const {
    const auto& id = whole.game.id;
    const auto cannot = [&](const std::string& why) {
        return std::unexpected("game " + id + " cannot be read, " + why +
                               ": it has no page; keep a copy of the journal as it is");
    };
    const auto& setup = setups_.find(id)->second;
    const auto header = record::parse_header(setup.header);
    if (!header) return cannot("as it was set up: " + header.error());
    TableSetup as_set_up;
    as_set_up.number = setup.number;
    as_set_up.game_id = id;
    as_set_up.header = *header;
    TableGame game(as_set_up);
    if (const auto opened = game.reopen(whole.game); !opened) return cannot(opened.error());
    for (std::size_t at = 0; at < whole.inputs.size(); ++at)
        if (const auto replayed = game.replay(whole.inputs[at]); !replayed)
            return cannot("its input " + std::to_string(at + 1) + ": " + replayed.error());
    game.restored({}, shown.inputs == whole.inputs.size() ? shown.t_ms : GameMs{});
    auto states = game.take_public();
    if (states.empty()) return cannot("it never was shown");
    auto last = std::move(states.back().game);
    if (last.clocks)
        last.clocks->at_utc_ms = shown.clocks_at_ms != UtcMs{}
                                     ? shown.clocks_at_ms
                                     : last.clocks->at_utc_ms + states.back().start_ms.count();
    if (auto is_signed = game.recall(whole.checkpoints, whole.inputs); !is_signed)
        return std::unexpected(is_signed.error());
    return last;
}

} // namespace adoube::round

#include "deeds.hpp"

#include "games.hpp"
#include "tests/past_games.hpp"
#include "tests/places.hpp"
#include "tests/simple_hands.hpp"

namespace adoube::bench {
namespace {

constexpr std::size_t games_kept = 16, least_plies = 60;

Deed deed_of(const record::What& what) {
    using enum wire::EventKind;
    const auto at = [](chess::Square square) { return static_cast<std::uint8_t>(chess::index(square)); };
    if (const auto* lifted = std::get_if<record::Lift>(&what)) return {lift, at(lifted->square)};
    if (const auto* dropped = std::get_if<record::Drop>(&what)) return {drop, at(dropped->square)};
    return {std::get<record::Press>(what).side == chess::Side::white ? press_white : press_black};
}

std::vector<Ply> plies_of(const std::vector<chess::Move>& moves) {
    std::vector<Ply> plies(1);
    for (const auto& input : tests::SimpleHands().play(moves)) {
        plies.back().push_back(deed_of(input.what));
        if (std::holds_alternative<record::Press>(input.what)) plies.emplace_back();
    }
    plies.pop_back();
    return plies;
}

std::vector<chess::Move> moves_of(const chess::PgnGame& game) {
    std::vector<chess::Move> moves;
    for (const auto& each : game.moves) moves.push_back(each.move);
    return moves;
}

} // namespace

std::vector<Ply> quiet_plies() {
    const auto game = long_game(79);
    return plies_of({game.moves().begin(), game.moves().end()});
}

Games::Games() {
    const tests::PlayedGames source({tests::project_file("tools/games")});
    std::mt19937_64 random(1);
    while (games_.size() < games_kept) {
        auto game = tests::simple_game(source, random);
        if (game.moves.size() < least_plies) continue;
        plies_.push_back(plies_of(moves_of(game)));
        games_.push_back(std::move(game));
    }
}

Ply with_touches(const Ply& ply) {
    constexpr std::size_t wanted = 8;
    using enum wire::EventKind;
    Ply all;
    if ((wanted - ply.size()) % 2 == 1)
        all.push_back({ply.back().kind == press_white ? adjust_white : adjust_black});
    while (all.size() + ply.size() + 2 <= wanted)
        for (const auto kind : {lift, drop}) all.push_back({kind, ply.front().square});
    all.insert(all.end(), ply.begin(), ply.end());
    return all;
}

} // namespace adoube::bench

#include "tests/played_games.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "tests/text_of.hpp"
#include "tests/unit/tools/games.hpp"

#include <algorithm>

namespace adoube::tests {
namespace {

bool is_over(const chess::Game& game) {
    return game.is_checkmate() || game.is_stalemate() || game.repetitions() >= 5 ||
           game.position().halfmove_clock() >= 150 || chess::is_dead(game.position());
}

bool overlaps(chess::Move move) {
    if (move.kind != chess::MoveKind::castling) return false;
    const auto king_to = chess::destination(move), rook_to = chess::rook_destination(move);
    return king_to == move.from || king_to == move.to || rook_to == move.from || rook_to == move.to;
}

/// The result by the board alone (5.1.1, 5.2, 9.6).
chess::Result own_result(const chess::Game& game) {
    if (!game.is_checkmate()) return chess::Result::draw;
    return game.position().to_move() == chess::Side::white ? chess::Result::black_wins
                                                           : chess::Result::white_wins;
}

/// With longer games the daemon would reach its largest size only in the soak's second half.
constexpr std::size_t most_plies = 90;

/// Up to the end, or to a move that this sensing cannot tell.
chess::PgnGame cut(chess::PgnGame game, record::Sensing sensing) {
    chess::Game played(game.start);
    for (const auto& each : game.moves) {
        if (is_over(played) || played.moves().size() == most_plies ||
            (sensing != record::Sensing::identity && overlaps(each.move)))
            break;
        played.play(each.move);
    }
    game.moves.resize(played.moves().size());
    if (is_over(played)) game.result = own_result(played);
    return game;
}

} // namespace

PlayedGames::PlayedGames(const std::vector<std::filesystem::path>& folders) {
    for (const auto& folder : folders) {
        std::error_code absent;
        for (const auto& file : std::filesystem::directory_iterator(folder, absent)) {
            if (file.path().extension() != ".pgn") continue;
            const auto text = text_of(file.path());
            chess::PgnReader reader(text);
            while (auto game = reader.next())
                if (*game && !(*game)->moves.empty()) known_.push_back(std::move(**game));
        }
    }
    std::ranges::sort(known_, {}, [](const auto& game) { return game.tags.find("White")->second; });
}

chess::PgnGame PlayedGames::choose(record::Sensing sensing, std::mt19937_64& random) const {
    chess::PgnGame game;
    while (game.moves.empty())
        game = cut(random() % 2 == 0 && !known_.empty() ? known_[random() % known_.size()]
                                                        : tools::random_game(random()),
                   sensing);
    constexpr chess::Result results[] = {chess::Result::white_wins, chess::Result::black_wins,
                                         chess::Result::draw};
    if (game.result == chess::Result::open) game.result = results[random() % 3];
    return game;
}

chess::PgnGame PlayedGames::choose_normal(record::Sensing sensing, std::mt19937_64& random) const {
    while (true)
        if (auto game = choose(sensing, random); game.start == chess::Position::start()) return game;
}

} // namespace adoube::tests

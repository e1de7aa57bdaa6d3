#include "tools/adoube/live/touches.hpp"

#include "daemon/account/description.hpp"
#include "daemon/evidence/replay.hpp"
#include "daemon/round/squares_in_words.hpp"
#include "daemon/umpire/game/umpire.hpp"

#include <span>

namespace adoube::tools {
namespace {

template<class... Kinds>
bool is_one_of(const record::What& what) {
    return (std::holds_alternative<Kinds>(what) || ...);
}

bool is_said_by_player(const record::What& what) {
    return is_one_of<record::Claim, record::Offer, record::Accept, record::Decline, record::Resign,
                     record::Flag, record::Adjust, record::Call>(what);
}

std::string in_words(const std::optional<record::Seen>& seen) {
    if (!seen) return "empty";
    if (seen->side && seen->type) return round::in_words(chess::Piece{*seen->side, *seen->type});
    if (seen->side) return *seen->side == chess::Side::white ? "a white piece" : "a black piece";
    return "a piece";
}

std::vector<WrongSquare> wrong_squares(const umpire::Sight& board, const chess::Position& wanted) {
    std::vector<WrongSquare> wrong;
    for (auto squares = board.differing(wanted); squares;) {
        const auto square = chess::pop(squares);
        const auto piece = wanted.at(square);
        wrong.push_back(
            {to_string(square), in_words(board.at(square)), piece ? round::in_words(*piece) : "empty"});
    }
    return wrong;
}

std::vector<std::string> open_matters(const umpire::Umpire& umpire) {
    std::vector<std::string> open;
    if (umpire.paused()) open.emplace_back("the arbiter stopped the clocks");
    if (umpire.has_sealed_move()) open.emplace_back("a move is sealed");
    for (const auto side : {chess::Side::white, chess::Side::black})
        if (umpire.offers_draw(side))
            open.push_back(std::string(side == chess::Side::white ? "White" : "Black") +
                           "'s offer of a draw is not answered");
    return open;
}

} // namespace

std::expected<Touches, std::string> touches_of(const journal::WholeGame& game) {
    const auto told = evidence::inputs_before_sealed_move(game.game, game.inputs);
    const auto replayed = evidence::replay(game.game, std::span(game.inputs).first(told));
    if (!replayed) return std::unexpected(replayed.error());
    Touches touches;
    umpire::Umpire umpire(replayed->header);
    GameMs last{};
    for (std::size_t at = 0; at < replayed->inputs.size(); ++at) {
        const auto& input = replayed->inputs[at];
        umpire.feed(input);
        last = input.t_ms;
        touches.all.push_back({static_cast<std::int64_t>(at) + 1, input.t_ms,
                               account::described(input.what, replayed->said_by[at])});
        if (is_said_by_player(input.what)) touches.said.push_back(touches.all.back());
    }
    touches.wrong = wrong_squares(umpire.board(), umpire.record(last).game.position());
    touches.open = open_matters(umpire);
    if (told < game.inputs.size()) touches.open.emplace_back("a move is sealed");
    return touches;
}

} // namespace adoube::tools

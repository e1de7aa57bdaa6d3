#include "daemon/livechess/board.hpp"

#include <utility>

namespace adoube::livechess {
namespace {

std::string placement_seen(const round::LiveSquares& squares) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto piece = squares[static_cast<std::size_t>(rank * 8 + file)];
            if (!piece && ++empty) continue;
            if (const int before = std::exchange(empty, 0)) text += std::to_string(before);
            text += chess::to_char(*piece);
        }
        if (empty > 0) text += std::to_string(empty);
        if (rank > 0) text += '/';
    }
    return text;
}

/// Before any board was here, clients choose by the table's number.
std::string serialnr_of(const round::LiveBoard& board) {
    return board.serial.empty() ? std::to_string(board.number) : board.serial;
}

State state_of(const round::LiveBoard& board) {
    if (board.connected) return State::active;
    return board.serial.empty() ? State::inactive : State::not_responding;
}

} // namespace

std::string placement_of(const chess::Position& position) {
    const auto fen = position.fen();
    return fen.substr(0, fen.find(' '));
}

std::string turned(const std::string& placement) { return {placement.rbegin(), placement.rend()}; }

Board live(const round::LiveBoard& board, bool pieces_in_the_air) {
    return {.number = board.number,
            .serialnr = serialnr_of(board),
            .state = state_of(board),
            .placement =
                pieces_in_the_air ? placement_seen(board.squares) : placement_of(board.completed.position),
            .game = pieces_in_the_air ? &board.game : &board.completed,
            .clocks = pieces_in_the_air ? board.game.clocks : board.completed_clocks};
}

Board delayed(const round::LiveBoard& board, const broadcast::PublicGame* shown) {
    return {.number = board.number,
            .serialnr = serialnr_of(board),
            .state = State::delayed,
            .placement = shown ? placement_of(shown->position) : std::string(),
            .game = shown,
            .clocks = shown ? shown->clocks : std::nullopt};
}

} // namespace adoube::livechess

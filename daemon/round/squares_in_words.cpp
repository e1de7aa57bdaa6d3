#include "daemon/round/squares_in_words.hpp"

#include <vector>

namespace adoube::round {
namespace {

using chess::Bitboard;
using chess::Position;
using chess::Square;
using umpire::Sight;

std::string side_in_words(chess::Side side) { return side == chess::Side::white ? "white" : "black"; }

std::string type_in_words(chess::PieceType type) {
    constexpr const char* names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    return names[static_cast<int>(type)];
}

std::string in_words(const record::Seen& seen) {
    const auto side = seen.side ? side_in_words(*seen.side) + " " : std::string();
    return "a " + side + (seen.type ? type_in_words(*seen.type) : "piece");
}

/// "a and b", "a, b, and c"
std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    const char* const last = parts.size() == 2 ? " and " : ", and ";
    for (std::size_t at = 0; at < parts.size(); ++at)
        text += (at == 0 ? "" : at + 1 < parts.size() ? ", " : last) + parts[at];
    return text;
}

Bitboard changed(const Position& from, const Position& to) {
    Bitboard squares = 0;
    for (int at = 0; at < 64; ++at)
        if (const auto square = static_cast<Square>(at); from.at(square) != to.at(square))
            squares |= bit(square);
    return squares;
}

/// As the board reports it; else as in `was`, if the square looks like that.
std::optional<chess::Piece> piece_on(const Sight& board, const Position& was, Square square) {
    const auto seen = board.at(square);
    const bool told = seen && seen->side && seen->type && !contains(board.masked(), square);
    if (told) return chess::Piece{*seen->side, *seen->type};
    return contains(board.differing(was), square) ? std::nullopt : was.at(square);
}

/// Takes the square whose piece belongs on `target` from `left`, but not if two pieces swapped places: those
/// are better named.
std::optional<Square> take_source(Bitboard& left, Square target, const Sight& board, const Position& was,
                                  const Position& wanted) {
    for (auto squares = left; squares;) {
        const auto square = chess::pop(squares);
        const auto piece = piece_on(board, was, square);
        if (!piece || piece != wanted.at(target)) continue;
        if (wanted.at(square) && piece_on(board, was, target) == wanted.at(square)) continue;
        left &= ~bit(square);
        return square;
    }
    return std::nullopt;
}

} // namespace

std::string in_words(chess::Piece piece) {
    return "a " + side_in_words(piece.side) + " " + type_in_words(piece.type);
}

std::string stands_wrong(const Sight& board, const Position& wanted) {
    auto wrong = board.differing(wanted);
    const int squares = std::popcount(wrong);
    std::vector<std::string> parts;
    while (wrong) {
        const auto square = chess::pop(wrong);
        const auto seen = board.at(square);
        const auto what = squares > most_squares_in_words ? ""
                          : seen                          ? " has " + in_words(*seen)
                                                          : " is empty";
        parts.push_back(to_string(square) + what);
    }
    const auto words = joined(parts);
    if (squares <= most_squares_in_words) return words;
    return std::to_string(squares) + " squares are not as the game has them (" + words + ")";
}

std::string to_put_right(const Sight& board, const Position& was, const Position& wanted, bool back) {
    const bool stands_as_it_was = board.differing(was) == 0;
    const auto wrong = stands_as_it_was ? changed(was, wanted) : board.differing(wanted);
    if (board.differing(wanted) == 0) return {};
    if (std::popcount(wrong) > most_squares_in_words)
        return std::to_string(std::popcount(wrong)) + " squares must be put right";
    Bitboard occupied = wrong & (stands_as_it_was ? was.occupied() : board.occupied()), unfilled = 0;
    std::vector<std::string> parts;
    for (auto left = wrong & wanted.occupied(); left;) {
        const auto target = chess::pop(left);
        if (const auto source = take_source(occupied, target, board, was, wanted))
            parts.push_back(to_string(*source) + (back ? " must go back to " : " must go to ") +
                            to_string(target));
        else
            unfilled |= bit(target);
    }
    for (auto left = unfilled; left;) {
        const auto target = chess::pop(left);
        parts.push_back(in_words(*wanted.at(target)) + " must stand on " + to_string(target));
    }
    for (auto left = occupied & ~wanted.occupied(); left;)
        parts.push_back(to_string(chess::pop(left)) + " must be empty");
    return joined(parts);
}

} // namespace adoube::round

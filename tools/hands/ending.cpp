#include "tools/hands/ending.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"

namespace adoube::tools {
namespace {

using chess::Result;
using chess::Side;
using chess::Square;

constexpr Range to_decide{2000, 20000};
constexpr Range in_hand{450, 1500};
constexpr Range to_next_piece{1100, 3000};

/// The position's own result (5.1.1, 5.2, 9.6).
Result own_result(const chess::Game& game) {
    if (game.is_checkmate())
        return game.position().to_move() == Side::white ? Result::black_wins : Result::white_wins;
    const bool drawn = game.is_stalemate() || game.repetitions() >= 5 ||
                       game.position().halfmove_clock() >= 150 || chess::is_dead(game.position());
    return drawn ? Result::draw : Result::open;
}

class Ending {
  public:
    Ending(const chess::Position& position, std::int64_t now_us, Dice& dice)
        : position_(position), now_us_(now_us), dice_(dice) {}

    std::vector<Happening> say(record::What what) {
        now_us_ += dice_.pick_us(to_decide);
        add(Said{std::move(what)});
        return std::move(happenings_);
    }

    /// The player who moved offers before the press, if any (9.1.2.1); the opponent accepts. If the arbiter
    /// must name a promoted piece, the offer comes after that: until then it is a queen, which may have ended
    /// the game.
    std::vector<Happening> agree(LastMove last) {
        const Side to_move = position_.to_move();
        now_us_ = last.pressed_us ? (last.landed_us + *last.pressed_us) / 2 : last.landed_us + 300'000;
        if (last.piece_told_us) now_us_ = *last.piece_told_us + 50'000;
        add(Said{record::Offer{other(to_move)}});
        now_us_ = std::max(now_us_, last.pressed_us.value_or(0));
        return say(record::Accept{to_move});
    }

    std::vector<Happening> set_kings(Result result) {
        const auto [one, two] = centre(result);
        const Square white_from = position_.king(Side::white), black_from = position_.king(Side::black);
        const bool crossed = one == white_from || two == black_from;
        const Square white_to = crossed ? two : one, black_to = crossed ? one : two;
        now_us_ += dice_.pick_us(to_decide);
        for (const Square square : {one, two})
            if (position_.at(square) && square != white_from && square != black_from) take_off(square);
        if (white_to == black_from) {
            move_king(Side::black, black_to);
            move_king(Side::white, white_to);
        } else {
            move_king(Side::white, white_to);
            move_king(Side::black, black_to);
        }
        return std::move(happenings_);
    }

  private:
    static std::pair<Square, Square> centre(Result result) {
        const Square d4 = chess::make_square(3, 3), e4 = chess::make_square(4, 3);
        const Square d5 = chess::make_square(3, 4), e5 = chess::make_square(4, 4);
        if (result == Result::white_wins) return {e4, d5};
        if (result == Result::black_wins) return {d4, e5};
        return {e4, e5};
    }

    void add(decltype(Happening::what) what) { happenings_.push_back({now_us_, std::move(what)}); }

    void take_off(Square square) {
        add(Change{square, std::nullopt});
        now_us_ += dice_.pick_us(to_next_piece);
    }

    void move_king(Side side, Square to) {
        add(Change{position_.king(side), std::nullopt});
        now_us_ += dice_.pick_us(in_hand);
        add(Change{to, chess::Piece{side, chess::PieceType::king}});
        now_us_ += dice_.pick_us(to_next_piece);
    }

    const chess::Position& position_;
    std::int64_t now_us_;
    Dice& dice_;
    std::vector<Happening> happenings_;
};

} // namespace

std::vector<Happening> end_game(const chess::Game& game, Result result, LastMove last, const Style& style,
                                bool only_hands, Dice& dice) {
    const Result own = own_result(game);
    if (result == Result::open || result == own) return {};
    constexpr std::int64_t pieces_stand_us = 1'100'000;
    Ending ending(game.position(), std::max(last.landed_us + pieces_stand_us, last.pressed_us.value_or(0)),
                  dice);
    if (own != Result::open)
        return only_hands ? std::vector<Happening>{} : ending.say(record::SetResult{result});
    if (only_hands || dice.chance(style.kings)) return ending.set_kings(result);
    if (game.moves().empty()) return ending.say(record::SetResult{result});
    if (result == Result::draw) return ending.agree(last);
    const Side winner = result == Result::white_wins ? Side::white : Side::black;
    // Resigning to a player who cannot mate is a draw (5.1.2), so it cannot give this result.
    if (chess::can_mate(game.position(), winner) != chess::Mating::possible)
        return ending.say(record::SetResult{result});
    return ending.say(record::Resign{other(winner)});
}

} // namespace adoube::tools

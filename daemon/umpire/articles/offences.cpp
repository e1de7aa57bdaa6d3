#include "daemon/umpire/articles/offences.hpp"

#include "daemon/laws/penalties.hpp"
#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/articles/illegal_move.hpp"
#include "daemon/umpire/articles/obligation.hpp"
#include "daemon/umpire/articles/remedies.hpp"
#include "daemon/umpire/articles/telling.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using laws::Rule;

std::string name_of(chess::Piece piece) {
    constexpr std::string_view types[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    return (piece.side == Side::white ? "white " : "black ") +
           std::string(types[static_cast<int>(piece.type)]);
}

std::string piece_on(const Reading& reading, Square square) {
    const auto piece = reading.position.at(square);
    return (piece ? "the " + name_of(*piece) : std::string("a piece")) + " on " + to_string(square);
}

std::vector<std::string> uci_of(const Reading& reading, const std::vector<Move>& moves) {
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(to_uci(move, reading.header->chess960));
    return texts;
}

/// Squares from which the move lifts pieces.
Bitboard squares_of_hands(const Reading& reading, Move move) {
    Bitboard squares = bit(move.from);
    if (move.kind == MoveKind::castling || reading.position.is_capture(move)) squares |= bit(move.to);
    if (move.kind == MoveKind::en_passant) squares |= bit(en_passant_victim(move));
    return squares;
}

std::optional<Breach> released_elsewhere(const Reading& reading, Move move, Moment made) {
    if (!reading.ply.released) return std::nullopt;
    const auto& [released, moment] = *reading.ply.released;
    const bool stayed = released.from == move.from && destination(released) == destination(move);
    const bool rook_of_castling = move.kind == MoveKind::castling && released.from == move.to &&
                                  destination(released) == rook_destination(move);
    if (stayed || rook_of_castling) return std::nullopt;
    const auto side = reading.position.to_move();
    auto incident = incident_of(reading, IncidentKind::released_piece, Rule::released, side, moment, made);
    incident.squares = {released.from, destination(released), destination(move)};
    // A pawn released on the last rank may still become any piece (4.4.4).
    std::vector<Move> bound;
    for (const auto legal : reading.position.legal_moves())
        if (legal.from == released.from && destination(legal) == destination(released))
            bound.push_back(legal);
    incident.allowed = uci_of(reading, bound);
    incident.text = name(side) + " released " + piece_on(reading, released.from) + " on " +
                    to_string(destination(released)) + ", and then made the move " +
                    to_uci(move, reading.header->chess960) + ".";
    return Breach{Rule::released, std::move(incident)};
}

/// Touched before the hands began the move, and in all; in order.
struct Touched {
    std::vector<Square> before, all;
};

Touched touched_for(const Reading& reading, Move move) {
    const auto own_hands = squares_of_hands(reading, move);
    const auto& touches = reading.ply.touches;
    // Chess960: a king or rook that castles where it stands is lifted and put back.
    const auto castles_there = [&](Square square) {
        return move.kind == MoveKind::castling && ((square == move.from && destination(move) == move.from) ||
                                                   (square == move.to && rook_destination(move) == move.to));
    };
    const auto taken_up = [&](const Touch& touch) {
        return contains(own_hands, touch.square) && (!touch.put_back || castles_there(touch.square));
    };
    const auto move_begins = std::find_if_not(touches.rbegin(), touches.rend(), taken_up).base();
    Touched touched;
    for (auto touch = touches.begin(); touch != touches.end(); ++touch) {
        touched.all.push_back(touch->square);
        if (touch < move_begins) touched.before.push_back(touch->square);
    }
    return touched;
}

ForArbiter came_back_before(const Reading& reading, std::span<const Square> touched, Move move) {
    std::string text;
    for (const auto square : touched) text += (text.empty() ? "" : " and ") + piece_on(reading, square);
    if (!text.empty()) text.front() = 'T';
    return text + " left the board and came back before the move " + to_uci(move, reading.header->chess960) +
           " of " + name(reading.position.to_move()) + ".";
}

ForArbiter rook_was_first(const Reading& reading, Move castling) {
    return name(reading.position.to_move()) + " touched " + piece_on(reading, castling.to) + " before " +
           piece_on(reading, castling.from) + ", and castled: " + to_uci(castling, reading.header->chess960) +
           ".";
}

/// Or not even that. King and rook may be touched in the wrong order.
bool touched_for_it_alone(const Reading& reading, Move move) {
    const auto hands = hands_of(reading.position, move);
    return move.kind != MoveKind::castling &&
           std::ranges::all_of(reading.ply.touches,
                               [&](const Touch& touch) { return contains(hands, touch.square); });
}

std::optional<Breach> touched_and_not_moved(const Reading& reading, Move move, Moment made) {
    if (touched_for_it_alone(reading, move)) return std::nullopt;
    const auto touched = touched_for(reading, move);
    auto broken = broken_obligation(reading.position, touched.before, touched.all, move);
    if (!broken) return std::nullopt;
    const auto side = reading.position.to_move();
    const bool rook_first = broken->rule == Rule::rook_before_king;
    const auto kind = rook_first ? IncidentKind::rook_first_castling : IncidentKind::touch_move;
    auto incident = incident_of(reading, kind, broken->rule, side, reading.ply.touches.front().lifted, made);
    const auto& shown = touched.before.empty() ? touched.all : touched.before;
    incident.squares = shown;
    if (std::ranges::find(incident.squares, move.from) == incident.squares.end())
        incident.squares.push_back(move.from);
    incident.allowed = uci_of(reading, broken->allowed);
    incident.hand_unknown = std::ranges::any_of(touched.before, [&](Square square) {
        const auto piece = reading.position.at(square);
        return piece && piece->side != side;
    });
    incident.text = rook_first ? rook_was_first(reading, move) : came_back_before(reading, shown, move);
    return Breach{broken->rule, std::move(incident)};
}

struct Difference {
    Bitboard gone = 0;
    Bitboard added = 0;
};

Difference difference(const Reading& reading, const Sight& sight) {
    const auto wrong = sight.differing(reading.position);
    return {wrong & reading.position.occupied() & ~sight.occupied(), wrong & sight.occupied()};
}

/// Where the player's piece went, if it alone moved.
std::optional<Square> only_piece_moved(const Reading& reading, const Difference& difference) {
    const auto own = reading.position.pieces(reading.position.to_move());
    if (std::popcount(difference.gone) != 1 || !(difference.gone & own & reading.ply.lifted))
        return std::nullopt;
    if (std::popcount(difference.added) == 1 && !(difference.added & own))
        return chess::first(difference.added);
    // Under presence an exchanged victim's square looks unchanged; a lift there may tell.
    Bitboard victims = 0;
    for (const auto& touch : reading.ply.touches) victims |= bit(touch.square);
    victims &= reading.position.pieces(chess::other(reading.position.to_move()));
    if (difference.added == 0 && std::popcount(victims) == 1) return chess::first(victims);
    return std::nullopt;
}

Incident displaced_at_press(const Reading& reading, Side side, Bitboard wrong, Moment first, Moment pressed) {
    auto incident = incident_of(reading, IncidentKind::displaced, Rule::displaced, side, first, pressed);
    std::string list;
    while (wrong) {
        incident.squares.push_back(chess::pop(wrong));
        list += (list.empty() ? "" : ", ") + to_string(incident.squares.back());
    }
    incident.text =
        name(side) + " pressed the clock while no legal move explains what stands on " + list + ".";
    return incident;
}

Incident press_incident(const Reading& reading, const Sight& sight, Moment pressed) {
    const auto side = reading.position.to_move();
    const auto first = reading.ply.touches.empty() ? pressed : reading.ply.touches.front().lifted;
    const auto told = [&](IncidentKind kind, Rule rule, std::vector<Square> squares, std::string text) {
        auto incident = incident_of(reading, kind, rule, side, first, pressed);
        incident.squares = std::move(squares);
        incident.text = name(side) + text;
        return incident;
    };
    const auto difference = umpire::difference(reading, sight);
    if ((difference.gone | difference.added) == 0)
        return told(IncidentKind::press_without_move, Rule::press_without_move, {},
                    " pressed the clock although no move was made.");
    if (const auto promotion = unfinished_promotion(reading, sight)) {
        const bool illegal = reading.header->laws == Edition::laws_2001;
        return told(illegal ? IncidentKind::illegal_move : IncidentKind::promotion_missing,
                    illegal ? Rule::illegal_move : Rule::promotion_missing, {promotion->from, promotion->to},
                    " pressed the clock while the pawn from " + to_string(promotion->from) +
                        " was not exchanged for a new piece on " + to_string(promotion->to) + ".");
    }
    if (const auto to = only_piece_moved(reading, difference)) {
        const auto from = chess::first(difference.gone);
        return told(IncidentKind::illegal_move, Rule::illegal_move, {from, *to},
                    " completed a move of " + piece_on(reading, from) + " to " + to_string(*to) +
                        ", which is not legal.");
    }
    return displaced_at_press(reading, side, difference.gone | difference.added, first, pressed);
}

/// Pieces displaced by accident are not touched.
void forget_touches(Reading& reading, std::span<const Square> squares) {
    std::erase_if(reading.ply.touches, [&](const Touch& touch) {
        return std::ranges::find(squares, touch.square) != squares.end();
    });
    reading.ply.released.reset();
}

/// What was lifted and not put back, and all touched later, was displaced with it.
void forget_what_was_displaced(Reading& reading, std::span<const Square> squares) {
    auto& touches = reading.ply.touches;
    const auto began = std::ranges::find(touches, false, &Touch::put_back);
    for (const auto& touch : std::ranges::subrange(began, touches.end()))
        reading.ply.restoring |= bit(touch.square);
    touches.erase(began, touches.end());
    forget_touches(reading, squares);
}

/// Only the moved piece (7.5.1: 4.3 applies to it) and what was put back before stay touched.
void keep_touch_of_illegal_move(Reading& reading, const Incident& illegal) {
    std::erase_if(reading.ply.touches, [&](const Touch& touch) {
        return !touch.put_back && touch.square != illegal.squares.front();
    });
    for (auto& touch : reading.ply.touches) touch.put_back = true;
}

} // namespace

bool is_claimable_breach(IncidentKind kind) {
    return kind == IncidentKind::touch_move || kind == IncidentKind::rook_first_castling ||
           kind == IncidentKind::released_piece;
}

bool counts_as_illegal(IncidentKind kind) {
    return kind == IncidentKind::illegal_move || kind == IncidentKind::promotion_missing ||
           kind == IncidentKind::press_without_move;
}

std::optional<Move> unfinished_promotion(const Reading& reading, const Sight& sight) {
    for (const auto move : reading.position.legal_moves()) {
        if (move.kind != MoveKind::promotion || move.promoted != PieceType::queen) continue;
        auto wrong = sight.differing(reading.position.after(move));
        if (wrong != bit(move.to)) continue;
        const auto seen = sight.at(move.to);
        if (!seen || (seen->type == PieceType::pawn && seen->side == reading.position.to_move())) return move;
    }
    return std::nullopt;
}

std::optional<Breach> breach_of_article_4(const Reading& reading, Move move, Moment made) {
    if (auto released = released_elsewhere(reading, move, made)) return released;
    return touched_and_not_moved(reading, move, made);
}

void note_touch(Reading& reading, GameMs until_ms) {
    const auto side = reading.position.to_move();
    auto& offer = reading.offers[static_cast<std::size_t>(chess::other(side))];
    if (!reading.claimable_breach && !offer) return;
    const auto counts = [&](const Touch& t) {
        const auto piece = reading.position.at(t.square);
        const bool moving_it_would_show = t.adjusting && until_ms != GameMs::max();
        if (t.lifted.t_ms > until_ms || moving_it_would_show || !piece) return false;
        return piece->side == side || can_be_captured(reading.position, t.square);
    };
    const auto& touches = reading.ply.touches;
    const auto touch = std::ranges::find_if(touches, counts);
    if (touch == touches.end()) return;
    const auto told = [&](IncidentKind kind, Rule rule, const Touch& by, std::string text) {
        auto incident = incident_of(reading, kind, rule, side, by.lifted, by.lifted);
        incident.squares = {by.square};
        incident.text = "When " + piece_on(reading, by.square) + " was touched, " + std::move(text);
        add_incident(reading, std::move(incident));
    };
    // In 2001 a touch does not end the right to claim a release.
    if (reading.claimable_breach &&
        !(reading.header->laws == Edition::laws_2001 && reading.claimable_breach == Rule::released)) {
        told(IncidentKind::claim_window_closed, Rule::claim_window, *touch,
             name(side) + "'s right to claim the breach of Article 4 by the last move ended.");
        reading.claimable_breach.reset();
    }
    if (!offer) return;
    const auto declining = std::ranges::find_if(
        touches, [&](const Touch& t) { return counts(t) && t.lifted.input > offer->input; });
    if (declining == touches.end()) return;
    if (!offer->silent)
        told(IncidentKind::offer_declined_by_touch, Rule::draw_offer, *declining,
             name(side) + " declined the draw that was offered.");
    offer.reset();
}

std::optional<Incident> adjustment_out_of_turn(const Reading& reading, const Touch& touch, Moment back) {
    const auto piece = reading.position.at(touch.square);
    const auto mover = reading.position.to_move();
    if (!piece || piece->side == mover || touch.adjusting) return std::nullopt;
    if (can_be_captured(reading.position, touch.square)) return std::nullopt;
    auto incident = incident_of(reading, IncidentKind::adjust_out_of_turn, Rule::adjusting, piece->side,
                                touch.lifted, back);
    incident.squares = {touch.square};
    incident.hand_unknown = true;
    incident.text = "While " + name(mover) + " had the move, " + piece_on(reading, touch.square) +
                    " was lifted and put back.";
    return incident;
}

bool shows_illegal_move(const Reading& reading, const Sight& sight) {
    return unfinished_promotion(reading, sight) || only_piece_moved(reading, difference(reading, sight));
}

void tell_displaced_after_move(Reading& reading, Bitboard wrong, Moment pressed) {
    auto incident =
        displaced_at_press(reading, chess::other(reading.position.to_move()), wrong, pressed, pressed);
    incident.ply = reading.plies;
    forget_touches(reading, incident.squares);
    reading.ply.restoring |= wrong;
    reading.line.back().incidents.push_back(std::move(incident));
}

std::vector<Incident> offences_of_press(Reading& reading, const Sight& sight, Moment pressed) {
    auto offence = press_incident(reading, sight, pressed);
    reading.ply.illegal.reset();
    if (offence.article.empty()) return {};
    reading.ply.illegal = may_stand(reading, offence, sight);
    if (offence.kind == IncidentKind::illegal_move) keep_touch_of_illegal_move(reading, offence);
    if (offence.kind == IncidentKind::displaced) forget_what_was_displaced(reading, offence.squares);
    for (const auto square : offence.squares) reading.ply.restoring |= bit(square);
    std::vector<Incident> told{offence};
    if (!counts_as_illegal(offence.kind)) return told;
    const auto& header = *reading.header;
    const auto side = *offence.side;
    const auto count = ++reading.illegal_moves[static_cast<std::size_t>(side)];
    told.front().proposal = penalty_of_illegal_move(reading, offence, count);
    if (count < laws::illegal_move_penalty(header.laws, header.rate_of_play, header.supervised).losing_number)
        return told;
    auto forfeit = incident_of(reading, IncidentKind::forfeit_by_illegal_moves,
                               Rule::forfeit_by_illegal_moves, side, pressed, pressed);
    forfeit.squares = offence.squares;
    const auto result = forfeited(reading.position, side, header.laws);
    forfeit.text =
        "This is illegal move number " + std::to_string(count) + " of " + name(side) +
        (result == chess::Result::draw
             ? ": the game is drawn by it, for the opponent cannot mate by any series of legal moves."
             : ": the game is lost by it.");
    if (!told.front().proposal)
        forfeit.proposal = forfeit_by_illegal_moves(reading, offence, forfeit, result);
    told.push_back(std::move(forfeit));
    return told;
}

} // namespace adoube::umpire

#include "daemon/umpire/game/scoresheet.hpp"

#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <utility>

namespace adoube::umpire {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Side;

/// "2026-11-20T14:00:00Z" as the Date tag "2026.11.20"; empty for other text.
std::string date_of(std::string_view start_time) {
    if (start_time.size() < 10 || start_time[4] != '-' || start_time[7] != '-') return {};
    std::string date(start_time.substr(0, 10));
    std::ranges::replace(date, '-', '.');
    return date;
}

/// Even against Article 3; empty where an arbiter set up `after`.
std::string move_between(const Position& before, const Position& after) {
    const auto side = before.to_move();
    for (const auto move : before.legal_moves())
        if (before.after(move) == after) return to_san(before, move);
    if (before.with_to_move(chess::other(side)) == after) return "--";
    const auto left = before.pieces(side) & ~after.pieces(side);
    const auto reached = after.pieces(side) & ~before.pieces(side);
    if (std::popcount(left) != 1 || std::popcount(reached) != 1) return {};
    const auto from = chess::first(left), to = chess::first(reached);
    const auto moved = before.at(from)->type, stands = after.at(to)->type;
    const Move move{from, to, moved == stands ? MoveKind::normal : MoveKind::promotion, stands};
    if (before.after_illegal(move) != after) return {};
    const auto letter = [](PieceType type) {
        return std::string(1, to_char(chess::Piece{Side::white, type}));
    };
    return (moved == PieceType::pawn ? "" : letter(moved)) + to_string(from) +
           (before.is_capture(move) ? 'x' : '-') + to_string(to) +
           (moved == stands ? "" : '=' + letter(stands));
}

std::string moves_before(const GameRecord& record) {
    std::string text;
    bool number_due = true;
    const auto add = [&](const Position& before, const std::string& move) {
        const bool white = before.to_move() == Side::white;
        if (!text.empty()) text += ' ';
        if (white || number_due) text += std::to_string(before.fullmove_number()) + (white ? ". " : "... ");
        text += move;
        number_due = false;
    };
    for (std::size_t part = 0; part < record.before.size(); ++part) {
        const auto& game = record.before[part];
        for (std::size_t ply = 0; ply < game.moves().size(); ++ply)
            add(game.position_at(ply), to_san(game.position_at(ply), game.moves()[ply]));
        const bool last = part + 1 == record.before.size();
        const auto move =
            move_between(game.position(), (last ? record.game : record.before[part + 1]).start());
        if (!move.empty())
            add(game.position(), move);
        else if (!std::exchange(number_due, true))
            text += " *";
    }
    return text;
}

} // namespace

chess::PgnGame scoresheet(const Header& header, const GameRecord& record) {
    chess::PgnGame game;
    game.tags = header.tags;
    for (const auto* computed : {"Result", "FEN", "SetUp"}) game.tags.erase(computed);
    if (const auto date = date_of(header.start_time); !date.empty()) game.tags.try_emplace("Date", date);
    if (!header.time_control.empty()) game.tags.try_emplace("TimeControl", header.time_control);
    if (!record.termination.empty() && record.termination != "normal")
        game.tags["Termination"] = record.termination;
    game.start = record.game.start();
    game.chess960 = header.chess960;
    game.comment = moves_before(record);
    game.result = record.result;
    for (const auto& played : record.moves)
        game.moves.push_back({played.move, played.clock_ms, std::nullopt});
    return game;
}

} // namespace adoube::umpire

#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <vector>

namespace adoube::chess {

namespace {

constexpr std::string_view piece_letters = "PNBRQK"; // in the order of PieceType

char letter(PieceType type) { return piece_letters[static_cast<std::size_t>(type)]; }

bool is_kingside(Move castling) { return file_of(castling.to) > file_of(castling.from); }

/// Disambiguates by file, else rank, else both.
std::string origin(const Position& position, Move move, PieceType type) {
    bool rivals = false, on_file = false, on_rank = false;
    for (const Move rival : position.legal_moves()) {
        if (rival.to != move.to || rival.from == move.from) continue;
        if (position.at(rival.from)->type != type) continue;
        rivals = true;
        on_file |= file_of(rival.from) == file_of(move.from);
        on_rank |= rank_of(rival.from) == rank_of(move.from);
    }
    std::string square = to_string(move.from);
    if (!rivals) return "";
    if (!on_file) return square.substr(0, 1);
    if (!on_rank) return square.substr(1);
    return square;
}

std::string without_check(const Position& position, Move move) {
    if (move.kind == MoveKind::castling) return is_kingside(move) ? "O-O" : "O-O-O";
    const PieceType type = position.at(move.from)->type;
    const bool capture = position.is_capture(move);
    std::string san;
    if (type != PieceType::pawn)
        san += letter(type) + origin(position, move, type);
    else if (capture)
        san += to_string(move.from)[0];
    if (capture) san += 'x';
    san += to_string(move.to);
    if (move.kind == MoveKind::promotion) san += {'=', letter(move.promoted)};
    return san;
}

struct Written {
    bool takes = false;
    std::optional<PieceType> piece;
    std::optional<int> from_file, from_rank;
    Square to{};
    std::optional<PieceType> promoted;
    /// O-O (true) or O-O-O (false); if set, nothing else counts.
    std::optional<bool> kingside;
};

/// Without surrounding space, check and evaluation signs, and "e.p.".
std::string_view bare(std::string_view text) {
    const auto strip = [&text] {
        while (!text.empty() && std::string_view(" +#!?=").find(text.back()) != std::string_view::npos)
            text.remove_suffix(1);
    };
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    strip();
    for (const std::string_view passing : {"e.p.", "e.p", "ep"})
        if (text.ends_with(passing)) {
            text.remove_suffix(passing.size());
            break;
        }
    strip();
    return text;
}

std::optional<PieceType> piece_named(char name) {
    const auto at = piece_letters.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<PieceType>(at);
}

/// Removes a promotion letter at the end of `rest`: "e8Q", "e8=Q", "e8q".
std::optional<PieceType> take_promotion(std::string& rest) {
    if (rest.size() < 3 || rest[rest.size() - 2] < '1' || rest[rest.size() - 2] > '8') return std::nullopt;
    const char last = rest.back();
    const auto promoted = piece_named(last >= 'a' ? static_cast<char>(last - 'a' + 'A') : last);
    if (promoted) rest.pop_back();
    return promoted;
}

std::optional<Written> parse(std::string_view text) {
    std::string rest(text);
    Written written;
    written.takes = rest.find_first_of("xX:") != std::string::npos;
    std::erase_if(
        rest, [](char sign) { return std::string_view("xX:-=()/").find(sign) != std::string_view::npos; });
    std::string zeros = rest;
    std::replace_if(
        zeros.begin(), zeros.end(), [](char sign) { return sign == 'O' || sign == 'o'; }, '0');
    if (zeros == "00" || zeros == "000") {
        written.kingside = zeros.size() == 2;
        return written;
    }
    written.promoted = take_promotion(rest);
    if (rest.size() < 2) return std::nullopt;
    const auto to = square_from(std::string_view(rest).substr(rest.size() - 2));
    if (!to) return std::nullopt;
    written.to = *to;
    std::string_view origin = std::string_view(rest).substr(0, rest.size() - 2);
    const auto take_first = [&origin](char low, char high) -> std::optional<int> {
        if (origin.empty() || origin[0] < low || origin[0] > high) return std::nullopt;
        const int value = origin[0] - low;
        origin.remove_prefix(1);
        return value;
    };
    if (!origin.empty() && (written.piece = piece_named(origin[0]))) origin.remove_prefix(1);
    written.from_file = take_first('a', 'h');
    written.from_rank = take_first('1', '8');
    if (!origin.empty()) return std::nullopt;
    return written;
}

bool fits(const Position& position, Move move, const Written& written) {
    if (written.kingside || move.kind == MoveKind::castling)
        return written.kingside && move.kind == MoveKind::castling && *written.kingside == is_kingside(move);
    // A pawn capture needs its sign or the pawn's file: "d5" is no "exd5".
    const bool pawn_takes = !written.piece && file_of(move.from) != file_of(move.to);
    if (pawn_takes && !written.from_file && !written.takes) return false;
    return move.to == written.to && position.at(move.from)->type == written.piece.value_or(PieceType::pawn) &&
           written.from_file.value_or(file_of(move.from)) == file_of(move.from) &&
           written.from_rank.value_or(rank_of(move.from)) == rank_of(move.from);
}

} // namespace

std::string to_san(const Position& position, Move legal_move) {
    const Position after = position.after(legal_move);
    std::string san = without_check(position, legal_move);
    if (after.in_check()) san += after.has_legal_move() ? '+' : '#';
    return san;
}

std::expected<Move, Misfit> match_san(const Position& position, std::string_view san) {
    const std::string_view text = bare(san);
    const auto written = parse(text);
    if (!written) return std::unexpected(Misfit{Misfit::Reason::unreadable, {}});
    std::vector<Move> fitting;
    for (const Move move : position.legal_moves())
        if (fits(position, move, *written)) fitting.push_back(move);
    auto match = only_one(std::move(fitting), written->promoted);
    if (match || match.error().reason != Misfit::Reason::illegal) return match;
    if (const auto move = position.move_from_uci(text)) return *move;
    return match;
}

std::expected<Move, std::string> move_from_san(const Position& position, std::string_view san) {
    const auto match = match_san(position, san);
    if (match) return *match;
    const auto write = [&position](Move move) { return to_san(position, move); };
    return std::unexpected(refusal(san, match.error(), write));
}

} // namespace adoube::chess

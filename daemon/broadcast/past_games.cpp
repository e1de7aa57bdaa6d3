#include "daemon/broadcast/past_games.hpp"

#include "daemon/broadcast/public_pgn.hpp"

#include <algorithm>
#include <bit>

namespace adoube::broadcast {
namespace {

// Of a move 6 bits each tell its squares, the other four of two bytes its kind, and what is promoted to.
constexpr int square_bits = 6, kinds = 4;
static_assert(kinds + std::to_underlying(chess::PieceType::king) <= 16);

std::uint16_t number_of(chess::Move move) {
    const int kind = move.kind == chess::MoveKind::promotion ? kinds + static_cast<int>(move.promoted)
                                                             : static_cast<int>(move.kind);
    return static_cast<std::uint16_t>(index(move.from) | index(move.to) << square_bits |
                                      kind << 2 * square_bits);
}

chess::Move move_of(std::uint16_t number) {
    constexpr int square = (1 << square_bits) - 1;
    chess::Move move{static_cast<chess::Square>(number & square),
                     static_cast<chess::Square>(number >> square_bits & square)};
    const int kind = number >> 2 * square_bits;
    move.kind = kind < kinds ? static_cast<chess::MoveKind>(kind) : chess::MoveKind::promotion;
    if (kind >= kinds) move.promoted = static_cast<chess::PieceType>(kind - kinds);
    return move;
}

/// Seven bits a byte, the low ones first; all but the last have the eighth.
void append(std::string& bytes, std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes += static_cast<char>(number | 128);
    bytes += static_cast<char>(number);
}

std::uint64_t take(const char*& at) {
    std::uint64_t number = 0;
    for (int bits = 0;; bits += 7) {
        const auto byte = static_cast<unsigned char>(*at++);
        number |= static_cast<std::uint64_t>(byte & 127) << bits;
        if (byte < 128) return number;
    }
}

/// 0: no clock; small numbers are short whatever their sign is.
std::uint64_t number_of(std::optional<std::int64_t> clock_ms) {
    if (!clock_ms) return 0;
    return (static_cast<std::uint64_t>(*clock_ms) << 1 ^ static_cast<std::uint64_t>(*clock_ms >> 63)) + 1;
}

std::optional<std::int64_t> clock_of(std::uint64_t number) {
    if (number-- == 0) return std::nullopt;
    return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
}

} // namespace

PackedGame::PackedGame(const PublicGame& game)
    : tags_(game.tags), clocks_(game.clocks), board_(game.board), result_(game.result),
      chess960_(game.chess960), by_time_(game.by_time) {
    if (game.start != chess::Position::start()) start_ = std::make_unique<const chess::Position>(game.start);
    for (const auto& move : game.moves) {
        const auto number = number_of(move.move());
        moves_ += {static_cast<char>(number), static_cast<char>(number >> 8)};
        append(moves_, number_of(move.clock_ms));
    }
    moves_.shrink_to_fit();
}

PublicGame PackedGame::unpacked(std::string id, std::size_t most) const {
    PublicGame game;
    game.id = std::move(id);
    game.board = board_;
    game.tags = tags_;
    game.chess960 = chess960_;
    game.clocks = clocks_;
    game.result = result_;
    game.by_time = by_time_;
    if (start_) game.start = *start_;
    game.position = game.start;
    std::vector<PublicMove> moves;
    for (const char *at = moves_.data(), *end = at + moves_.size(); at != end && moves.size() < most;) {
        const auto low = static_cast<unsigned char>(*at++), high = static_cast<unsigned char>(*at++);
        const auto move = move_of(static_cast<std::uint16_t>(low | high << 8));
        moves.emplace_back(game.position, move, chess960_, clock_of(take(at)));
        game.position.play(move);
    }
    game.moves = PublicMoves(moves);
    return game;
}

void PastGames::remove(std::string_view id) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    std::erase(order_, found);
    std::erase_if(read_, [&](const Read& read) { return read.game->id == id; });
    games_.erase(found);
}

void PastGames::forget_oldest() { remove(order_.front()->first); }

/// As read last. Null if there is no such game.
PastGames::Read* PastGames::read(std::string_view id) const {
    const auto known =
        std::ranges::find(read_, id, [](const Read& read) { return std::string_view(read.game->id); });
    if (known != read_.end()) {
        read_.splice(read_.begin(), read_, known);
        return &read_.front();
    }
    const auto found = games_.find(id);
    if (found == games_.end()) return nullptr;
    if (read_.size() == most_read) read_.pop_back();
    read_.push_front({std::make_shared<const PublicGame>(found->second.unpacked(found->first))});
    return &read_.front();
}

std::shared_ptr<const PublicGame> PastGames::game(std::string_view id) const {
    const auto* known = read(id);
    return known ? known->game : nullptr;
}

Text PastGames::pgn(std::string_view id) const {
    auto* known = read(id);
    if (!known) return nullptr;
    if (!known->pgn) known->pgn = std::make_shared<const std::string>(to_pgn(*known->game));
    return known->pgn;
}

std::vector<PublicGame> PastGames::in_brief() const {
    std::vector<PublicGame> games;
    games.reserve(order_.size());
    for (const auto& each : order_) games.push_back(each->second.unpacked(each->first, 1));
    return games;
}

std::string PastGames::all_pgn() const {
    std::string text;
    for (const auto& each : order_) text += to_pgn(each->second.unpacked(each->first));
    return text;
}

} // namespace adoube::broadcast

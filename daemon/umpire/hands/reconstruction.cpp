#include "daemon/umpire/hands/reconstruction.hpp"

#include "daemon/umpire/data/reading.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace adoube::umpire {
namespace {

using chess::bit;

constexpr std::size_t most_found = 1'024;
constexpr int most_in_hand = 2;

/// Where `sight` and a position differ: wrong until a piece leaves or lands there.
struct Unlike {
    chess::Bitboard to_leave = 0, to_land = 0;

    static Unlike at(const Sight& sight, const chess::Position& position) {
        const auto wrong = sight.differing(position);
        return {wrong & ~sight.occupied(), wrong & sight.occupied()};
    }

    /// After `move`, if the right piece lands.
    Unlike after(chess::Move move, const Sight& sight) const {
        auto filled = bit(destination(move)), emptied = bit(move.from);
        if (move.kind == chess::MoveKind::castling)
            filled |= bit(rook_destination(move)), emptied |= bit(move.to);
        if (move.kind == chess::MoveKind::en_passant) emptied |= bit(chess::en_passant_victim(move));
        emptied &= ~filled;
        const auto touched = filled | emptied, seen = ~sight.masked();
        return {(to_leave & ~touched) | (filled & ~sight.occupied() & seen),
                (to_land & ~touched) | (emptied & sight.occupied() & seen)};
    }

    chess::Bitboard all() const { return to_leave | to_land; }
};

/// Each may put right twice as many squares: the king's square is wrong, and the king did not just move.
int castlings_left(const chess::Position& position, chess::Bitboard wrong, std::optional<chess::Move> after) {
    int castlings = 0;
    for (const auto side : {chess::Side::white, chess::Side::black}) {
        const auto king = position.king(side);
        castlings +=
            position.castling_rooks(side) && chess::contains(wrong, king) && !(after && after->from == king);
    }
    return castlings;
}

bool is_double_step(const chess::Position& position, chess::Move move) {
    return std::abs(chess::index(move.to) - chess::index(move.from)) == 16 &&
           position.at(move.from)->type == chess::PieceType::pawn;
}

/// How many squares a normal move or promotion leaves unlike, by its two squares alone.
class Counts {
  public:
    Counts(const Unlike& unlike, const Sight& sight)
        : unlike_(unlike), settled_(sight.occupied() & ~sight.masked() & ~unlike.to_land),
          bare_(~sight.occupied() & ~sight.masked() & ~unlike.to_leave),
          to_land_(std::popcount(unlike.to_land)), to_leave_(std::popcount(unlike.to_leave)) {}

    int to_land_after(chess::Move move) const {
        return to_land_ + contains(settled_, move.from) - contains(unlike_.to_land, move.to);
    }
    int to_leave_after(chess::Move move) const {
        return to_leave_ + contains(bare_, move.to) - contains(unlike_.to_leave, move.from);
    }

  private:
    Unlike unlike_;
    chess::Bitboard settled_, bare_; // as they should be: occupied, empty
    int to_land_, to_leave_;
};

struct Search {
    const Sight& sight;
    Hands hands;
    int& nodes_left;
    std::vector<chess::Move> line{};
    Lines found{};
    /// Positions, by plies to go, from which nothing was found.
    std::unordered_set<std::uint64_t> barren{};

    /// A ply leaves one square and lands on one; castling two each. En passant empties two, but with the
    /// double step before it no more than any two plies: only a step already made counts.
    bool may_be_put_right(const Unlike& unlike, int plies, int castlings, bool en_passant) const {
        const int moves = plies + std::min(plies, castlings);
        const int left =
            moves + (plies > 0 && en_passant ? 1 : 0) + (hands == Hands::full ? most_in_hand : 0);
        const bool half_castled = hands == Hands::full && castlings > 0;
        return std::popcount(unlike.to_land) <= moves + half_castled &&
               std::popcount(unlike.to_leave) <= left;
    }

    /// False only where may_be_put_right is, whatever the castlings: most moves are done with here.
    bool may_help(const Counts& counts, chess::Move move, int plies, int most_castlings) const {
        if (move.kind == chess::MoveKind::castling || move.kind == chess::MoveKind::en_passant) return true;
        const int moves = plies + std::min(plies, most_castlings);
        return counts.to_land_after(move) <= moves + (most_castlings > 0) &&
               counts.to_leave_after(move) <= moves + 1 + (hands == Hands::full ? most_in_hand : 0);
    }

    bool is_same_to_the_eye(chess::Move move) const {
        return move.kind == chess::MoveKind::promotion && move.promoted != chess::PieceType::queen &&
               sight.sensing() != Sensing::identity;
    }

    void from(const chess::Position& position, int plies) {
        const auto unlike = Unlike::at(sight, position);
        if (!may_be_put_right(unlike, plies, castlings_left(position, unlike.all(), {}),
                              position.en_passant().has_value()))
            return;
        if (plies == 0) {
            if (hands == Hands::empty || taken_up(position, sight) != 0) found.push_back(line);
            return;
        }
        if (plies == 1 && !sight.may_show_a_move(position) && hands == Hands::empty) {
            nodes_left -= position.legal_move_count();
            return;
        }
        const auto key = position.repetition_key() + static_cast<std::uint64_t>(plies);
        if (plies > 1 && barren.contains(key)) return;
        const auto found_before = found.size();
        const Counts counts(unlike, sight);
        const int most_castlings = (position.castling_rooks(chess::Side::white) != 0) +
                                   (position.castling_rooks(chess::Side::black) != 0);
        for (const auto move : position.legal_moves()) {
            if (found.size() >= most_found || nodes_left-- <= 0) return;
            if (!may_help(counts, move, plies - 1, most_castlings)) continue;
            const auto then = unlike.after(move, sight);
            const int castlings = castlings_left(position, then.all(), move);
            if (!may_be_put_right(then, plies - 1, castlings, is_double_step(position, move)) ||
                is_same_to_the_eye(move))
                continue;
            line.push_back(move);
            from(position.after(move), plies - 1);
            line.pop_back();
        }
        if (plies > 1 && found.size() == found_before) barren.insert(key);
    }
};

/// King or rook stands where castling leads, the other is off the board, or the rook still where it was: the
/// squares they left.
chess::Bitboard half_castled(const chess::Position& position, const Sight& sight) {
    for (const auto move : position.legal_moves()) {
        if (move.kind != chess::MoveKind::castling) continue;
        const auto missing = sight.differing(position.after(move));
        const auto landed = bit(destination(move)) | bit(rook_destination(move));
        const bool rook_waits = missing == (bit(move.to) | bit(rook_destination(move))) &&
                                contains(sight.occupied(), move.to) && !contains(sight.occupied(), move.from);
        const bool one_is_off =
            std::popcount(missing) == 1 && (missing & landed) && !(missing & sight.occupied());
        if (one_is_off || rook_waits) return origins(move) & ~sight.occupied();
    }
    return 0;
}

Lines searched(const chess::Position& position, const Sight& sight, int most_plies, Hands hands,
               int& budget) {
    Search search{.sight = sight, .hands = hands, .nodes_left = budget};
    Lines lines;
    for (int plies = 0; plies <= most_plies && search.nodes_left > 0; ++plies) {
        search.from(position, plies);
        std::ranges::sort(search.found, {}, [](const std::vector<chess::Move>& line) {
            std::string text;
            for (const auto move : line) text += to_uci(move) + ' ';
            return text;
        });
        const bool are_longer = !lines.empty();
        std::ranges::move(std::exchange(search.found, {}), std::back_inserter(lines));
        if (are_longer || (plies == 0 && hands == Hands::empty && !lines.empty())) break;
    }
    return lines;
}

/// With all that it follows from.
struct Explained {
    chess::Position position;
    Sight sight;
    int most_plies;
    Hands hands;
    int budget, budget_left;
    Lines lines;

    bool is_for(const chess::Position& of, const Sight& seen, int plies, Hands held, int left) const {
        return budget == left && most_plies == plies && hands == held && position == of &&
               sight.looks_like(seen) && sight.masked() == seen.masked() && sight.sensing() == seen.sensing();
    }
};

} // namespace

bool may_be_of_one_move(const chess::Position& position, chess::Bitboard gone) {
    return std::ranges::any_of(position.legal_moves(),
                               [&](chess::Move move) { return (gone & ~hands_of(position, move)) == 0; });
}

chess::Bitboard taken_up(const chess::Position& position, const Sight& sight) {
    const auto gone = sight.differing(position);
    if (gone & sight.occupied()) return half_castled(position, sight);
    if (gone == 0 || std::popcount(gone) > most_in_hand) return 0;
    return may_be_of_one_move(position, gone) ? gone : 0;
}

/// While a board stays out of step the same is asked at each look.
Lines explanations(const chess::Position& position, const Sight& sight, int most_plies, Hands hands,
                   int& budget) {
    constexpr std::size_t most_kept = 16;
    thread_local std::array<std::optional<Explained>, 16> answers;
    thread_local std::size_t oldest = 0;
    for (const auto& answer : answers)
        if (answer && answer->is_for(position, sight, most_plies, hands, budget))
            return budget = answer->budget_left, answer->lines;
    const int given = budget;
    auto lines = searched(position, sight, most_plies, hands, budget);
    if (lines.size() <= most_kept)
        answers[oldest++ % answers.size()] = {position, sight, most_plies, hands, given, budget, lines};
    return lines;
}

} // namespace adoube::umpire

#include "daemon/account/description.hpp"

#include <cstdio>
#include <cstdlib>

namespace adoube::account {
namespace {

constexpr std::string_view piece_names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

std::string side_name(chess::Side side) { return side == chess::Side::white ? "White" : "Black"; }

/// "1:02:03"
std::string duration(std::int64_t ms) {
    const auto s = std::abs(ms / 1000);
    char text[48];
    std::snprintf(text, sizeof text, "%s%lld:%02d:%02d", ms < 0 ? "-" : "", static_cast<long long>(s / 3600),
                  static_cast<int>(s / 60 % 60), static_cast<int>(s % 60));
    return text;
}

std::string clocks(std::optional<std::int64_t> white_ms, std::optional<std::int64_t> black_ms) {
    return (white_ms ? duration(*white_ms) + " for White" : std::string()) +
           (white_ms && black_ms ? ", " : "") +
           (black_ms ? duration(*black_ms) + " for Black" : std::string());
}

std::string piece_name(const record::Seen& seen) {
    if (!seen.side) return {};
    const std::string side = *seen.side == chess::Side::white ? "a white " : "a black ";
    return " (" + side +
           (seen.type ? std::string(piece_names[static_cast<std::size_t>(*seen.type)])
                      : std::string("piece")) +
           ")";
}

struct Describe {
    std::string operator()(const record::Lift& lift) const {
        return to_string(lift.square) + " lifted" + piece_name(lift.piece);
    }
    std::string operator()(const record::Drop& drop) const {
        return to_string(drop.square) + " set down" + piece_name(drop.piece);
    }
    std::string operator()(const record::Press& press) const {
        return side_name(press.side) + " pressed the clock";
    }
    std::string operator()(const record::Adjust& adjust) const {
        return side_name(adjust.side) + " announced \"j'adoube\"";
    }
    std::string operator()(const record::Call& call) const {
        return side_name(call.side) + " called the arbiter";
    }
    std::string operator()(const record::Gap& gap) const {
        constexpr std::string_view causes[] = {"the link was lost", "the board was off",
                                               "the board had to drop events"};
        return "GAP: inputs may be missing before, " + std::string(causes[static_cast<int>(gap.cause)]);
    }
    std::string operator()(const record::Snapshot&) const {
        return "the board told what stands on all squares";
    }
    std::string operator()(const record::Mask& mask) const {
        return "the board says that its sensor on " + to_string(mask.square) +
               (mask.on ? " is not to be trusted" : " works again");
    }
    std::string operator()(const record::BoardChange& change) const {
        return "the game goes on on board " + change.board;
    }
    std::string operator()(const record::Offer& offer) const {
        return side_name(offer.side) + " offered a draw";
    }
    std::string operator()(const record::Accept& accept) const {
        return side_name(accept.side) + " accepted the draw";
    }
    std::string operator()(const record::Decline& decline) const {
        return side_name(decline.side) + " declined the draw";
    }
    std::string operator()(const record::Resign& resign) const {
        return side_name(resign.side) + " resigned";
    }
    std::string operator()(const record::Flag& flag) const {
        return side_name(flag.side) + "'s flag was seen fallen";
    }
    std::string operator()(const record::Claim& claim) const {
        constexpr std::string_view grounds[] = {"by threefold repetition", "by fifty moves",
                                                "since the opponent makes no effort to win, or cannot"};
        return side_name(claim.side) + " claimed a draw " +
               std::string(grounds[static_cast<std::size_t>(claim.on)]) +
               (claim.move.empty() ? "" : ", with the move " + claim.move);
    }
    std::string operator()(const record::ClockReading& clock) const {
        return "the clock showed " + clocks(clock.white_ms, clock.black_ms);
    }
    std::string operator()(const record::SetPosition& set) const {
        return "the arbiter set up the position " + set.fen;
    }
    std::string operator()(const record::PlayMove& move) const {
        return "the arbiter entered the move " + move.san;
    }
    std::string operator()(const record::TakeBack& back) const {
        return "the arbiter took back " + std::to_string(back.plies) + (back.plies == 1 ? " ply" : " plies");
    }
    std::string operator()(const record::SetResult& set) const {
        if (set.result == chess::Result::open && !set.forfeit) return "the arbiter let the game go on";
        return "the arbiter entered the result " + std::string(chess::to_string(set.result)) +
               (set.forfeit ? ", by default" : "");
    }
    std::string operator()(const record::SetTime& time) const {
        return "the arbiter set the clock to " + clocks(time.white_ms, time.black_ms);
    }
    std::string operator()(const record::Promoted& promoted) const {
        return "the arbiter said that the pawn on " + to_string(promoted.square) + " became a " +
               std::string(piece_names[static_cast<std::size_t>(promoted.piece)]);
    }
    std::string operator()(const record::Dismiss& dismiss) const {
        return "the arbiter dismissed incident " + std::to_string(dismiss.incident);
    }
    std::string operator()(const record::Pause&) const { return "the arbiter stopped the clock"; }
    std::string operator()(const record::Resume&) const { return "the arbiter let the game go on"; }
    std::string operator()(const record::Adjourn& adjourn) const {
        return "the arbiter adjourned the game" +
               (adjourn.sealed.empty() ? "" : ", with the sealed move " + adjourn.sealed);
    }
    std::string operator()(const record::SetTags& set) const {
        std::string text;
        for (const auto& [name, value] : set.tags)
            text += (text.empty() ? "" : ", ") + name + " is " + (value.empty() ? "nothing" : value);
        return "the arbiter corrected what is known of the game: " + text;
    }
};

} // namespace

std::string described(const record::What& what, const std::string& said_by) {
    return std::visit(Describe{}, what) + (said_by.empty() ? "" : ", said by " + said_by);
}

} // namespace adoube::account

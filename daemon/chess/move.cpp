#include "daemon/chess/move.hpp"

namespace adoube::chess {

std::string to_uci(Move move, bool chess960) {
    std::string text = to_string(move.from) + to_string(chess960 ? move.to : destination(move));
    if (move.kind == MoveKind::promotion) text += to_char({Side::black, move.promoted});
    return text;
}

} // namespace adoube::chess

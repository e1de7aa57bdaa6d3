#include "daemon/sheet/public_sheet.hpp"

namespace adoube::sheet {

Written written_of(const broadcast::PublicGame& game) {
    Written written;
    written.id = game.id;
    for (const auto& [name, value] : game.tags) written.game.tags.emplace(name, value);
    written.game.tags.insert_or_assign("Board", std::to_string(game.board));
    written.game.start = game.start;
    written.game.chess960 = game.chess960;
    for (const auto& move : game.moves)
        written.game.moves.push_back({move.move(), move.clock_ms, std::nullopt});
    written.game.result = game.result;
    return written;
}

} // namespace adoube::sheet

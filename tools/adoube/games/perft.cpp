#include "tools/adoube/games/perft.hpp"

#include "daemon/chess/perft.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/progress.hpp"

#include <ostream>

#include <boost/json.hpp>

namespace adoube::tools {

int run_perft(const PerftOptions& options, Streams io) {
    if (options.depth < 0) {
        io.err << "perft: the depth " << options.depth << " is below 0\n";
        return bad_input;
    }
    const auto position =
        options.fen.empty() ? chess::Position::start() : chess::Position::from_fen(options.fen);
    if (!position) {
        say(io.err, "perft: " + position.error());
        return bad_input;
    }
    Progress progress(io, options.json);
    std::uint64_t total = options.depth == 0 ? 1 : 0;
    boost::json::object moves;
    if (options.depth > 0)
        for (const auto& [move, count] :
             chess::perft_divide(*position, options.depth, progress.steps("perft"))) {
            const auto uci = chess::to_uci(move, position->is_chess960());
            if (options.json)
                moves[uci] = count;
            else
                io.out << uci << ": " << count << '\n';
            total += count;
        }
    if (options.json)
        put_json(io.out, boost::json::object{{"moves", std::move(moves)}, {"total", total}});
    else
        io.out << '\n' << total << '\n';
    return success;
}

} // namespace adoube::tools

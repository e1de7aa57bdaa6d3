#include "tools/adoube/evidence/pgn.hpp"

#include "daemon/umpire/game/scoresheet.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"

namespace adoube::tools {

int run_evidence_pgn(const EvidencePgnOptions& options, Streams io) {
    const auto verified = verified_file(options.evidence, io, "PGN");
    if (!verified) return verified.error();
    const auto& replayed = *verified->found.replayed;
    const auto pgn = chess::to_pgn(umpire::scoresheet(replayed.header, replayed.record));
    if (options.output.empty()) {
        put_pgn(io.out, pgn);
        return success;
    }
    const auto written = write_file(options.output, pgn);
    if (!written) say(io.err, written.error());
    return written ? success : bad_input;
}

} // namespace adoube::tools

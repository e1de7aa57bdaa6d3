#include "tools/adoube/hall/journal.hpp"

#include "daemon/journal/copy.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"

#include <ctime>
#include <iomanip>
#include <sstream>

namespace adoube::tools {

int run_journal_copy(const JournalCopyOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    const auto copied = journal::copy_journal(options.journal, options.copy);
    if (!copied) {
        say(io.err, copied.error());
        return bad_input;
    }
    std::ostringstream line;
    line << options.copy << ": " << copied->games << " games, " << copied->inputs << " inputs";
    if (copied->last_utc_ms) {
        const auto seconds = static_cast<std::time_t>(copied->last_utc_ms->count() / 1000);
        std::tm local{};
        line << ", the last of " << std::put_time(::localtime_r(&seconds, &local), "%F %T %z");
    }
    say(io.out, line.str());
    return success;
}

} // namespace adoube::tools

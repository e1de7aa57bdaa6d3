#include "tools/adoube/journal.hpp"

#include "daemon/journal/copy.hpp"
#include "tools/adoube/exit_status.hpp"

#include <ctime>
#include <iomanip>
#include <ostream>

namespace adoube::tools {

int run_journal_copy(const JournalCopyOptions& options, std::istream&, std::ostream& out, std::ostream& err) {
    const auto copied = journal::copy_journal(options.journal, options.copy);
    if (!copied) {
        err << copied.error() << '\n';
        return bad_input;
    }
    out << options.copy << ": " << copied->games << " games, " << copied->inputs << " inputs";
    if (copied->last_utc_ms) {
        const auto seconds = static_cast<std::time_t>(*copied->last_utc_ms / 1000);
        std::tm local{};
        out << ", the last of " << std::put_time(::localtime_r(&seconds, &local), "%F %T %z");
    }
    out << '\n';
    return success;
}

} // namespace adoube::tools

#include "tools/adoube/hall/journal.hpp"

#include "daemon/journal/copy.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/doubt.hpp"
#include "tools/adoube/common/progress.hpp"

#include <boost/json.hpp>

#include <ctime>
#include <iomanip>
#include <sstream>

namespace adoube::tools {
namespace {

std::string in_words(const JournalCopyOptions& options, const journal::Copied& copied) {
    std::ostringstream line;
    line << options.copy << ": " << copied.games << " games, " << copied.inputs << " inputs";
    if (copied.last_utc_ms) {
        const auto seconds = static_cast<std::time_t>(copied.last_utc_ms->count() / 1000);
        std::tm local{};
        line << ", the last of " << std::put_time(::localtime_r(&seconds, &local), "%F %T %z");
    }
    return line.str();
}

boost::json::object json_of(const JournalCopyOptions& options, const journal::Copied& copied) {
    const auto last = copied.last_utc_ms;
    return {{"copy", options.copy},
            {"games", copied.games},
            {"inputs", copied.inputs},
            {"last_ms", last ? boost::json::value(last->count()) : boost::json::value()}};
}

} // namespace

int run_journal_copy(const JournalCopyOptions& options, Streams io) {
    tell_doubt(options.journal, io.err);
    Progress progress(io, options.json);
    const auto copied = journal::copy_journal(options.journal, options.copy, [&](std::size_t parts) {
        progress.tell(parts, 0, "parts of the journal are copied");
    });
    if (!copied) {
        say(io.err, copied.error());
        return bad_input;
    }
    if (options.json)
        put_json(io.out, json_of(options, *copied));
    else
        say(io.out, in_words(options, *copied));
    return success;
}

} // namespace adoube::tools

// Files in which a daemon went on when its journal was taken away, and orphaned logs.

#include "daemon/journal/file/copy_store.hpp"
#include "daemon/journal/file/open_to_look.hpp"
#include "daemon/journal/file/place.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/text/utc.hpp"

#include <cstring>

namespace adoube::journal {
namespace {

std::string in_words(const Copied& held) {
    return std::to_string(held.inputs) + (held.inputs == 1 ? " input" : " inputs") +
           (held.last_utc_ms ? ", the last of " + text::utc_minute(*held.last_utc_ms) : "");
}

std::expected<std::string, std::string> compared(const std::filesystem::path& journal,
                                                 const std::filesystem::path& kept) {
    auto one = open_to_look(journal), other = open_to_look(kept);
    if (!one || !other) return std::unexpected(one ? other.error() : one.error());
    const auto here = one->counted(), there = other->counted();
    if (!here || !there) return std::unexpected(here ? there.error() : here.error());
    const auto less = is_beginning_of(one->database(), kept),
               all = is_beginning_of(other->database(), journal);
    if (!less || !all) return std::unexpected(less ? all.error() : less.error());
    if (*all) return "the journal holds all of it: delete it";
    const auto much = "(" + in_words(*there) + "; the journal has " + in_words(*here) + ")";
    if (*less)
        return "it holds all that the journal holds, and more " + much +
               ": stop the daemon, and name it as the journal";
    return "each holds what the other does not " + much +
           ": see which is of this round (adoube evidence list), name that as the journal, and move the "
           "other "
           "away";
}

} // namespace

std::vector<std::string> kept_beside(const std::filesystem::path& journal) {
    std::vector<std::string> sentences;
    if (has_orphan(journal))
        sentences.push_back(
            "journal " + journal.string() + " is gone, and its log " + journal.string() +
            "-wal is there, which may hold what was recorded last: a start begins a new journal, and "
            "moves the log aside; if you have the journal, put it back before that");
    for (const auto& log : all_kept(journal, "-wal")) {
        const auto kept = log.string().substr(0, log.string().size() - std::strlen("-wal"));
        if (!has_orphan(kept)) continue;
        sentences.push_back("beside journal " + journal.string() + " lies " + log.string() +
                            ", the log of a journal that was gone at a start, which may hold what was "
                            "recorded last in it: if you "
                            "have that journal, put it there as " +
                            kept +
                            ", and the next start says which of the two holds more; else delete the log");
    }
    for (const auto& file : all_kept(journal, {})) {
        const auto found = compared(journal, file);
        sentences.push_back("beside journal " + journal.string() + " lies " + file.string() +
                            ", where a daemon went on when that was deleted or replaced under it: " +
                            (found ? *found
                                   : "they cannot be compared (" + found.error() +
                                         "), see which holds the round before it goes on"));
    }
    return sentences;
}

} // namespace adoube::journal

#include "daemon/journal/file/open_to_look.hpp"

#include "daemon/journal/file/place.hpp"
#include "daemon/journal/file/schema.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace adoube::journal {
namespace {

namespace fs = std::filesystem;

/// Readers need to write beside the journal, which read-only media forbid; then nobody writes the journal,
/// and a copy, removed when closed, is as good. SQLite's code, or one sentence.
std::expected<int, std::string> look_at_copy(Database& database) {
    const auto& journal = database.path();
    const auto lock = locked(journal);
    if (!lock) return std::unexpected(database.sentence(SQLITE_BUSY));
    std::error_code error;
    auto folder = (fs::temp_directory_path(error) / "adoube-look-XXXXXX").string();
    const auto cannot_be_copied = [&](const std::string& why) {
        return std::unexpected("journal " + journal.string() +
                               " cannot be looked at where it is, nor be copied to " + folder + ": " + why);
    };
    if (!::mkdtemp(folder.data())) return cannot_be_copied(std::strerror(errno));
    const auto copy = fs::path(folder) / "journal";
    fs::copy_file(journal, copy, error);
    if (const fs::path log = journal.string() + "-wal"; !error && fs::exists(log, error))
        fs::copy_file(log, copy.string() + "-wal", error);
    fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add, error);
    int code = error ? SQLITE_OK : database.open_instead(copy, SQLITE_OPEN_READWRITE);
    if (!error && code == SQLITE_OK)
        code = database.execute("PRAGMA locking_mode = EXCLUSIVE; SELECT 1 FROM sqlite_master");
    std::error_code ignored;
    fs::remove_all(folder, ignored); // open files stay readable
    if (error) return cannot_be_copied(error.message());
    return code;
}

} // namespace

std::expected<Reader, std::string> open_to_look(const fs::path& journal) {
    if (auto files = check_are_files(journal); !files) return std::unexpected(files.error());
    if (has_orphan(journal))
        return std::unexpected("journal " + journal.string() +
                               " is gone, and only its log is there: put it back, or name another one");
    Database database(journal, nullptr);
    int code = database.open(SQLITE_OPEN_READONLY);
    if (code == SQLITE_OK) code = database.execute("SELECT 1 FROM sqlite_master");
    std::error_code unknown;
    if (code != SQLITE_OK && !fs::exists(journal, unknown) && !unknown)
        return std::unexpected("journal " + journal.string() + " is not there: name one that is");
    if ((code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY) {
        const auto copied = look_at_copy(database);
        if (!copied) return std::unexpected(copied.error());
        code = *copied;
    }
    if (code != SQLITE_OK) return std::unexpected(database.sentence(code));
    if (auto ours = check_is_ours(database); !ours) return std::unexpected(ours.error());
    return Reader::of(std::move(database));
}

std::expected<OneMoment, std::string> OneMoment::of(const Reader& reader) {
    if (auto begun = reader.database().try_to("BEGIN"); !begun) return std::unexpected(begun.error());
    return OneMoment(reader.database());
}

OneMoment::~OneMoment() {
    if (database_) database_->execute("COMMIT");
}

} // namespace adoube::journal

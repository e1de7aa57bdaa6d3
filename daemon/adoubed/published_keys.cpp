#include "daemon/adoubed/published_keys.hpp"

#include "daemon/evidence/key_file.hpp"

#include <sys/stat.h>

#include <utility>

namespace adoube::adoubed {

PublishedKeys::PublishedKeys(const tlog::VerifierKey& key, const std::filesystem::path& key_file, Show show)
    : statements_(evidence::statements_beside(key_file)), show_(std::move(show)) {
    show_("/api/keys", std::make_shared<const std::string>(key.to_string() + "\n"));
}

std::string PublishedKeys::reload() {
    struct stat status {};
    Stamp now{};
    if (::stat(statements_.c_str(), &status) == 0)
        now = {static_cast<std::int64_t>(status.st_ino), static_cast<std::int64_t>(status.st_size),
               status.st_ctim.tv_sec, status.st_ctim.tv_nsec};
    if (std::exchange(seen_, now) == now) return {};
    const auto statements = evidence::read_statements(statements_);
    trouble_ = statements ? "" : statements.error() + "; what was read before is served on";
    if (!statements) return trouble_;
    show_("/api/keys/statements", statements->empty()
                                      ? nullptr
                                      : std::make_shared<const std::string>(evidence::to_text(*statements)));
    return {};
}

} // namespace adoube::adoubed

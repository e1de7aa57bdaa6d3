#include "daemon/access/token_file.hpp"

#include "daemon/files/descriptor.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace adoube::access {
namespace {

/// Changes within one tick of the file system's clock share a time, so a stamp is trusted only once its tick
/// is past.
constexpr std::int64_t clock_tick_ns = 1'000'000'000;

std::unexpected<std::string> fault(const std::filesystem::path& file, const std::string& what) {
    return std::unexpected("token file " + file.string() + ' ' + what);
}
std::unexpected<std::string> failed(const std::filesystem::path& file, const char* what) {
    return fault(file, std::string(what) + ": " + std::strerror(errno));
}

} // namespace

std::expected<Tokens, std::string> read_token_file(const std::filesystem::path& file) {
    const auto text = files::read_secret(file, longest_token_file);
    if (!text) {
        using enum files::Unreadable::Why;
        switch (text.error().why) {
        case absent: return Tokens();
        case no_file: return fault(file, "is no file");
        case too_long: return fault(file, "is too long to be one");
        case open_to_others:
            return fault(file, "is open to others, who may have put a token of their own into it. If nobody "
                               "has, say chmod 600 " +
                                   file.string());
        default: return fault(file, text.error().text);
        }
    }
    auto tokens = Tokens::parse(*text);
    if (!tokens) return fault(file, "is damaged, " + tokens.error() + ": restore its copy");
    return tokens;
}

std::expected<void, std::string>
change_token_file(const std::filesystem::path& file,
                  const std::function<std::expected<void, std::string>(Tokens&)>& change) {
    // Lock the folder, as the file itself is replaced.
    const files::Descriptor folder(
        ::open(files::folder_of(file).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder || ::flock(folder.get(), LOCK_EX) != 0) return failed(file, "cannot be written");
    auto tokens = read_token_file(file);
    if (!tokens) return std::unexpected(tokens.error());
    if (auto changed = change(*tokens); !changed) return changed;
    const auto replaced = files::replace(file, tokens->to_text(), files::ReadableBy::owner);
    if (!replaced) return fault(file, replaced.error());
    return {};
}

std::expected<MadeToken, std::string> make_token(const std::filesystem::path& file, Token token) {
    auto text = new_token_text();
    if (!text) return std::unexpected(text.error());
    token.hash = hash_of(*text);
    const auto kept = change_token_file(file, [&](Tokens& tokens) -> std::expected<void, std::string> {
        const auto id = tokens.add(token);
        if (!id) return std::unexpected(id.error());
        token.id = *id;
        return {};
    });
    if (!kept) return std::unexpected(kept.error());
    return MadeToken{std::move(token), std::move(*text)};
}

TokenFile::Stamp TokenFile::stamp_of(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return {};
    const auto ns = [](const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; };
    return {status.st_dev,  status.st_ino,      static_cast<std::uint64_t>(status.st_size),
            status.st_mode, ns(status.st_mtim), ns(status.st_ctim)};
}

bool TokenFile::reload() {
    if (file_.empty()) return false;
    const auto stamp = stamp_of(file_); // before reading, so that the content is no older
    if (seen_ == stamp) return false;
    auto tokens = read_token_file(file_);
    const auto now_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
    const bool settled = std::abs(now_ns - stamp.changed_ns) > clock_tick_ns;
    seen_ = settled ? std::optional(stamp) : std::nullopt;
    trouble_ = tokens ? std::string() : tokens.error();
    tokens_ = tokens ? std::move(*tokens) : Tokens();
    return true;
}

} // namespace adoube::access

#include "daemon/adoubed/kept_standing.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <sstream>

namespace adoube::adoubed {
namespace {

std::filesystem::path file_of(const std::filesystem::path& journal) { return journal.string() + "-standby"; }

constexpr std::string_view serving = "serves", standing_by = "stands-by";

} // namespace

std::expected<std::optional<KeptStanding>, std::string>
KeptStanding::read(const std::filesystem::path& journal) {
    constexpr std::size_t longest = 128;
    const auto file = file_of(journal);
    const auto text = files::read(file, longest);
    if (!text && text.error().why == files::Unreadable::Why::absent) return std::nullopt;
    if (!text) return std::unexpected(file.string() + ' ' + text.error().text);
    std::istringstream words(*text);
    std::string which;
    KeptStanding kept;
    words >> which >> kept.epoch >> kept.run;
    if (!words || (which != serving && which != standing_by))
        return std::unexpected(file.string() + " is not what adoubed wrote: it says which of the hall's two "
                                               "daemons serves; if the other one does, delete it, and start "
                                               "this one with --role standby");
    kept.serves = which == serving;
    return kept;
}

std::expected<void, std::string> KeptStanding::write(const std::filesystem::path& journal) const {
    std::ostringstream text;
    text << (serves ? serving : standing_by) << ' ' << epoch << ' ' << run << '\n';
    const auto file = file_of(journal);
    const auto written = files::replace(file, text.str(), files::ReadableBy::owner);
    if (!written) return std::unexpected(file.string() + ' ' + written.error());
    return {};
}

} // namespace adoube::adoubed

#include "daemon/adoubed/kept_file.hpp"

#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/files/set_aside.hpp"

namespace adoube::adoubed {

std::string KeptFile::read(const Take& take) const {
    const auto content = files::read(file_, longest_bytes_);
    if (!content && content.error().why == files::Unreadable::Why::absent) return {};
    const auto taken = content ? take(*content) : std::unexpected(content.error().text);
    if (taken) return {};
    const auto aside = files::set_aside(file_);
    return file_.string() + " " + taken.error() + ": it holds " + holds_ + ", and " +
           (aside ? "is kept as " + aside->filename().string() + "; a new one is begun"
                  : aside.error() + "; remove it, or nothing new is kept");
}

std::expected<void, std::string> KeptFile::write(std::string_view content) const {
    const auto written = files::replace(file_, content, files::ReadableBy::owner);
    if (!written) return std::unexpected(file_.string() + " " + written.error());
    return {};
}

} // namespace adoube::adoubed

#include "daemon/adoubed/new_start.hpp"

#include "daemon/files/descriptor.hpp"

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace adoube::adoubed {
namespace {

constexpr const char* own_program = "/proc/self/exe";              // whatever has become of its file
constexpr const char* former_settings = "ADOUBED_FORMER_SETTINGS"; // number of a descriptor
constexpr const char* not_started = "ADOUBED_NOT_STARTED";         // why the new ones do not start
constexpr int sealed = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;

std::string taken_from_environment(const char* name) {
    const auto* value = ::getenv(name);
    std::string text = value ? value : "";
    ::unsetenv(name); // not for the programs that this one starts
    return text;
}

/// In memory that nobody changes any more, and that outlives this program; none: the system has no room.
std::optional<int> kept_in_memory(const std::string& text) {
    const int file = ::memfd_create("adoubed settings", MFD_ALLOW_SEALING);
    if (file < 0) return {};
    const auto written = ::write(file, text.data(), text.size());
    if (written == static_cast<ssize_t>(text.size()) && ::fcntl(file, F_ADD_SEALS, sealed) == 0) return file;
    ::close(file);
    return {};
}

std::optional<std::string> read_from_memory(std::string_view number) {
    int file = -1;
    const auto [end, wrong] = std::from_chars(number.data(), number.data() + number.size(), file);
    if (wrong != std::errc() || file <= STDERR_FILENO || ::fcntl(file, F_GET_SEALS) != sealed) return {};
    const files::Descriptor open(file);
    struct stat about {};
    if (::fstat(file, &about) != 0) return {};
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    if (::pread(file, text.data(), text.size(), 0) != about.st_size) return {};
    return text;
}

} // namespace

NewStart::NewStart() {
    if (const auto* zone = ::getenv("TZ")) time_zone_ = zone;
    former_ = read_from_memory(taken_from_environment(former_settings));
    why_former_ = taken_from_environment(not_started);
    if (!former_) why_former_.clear();
}

std::string NewStart::begin(char* const* argv, const std::string& settings) const {
    return take_place(argv, settings, {});
}

void NewStart::fall_back(char* const* argv, const std::string& why) const {
    if (former_ && why_former_.empty()) (void)take_place(argv, *former_, why);
}

std::string NewStart::take_place(char* const* argv, const std::string& settings,
                                 const std::string& why) const {
    time_zone_ ? ::setenv("TZ", time_zone_->c_str(), 1) : ::unsetenv("TZ");
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    if (const auto file = kept_in_memory(settings)) {
        ::setenv(former_settings, std::to_string(*file).c_str(), 1);
        if (!why.empty()) ::setenv(not_started, why.c_str(), 1);
    }
    // Signals that were held back stay so, and wait for the new program.
    ::execv(own_program, argv);
    return std::string("cannot start again: ") + std::strerror(errno);
}

} // namespace adoube::adoubed

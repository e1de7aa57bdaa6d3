#include "daemon/adoubed/open_files.hpp"

#include <sys/resource.h>

#include <algorithm>

namespace adoube::adoubed {

std::size_t files_for_viewers(std::size_t boards) {
    constexpr rlim_t most = 65'536; // more is useless
    constexpr std::size_t daemons_own = 96, of_a_board = 4;
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return 0;
    const rlim_t possible = std::min(files.rlim_max, most);
    if (files.rlim_cur < possible) {
        files.rlim_cur = possible;
        if (::setrlimit(RLIMIT_NOFILE, &files) != 0) ::getrlimit(RLIMIT_NOFILE, &files);
    }
    const std::size_t all = std::min(files.rlim_cur, most), own = daemons_own + of_a_board * boards;
    return all > own ? all - own : 0;
}

} // namespace adoube::adoubed
